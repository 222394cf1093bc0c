// Package formula writes the mathematics of kernels once, for values of any kind:
//
//	                 ┌ Float, a float32: the plain-Go body of a kernel, and solvers of one pose
//	formula[T] ── T ─┤
//	                 └ a value of the program gen, which records what is done with it and
//	                   writes that as assembly for 16 lanes
//
//	x := formula.Float(3)
//	x.Times(x).Root()                  // 3
//	x.Less(2, 10, 20)                  // 20: 3 is not less than 2
//
// There are no branches but by Less and Same, and each operation rounds once, so that both
// compute the same bits. The package has no promise of compatibility.
package formula
