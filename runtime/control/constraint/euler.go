package constraint

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Order is the order of Euler angles: XYZ turns around X first, then around the fixed Y and Z.
type Order uint8

const (
	OrderXYZ Order = iota
	OrderXZY
	OrderYXZ
	OrderYZX
	OrderZXY
	OrderZYX
)

// orders are the axes of each order.
var orders = [...]exact.Euler{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

func (o Order) turned(angles exact.Vec) exact.Matrix { return orders[o%6].Rotation(angles).Matrix() }

// both returns the two triples of Euler angles of a matrix, in [−π, π].
func (o Order) both(m *exact.Matrix) (a, b exact.Vec) {
	n := normalized(m)
	return orders[o%6].Angles(&n, 16.0/(1<<23))
}

// angles returns the Euler angles of a matrix with the smaller sum of absolute values.
func (o Order) angles(m *exact.Matrix) exact.Vec {
	a, b := o.both(m)
	if total(a) > total(b) {
		return b
	}
	return a
}

// anglesNear returns the Euler angles of a matrix nearer to given ones.
func (o Order) anglesNear(m *exact.Matrix, to exact.Vec) exact.Vec {
	a, b := o.both(m)
	a, b = nearestTurns(a, to), nearestTurns(b, to)
	if total(a.Sub(to)) > total(b.Sub(to)) {
		return b
	}
	return a
}

func total(v exact.Vec) float64 { return math.Abs(v[0]) + math.Abs(v[1]) + math.Abs(v[2]) }

// nearestTurns adds full turns to angles far from others: where one differs by more than 5.1, or one by
// more than half a turn and the two others by less than a quarter. These thresholds of Blender
// decide which triple is nearer.
func nearestTurns(angles, to exact.Vec) exact.Vec {
	d := angles.Sub(to)
	for i := range d {
		if math.Abs(d[i]) > 5.1 {
			d[i] -= float64(2 * math.Pi * math.Floor(d[i]/(2*math.Pi)+0.5))
		}
	}
	far := d
	for i := range d {
		if math.Abs(far[i]) > 3.2 && math.Abs(far[(i+1)%3]) < 1.6 && math.Abs(far[(i+2)%3]) < 1.6 {
			d[i] -= math.Copysign(2*math.Pi, far[i])
		}
	}
	return to.Add(d)
}
