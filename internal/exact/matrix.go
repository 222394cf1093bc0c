package exact

import "math"

// Matrix is r00 r01 r02 tx, r10 r11 r12 ty, r20 r21 r22 tz.
type Matrix [12]float64

// Identity returns the identity.
func Identity() Matrix { return Scaling(1) }

// Scaling returns the matrix that scales by k.
func Scaling(k float64) Matrix { return Matrix{0: k, 5: k, 10: k} }

// FromFloat32 widens the upper three rows of a row-major matrix.
func FromFloat32[Rows ~[12]float32 | ~[16]float32](a Rows) Matrix {
	var m Matrix
	for i := range m {
		m[i] = float64(a[i])
	}
	return m
}

// Float32 rounds the matrix.
func (m Matrix) Float32() [12]float32 {
	var a [12]float32
	for i, v := range m {
		a[i] = float32(v)
	}
	return a
}

// Mul returns m·n: n applies first.
func (m Matrix) Mul(n Matrix) Matrix {
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
func (m Matrix) Point(v Vec) Vec { return m.Direction(v).Add(m.Translation()) }

// Direction applies the matrix to (x, y, z, 0).
func (m Matrix) Direction(v Vec) Vec {
	return Vec{
		dot3(m[0], m[1], m[2], v[0], v[1], v[2]),
		dot3(m[4], m[5], m[6], v[0], v[1], v[2]),
		dot3(m[8], m[9], m[10], v[0], v[1], v[2]),
	}
}

// Translation returns the last column.
func (m Matrix) Translation() Vec { return Vec{m[3], m[7], m[11]} }

// Column returns column j of the 3x3 part.
func (m Matrix) Column(j int) Vec { return Vec{m[j], m[4+j], m[8+j]} }

// Finite reports whether every element is a number.
func (m Matrix) Finite() bool {
	for _, v := range m {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// Determinant returns the determinant of the 3x3 part.
func (m Matrix) Determinant() float64 {
	return dot3(m[0], -m[1], m[2],
		minor(m[5], m[6], m[9], m[10]), minor(m[4], m[6], m[8], m[10]), minor(m[4], m[5], m[8], m[9]))
}

// Inverse returns the inverse, and whether it exists.
func (m Matrix) Inverse() (Matrix, bool) {
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
	if !r.Finite() {
		return Identity(), false
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

// Decompose splits the matrix into T·R·S. A mirroring matrix gets a negative
// x scale. The residual is the largest element by which T·R·S misses the
// matrix, relative to its largest scale: about 1e-7 for a float32 matrix that
// does not shear.
func (m Matrix) Decompose() (t Vec, q Quat, s Vec, residual float64) {
	t = m.Translation()
	var column [3]Vec
	for j := range 3 {
		column[j] = m.Column(j)
		s[j] = column[j].Length()
	}
	if m.Determinant() < 0 {
		s[0] = -s[0]
	}
	q = rotationOf(column, s)
	back := Compose(t, q, s)
	largest := max(math.Abs(s[0]), s[1], s[2])
	for i := range m {
		if i%4 != 3 {
			residual = max(residual, math.Abs(back[i]-m[i]))
		}
	}
	if largest > 0 {
		residual /= largest
	}
	return t, q, s, residual
}

// rotationOf returns the rotation whose axes are the columns divided by their
// scales. A column of no length is replaced by the cross product of the
// others, so that a flattened node keeps its orientation.
func rotationOf(column [3]Vec, s Vec) Quat {
	var axis [3]Vec
	for j := range 3 {
		if s[j] != 0 {
			axis[j] = column[j].Scale(1 / s[j])
		}
	}
	for j := range 3 {
		if s[j] != 0 {
			continue
		}
		a, b := axis[(j+1)%3], axis[(j+2)%3]
		switch {
		case a != Vec{} && b != Vec{}:
			axis[j] = a.Cross(b).Unit()
		case a != Vec{}:
			axis[j] = a.Perpendicular()
		case b != Vec{}:
			axis[j] = b.Perpendicular()
		default:
			axis[j] = Vec{0: 1}
		}
	}
	return fromAxes(axis[0], axis[1], axis[2])
}

// Rigid splits the 3x3 part into k·R: a rotation and a uniform scale, negative
// where the matrix mirrors. The residual is how far the columns are from
// perpendicular and of equal length, relative to their length; 0 for a matrix
// of exactly that form, and infinite for one that flattens space.
func (m Matrix) Rigid() (q Quat, k, residual float64) {
	if k, residual = m.Uniform(); k == 0 {
		return IdentityQuat(), k, residual
	}
	return m.Rotation(k), k, residual
}

// Uniform returns the uniform scale k of the 3x3 part and the residual, as Rigid does.
func (m *Matrix) Uniform() (k, residual float64) {
	d := m.Determinant()
	if d == 0 || d-d != 0 {
		return 0, math.Inf(1)
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
	return k, residual
}

// Rotation returns the rotation of a matrix k·R, without checking its form.
func (m Matrix) Rotation(k float64) Quat {
	return fromAxes(m.Column(0).Scale(1/k), m.Column(1).Scale(1/k), m.Column(2).Scale(1/k))
}
