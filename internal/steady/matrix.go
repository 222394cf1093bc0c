package steady

import "math"

// Vec is x, y, z.
type Vec [3]float64

// Matrix is r00 r01 r02 tx, r10 r11 r12 ty, r20 r21 r22 tz.
type Matrix [12]float64

// Identity returns the matrix that changes nothing.
func Identity() Matrix { return Matrix{0: 1, 5: 1, 10: 1} }

// Scaling returns the matrix that scales by k.
func Scaling(k float64) Matrix { return Matrix{0: k, 5: k, 10: k} }

// FromFloat32 widens a matrix.
func FromFloat32(a [12]float32) Matrix {
	var m Matrix
	for i, v := range a {
		m[i] = float64(v)
	}
	return m
}

// Float32 rounds the matrix.
func (m *Matrix) Float32() [12]float32 {
	var a [12]float32
	for i, v := range m {
		a[i] = float32(v)
	}
	return a
}

// dot3 is a·x + b·y + c·z.
func dot3(a, b, c, x, y, z float64) float64 {
	return float64(a*x) + float64(b*y) + float64(c*z)
}

// Mul returns m·n: n applies first.
func (m *Matrix) Mul(n *Matrix) Matrix {
	var r Matrix
	for i := 0; i < 12; i += 4 {
		a, b, c := m[i], m[i+1], m[i+2]
		r[i] = dot3(a, b, c, n[0], n[4], n[8])
		r[i+1] = dot3(a, b, c, n[1], n[5], n[9])
		r[i+2] = dot3(a, b, c, n[2], n[6], n[10])
		r[i+3] = dot3(a, b, c, n[3], n[7], n[11]) + m[i+3]
	}
	return r
}

// Point applies the matrix to (x, y, z, 1).
func (m *Matrix) Point(v Vec) Vec { return m.Direction(v).Add(m.Translation()) }

// Direction applies the matrix to (x, y, z, 0).
func (m *Matrix) Direction(v Vec) Vec {
	return Vec{
		dot3(m[0], m[1], m[2], v[0], v[1], v[2]),
		dot3(m[4], m[5], m[6], v[0], v[1], v[2]),
		dot3(m[8], m[9], m[10], v[0], v[1], v[2]),
	}
}

// Translation returns the last column.
func (m *Matrix) Translation() Vec { return Vec{m[3], m[7], m[11]} }

// Column returns column j of the 3x3 part.
func (m *Matrix) Column(j int) Vec { return Vec{m[j], m[4+j], m[8+j]} }

// minor is a·d − b·c.
func minor(a, b, c, d float64) float64 { return float64(a*d) - float64(b*c) }

// Determinant returns that of the 3x3 part.
func (m *Matrix) Determinant() float64 {
	return dot3(m[0], -m[1], m[2],
		minor(m[5], m[6], m[9], m[10]), minor(m[4], m[6], m[8], m[10]), minor(m[4], m[5], m[8], m[9]))
}

// Inverse returns the inverse, and false where the matrix has none.
func (m *Matrix) Inverse() (Matrix, bool) {
	d := m.Determinant()
	if d == 0 || d-d != 0 || math.IsInf(1/d, 0) {
		return Identity(), false
	}
	r := Matrix{
		0: minor(m[5], m[6], m[9], m[10]) / d, 1: minor(m[2], m[1], m[10], m[9]) / d, 2: minor(m[1], m[2], m[5], m[6]) / d,
		4: minor(m[6], m[4], m[10], m[8]) / d, 5: minor(m[0], m[2], m[8], m[10]) / d, 6: minor(m[2], m[0], m[6], m[4]) / d,
		8: minor(m[4], m[5], m[8], m[9]) / d, 9: minor(m[1], m[0], m[9], m[8]) / d, 10: minor(m[0], m[1], m[4], m[5]) / d,
	}
	t := r.Direction(m.Translation())
	r[3], r[7], r[11] = -t[0], -t[1], -t[2]
	for _, v := range r {
		if v-v != 0 {
			return Identity(), false
		}
	}
	return r, true
}

// Compose returns T·R·S for a unit quaternion.
func Compose(t Vec, q Quat, s Vec) Matrix {
	m := q.Matrix()
	for i := 0; i < 12; i += 4 {
		m[i] = float64(m[i] * s[0])
		m[i+1] = float64(m[i+1] * s[1])
		m[i+2] = float64(m[i+2] * s[2])
	}
	m[3], m[7], m[11] = t[0], t[1], t[2]
	return m
}

// Rigid splits the 3x3 part into k·R: a rotation and a uniform scale, negative
// where the matrix mirrors. The residual is how far the columns are from
// perpendicular and of equal length, relative to their length; 0 for a matrix
// of exactly that form, and infinite for one that flattens space.
func (m *Matrix) Rigid() (q Quat, k, residual float64) {
	d := m.Determinant()
	if d == 0 || d-d != 0 {
		return IdentityQuat(), 0, math.Inf(1)
	}
	a, b, c := m.Column(0), m.Column(1), m.Column(2)
	k = math.Sqrt((a.Dot(a) + b.Dot(b) + c.Dot(c)) / 3)
	for _, e := range [...]float64{a.Dot(a), b.Dot(b), c.Dot(c)} {
		residual = max(residual, math.Abs(e/float64(k*k)-1))
	}
	for _, e := range [...]float64{a.Dot(b), b.Dot(c), c.Dot(a)} {
		residual = max(residual, math.Abs(e/float64(k*k)))
	}
	if d < 0 {
		k = -k
	}
	return fromAxes(a.Scale(1/k), b.Scale(1/k), c.Scale(1/k)), k, residual
}

// Turn returns the rotation of a matrix that is k times one, as Rigid does, but
// neither measures nor checks that.
func (m *Matrix) Turn(k float64) Quat {
	return fromAxes(m.Column(0).Scale(1/k), m.Column(1).Scale(1/k), m.Column(2).Scale(1/k))
}

// Add returns v + w.
func (v Vec) Add(w Vec) Vec { return Vec{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }

// Sub returns v − w.
func (v Vec) Sub(w Vec) Vec { return Vec{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }

// Scale returns v·f. The products are rounded: no sum of the caller's can fuse
// with them.
func (v Vec) Scale(f float64) Vec {
	return Vec{float64(v[0] * f), float64(v[1] * f), float64(v[2] * f)}
}

// Dot returns the inner product.
func (v Vec) Dot(w Vec) float64 { return dot3(v[0], v[1], v[2], w[0], w[1], w[2]) }

// Length returns the Euclidean length.
func (v Vec) Length() float64 { return math.Sqrt(v.Dot(v)) }

// Lerp returns v + (w−v)·f.
func (v Vec) Lerp(w Vec, f float64) Vec { return v.Add(w.Sub(v).Scale(f)) }
