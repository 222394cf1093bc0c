// Package simd chooses the instruction set of Sinew's kernels, and has the types of the blocks that they
// compute: 16 instances at a time.
//
//	bank        row r │ q0 q1 q2 q3 … │ t0 … │      quads of a frame, one row each    Rows, Columns
//	            row r+1 …
//	                │                               lane l: between two rows, alpha[l]  Frames
//	                ▼
//	pose        q0.x │ 16 lanes │                   [column][x y z w 1/|q|²][lane]
//	            q0.y │ 16 lanes │
//	            …
//	                ▼
//	palettes    instance 0 │ joint 0: 12 │ joint 1: 12 │ …                             Palettes
//	            instance 1 │ …
//
// Package pose computes them. The kernels are plain Go, AVX2, AVX-512 and NEON. All give the same bits,
// so the choice changes speed alone: the fastest set of the machine, or the one that the variable
// SINEW_SIMD names, or the one given to Use.
package simd
