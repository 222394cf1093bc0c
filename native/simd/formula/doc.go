// Package formula writes the mathematics of kernels once, for values of any kind:
//
//	                 ┌ float32: package plain, the plain-Go bodies of kernels and solvers of one pose
//	formula[T] ── T ─┤
//	                 └ a value of the program gen, which records what is done with it and
//	                   writes that as assembly for 16 lanes
//
//	func length[T Number[T]](v V[T]) T { return v.X.Times(v.X).Plus(v.Y.Times(v.Y)).Root() }
//
// Formulas of files pose*.go are those of kernels that combine poses: one serves 16 poses, whose
// columns are rows of 16 lanes, and one pose, of which columns are lanes.
//
// There are no branches but by Less and Same, and each operation rounds once, so that both
// compute the same bits. The package has no promise of compatibility.
package formula
