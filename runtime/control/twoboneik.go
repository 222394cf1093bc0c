package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// TwoBoneIK moves the end of two bones, an arm or a leg, to a target. Mid is a descendant of
// Root, and End of Mid; other joints may lie between.
type TwoBoneIK struct {
	Root, Mid, End string
	// Hinge is the axis in Mid's frame around which a positive rotation bends the limb further.
	// Without it the limb bends as in the pose; a straight one bends towards the pole.
	Hinge [3]float32
	// PoleIsPoint makes poles points of the model, not directions.
	PoleIsPoint bool
	// Soft is the part of the limb's length from which it straightens gradually; 0: none.
	// Stretch above 1 is the greatest factor by which the limb lengthens; the layout then
	// reserves columns.
	Soft, Stretch float32
	// AtMid moves Mid to the target instead of End.
	AtMid bool

	// The initial target, see SetTwoBoneIK. The weight of a pole or of a rotation, of End, is 1
	// without keys.
	Target         Point
	Pole           Point
	PoleWeight     Value
	Rotation       Turn
	RotationWeight Value
	Twist          float32 // radians, around the line from Root to the target
}

// TwoBoneTarget is the target of a TwoBoneIK, in model space.
type TwoBoneTarget struct {
	Place          [3]float32
	Pole           [3]float32 // zero: none
	PoleWeight     float32
	Rotation       [4]float32 // of End, where RotationWeight is not 0
	RotationWeight float32
	Twist          solve.Angle // around the line from Root to the target
}

func (o *TwoBoneIK) bind(s *Stack) (modifier, error) {
	joints, err := s.row(turns, o.Root, o.Mid, o.End)
	if err != nil {
		return nil, fmt.Errorf("two-bone IK: %w", err)
	}
	if !(o.Soft >= 0 && o.Soft <= 1) || !(o.Stretch >= 0 && o.Stretch <= 100) || !geom.VecOf(o.Hinge).Finite() {
		return nil, fmt.Errorf("two-bone IK of %q: %w: soft %v, stretch %v, hinge %v", o.End, ErrValue, o.Soft, o.Stretch, o.Hinge)
	}
	for j := joints[2].joint; o.Stretch > 1 && j != joints[0].joint; j = int(s.skeleton.Parent[j]) {
		joints = append(joints, use{j, moves})
	}
	return &limbActor{bound: joints, TwoBoneIK: *o}, nil
}

// SetTwoBoneIK sets the target of a TwoBoneIK in instance i; SetWeight sets its weight. The
// error wraps ErrValue.
func (g *Instances) SetTwoBoneIK(i, modifier int, t TwoBoneTarget) error {
	a, err := actorOf[*limbActor](g, i, modifier, "two-bone IK")
	if err != nil {
		return err
	}
	if !valid([2][3]float32{t.Place, t.Pole}, t.Rotation, t.PoleWeight, t.RotationWeight) {
		return fmt.Errorf("%w: %+v for limb %q of instance %d", ErrValue, t, a.End, i)
	}
	a.put(i, &t)
	return nil
}

func (o *TwoBoneIK) targets() []target {
	return []target{
		o.Target.target(PartTarget), o.Pole.target(PartPole), {Value: &o.PoleWeight},
		o.Rotation.target(), {Value: &o.RotationWeight},
	}
}

func (o *TwoBoneIK) set(g *Instances, i, number int, t float64) error {
	return g.SetTwoBoneIK(i, number, TwoBoneTarget{
		Place: o.Target.vector(t), Pole: o.Pole.vector(t), PoleWeight: o.PoleWeight.share(o.Pole.Given(), t),
		Rotation: o.Rotation.RotationAt(t), RotationWeight: o.RotationWeight.share(o.Rotation.Given(), t), Twist: solve.NewAngle(float64(o.Twist)),
	})
}

// put stores a target in the order of formula.LimbPose.
func (a *limbActor) put(i int, t *TwoBoneTarget) {
	twist := t.Twist
	if twist == (solve.Angle{}) {
		twist.Cos = 1
	}
	q := geom.QuatOf(t.Rotation).Unit()
	a.to.set(i, formula.LimbPlace, t.Place[:]...)
	a.to.set(i, formula.LimbPole, t.Pole[:]...)
	a.to.set(i, formula.LimbPoleWeight, t.PoleWeight)
	a.to.set(i, formula.LimbRotation, q.X, q.Y, q.Z, q.W)
	a.to.set(i, formula.LimbRotationWeight, t.RotationWeight, twist.Cos, twist.Sin)
}

