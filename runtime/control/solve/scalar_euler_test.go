package solve

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
)

// Order is the order of Euler angles: XYZ rotates around X first, then around the fixed
// Y and Z, as in Blender.
type Order uint8

const (
	XYZ Order = iota
	XZY
	YXZ
	YZX
	ZXY
	ZYX
)

// axes are the axes in the order of their rotations, and the sign of that order.
func (o Order) axes() (i, j, k int, sign float64) {
	a := [...][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}[o]
	if (a[1]-a[0]+3)%3 == 1 {
		return a[0], a[1], a[2], 1
	}
	return a[0], a[1], a[2], -1
}

// An EulerBox limits the Euler angles of a rotation, as Blender's Limit Rotation does:
// of the two triples of angles it takes the one with the smaller sum, clamps each, and
// composes them again. Angles are radians. As a function of a rotation that jumps where
// the triples change places, which a Limit does not; it is here for rigs that are built
// with it. It is float64 inside, by the arc functions of internal/exact.
type EulerBox struct {
	Order    Order
	Limited  [3]bool // of X, Y and Z
	Min, Max [3]float64
}

// Angles are the Euler angles of a rotation around X, Y and Z.
func (o Order) Angles(q [4]float32) [3]float64 {
	i, j, k, sign := o.axes()
	m := exact.Quat{float64(q[0]), float64(q[1]), float64(q[2]), float64(q[3])}.Unit().Matrix()
	at := func(column, row int) float64 { return m[4*row+column] }
	var a, b [3]float64
	c := math.Sqrt(float64(at(i, i)*at(i, i)) + float64(at(i, j)*at(i, j)))
	if c > 1e-6 {
		a[i], a[j], a[k] = exact.Atan2(at(j, k), at(k, k)), exact.Atan2(-at(i, k), c), exact.Atan2(at(i, j), at(i, i))
		b[i], b[j], b[k] = exact.Atan2(-at(j, k), -at(k, k)), exact.Atan2(-at(i, k), -c), exact.Atan2(-at(i, j), -at(i, i))
	} else {
		a[i], a[j] = exact.Atan2(-at(k, j), at(j, j)), exact.Atan2(-at(i, k), c)
		b = a
	}
	sum := func(v [3]float64) float64 { return math.Abs(v[0]) + math.Abs(v[1]) + math.Abs(v[2]) }
	if sum(b) < sum(a) {
		a = b
	}
	for n := range a {
		a[n] *= sign
	}
	return a
}

// Rotation is the rotation by Euler angles around X, Y and Z.
func (o Order) Rotation(angles [3]float64) [4]float32 {
	i, j, k, _ := o.axes()
	q := exact.IdentityQuat()
	for _, n := range [...]int{i, j, k} {
		s, c := exact.SinCos(angles[n] / 2)
		r := exact.Quat{3: c}
		r[n] = s
		q = r.Mul(q)
	}
	return [4]float32{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])}
}

// Apply clamps a rotation; one inside stays as it is.
func (e *EulerBox) Apply(q [4]float32) [4]float32 {
	a := e.Order.Angles(q)
	out := a
	for n := range a {
		if e.Limited[n] {
			out[n] = min(max(a[n], e.Min[n]), e.Max[n])
		}
	}
	if out == a {
		return q
	}
	return geom.QuatOf(e.Order.Rotation(out)).Toward(geom.QuatOf(q)).Array()
}
