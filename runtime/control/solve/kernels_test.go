package solve_test

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel/plain"
	"github.com/sinew-anim/sinew/runtime/control/solve"
)

// limb is the input of the formula of two-bone IK, all in model space.
type limb struct {
	Root, Mid, End [3]float32
	Target         [3]float32
	Axis           [3]float32 // of the hinge as the limb is now, of any length
	Bent           bool       // the axis is perpendicular to the bones, and Axis is for straight limbs
	Pole           [3]float32
	PoleIsPoint    bool
	Twist          solve.Angle // the zero value is none

	Soft, Stretch               float32
	AtMid                       bool
	Weight                      float32
	PoleWeight                  float32
	RotationWeight              float32
	EndRotation, TargetRotation [4]float32
}

// limbTurns are the turns of the three joints, each of which includes those before it.
type limbTurns struct {
	Root, Mid, End [4]float32
	Stretch        float32
	Residual       float32
	Reason         solve.Reason
}

// Solve computes one lane of the kernel. As the kernel's caller does, it leaves alone what has no weight.
func (l *limb) Solve() limbTurns {
	twist, turn := l.Twist, geom.Identity
	if twist == (solve.Angle{}) {
		twist.Cos = 1
	}
	if l.RotationWeight != 0 {
		turn = geom.QuatOf(l.TargetRotation).Mul(geom.QuatOf(l.EndRotation).Conjugate()).Normal()
	}
	f := plain.Limb{
		Root: plainV(l.Root), Mid: plainV(l.Mid), End: plainV(l.End), Target: plainV(l.Target), Pole: plainV(l.Pole),
		Axis: plainV(geom.VecOf(l.Axis).Unit(geom.Vec{}).Array()),
		Bent: flag(l.Bent), PoleIsPoint: flag(l.PoleIsPoint), AtMid: flag(l.AtMid),
		TwistCos: plain.Float(twist.Cos), TwistSin: plain.Float(twist.Sin), Soft: plain.Float(l.Soft), Stretch: plain.Float(l.Stretch),
		Weight: plain.Float(l.Weight), PoleWeight: plain.Float(l.PoleWeight), RotationWeight: plain.Float(l.RotationWeight),
		EndTurn: plain.Q{X: plain.Float(turn.X), Y: plain.Float(turn.Y), Z: plain.Float(turn.Z), W: plain.Float(turn.W)},
	}
	s := f.Solve(new(plain.Memory))
	out := limbTurns{plainQ(s.Root), plainQ(s.Mid), plainQ(s.End), float32(s.Stretch), float32(s.Residual), solve.Reason(s.Reason)}
	if l.Weight == 0 {
		out.Root, out.Mid = geom.Identity.Array(), geom.Identity.Array()
	}
	if l.RotationWeight == 0 {
		out.End = out.Mid
	}
	return out
}

// aim is the input of the formula of aims: a joint's place and rotation, and its line in its own space.
type aim struct {
	Place, Target       [3]float32
	Rotation            geom.Quat
	Forward, Up, Offset [3]float32
	Pole                [3]float32 // in model space, of length 1 or 0
	Twist               solve.Angle
	Weight              float32
}

// Solve computes one lane of the kernel: the joint's rotation, the distance at which its line passes the target, and the reason.
func (a *aim) Solve() (now geom.Quat, residual float32, reason solve.Reason) {
	rows := func(values ...float32) []float32 {
		list := make([]float32, plain.Lanes*len(values))
		for i, v := range values {
			list[plain.Lanes*i] = v
		}
		return list
	}
	q, p := a.Rotation, a.Place
	column, result := rows(q.X, q.Y, q.Z, q.W, 1), rows(0, 0)
	m := plain.Memory{Uniforms: append(append(a.Forward[:], a.Up[:]...), a.Offset[:]...)}
	m.Rows[0], m.Rows[1], m.Rows[2] = rows(0, 0, 0, 1, 0, 0, 0), rows(q.X, q.Y, q.Z, q.W, p[0], p[1], p[2]), column
	m.Rows[3] = rows(a.Target[0], a.Target[1], a.Target[2], a.Pole[0], a.Pole[1], a.Pole[2], a.Twist.Cos, a.Twist.Sin)
	m.Rows[4], m.Rows[5] = rows(a.Weight), result
	plain.AimPose(&m)
	now = geom.XYZW(column[0], column[plain.Lanes], column[2*plain.Lanes], column[3*plain.Lanes]).Normal()
	return now, result[0], solve.Reason(result[plain.Lanes])
}

func plainV(v [3]float32) plain.V {
	return plain.V{X: plain.Float(v[0]), Y: plain.Float(v[1]), Z: plain.Float(v[2])}
}

func plainQ(q plain.Q) [4]float32 {
	return [4]float32{float32(q.X), float32(q.Y), float32(q.Z), float32(q.W)}
}

func flag(is bool) plain.Float {
	if is {
		return 1
	}
	return 0
}