type limbActor struct {
	bound
	TwoBoneIK
	twoBones
	bones     []int // frames of those that stretch
	to, reach perInstance
}

func (a limbActor) start(s *starting, frame []int) actor {
	a.to, a.reach = newPerInstance(s.n, formula.LimbTargetRows), newPerInstance(s.n, limbReachRows)
	for i := range s.n {
		a.put(i, &TwoBoneTarget{})
	}
	a.bones = frame[3:]
	a.twoBones = newTwoBones(s.frames, frame[:3], &a.TwoBoneIK)
	return &a
}

func (a *limbActor) reached(i int) IKResult { return resultAt(&a.reach, i) }

func (a *limbActor) setter(part Part, _ int) setter {
	switch {
	case part == PartTarget:
		return func(i int, v geom.Vec, _ geom.Quat) { a.to.set(i, formula.LimbPlace, v.X, v.Y, v.Z) }
	case part == PartPole && a.PoleIsPoint:
		return func(i int, v geom.Vec, _ geom.Quat) { a.to.set(i, formula.LimbPole, v.X, v.Y, v.Z) }
	case part == PartRotation:
		return func(i int, _ geom.Vec, q geom.Quat) { a.to.set(i, formula.LimbRotation, q.X, q.Y, q.Z, q.W) }
	}
	return nil
}

func (a *limbActor) act16(f *frames, at *pose.Changing, weight []float32) {
	reach := a.reach.load(at, f.lanes[1][:])
	a.reachFor(f, a.to.load(at, f.lanes[0][:]), weight, reach)
	if len(a.bones) > 0 {
		a.stretch(f, at, weight, reach[2*simd.Lanes:])
	}
	a.reach.store(at, reach)
}

// limb is for limbs that do not stretch.
func (a *limbActor) limb() (l limbLane, ok bool) {
	return limbLane{a.twoBones.frame, a.uniforms, &a.to, &a.reach}, len(a.bones) == 0
}

func (a *limbActor) stretch(f *frames, at *pose.Changing, weight, factor []float32) {
	for f.lane = range at.Len {
		if weight[f.lane] == 0 || factor[f.lane] <= 1 {
			continue
		}
		p := f.layout.LaneOf(f.block, f.lane)
		for _, k := range a.bones {
			f.stretch(&p, k, factor[f.lane])
		}
	}
}

func (o *TwoBoneIK) fields(x *object) {
	x.Type("twoBoneIK", "Moves the end of two bones, an arm or a leg, to a target.")
	limb(x, &o.Root, &o.Mid, &o.End)
	vector(x.At("hinge", "The axis in mid's frame around which a positive rotation bends the limb further. Without it the limb bends as in the pose."), &o.Hinge)
	x.At("poleIsPoint", "The pole is a place, not a direction.").Flag(&o.PoleIsPoint)
	x.At("soft", "The part of the limb's length from which it straightens gradually.").Number32(&o.Soft, jsondoc.Part)
	x.At("stretch", "The greatest factor by which the limb lengthens, if above 1.").Number32(&o.Stretch, jsondoc.Range(0, 100))
	x.At("atMid", "Mid moves to the target instead of end.").Flag(&o.AtMid)
	target, pole := x.At("target", "The goal of end."), x.At("pole", "The side to which the limb bends: a direction or a place.")
	point(target, &o.Target)
	point(pole, &o.Pole)
	part(x.At("poleWeight", "The weight of the pole."), &o.PoleWeight)
	turn(x.At("rotation", "The goal rotation of end."), &o.Rotation)
	part(x.At("rotationWeight", "The weight of the rotation."), &o.RotationWeight)
	x.At("twist", "The angle around the line to the target.").Number32(&o.Twist, jsondoc.Range(-180, 180).WithUnit(jsondoc.Degrees))
	if !x.Checks() {
		return
	}
	switch {
	case o.Pole.Joint != "" && !o.PoleIsPoint:
		x.Wrong("the pole is a joint, and poleIsPoint is not set: a place is no direction")
	case o.PoleWeight.Given() && !o.Pole.Given():
		x.Wrong("it has a poleWeight and no pole")
	case o.RotationWeight.Given() && !o.Rotation.Given():
		x.Wrong("it has a rotationWeight and no rotation")
	}
	checkIndependent(target, o.Target.Joint, o.Root)
	checkIndependent(pole, o.Pole.Joint, o.Root)
}

func (o *TwoBoneIK) describe() (joints []string, does string) {
	return []string{o.Root, o.Mid, o.End}, o.Target.text(" reaches for ")
}
