package oracle

import "math"

// Quat is a quaternion x, y, z, w.
type Quat [4]float64

// Dot returns the inner product.
func (q Quat) Dot(r Quat) float64 { return q[0]*r[0] + q[1]*r[1] + q[2]*r[2] + q[3]*r[3] }

// Unit returns q at length one, or no rotation where it has no length.
func (q Quat) Unit() Quat {
	l := math.Sqrt(q.Dot(q))
	if l == 0 {
		return Quat{3: 1}
	}
	return Quat{q[0] / l, q[1] / l, q[2] / l, q[3] / l}
}

// Slerp goes from q (t = 0) to r (t = 1) on the shorter great arc, as appendix
// C.4 of the glTF specification has it.
func (q Quat) Slerp(r Quat, t float64) Quat {
	q, r = q.Unit(), r.Unit()
	d := q.Dot(r)
	sign := 1.0
	if d < 0 {
		d, sign = -d, -1
	}
	angle := math.Acos(math.Min(d, 1))
	a, b := 1-t, t*sign
	// Below this the sines are their angles to the last bit.
	if angle > 1e-8 {
		a = math.Sin((1-t)*angle) / math.Sin(angle)
		b = sign * math.Sin(t*angle) / math.Sin(angle)
	}
	var s Quat
	for i := range s {
		s[i] = a*q[i] + b*r[i]
	}
	return s.Unit()
}

// Matrix returns the rotation by a unit quaternion.
func (q Quat) Matrix() Mat4 {
	x, y, z, w := q[0], q[1], q[2], q[3]
	return Mat4{
		1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y), 0,
		2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x), 0,
		2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y), 0,
		0, 0, 0, 1,
	}
}
