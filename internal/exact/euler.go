package exact

import "math"

// Euler is the order of extrinsic rotations about three axes: {0, 1, 2} rotates about X first,
// then about Y, then about Z.
type Euler [3]int

// AxisRotation returns the rotation by an angle in radians about a coordinate axis.
func AxisRotation(axis int, angle float64) (q Quat) {
	q[axis], q[3] = SinCos(angle / 2)
	return q
}

// Rotation returns the rotation by three angles in radians, indexed by axis.
func (o Euler) Rotation(angles Vec) Quat {
	q := IdentityQuat()
	for _, axis := range o {
		q = AxisRotation(axis, angles[axis]).Mul(q)
	}
	return q
}

// Angles returns the two triples of angles of a rotation, each angle within [−π, π]. Where
// the cosine of the second angle is at most a bound, the first and the last axis are one:
// the triples are the same, and their last angle is 0.
func (o Euler) Angles(m *Matrix, bound float64) (a, b Vec) {
	i, j, k := o[0], o[1], o[2]
	c := math.Sqrt(float64(m[4*i+i]*m[4*i+i]) + float64(m[4*j+i]*m[4*j+i]))
	middle := -m[4*k+i]
	if c > bound {
		a[i], a[j], a[k] = Atan2(m[4*k+j], m[4*k+k]), Atan2(middle, c), Atan2(m[4*j+i], m[4*i+i])
		b[i], b[j], b[k] = Atan2(-m[4*k+j], -m[4*k+k]), Atan2(middle, -c), Atan2(-m[4*j+i], -m[4*i+i])
	} else {
		a[i], a[j] = Atan2(-m[4*j+k], m[4*j+j]), Atan2(middle, c)
		b = a
	}
	if (j-i+3)%3 != 1 { // an odd permutation turns the other way
		return a.Scale(-1), b.Scale(-1)
	}
	return a, b
}
