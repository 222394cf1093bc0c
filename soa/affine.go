package soa

// Affine is a 3x4 matrix in row-major order,
//
//	r00 r01 r02 tx
//	r10 r11 r12 ty
//	r20 r21 r22 tz
//
// that takes a column vector (x, y, z, 1) to three coordinates. Its memory is
// the three vec4 rows that a shader reads.
type Affine [12]float32

// IdentityAffine returns the matrix that changes nothing.
func IdentityAffine() Affine {
	return Affine{0: 1, 5: 1, 10: 1}
}

// Translation returns the last column.
func (a *Affine) Translation() (x, y, z float32) { return a[3], a[7], a[11] }
