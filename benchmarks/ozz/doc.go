// Package ozz runs the ozz-animation that a user has installed on the same
// skeleton and clips, so that a benchmark can put both side by side. It is built
// with the tag ozz alone:
//
//	export CGO_CXXFLAGS="-I/opt/ozz/include -O3 -march=native"
//	export CGO_LDFLAGS="-L/opt/ozz/lib -lozz_animation_offline -lozz_animation -lozz_base"
//	go test -tags ozz -bench Crowd ./benchmarks
//
// The work is that of Sinew's whole chain: sample, local to model, one matrix
// product per joint for the palette; with 4x4 matrices, as ozz has them.
package ozz
