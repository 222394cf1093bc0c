// Package matrix reads matrices of weights that other programs computed: one row per vertex, one
// column per joint.
//
//	          hips  spine  arm.L
//	vertex 0   0.5    0.5      0
//	vertex 1     0   0.25   0.75
//
// It reads .npy files of NumPy, versions 1 to 3, of float16, float32 and float64 in either byte order,
// stored by rows (C) or by columns (Fortran), and JSON, a list of rows or an object that names the
// joints too:
//
//	{"joints": ["hips", "spine", "arm.L"], "weights": [[0.5, 0.5, 0], [0, 0.25, 0.75]]}
//
// Values are read as they are, also those that are no weights. Errors wrap soa.ErrFormat,
// soa.ErrTooLarge or ErrUnsupported.
//
// Source of .npy: NumPy Enhancement Proposal 1, and numpy.lib.format.
package matrix
