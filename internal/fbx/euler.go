package fbx

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Order is the order in which a model's three angles are applied, as FBX numbers it.
type Order int64

// axes are the axes about which an order turns, one after the other.
var axes = [...][3]int{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}

// of returns the axes of the order; spheric and unknown ones are XYZ.
func (o Order) of() [3]int {
	if o < 0 || int(o) >= len(axes) {
		o = 0
	}
	return axes[o]
}

const radians = math.Pi / 180

// Rotation returns the rotation of angles in degrees.
func (o Order) Rotation(v [4]float64) exact.Quat {
	q := exact.IdentityQuat()
	for _, axis := range o.of() {
		if v[axis] == 0 {
			continue
		}
		s, c := exact.SinCos(v[axis] * (radians / 2))
		// The product of s on one axis and c with q.
		i, j, k := axis, (axis+1)%3, (axis+2)%3
		var p exact.Quat
		p[i] = float64(c*q[i]) + float64(s*q[3])
		p[j] = float64(c*q[j]) - float64(s*q[k])
		p[k] = float64(c*q[k]) + float64(s*q[j])
		p[3] = float64(c*q[3]) - float64(s*q[i])
		q = p
	}
	return q
}

// angles returns angles, in degrees, of a rotation: the last of three is 0 where the
// second is 90°.
func (o Order) angles(q exact.Quat) (v [4]float64) {
	m := q.Matrix()
	a := o.of()
	at := func(r, c int) float64 { return m[4*r+c] }
	// The product of turns about k, then j, then i, of which sign is even.
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
