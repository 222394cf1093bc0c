package constraint

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Order is the order of the three rotations of Euler angles: XYZ turns around X first,
// then around the fixed Y and the fixed Z.
type Order uint8

const (
	OrderXYZ Order = iota
	OrderXZY
	OrderYXZ
	OrderYZX
	OrderZXY
	OrderZYX
)

// orders are the axes of each order; odd permutations turn the other way.
var orders = [...]struct {
	i, j, k int
	odd     bool
}{
	{0, 1, 2, false}, {0, 2, 1, true}, {1, 0, 2, true}, {1, 2, 0, false}, {2, 0, 1, false}, {2, 1, 0, true},
}

// turned is the matrix of Euler angles.
func (o Order) turned(angles exact.Vec) exact.Matrix {
	q := exact.IdentityQuat()
	r := orders[o%6]
	for _, axis := range [...]int{r.i, r.j, r.k} {
		q = about(axis, angles[axis]).Mul(q)
	}
	return q.Matrix()
}

// about is the rotation around a coordinate axis.
func about(axis int, angle float64) exact.Quat {
	var q exact.Quat
	q[axis], q[3] = exact.SinCos(angle / 2)
	return q
}

// both are the two triples of Euler angles of a matrix, each angle within [−π, π].
func (o Order) both(m *exact.Matrix) (a, b exact.Vec) {
	n := normalized(m)
	r := orders[o%6]
	i, j, k := r.i, r.j, r.k
	c := math.Sqrt(float64(n[4*i+i]*n[4*i+i]) + float64(n[4*j+i]*n[4*j+i]))
	middle := -n[4*k+i]
	if c > 16.0/(1<<23) {
		a[i], a[j], a[k] = exact.Atan2(n[4*k+j], n[4*k+k]), exact.Atan2(middle, c), exact.Atan2(n[4*j+i], n[4*i+i])
		b[i], b[j], b[k] = exact.Atan2(-n[4*k+j], -n[4*k+k]), exact.Atan2(middle, -c), exact.Atan2(-n[4*j+i], -n[4*i+i])
	} else { // the first and the last axis are one
		a[i], a[j] = exact.Atan2(-n[4*j+k], n[4*j+j]), exact.Atan2(middle, c)
		b = a
	}
	if r.odd {
		return a.Scale(-1), b.Scale(-1)
	}
	return a, b
}

// angles are the Euler angles of a matrix with the smaller sum of absolute values.
func (o Order) angles(m *exact.Matrix) exact.Vec {
	a, b := o.both(m)
	if total(a) > total(b) {
		return b
	}
	return a
}

// anglesNear are the Euler angles of a matrix nearer to given ones.
func (o Order) anglesNear(m *exact.Matrix, to exact.Vec) exact.Vec {
	a, b := o.both(m)
	a, b = near(a, to), near(b, to)
	if total(a.Sub(to)) > total(b.Sub(to)) {
		return b
	}
	return a
}

func total(v exact.Vec) float64 { return math.Abs(v[0]) + math.Abs(v[1]) + math.Abs(v[2]) }

// near adds full turns to angles that are far from others: where one is off by more than
// 5.1, and where one is off by more than half a turn and the two others by less than a
// quarter. Those are Blender's thresholds; they decide which triple is nearer.
func near(angles, to exact.Vec) exact.Vec {
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
