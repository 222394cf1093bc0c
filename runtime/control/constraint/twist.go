package constraint

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Twist gives the owner a share of the target's rotation around an axis: joints of a forearm follow
// the hand. The target's space must be Local, so that its rotation is relative to rest.
//
//	owner = owner · twist(target)^Share
//
// The twist lies in [−π, π]; it jumps at half a turn.
type Twist struct {
	Axis  Axis
	Share float32 // −1 undoes the target's twist
}

func (c Twist) Apply(owner, target soa.Affine) soa.Affine {
	m, t := wide(&owner), wide(&target)
	q := rotationOf(&t)
	axis, _ := c.Axis.split()
	m = m.Mul(exact.AxisRotation(axis, float64(float64(c.Share)*angle(q[axis], q[3]))).Matrix())
	return narrow(&m)
}
