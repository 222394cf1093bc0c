// Gen writes the assembly of package kernel, all of it, and the Go that calls it:
//
//	        ┌ avx  ┐                ┌ rigpalette_amd64.s …   AVX2 and AVX-512
//	table ──┤      ├─ instructions ─┤
//	        ├ neon ┘                └ rigpalette_arm64.s …   NEON
//	        └ dispatch ──────────── dispatch_amd64.go …      declarations, choice of kernels
//	lanes ─── all of these for formulas
//	plain ─── package plain
//
// The table says what kernels there are, of which instruction sets, what their parameters
// are and what callers give them. Those of formulas follow from the list of package lanes.
//
// Run it by go generate in package kernel, or by go run . here. go vet compares declarations
// with assembly.
package main
