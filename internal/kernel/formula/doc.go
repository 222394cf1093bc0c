// Package formula contains the mathematics of kernels, written once for any number type:
//
//	                 ┌ float32: package plain, the plain-Go bodies of kernels and solvers of one pose
//	formula[T] ── T ─┤
//	                 └ a value of the program gen, which records the operations on it and
//	                   writes them as assembly for 16, 8 and 4 lanes
//
//	func length[T Number[T]](v V[T]) T { return v.X.Times(v.X).Plus(v.Y.Times(v.Y)).Root() }
//
// Formulas in files pose*.go belong to kernels that combine poses. They serve both 16 poses,
// with a row of 16 lanes per column, and one pose, with a lane per column.
//
// The only branches are Less and Same, and each operation rounds once, so that both types compute
// the same bits. The package has no compatibility promise.
package formula
