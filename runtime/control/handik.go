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

// HandIK lets the end of two bones grasp a moving handle and release it: a door, a wheel,
// another hand. It is a TwoBoneIK that takes time to get there and back.
type HandIK struct {
	Root, Mid, End string     // see TwoBoneIK
	Hinge          [3]float32 // see TwoBoneIK
	Soft           float32    // see TwoBoneIK
	In, Out        float64    // seconds to the handle and back; 0: at once

	// The initial target, see SetHandIK. It is held while Holds is at least 0.5, without keys
	// always. The weight of a pole, a direction, or of a rotation is 1 without keys.
	Holds          Value
	Target         Point
	Pole           Value
	PoleWeight     Value
	Rotation       Value
	RotationWeight Value
}

// HandTarget is the handle, in model space or in the world.
type HandTarget struct {
	Place          [3]float32
	Rotation       [4]float32 // of End, where RotationWeight is not 0
	RotationWeight float32
	Pole           [3]float32 // the direction to which Mid bends; zero: none
	PoleWeight     float32
	InWorld        bool // Place, Rotation and Pole are in world space, see SetWorld
}

func (o *HandIK) bind(s *Stack) (modifier, error) {
	joints, err := s.row(turns, o.Root, o.Mid, o.End)
	if err != nil {
		return nil, fmt.Errorf("hand IK: %w", err)
	}
	if !(o.Soft >= 0 && o.Soft <= 1) || !geom.VecOf(o.Hinge).Finite() || !(o.In >= 0 && o.In <= 1e4) || !(o.Out >= 0 && o.Out <= 1e4) {
		return nil, fmt.Errorf("hand IK of %q: %w: soft %v, hinge %v, in %v, out %v", o.End, ErrValue, o.Soft, o.Hinge, o.In, o.Out)
	}
	return &handActor{bound: joints, HandIK: *o}, nil
}

func (o *HandIK) targets() []target {
	return []target{
		o.Target.target(PartTarget), {Value: &o.Pole}, {Value: &o.PoleWeight}, {Value: &o.Rotation}, {Value: &o.RotationWeight}, {Value: &o.Holds},
	}
}

func (o *HandIK) set(g *Instances, i, number int, t float64) error {
	if err := g.Hold(i, number, !o.Holds.Given() || o.Holds.At(t)[0] >= 0.5); err != nil {
		return err
	}
	return g.SetHandIK(i, number, HandTarget{
		Place: o.Target.vector(t), Rotation: o.Rotation.RotationAt(t), RotationWeight: o.RotationWeight.share(o.Rotation.Given(), t),
		Pole: o.Pole.vector(t), PoleWeight: o.PoleWeight.share(o.Pole.Given(), t),
	})
}

// SetHandIK sets the handle of a HandIK in instance i. The error wraps ErrValue.
func (g *Instances) SetHandIK(i, modifier int, t HandTarget) error {
	a, err := actorOf[*handActor](g, i, modifier, "hand IK")
	if err != nil {
		return err
	}
	if !valid([2][3]float32{t.Place, t.Pole}, t.Rotation, t.PoleWeight, t.RotationWeight) {
		return fmt.Errorf("%w: %+v for %q of instance %d", ErrValue, t, a.End, i)
	}
	t.Rotation = geom.QuatOf(t.Rotation).Unit().Array()
	a.to[i] = t
	return nil
}

// Hold makes a HandIK of instance i grasp its handle from the next update on, or release it.
// The error wraps ErrValue.
func (g *Instances) Hold(i, modifier int, hold bool) error {
	a, err := actorOf[*handActor](g, i, modifier, "hand IK")
	if err == nil {
		a.holds[i] = hold
	}
	return err
}

// Held returns how far the end of a HandIK had moved to the handle in the last update of
// instance i, from 0 to 1.
func (g *Instances) Held(i, modifier int) float64 {
	a, err := actorOf[*handActor](g, i, modifier, "hand IK")
	if err != nil {
		return 0
	}
	return float64(ease(a.way[i]))
}

type handActor struct {
	bound
	HandIK
	twoBones
	world *world
	to    []HandTarget
	holds []bool
	way   []float32 // per instance: the part of the way to the handle, in time
	came  []IKResult
}

func (a handActor) start(s *starting, frame []int) actor {
	a.world, a.to, a.holds = s.inWorld(), make([]HandTarget, s.n), make([]bool, s.n)
	a.way, a.came = make([]float32, s.n), make([]IKResult, s.n)
	for i := range a.to {
		a.to[i].Rotation = geom.Identity.Array()
	}
	a.twoBones = newTwoBones(s.frames, frame, &TwoBoneIK{Hinge: a.Hinge, Soft: a.Soft})
	return &a
}

