// Package sparse solves systems of linear equations whose matrix is symmetric, positive
// definite and mostly zero, such as those of heat or smoothness over a mesh.
//
//	b := sparse.NewBuilder(3)
//	b.Add(0, 0, 2) // sums what is added at one place
//	b.Add(1, 1, 2)
//	b.Add(2, 2, 2)
//	b.Add(1, 0, -1) // at row 0, column 1 too
//	b.Add(2, 1, -1)
//	m, err := b.Matrix()
//	f, err := sparse.Factorize(ctx, m)
//	err = f.Solve(x, y) // right-hand sides, which become the solutions
//
// Factorize computes P A Pᵀ = L D Lᵀ: L is lower triangular with ones on its diagonal, D is
// diagonal and P a permutation that keeps L sparse. It has three steps:
//
//	order      approximate minimum degree on the quotient graph   P
//	analyse    elimination tree, supernodes, rows of each         where L is not zero
//	eliminate  one dense front per supernode, leaves first        L and D
//
// A supernode is a run of columns of L whose rows below them are the same; L holds them as
// one dense panel, the rows once:
//
//	    columns 4 5 6                        front of the supernode
//	 4  1                                    ┌─────────┬───────────┐
//	 5  × 1          rows = 9 12 30          │ panel,  │           │
//	 6  × × 1                                │ own     │           │
//	 9  × × ×                                ├─────────┼───────────┤
//	12  × × ×                                │ panel,  │ update,   │ ──► added to the parent's
//	30  × × ×                                │ rows    │ rows²     │     front
//	                                         └─────────┴───────────┘
//
// The result is the same on every processor: sums have a fixed order, and each product is
// rounded before it is added.
//
// Sources: A. George and J. Liu, Computer Solution of Large Sparse Positive Definite
// Systems, 1981 (quotient graph, elimination); P. Amestoy, T. Davis and I. Duff, An
// Approximate Minimum Degree Ordering Algorithm, SIAM J. Matrix Anal. Appl. 17, 1996;
// J. Liu, The Role of Elimination Trees in Sparse Factorization, 11, 1990, and The
// Multifrontal Method for Sparse Matrix Solution, SIAM Review 34, 1992.
package sparse
