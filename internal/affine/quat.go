package affine

import "math"

// Length returns the Euclidean length.
func (v Vec) Length() float64 { return math.Sqrt(v.Dot(v)) }

// Dot returns the inner product.
func (v Vec) Dot(w Vec) float64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

// Add returns v + w.
func (v Vec) Add(w Vec) Vec { return Vec{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }

// Sub returns v − w.
func (v Vec) Sub(w Vec) Vec { return Vec{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }

// Scale returns v·f.
func (v Vec) Scale(f float64) Vec { return Vec{v[0] * f, v[1] * f, v[2] * f} }

// Times multiplies component by component.
func (v Vec) Times(w Vec) Vec { return Vec{v[0] * w[0], v[1] * w[1], v[2] * w[2]} }

// Cross returns the vector product.
func (v Vec) Cross(w Vec) Vec {
	return Vec{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

// Unit returns v at length one, or v itself where it has none.
func (v Vec) Unit() Vec {
	if l := v.Length(); l > 0 {
		return v.Scale(1 / l)
	}
	return v
}

// Perpendicular returns some unit vector at a right angle to v.
func (v Vec) Perpendicular() Vec {
	if math.Abs(v[0]) < math.Abs(v[1]) {
		return v.Cross(Vec{0: 1}).Unit()
	}
	return v.Cross(Vec{1: 1}).Unit()
}

// Quat is a quaternion x, y, z, w.
type Quat [4]float64

// IdentityQuat returns no rotation.
func IdentityQuat() Quat { return Quat{3: 1} }

// Mul returns the rotation that applies r, then q.
func (q Quat) Mul(r Quat) Quat {
	return Quat{
		q[3]*r[0] + q[0]*r[3] + q[1]*r[2] - q[2]*r[1],
		q[3]*r[1] - q[0]*r[2] + q[1]*r[3] + q[2]*r[0],
		q[3]*r[2] + q[0]*r[1] - q[1]*r[0] + q[2]*r[3],
		q[3]*r[3] - q[0]*r[0] - q[1]*r[1] - q[2]*r[2],
	}
}

// Conjugate returns the inverse of a unit quaternion.
func (q Quat) Conjugate() Quat { return Quat{-q[0], -q[1], -q[2], q[3]} }

// Negate returns −q, the same rotation in the other hemisphere.
func (q Quat) Negate() Quat { return Quat{-q[0], -q[1], -q[2], -q[3]} }

// Dot returns the inner product.
func (q Quat) Dot(r Quat) float64 { return q[0]*r[0] + q[1]*r[1] + q[2]*r[2] + q[3]*r[3] }

// Unit returns q at length one, and false where it has no usable length.
func (q Quat) Unit() (Quat, bool) {
	l := math.Sqrt(q.Dot(q))
	if !(l > 1e-12) || math.IsInf(l, 0) {
		return IdentityQuat(), false
	}
	return Quat{q[0] / l, q[1] / l, q[2] / l, q[3] / l}, true
}

// Matrix returns the rotation matrix of a unit quaternion.
func (q Quat) Matrix() Matrix {
	x, y, z, w := q[0], q[1], q[2], q[3]
	return Matrix{
		0: 1 - 2*(y*y+z*z), 1: 2 * (x*y - w*z), 2: 2 * (x*z + w*y),
		4: 2 * (x*y + w*z), 5: 1 - 2*(x*x+z*z), 6: 2 * (y*z - w*x),
		8: 2 * (x*z - w*y), 9: 2 * (y*z + w*x), 10: 1 - 2*(x*x+y*y),
	}
}

// Rotate applies the rotation to a vector.
func (q Quat) Rotate(v Vec) Vec { return q.Matrix().Direction(v) }

// fromAxes returns the rotation that takes the coordinate axes to three
// perpendicular unit vectors (Shepperd's method: divide by the largest term).
func fromAxes(a [3]Vec) Quat {
	m := func(i, j int) float64 { return a[j][i] }
	trace := m(0, 0) + m(1, 1) + m(2, 2)
	var q Quat
	if trace > 0 {
		q = Quat{m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1), 1 + trace}
	} else {
		i := 0
		for k := 1; k < 3; k++ {
			if m(k, k) > m(i, i) {
				i = k
			}
		}
		j, k := (i+1)%3, (i+2)%3
		q[i] = 1 + m(i, i) - m(j, j) - m(k, k)
		q[j] = m(j, i) + m(i, j)
		q[k] = m(k, i) + m(i, k)
		q[3] = m(k, j) - m(j, k)
	}
	q, _ = q.Unit()
	return q
}
