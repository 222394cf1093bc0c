package solve

import (
	"github.com/sinew-anim/sinew/internal/geom"
)

// An Aim is a joint with a line, such as that of an eye or a muzzle, which shall pass
// through a target; all in model space.
//
//	          Offset ───────► Forward ┄ ┄ ┄ ┄ target
//	Place ·──╯        Up: turns to the pole's side of Place ─ target
type Aim struct {
	Place, Target [3]float32
	Forward, Up   [3]float32 // unit directions; an Up of no length turns nothing
	Offset        [3]float32 // from Place to where the line begins
	Pole          [3]float32 // a direction; one of no length turns nothing
	Twist         Angle      // around Place ─ target, after the pole
	Weight        float32
}

// AimTurn is a rotation to be applied in model space after the one that a joint has.
type AimTurn struct {
	Turn     [4]float32
	Residual float32 // from the target to the line, with this weight
	Reason   Reason  // with a weight of 1
}

// Solve turns a joint so that its line passes through the target. A target that is
// nearer to the joint than the line ever comes is TooNear: then the point of the line
// that is nearest to the joint comes to lie in the target's direction, which is what the
// solution tends to from farther out. Nothing is ever NaN.
func (a *Aim) Solve() AimTurn {
	none := AimTurn{geom.Identity.Array(), far, Degenerate}
	if !finite(geom.VecOf(a.Place), geom.VecOf(a.Target), geom.VecOf(a.Forward), geom.VecOf(a.Up), geom.VecOf(a.Offset), geom.VecOf(a.Pole)) {
		return none
	}
	t, forward := geom.VecOf(a.Target).Sub(geom.VecOf(a.Place)), geom.VecOf(a.Forward).Normal(geom.Vec{})
	q, reason := aimAt(t, geom.VecOf(a.Offset), forward, geom.VecOf(a.Up), geom.VecOf(a.Pole), a.Twist)
	turn := part(q, a.Weight)
	v := t.Sub(turn.Rotate(geom.VecOf(a.Offset)))
	line := turn.Rotate(forward)
	residual := v.AddTimes(line, -v.Dot(line)).Length()
	if !finiteQ(turn) || !(residual <= far) {
		return none
	}
	return AimTurn{turn.Array(), residual, reason}
}

// aimAt is the rotation around the origin that brings the point of a line at the
// target's distance onto the target t.
func aimAt(t, offset, forward, up, pole geom.Vec, twist Angle) (geom.Quat, Reason) {
	beyond := offset.AddTimes(forward, -offset.Dot(forward)) // the line's nearest point
	r, b := t.Length(), beyond.Length()
	from := beyond.AddTimes(forward, geom.Sqrt(max(0, float32((r-b)*(r+b))))).Normal(forward)
	to := t.Normal(from)
	if from == (geom.Vec{}) {
		return geom.Identity, Degenerate
	}
	normal, upShare := poleNormal(up, from)
	if upShare == 0 {
		normal = from.Perpendicular()
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
