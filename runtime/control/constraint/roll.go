package constraint

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Roll gives the owner the target's rotation around an axis of the owner, as the roll constraint of
// VRM. The target's space must be Local, so that its rotation is relative to rest.
//
//	owner = owner · twist(Frame⁻¹ · target · Frame)
type Roll struct {
	Axis Axis
	// Frame rotates the owner's frame at rest to the target's, x, y, z, w; zero: not at all.
	Frame [4]float32
}

func (c Roll) Apply(owner, target soa.Affine) soa.Affine {
	m, t := wide(&owner), wide(&target)
	q := rotationOf(&t)
	if c.Frame != [4]float32{} {
		f := exact.Widen(c.Frame).Unit()
		q = f.Conjugate().Mul(q).Mul(f)
	}
	axis, _ := c.Axis.split()
	m = m.Mul(exact.AxisRotation(axis, angle(q[axis], q[3])).Matrix())
	return narrow(&m)
}
