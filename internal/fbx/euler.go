package fbx

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Order is the order in which a model's three angles are applied, as FBX numbers it.
type Order int64

// axes maps orders to axes, the first applied first.
var axes = [...][3]int{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}

// axes returns the axes of the order; spheric and unknown orders are XYZ.
func (o Order) axes() [3]int {
	if o < 0 || int(o) >= len(axes) {
		o = 0
	}
	return axes[o]
}

const radians = math.Pi / 180

// Rotation returns the rotation of angles in degrees.
func (o Order) Rotation(v [4]float64) exact.Quat {
	q := exact.IdentityQuat()
	for _, axis := range o.axes() {
		if v[axis] == 0 {
			continue
		}
		s, c := exact.SinCos(v[axis] * (radians / 2))
		q = mulAxisRotation(axis, s, c, q)
	}
	return q
}

// turning returns the rotation of angles in degrees, and its derivative for rates of the angles.
func (o Order) turning(v, rate [3]float64) (q, by exact.Quat) {
	q = exact.IdentityQuat()
	for _, axis := range o.axes() {
		s, c := exact.SinCos(v[axis] * (radians / 2))
		half := rate[axis] * (radians / 2)
		more := mulAxisRotation(axis, float64(half*c), float64(-half*s), q)
		q, by = mulAxisRotation(axis, s, c, q), mulAxisRotation(axis, s, c, by)
		for i := range by {
			by[i] += more[i]
		}
	}
	return q, by
}

// mulAxisRotation returns the product of the quaternion with s on one axis and c as its real part with q.
func mulAxisRotation(axis int, s, c float64, q exact.Quat) (p exact.Quat) {
	i, j, k := axis, (axis+1)%3, (axis+2)%3
	p[i] = float64(c*q[i]) + float64(s*q[3])
	p[j] = float64(c*q[j]) - float64(s*q[k])
	p[k] = float64(c*q[k]) + float64(s*q[j])
	p[3] = float64(c*q[3]) - float64(s*q[i])
	return p
}

// angles returns the angles in degrees of a rotation: the last of three is 0 if the second is
// 90°.
func (o Order) angles(q exact.Quat) (v [4]float64) {
	m := q.Matrix()
	a := o.axes()
	at := func(r, c int) float64 { return m[4*r+c] }
	// The product of rotations about k, then j, then i. sign is 1 for an even order.
	i, j, k := a[0], a[1], a[2]
	sign := 1.
	if (j-i+3)%3 != 1 {
		sign = -1
	}
	// m = R(k)·R(j)·R(i): its element (k, i) is −sin of the second angle, by the sign.
	s := -sign * at(k, i)
	c := math.Sqrt(float64(at(i, i)*at(i, i)) + float64(at(j, i)*at(j, i)))
	v[j] = exact.Atan2(s, c) / radians
	if c > 1e-9 {
		v[i] = exact.Atan2(sign*at(k, j), at(k, k)) / radians
		v[k] = exact.Atan2(sign*at(j, i), at(i, i)) / radians
	} else {
		v[i] = exact.Atan2(-sign*at(j, k), at(j, j)) / radians
	}
	return v
}
