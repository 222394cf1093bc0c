// Package benchmarks measures Sinew's frame, and in the same run well-known methods and
// libraries on the same work:
//
//	go test -bench . ./benchmarks                                       a few minutes
//	go test -bench Crowd ./benchmarks | go run ./benchmarks/report      as a table
//	go test -bench 'Crowd/n=4000/source=rows/' ./benchmarks             all cases of these
//	go test -bench Crowd -count 10 ./benchmarks > new.txt && benchstat -row /n -col /source,/form new.txt
//
// BenchmarkCrowd is the whole chain for n instances, from a time to the palette: ns/joint is
// the average time per joint of one instance, least-ns/joint the same in the fastest of the
// short intervals of a run, the better figure on a machine with other work.
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
// All combinations are too many for one run. A pattern without a slash selects every n with
// the first value of each key; instruction sets at n=1, 112 and 4000; other values at n=4000
// only; and the classic methods, whose time per joint does not depend on n, at n=1 and
// n=112. A pattern with a slash selects from all combinations.
//
//	SINEW_BENCH_MODEL=arnaud.fbx,walk.fbx go test -bench Crowd ./benchmarks
//
// measures other files, with the clips of later files assigned by joint names; "sinew bench"
// does so without a test.
//
// BenchmarkBlend is the whole chain for instances that combine clips:
//
//	Blend/n=4000/layers=4/masks=2/blend=masked/source=rows/form=rig/simd=own
//
//	layers     clips that an instance plays at the same time
//	masks      those of them that reach a part of the body
//	blend      none           one clip
//	           fade           two: within two seconds an instance fades to the other clip and
//	                          back, each from a different time
//	           masked         the same, and two more clips on masks
//	           additive       a clip and an additive one
//	           tenth          one clip; a tenth of the instances fade
//	           inertialized   one clip, while the offset from another decays for an hour:
//	                          without the beginning of the transition
//
// ozz samples and blends as many clips with weights that change as much, and continues as in
// BenchmarkCrowd. A pattern without a slash leaves out form=general and instruction sets.
//
// BenchmarkGraph is instances that an animation graph controls:
//
//	Graph/n=4000/part=all/source=rows/form=rig/simd=own
//
//	part       logic: parameters, states and time; all: and palettes
//
// The graph is an upper-body layer over a machine of three states, one of which is a
// synchronized blend space of five clips. All parameters of all instances change in each
// frame, and a quarter of the instances is in a transition. least-ns/instance is
// least-ns/joint times the number of joints. The peer is the same logic, written by hand over
// the jobs of ozz; a test of package measure compares the poses. BenchmarkGraphCompile is
// graph.Compile of 201 nodes.
//
//	go test -bench Graph/ ./benchmarks | go run ./benchmarks/report -bench Graph
//
// BenchmarkModifier is the time that modifiers of package control add to the frame of an
// instance, in ns/instance: the time of a crowd with them, with-ns/instance, minus that of one
// without, without-ns/instance, measured alternately in one run; ratio is their quotient. The
// report takes the minimum of each over several runs.
//
//	Modifier/modifier=legs/n=4000/source=rows/simd=own
//
//	modifier   legs, legs-free          two limbs with poles, with hinge axes and without
//	           look, look-cones         a look-at of four joints, without cones and with
//	           legs+look1, legs+look4   legs, and a look-at of the head or of four joints
//	           springs6, fabrik6, ccd6  six joints of an arm: springs, FABRIK, CCD
//	           attach, twist, grab      a socket in a hand, a twisted wrist, a hand target
//
// ozz runs IKTwoBoneJob and IKAimJob after its other jobs, multiplies rotations by their
// corrections and recomputes the matrices below, as its samples foot_ik and look_at do.
// Targets are fixed. A test of package measure checks that all reach them.
//
//	go test -bench Modifier ./benchmarks | go run ./benchmarks/report -bench Modifier
//
// BenchmarkStage measures each stage over all instances: the clocks of a crowd; the stages of
// package runtime/pose on rows (sample, palettes, both fused, and a single instance); and
// ozz's. BenchmarkSkin is one character's mesh on the CPU, in ns/vertex. BenchmarkImport is
// files, by default those of the folder SINEW_SHARED, and BenchmarkOpen the archives baked
// from them: µs, bytes of memory, these relative to the file, and the import's time relative
// to opening.
//
// BenchmarkFirstFrame is characters in archives in memory, opened, prepared and shown once by a crowd
// of one instance each: heroes of testdata, of the folder SINEW_SHARED and a made one, together and
// alone, with packed, exact and small clips: the least time of all in ms, and of the parts in µs, bytes
// of memory and allocations.
//
//	FirstFrame/clips=packed/hero=all
//
// BenchmarkCompress and BenchmarkDecode are compressed clips: bytes, mm-error (between
// samples too) and mm-at-samples, then poses decoded directly, in the same ns/joint: for
// Sinew up to the palettes of a crowd, for others local transforms, and for ozz both: its
// names end in palettes where these are made. The libraries are sinew,
// sinew-small and, by build tags, acl, ozz and ozz-bound; see packages clips, acl and ozz.
// BenchmarkUnpack is whole clips. Program packed makes tables of a few clips in every
// library, or of whole folders.
//
// Other processes disturb measurements: compare minima or medians of several counts, not
// single runs, and only runs of the same minutes. The tests of packages measure and classic
// compare every path with the same oracle.
package benchmarks
