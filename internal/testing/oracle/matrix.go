package oracle

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// Mat4 is a 4x4 matrix in row-major order for column vectors.
type Mat4 [16]float64

// Vec3 is x, y, z.
type Vec3 [3]float64

// Identity returns the matrix that changes nothing.
func Identity() Mat4 { return Mat4{0: 1, 5: 1, 10: 1, 15: 1} }

// FromAffine adds the fourth row.
func FromAffine(a soa.Affine) Mat4 {
	m := Mat4{15: 1}
	for i, v := range a {
		m[i] = float64(v)
	}
	return m
}

// Mul returns m·n: n applies first.
func (m Mat4) Mul(n Mat4) Mat4 {
	var r Mat4
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				r[4*i+j] += m[4*i+k] * n[4*k+j]
			}
		}
	}
	return r
}

// Add returns m + n·f, element by element.
func (m Mat4) Add(n Mat4, f float64) Mat4 {
	for i := range m {
		m[i] += n[i] * f
	}
	return m
}

// Point applies the matrix to (x, y, z, 1).
func (m Mat4) Point(v Vec3) Vec3 {
	r := m.Direction(v)
	return Vec3{r[0] + m[3], r[1] + m[7], r[2] + m[11]}
}

// Direction applies the matrix to (x, y, z, 0).
func (m Mat4) Direction(v Vec3) Vec3 {
	var r Vec3
	for i := range 3 {
		r[i] = m[4*i]*v[0] + m[4*i+1]*v[1] + m[4*i+2]*v[2]
	}
	return r
}

// Normal transforms a surface's normal by the inverse transpose of the upper 3x3 matrix, to unit
// length. If the matrix has no inverse, the limit of its cofactors is used; a normal that becomes
// zero is returned unchanged.
func (m Mat4) Normal(n Vec3) Vec3 {
	// The rows of the cofactor matrix, det·M⁻ᵀ, are cross products of M's rows.
	a, b, c := Vec3{m[0], m[1], m[2]}, Vec3{m[4], m[5], m[6]}, Vec3{m[8], m[9], m[10]}
	r := Vec3{b.Cross(c).Dot(n), c.Cross(a).Dot(n), a.Cross(b).Dot(n)}
	if a.Dot(b.Cross(c)) < 0 {
		r = Vec3{-r[0], -r[1], -r[2]}
	}
	if r == (Vec3{}) {
		return n
	}
	return r.Unit()
}

// Translation returns the last column.
func (m Mat4) Translation() Vec3 { return Vec3{m[3], m[7], m[11]} }

// Translate returns the matrix that moves by t.
func Translate(t Vec3) Mat4 {
	m := Identity()
	m[3], m[7], m[11] = t[0], t[1], t[2]
	return m
}

// Scaling returns the matrix that scales the axes by s.
func Scaling(s Vec3) Mat4 { return Mat4{0: s[0], 5: s[1], 10: s[2], 15: 1} }

// Sub returns v − w.
func (v Vec3) Sub(w Vec3) Vec3 { return Vec3{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }

// Dot returns the inner product.
func (v Vec3) Dot(w Vec3) float64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

// Cross returns the vector product.
func (v Vec3) Cross(w Vec3) Vec3 {
	return Vec3{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

// Length returns the Euclidean length.
func (v Vec3) Length() float64 { return math.Sqrt(v.Dot(v)) }

// Unit returns v at length one, or v itself where it has none.
func (v Vec3) Unit() Vec3 {
	l := v.Length()
	if l == 0 {
		return v
	}
	return Vec3{v[0] / l, v[1] / l, v[2] / l}
}
