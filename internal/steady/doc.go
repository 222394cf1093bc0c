// Package steady is float64 geometry with the same bits on every processor: no
// fused multiply-add, no library sine. What is compiled from a model with it is
// therefore one file wherever it was compiled.
//
//	m := steady.Compose(t, q, s)      // T·R·S
//	p := parent.Mul(m).Point(v)
//	q := steady.Slerp(a, b, 0.25)     // a quarter of the way along the shorter arc
//
// Go may fuse x*y + z into one rounding on some processors, across statements
// too; a conversion forbids it, so every product that feeds a sum is written
// float64(x*y).
//
// Matrices are 3x4, affine and row-major as in package soa; column vectors.
package steady
