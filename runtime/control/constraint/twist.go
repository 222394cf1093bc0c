package constraint

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Twist gives the owner a share of the target's rotation around an axis: joints along a
// forearm that follow the hand. The target's space has to be Local, so that its rotation
// is what differs from the rest pose.
//
//	owner = owner · twist(target)^Share
//
// The twist lies in [−π, π]; where the target goes through half a turn it jumps.
type Twist struct {
	Axis  Axis
	Share float32 // −1 takes out of the owner what the target twists
}

// Apply implements Rule.
func (c Twist) Apply(owner, target soa.Affine) soa.Affine {
	m, t := wide(&owner), wide(&target)
	q := rotationOf(&t)
	axis, _ := c.Axis.split()
	m = m.Mul(exact.Around(axis, float64(float64(c.Share)*angle(q[axis], q[3]))).Matrix())
	return narrow(&m)
}
