package constraint

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

func wide(m *soa.Affine) exact.Matrix     { return exact.FromFloat32(*m) }
func narrow(m *exact.Matrix) soa.Affine   { return m.Float32() }
func location(m *exact.Matrix) exact.Vec  { return m.Translation() }
func place(m *exact.Matrix, at exact.Vec) { m[3], m[7], m[11] = at[0], at[1], at[2] }

// setColumn replaces column j of the 3x3 part.
func setColumn(m *exact.Matrix, j int, v exact.Vec) { m[j], m[4+j], m[8+j] = v[0], v[1], v[2] }

// scaleColumn multiplies column j of the 3x3 part.
func scaleColumn(m *exact.Matrix, j int, k float64) {
	m[j], m[4+j], m[8+j] = float64(m[j]*k), float64(m[4+j]*k), float64(m[8+j]*k)
}

// sizes returns the lengths of the columns.
func sizes(m *exact.Matrix) exact.Vec {
	return exact.Vec{m.Column(0).Length(), m.Column(1).Length(), m.Column(2).Length()}
}

// resize rescales columns; a column of length 0 stays.
func resize(m *exact.Matrix, from, to exact.Vec) {
	for j := range 3 {
		if from[j] != 0 {
			scaleColumn(m, j, to[j]/from[j])
		}
	}
}

// parts splits a matrix into a place, unit columns, which may be sheared, and sizes, all negative
// where the matrix mirrors.
func parts(m *exact.Matrix) (at exact.Vec, unit exact.Matrix, size exact.Vec) {
	at, unit, size = location(m), *m, sizes(m)
	place(&unit, exact.Vec{})
	sign := 1.0
	if m.Determinant() < 0 {
		sign = -1
	}
	for j := range 3 {
		size[j] *= sign
		if size[j] != 0 {
			scaleColumn(&unit, j, 1/size[j])
		}
	}
	return at, unit, size
}

func joined(at exact.Vec, unit exact.Matrix, size exact.Vec) exact.Matrix {
	for j := range 3 {
		scaleColumn(&unit, j, size[j])
	}
	place(&unit, at)
	return unit
}

func normalized(m *exact.Matrix) exact.Matrix {
	n := *m
	resize(&n, sizes(m), exact.Vec{1, 1, 1})
	return n
}

// rotationOf is the rotation of a matrix without shear, mirrored or not; w ≥ 0.
func rotationOf(m *exact.Matrix) exact.Quat {
	_, unit, _ := parts(m)
	q := unit.Rotation(1)
	if q[3] < 0 {
		return q.Negate()
	}
	return q
}

// unshear makes the columns perpendicular. The column of the axis stays; the other two are projected
// onto the plane across it, which keeps the volume, and turned there by equal angles.
func unshear(m *exact.Matrix, axis int) {
	main, j, k := m.Column(axis), (axis+1)%3, (axis+2)%3
	a, b := m.Column(j), m.Column(k)
	if l := main.Dot(main); l > 0 {
		a = a.Sub(main.Scale(a.Dot(main) / l))
		b = b.Sub(main.Scale(b.Dot(main) / l))
	}
	setColumn(m, j, a)
	setColumn(m, k, b)
	la, lb := a.Length(), b.Length()
	if la == 0 || lb == 0 {
		return
	}
	ua, ub := a.Scale(1/la), b.Scale(1/lb)
	if cosine := math.Abs(ua.Dot(ub)); cosine <= 1e-7 || cosine >= 1-1e-7 {
		return
	}
	area := math.Sqrt(ua.Cross(ub).Length()) // keeps the volume
	sum, less := ua.Add(ub).Unit(), ua.Sub(ub).Unit()
	setColumn(m, j, sum.Add(less).Scale(float64(la*area)/math.Sqrt2))
	setColumn(m, k, sum.Sub(less).Scale(float64(lb*area)/math.Sqrt2))
}

// polar splits the 3x3 part into a rotation and a symmetric matrix, m = R·P, by scaled Newton
// iteration. P mirrors where m does. ok is false where m is singular.
func polar(m *exact.Matrix) (r exact.Quat, p exact.Matrix, ok bool) {
	u := *m
	place(&u, exact.Vec{})
	if u.Determinant() < 0 {
		for i := range u {
			u[i] = -u[i]
		}
	}
	for range 40 {
		inverse, ok := u.Inverse()
		if !ok {
			return r, p, false
		}
		k := 1 / exact.CubeRoot(u.Determinant())
		most := 0.0
		for i := range 3 {
			for j := range 3 {
				v := float64((float64(u[4*i+j]*k) + inverse[4*j+i]/k) / 2)
				most = max(most, math.Abs(v-u[4*i+j]))
				p[4*i+j] = v
			}
		}
		u = p
		if most < 1e-14 {
			break
		}
	}
	r = u.Rotation(1)
	back := r.Conjugate().Matrix()
	p = back.Mul(*m)
	place(&p, exact.Vec{})
	return r, p, true
}

// mixed interpolates from a to b: places and stretches linearly, rotations on the shorter great
// arc, singular matrices element by element.
func mixed(a, b *exact.Matrix, f float64) exact.Matrix {
	at := location(a).Lerp(location(b), f)
	p, s, okA := polar(a)
	q, t, okB := polar(b)
	var m exact.Matrix
	if okA && okB {
		for i := range s {
			s[i] += float64((t[i] - s[i]) * f)
		}
		m = exact.Slerp(p, q, f).Matrix().Mul(s)
	} else {
		for i := range m {
			m[i] = a[i] + float64((b[i]-a[i])*f)
		}
	}
	place(&m, at)
	return m
}

// angle is the rotation angle, in [−π, π], of a quaternion's part along an axis and w.
func angle(along, w float64) float64 {
	if w < 0 {
		along, w = -along, -w
	}
	return 2 * exact.Atan2(along, w)
}
