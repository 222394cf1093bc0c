package solve

import (
	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/internal/xyz"
)

// An Aim is a joint with a line, such as that of an eye or a muzzle, which shall pass
// through a target; all in model space.
//
//	          Offset ───────► Forward ┄ ┄ ┄ ┄ target
//	Place ·──╯        Up: turns to the pole's side of Place ─ target
type Aim struct {
	Place, Target vec.V
	Forward, Up   vec.V // unit directions; an Up of no length turns nothing
	Offset        vec.V // from Place to where the line begins
	Pole          vec.V // a direction; one of no length turns nothing
	Twist         Angle // around Place ─ target, after the pole
	Weight        float32
}

// AimTurn is a rotation to be applied in model space after the one that a joint has.
type AimTurn struct {
	Turn     vec.Q
	Residual float32 // from the target to the line, with this weight
	Reason   Reason  // with a weight of 1
}

// Solve turns a joint so that its line passes through the target. A target that is
// nearer to the joint than the line ever comes is TooNear: then the point of the line
// that is nearest to the joint comes to lie in the target's direction, which is what the
// solution tends to from farther out. Nothing is ever NaN.
func (a *Aim) Solve() AimTurn {
	none := AimTurn{vec.Identity, far, Degenerate}
	if !finite(a.Place, a.Target, a.Forward, a.Up, a.Offset, a.Pole) {
		return none
	}
	t, forward := xyz.Vec(a.Target).Sub(xyz.Vec(a.Place)), unit(xyz.Vec(a.Forward), xyz.V{})
	q, reason := aimAt(t, xyz.Vec(a.Offset), forward, xyz.Vec(a.Up), xyz.Vec(a.Pole), a.Twist)
	turn := part(q, a.Weight)
	v := t.Sub(turn.Rotate(xyz.Vec(a.Offset)))
	line := turn.Rotate(forward)
	residual := v.AddTimes(line, -v.Dot(line)).Length()
	if !finiteQ(turn) || !(residual <= far) {
		return none
	}
	return AimTurn{turn.Array(), residual, reason}
}

// aimAt is the rotation around the origin that brings the point of a line at the
// target's distance onto the target t.
func aimAt(t, offset, forward, up, pole xyz.V, twist Angle) (xyz.Q, Reason) {
	beyond := offset.AddTimes(forward, -offset.Dot(forward)) // the line's nearest point
	r, b := t.Length(), beyond.Length()
	from := unit(beyond.AddTimes(forward, vec.Sqrt(max(0, float32((r-b)*(r+b))))), forward)
	to := unit(t, from)
	if from == (xyz.V{}) {
		return xyz.Identity, Degenerate
	}
	normal, upShare := poleNormal(up, from)
	if upShare == 0 {
		normal = from.Beside()
	}
	wanted, share := poleNormal(pole, to)
	q := orient(from, normal, to, wanted, float32(share*upShare), twist)
	switch {
	case r < b:
		return q, TooNear
	case r == 0:
		return q, Degenerate
	}
	return q, Reached
}
