// Gen writes the assembly of package simd, all of it:
//
//	table ─┬─ avx    ┐                            ┌ rigpalette_amd64.s …   AVX2 and AVX-512
//	       └─ neon   ├─ kernels, by file ── gen ──┤
//	          lanes  ┘                            └ rigpalette_arm64.s …   NEON
//
// The table says what kernels there are, of which instruction sets, and what their
// parameters are. Those of formulas are in a list of package lanes.
//
// Run it by go generate in package simd, or by go run . here. Go declarations of
// the kernels stand beside their callers in package simd; go vet compares them.
package main
