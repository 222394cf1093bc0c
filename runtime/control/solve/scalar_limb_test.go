package solve

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel/plain"
)

// A Limb is two bones, a hinge between them and where their end shall be, in model
// space. The zero values of Twist, Soft and Stretch mean none.
//
//	     mid              Axis: around it a positive turn bends the limb further
//	    ╱   ╲             Pole: the side of root ─ target on which mid comes to lie
//	   ╱     ╲
//	root ┄┄┄► end ┄ ┄ target
//
// Joints may lie between the three: whatever is between root and mid turns with root.
type Limb struct {
	Root, Mid, End [3]float32
	Target         [3]float32

	// Axis is the axis of the hinge as the limb is now, of any length. It need not be at
	// a right angle to the bones. With Bent, the axis is at a right angle to the bones as
	// they are bent now, and Axis serves the limb that is straight within 0.001 radians;
	// without either, a straight limb bends towards the pole.
	Axis [3]float32
	Bent bool

	// Pole is the direction, or with PoleIsPoint the point, that mid turns to. The zero
	// vector, a pole that is root, or one on the line to the target turns nothing.
	Pole        [3]float32
	PoleIsPoint bool
	Twist       Angle // around root ─ target, after the pole

	// Soft is the part of the limb's length from which on the limb straightens only
	// gradually, and never wholly: 0.9 to 0.98 takes the snap out of knees. 0 or 1: none.
	Soft float32
	// Stretch is the greatest factor by which both bones get longer to reach the target.
	Stretch float32
	// AtMid brings mid to the target in place of end, such as an elbow in a strike; the
	// bend stays as it is. For the two bones that end at mid, solve them as a limb.
	AtMid bool

	Weight         float32 // of the place, between what is and what reaches the target
	PoleWeight     float32
	RotationWeight float32 // of TargetRotation
	// EndRotation is the end's rotation in model space now, TargetRotation is what it
	// shall be. They are not read where RotationWeight is 0.
	EndRotation, TargetRotation [4]float32
}

// LimbTurns are the rotations of a limb, to be applied in model space after those that
// the joints have: root's new rotation is Root·root, mid's is Mid·mid, end's is End·end.
// Mid includes Root, and End includes Mid.
type LimbTurns struct {
	Root, Mid, End [4]float32
	Stretch        float32 // the factor of both bones
	Residual       float32 // from the target to end, or mid, with these weights
	Reason         Reason  // with weights of 1
}

// Solve turns a limb towards its target.
//
// The end comes within rounding of the target where that can be reached. The turns are
// continuous in all inputs but where none can be: at a target on root, at a pole on the
// line to the target and, for limbs without a pole, at a target opposite to end. A weight
// of 0 gives geom.Identity to the bit; weights outside of 0 to 1 count as these. Nothing is
// ever NaN.
func (l *Limb) Solve() LimbTurns {
	twist, turn := l.Twist.or0(), geom.Identity
	if l.RotationWeight != 0 {
		turn = geom.QuatOf(l.TargetRotation).Mul(geom.QuatOf(l.EndRotation).Conjugate()).Normal()
	}
	f := plain.Limb{
		Root: vector(geom.VecOf(l.Root)), Mid: vector(geom.VecOf(l.Mid)), End: vector(geom.VecOf(l.End)), Target: vector(geom.VecOf(l.Target)), Axis: vector(geom.VecOf(l.Axis).Unit(geom.Vec{})), Pole: vector(geom.VecOf(l.Pole)),
		Bent: flag(l.Bent), PoleIsPoint: flag(l.PoleIsPoint), AtMid: flag(l.AtMid),
		TwistCos: plain.Float(twist.Cos), TwistSin: plain.Float(twist.Sin),
		Soft: plain.Float(l.Soft), Stretch: plain.Float(l.Stretch),
		Weight: plain.Float(l.Weight), PoleWeight: plain.Float(l.PoleWeight), RotationWeight: plain.Float(l.RotationWeight),
		EndTurn: quaternion(turn),
	}
	s := f.Solve(new(plain.Memory))
	out := LimbTurns{rotation(s.Root).Array(), rotation(s.Mid).Array(), rotation(s.End).Array(), float32(s.Stretch), float32(s.Residual), Reason(s.Reason)}
	if l.Weight == 0 {
		out.Root, out.Mid = geom.Identity.Array(), geom.Identity.Array()
	}
	if l.RotationWeight == 0 {
		out.End = out.Mid
	}
	return out
}
