package soa

// Affine is a 3x4 matrix in row-major order,
//
//	r00 r01 r02 tx
//	r10 r11 r12 ty
//	r20 r21 r22 tz
//
// that takes a column vector (x, y, z, 1) to three coordinates. Its memory is
// the three vec4 rows that a shader reads. Its methods round every product on its
// own and give the same bits on every processor.
type Affine [12]float32

// IdentityAffine returns the identity.
func IdentityAffine() Affine {
	return Affine{0: 1, 5: 1, 10: 1}
}

// Translation returns the last column: where the matrix takes the origin.
func (a *Affine) Translation() (x, y, z float32) { return a[3], a[7], a[11] }

// Mul returns a·b, the matrix that applies b first: where a places a joint in
// the world and b an object at the joint, a·b places the object in the world.
func (a *Affine) Mul(b *Affine) Affine {
	var m Affine
	for r := 0; r < 12; r += 4 {
		x, y, z := a[r], a[r+1], a[r+2]
		m[r] = float32(x*b[0]) + float32(y*b[4]) + float32(z*b[8])
		m[r+1] = float32(x*b[1]) + float32(y*b[5]) + float32(z*b[9])
		m[r+2] = float32(x*b[2]) + float32(y*b[6]) + float32(z*b[10])
		m[r+3] = float32(x*b[3]) + float32(y*b[7]) + float32(z*b[11]) + a[r+3]
	}
	return m
}

// Apply returns a·(p, 1): the matrix applied to a point.
func (a *Affine) Apply(p [3]float32) [3]float32 {
	v := a.ApplyVector(p)
	return [3]float32{v[0] + a[3], v[1] + a[7], v[2] + a[11]}
}

// ApplyVector returns a·(v, 0): the matrix without its translation, applied to a
// direction, an offset or a velocity.
func (a *Affine) ApplyVector(v [3]float32) (r [3]float32) {
	for i := range r {
		row := a[4*i : 4*i+3]
		r[i] = float32(row[0]*v[0]) + float32(row[1]*v[1]) + float32(row[2]*v[2])
	}
	return r
}

// Inverse returns the matrix that undoes a, computed in float64. ok is false,
// and the result is the identity, if a flattens space or is not finite.
func (a *Affine) Inverse() (inverse Affine, ok bool) {
	var m, r [12]float64
	for i, v := range a {
		m[i] = float64(v)
	}
	minor := func(i, j, k, l int) float64 { return float64(m[i]*m[j]) - float64(m[k]*m[l]) }
	r[0], r[1], r[2] = minor(5, 10, 6, 9), minor(2, 9, 1, 10), minor(1, 6, 2, 5)
	r[4], r[5], r[6] = minor(6, 8, 4, 10), minor(0, 10, 2, 8), minor(2, 4, 0, 6)
	r[8], r[9], r[10] = minor(4, 9, 5, 8), minor(1, 8, 0, 9), minor(0, 5, 1, 4)
	determinant := float64(m[0]*r[0]) + float64(m[1]*r[4]) + float64(m[2]*r[8])
	for i := 0; i < 12; i += 4 {
		r[i], r[i+1], r[i+2] = r[i]/determinant, r[i+1]/determinant, r[i+2]/determinant
		r[i+3] = -(float64(r[i]*m[3]) + float64(r[i+1]*m[7]) + float64(r[i+2]*m[11]))
	}
	for i, v := range r {
		if inverse[i] = float32(v); !(inverse[i]-inverse[i] == 0) {
			return IdentityAffine(), false
		}
	}
	return inverse, true
}
