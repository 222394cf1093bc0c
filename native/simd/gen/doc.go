// Gen writes the assembly of package simd, all of it:
//
//	avx    ┐                            ┌ rigpalette_amd64.s …   AVX2 and AVX-512
//	neon   ├─ kernels, by file ── gen ──┤
//	lanes  ┘                            └ rigpalette_arm64.s …   NEON
//
// Run it by go generate in package simd, or by go run . here. Go declarations of
// the kernels stand beside their callers in package simd; go vet compares them.
package main