func (a *handActor) begin(i int) { a.way[i] = 0 }

func (a *handActor) reached(i int) IKResult { return a.came[i] }

func (a *handActor) setter(part Part, _ int) setter {
	switch part {
	case PartTarget:
		return func(i int, v geom.Vec, _ geom.Quat) { a.to[i].Place = v.Array() }
	case PartRotation:
		return func(i int, _ geom.Vec, q geom.Quat) { a.to[i].Rotation = q.Array() }
	}
	return nil
}

func (a *handActor) recall(m *memory, i int) { m.floatsInRange(0, 1, &a.way[i]) }

func (a *handActor) act16(f *frames, at *pose.Changing, weight []float32) {
	targets, reach, by := f.lanes[0][:], f.lanes[1][:], f.scratch.weight[:]
	clear(by)
	for lane, i := range at.Instance[:at.Len] {
		if weight[lane] > 0 {
			by[lane] = a.aim(f, int(i), lane, at.Seconds[lane], targets[lane:], weight[lane])
		}
	}
	if !acting(by) {
		return
	}
	a.reachFor(f, targets, by, reach)
	for lane, i := range at.Instance[:at.Len] {
		if by[lane] > 0 {
			a.came[i] = IKResult{reach[lane], solve.Reason(reach[simd.Lanes+lane])}
		}
	}
}

// aim writes the target of instance i, formula.LimbTargetRows, on its way to the handle, and
// returns its weight, 0 where the hand is free.
func (a *handActor) aim(f *frames, i, lane int, seconds float64, rows []float32, weight float32) float32 {
	a.way[i] = a.step(i, seconds)
	by := ease(a.way[i])
	if by == 0 {
		a.came[i] = IKResult{}
		return 0
	}
	to := &a.to[i]
	place, pole, turn := geom.VecOf(to.Place), geom.VecOf(to.Pole), geom.QuatOf(to.Rotation)
	if to.InWorld {
		place, pole, turn = a.world.intoModel(i, place, pole, turn)
	}
	f.lane = lane
	place = f.place(a.frame[2]).Lerp(place, by)
	for row, v := range [formula.LimbTargetRows]float32{
		place.X, place.Y, place.Z, pole.X, pole.Y, pole.Z, float32(to.PoleWeight * by),
		turn.X, turn.Y, turn.Z, turn.W, float32(to.RotationWeight * by), 1, 0,
	} {
		rows[row*simd.Lanes] = v
	}
	return weight
}

// step is the way of instance i dt seconds later.
func (a *handActor) step(i int, dt float64) float32 {
	seconds, towards := a.Out, -dt
	if a.holds[i] {
		seconds, towards = a.In, dt
	}
	way := float64(a.way[i])
	switch {
	case dt <= 0:
	case seconds > 0:
		way += towards / seconds
	case a.holds[i]:
		way = 1
	default:
		way = 0
	}
	return float32(min(max(way, 0), 1))
}

func (o *HandIK) fields(x *object) {
	x.Type("handIK", "Grasps a moving handle with a limb, and releases it.")
	limb(x, &o.Root, &o.Mid, &o.End)
	vector(x.At("hinge", "The axis in mid's frame around which a positive rotation bends the limb further. Without it the limb bends as in the pose."), &o.Hinge)
	x.At("soft", "The part of the limb's length from which it straightens gradually.").Number32(&o.Soft, jsondoc.Part)
	x.At("in", "Seconds to the handle.").Number(&o.In, jsondoc.Positive)
	x.At("out", "Seconds back.").Number(&o.Out, jsondoc.Positive)
	part(x.At("holds", "It holds at 0.5 and more; without it always."), &o.Holds)
	target := x.At("target", "The handle.")
	point(target, &o.Target)
	value(x.At("pole", "The direction to which the limb bends."), &o.Pole, onePlace)
	part(x.At("poleWeight", "The weight of the pole."), &o.PoleWeight)
	value(x.At("rotation", "The goal rotation of end."), &o.Rotation, oneRotation)
	part(x.At("rotationWeight", "The weight of the rotation."), &o.RotationWeight)
	checkIndependent(target, o.Target.Joint, o.Root)
}

func (o *HandIK) describe() (joints []string, does string) {
	return []string{o.Root, o.Mid, o.End}, o.Target.text(" takes hold of ")
}
