// Package benchmarks measures Sinew's hot loop, and beside it the methods people
// know on the same work in the same run:
//
//	go test -bench . ./benchmarks                                       a few minutes
//	go test -bench Crowd ./benchmarks | go run ./benchmarks/report      as a table
//	go test -bench 'Crowd/n=4000/path=bank/' ./benchmarks               all there is of these
//	go test -bench Crowd -count 10 ./benchmarks > new.txt && benchstat -row /n -col /path new.txt
//
// BenchmarkCrowd is the whole chain for n characters, from a time to the
// palette: ns/joint is what one joint of one character takes on the average,
// least-ns/joint what it took in the best of the short stretches that a run
// consists of, on a machine that others use too the fairer figure.
//
//	Crowd/n=4000/path=bank/simd=avx512/clips=1/times=forward/workers=1/character=captured
//
//	n          1, 16, 112, 1000, 4000, 16000
//	path       bank           runtime.Crowd: clips compiled into rows
//	           gen            the same with rows that any rig can have
//	           ticks          runtime.TickCrowd: the clips' own keys, sixteen instances at a time
//	           players        runtime.Players: the same, one character after the other
//	           ogldev, flat, book, binary, cursor   the methods of package classic
//	           ozz, ozz-staged   ozz-animation, see package ozz
//	simd       the kernels' instruction set; own where the path has no say in it
//	clips      of how many clips the characters play, in turn
//	times      forward: a sixtieth of a second on each frame; random: anywhere on each
//	workers    goroutines that share a frame
//	character  captured: 67 joints, 1.3 s at 30 keys a second, every rotation and two
//	           translations keyed (clips=8 adds seven of other lengths); long: the same
//	           for 30 s; full: 1.3 s with every translation, rotation and scale keyed
//
// The product of all this is too much for one run. A pattern without a slash
// stands for a choice: every n, what differs from the ordinary at n=4000 alone,
// and the classics, which do not get slower with n, at n=1 and n=112. A pattern
// with a slash reaches everything.
//
//	SINEW_BENCH_MODEL=arnaud.fbx,walk.fbx go test -bench Crowd ./benchmarks
//
// measures a file of one's own, with the clips of others that join by joint
// name; "sinew bench" does so without a test.
//
// BenchmarkStage takes the chain apart, job after job over all characters: the
// jobs of path=players, the block kernels of path=bank and path=gen beside the
// fused one, and ozz's. BenchmarkSkin is one character's mesh on
// the CPU, in ns/vertex. BenchmarkImport is files, by default those of a folder
// SINEW_SHARED, and BenchmarkOpen the archives that are baked of them: in µs, bytes
// of memory, those as a part of the file, and how many times as long the import
// takes.
//
// BenchmarkCompress and BenchmarkDecode are compressed clips: bytes, mm-error
// (between samples too) and mm-at-samples, then poses straight from what was
// compressed, in the same ns/joint. Their library is sinew, sinew-small, and where
// the build has them acl, ozz and ozz-bound; see packages clips, acl and ozz.
// BenchmarkUnpack is whole clips. Program packed makes tables, of a few clips in every
// library and of whole folders.
//
// Machines are seldom quiet: compare minima or medians of several counts, not
// single runs, and only what ran in the same minutes. Every path is held
// against the same oracle by the tests of packages measure and classic.
package benchmarks
