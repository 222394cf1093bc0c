// Package benchmarks measures Sinew's hot loop, and the methods people know on
// the same work, written straight:
//
//	go test -bench . ./benchmarks
//	go test -bench Crowd/n=112/ -count 10 ./benchmarks | benchstat -
//
// BenchmarkCrowd is the whole chain for n characters of 67 joints, from a time
// to the palette: ns/joint is what one joint of one character takes.
//
//	path=ticks    runtime.Players: the clip's own tick tracks, exact
//	path=ogldev   OGLdev's tutorial 38: recursion over named nodes, linear search, 4x4 matrices
//	path=binary   arrays and binary search, 4x4 matrices
//	clip=1.3s     of a clip that long with all translations and rotations keyed 30 times a second
//	times=…       forward: a sixtieth of a second on each frame, random: anywhere on each
//
// BenchmarkStage takes path=ticks apart. BenchmarkSkin is one character's mesh
// on the CPU, in ns/vertex.
//
// Machines are seldom quiet: compare minima or medians of several counts, not
// single runs.
package benchmarks
