// Package benchmarks measures Sinew's hot loop, and beside it the methods people
// know on the same work in the same run:
//
//	go test -bench . ./benchmarks                                       a few minutes
//	go test -bench Crowd ./benchmarks | go run ./benchmarks/report      as a table
//	go test -bench 'Crowd/n=4000/source=rows/' ./benchmarks             all cases of these
//	go test -bench Crowd -count 10 ./benchmarks > new.txt && benchstat -row /n -col /source,/form new.txt
//
// BenchmarkCrowd is the whole chain for n instances, from a time to the palette:
// ns/joint is the time per joint of one instance on average, least-ns/joint the
// same in the best of the short stretches that a run consists of, the fairer
// figure on a machine with other work.
//
//	Crowd/n=4000/source=rows/form=rig/simd=own/clips=1/times=forward/workers=1/character=captured
//
//	n          1, 16, 112, 1000, 4000, 16000 instances
//	source     rows           runtime.Baked: clips compiled into rows
//	           keys           runtime.Keyframes: the clips' own keys
//	           spans          runtime.Compressed: compressed clips, the keys they decode to cached
//	           ogldev, flat, book, binary, cursor   the methods of package classic
//	           ozz, ozz-staged   ozz-animation, see package ozz
//	form       of the layout: rig, general; own for the data structures of a peer
//	simd       own: the best instruction set of the machine; avx2, neon, generic
//	           (plain Go): Sinew's kernels for that one
//	clips      the number of clips that the instances play, in turn
//	times      forward: a sixtieth of a second on each frame; random: anywhere on each
//	workers    goroutines that share a frame
//	character  captured: 67 joints, 1.3 s at 30 keys a second, every rotation and two
//	           translations keyed (clips=8 adds seven of other lengths); long: the same
//	           for 30 s; full: 1.3 s with every translation, rotation and scale keyed,
//	           which form=rig cannot play
//
// The product of all this is too much for one run. A pattern without a slash
// stands for a choice: every n in the ordinary way; instruction sets at n=1, 112 and
// 4000; other deviations at n=4000 alone; and the classics, which do not get slower
// with n, at n=1 and n=112. A pattern with a slash reaches everything.
//
//	SINEW_BENCH_MODEL=arnaud.fbx,walk.fbx go test -bench Crowd ./benchmarks
//
// measures other files, with the clips of the second and later ones joined by joint
// name; "sinew bench" does so without a test.
//
// BenchmarkBlend is the whole chain for instances that combine clips:
//
//	Blend/n=4000/layers=4/masks=2/blend=masked/source=rows/form=rig/simd=own
//
//	layers     clips that an instance plays at the same time
//	masks      those of them that reach a part of the body
//	blend      none           one clip
//	           fade           two: in two seconds an instance fades to the other clip, then
//	                          back, each at a time of its own
//	           masked         the same, and two more clips on masks
//	           additive       a clip and the difference of another
//	           tenth          one clip, but for the tenth of the instances that fade
//	           inertialized   one clip, while the difference from another dies out for an
//	                          hour: the beginning of the transition is left out
//
// ozz samples as many clips, blends them by weights that change as much, and goes on as
// in BenchmarkCrowd. A pattern without a slash leaves out form=general and instruction
// sets.
//
// BenchmarkGraph is instances for which a graph decides:
//
//	Graph/n=4000/part=all/source=rows/form=rig/simd=own
//
//	part       logic: parameters, what the graph decides, and time; all: and palettes
//
// The graph is a layer on the upper body over a machine of three states, one of which is a
// blend space of five clips in one phase. All parameters of all instances change on each
// frame, and a quarter of the instances is on the way from one state to another. least-ns/instance
// is least-ns/joint times the joints. Beside it the same logic is written for these states
// and samples over the jobs of ozz; a test of package measure holds the poses against each
// other. BenchmarkGraphCompile is graph.Compile of 201 nodes.
//
//	go test -bench Graph/ ./benchmarks | go run ./benchmarks/report -bench Graph
//
// BenchmarkModifier is what modifiers of package control add to the frames of an instance,
// in ns/instance: the time of a crowd on which they act less that of one that only plays,
// without-ns/instance, in turn within one run; ratio divides them. The report takes both of
// several runs by themselves.
//
//	Modifier/modifier=legs/n=4000/source=rows
//
//	modifier   legs, legs-free          two limbs with poles, with hinges given and without
//	           look, look-cones         four joints that share an aim, without cones and with
//	           legs+look1, legs+look4   legs, and the head aims alone or with three joints
//	           springs6, fabrik6, ccd6  six joints of an arm that swing, or reach
//	           attach, twist, grab      what a hand holds, a wrist that twists, a hand that holds
//
// ozz runs IKTwoBoneJob and IKAimJob after its other jobs, multiplies rotations by what they
// say and makes the matrices below again, as its samples foot_ik and look_at do. Targets do
// not move. A test of package measure holds that all reach them.
//
//	go test -bench Modifier ./benchmarks | go run ./benchmarks/report -bench Modifier
//
// BenchmarkStage takes the chain apart, job after job over all instances: the
// clocks of a crowd; the stages of package runtime/pose on rows (sample, palettes,
// both fused, and one instance alone); and ozz's. BenchmarkSkin is one character's
// mesh on the CPU, in ns/vertex. BenchmarkImport is files, by default those of a
// folder SINEW_SHARED, and BenchmarkOpen the archives that are baked of them: in µs,
// bytes of memory, those as a part of the file, and how many times as long the
// import takes.
//
// BenchmarkCompress and BenchmarkDecode are compressed clips: bytes, mm-error
// (between samples too) and mm-at-samples, then poses straight from what was
// compressed, in the same ns/joint: for Sinew up to the palettes of a crowd, for
// others their local transforms. Their library is sinew, sinew-small, and where
// the build has them acl, ozz and ozz-bound; see packages clips, acl and ozz.
// BenchmarkUnpack is whole clips. Program packed makes tables, of a few clips in every
// library and of whole folders.
//
// Machines are seldom quiet: compare minima or medians of several counts, not
// single runs, and only what ran in the same minutes. Every path is compared with
// the same oracle by the tests of packages measure and classic.
package benchmarks
