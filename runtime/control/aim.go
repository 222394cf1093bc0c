package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Aim turns a joint so that a line in its frame, such as that of an eye or a muzzle, passes
// through a target.
type Aim struct {
	Joint       string
	Forward, Up [3]float32
	// Offset is the start of the line: from the joint along its axes, in the model's units, which
	// scales of the joint and of those above do not change.
	Offset [3]float32

	// The initial target, see SetAim.
	Target Point
	Pole   Value   // a direction
	Twist  float32 // radians
}

// AimTarget is the target of an Aim or a LookAt, in model space.
type AimTarget struct {
	Place [3]float32
	Pole  [3]float32 // the direction towards which Up turns; zero: none
	Twist solve.Angle
}

func (o *Aim) bind(s *Stack) (modifier, error) {
	joint, err := s.row(turns, o.Joint)
	if err != nil {
		return nil, fmt.Errorf("aim: %w", err)
	}
	a := &aimActor{bound: joint, Aim: *o}
	if !lineOf(&a.Forward, &a.Up, &a.Offset) {
		return nil, fmt.Errorf("aim %q: %w: forward %v, up %v, offset %v", o.Joint, ErrValue, o.Forward, o.Up, o.Offset)
	}
	return a, nil
}

// lineOf normalizes the directions of a line, and reports whether it is one.
func lineOf(forward, up, offset *[3]float32) bool {
	f, u := geom.VecOf(*forward), geom.VecOf(*up)
	if !f.Finite() || !u.Finite() || !geom.VecOf(*offset).Finite() || f == (geom.Vec{}) {
		return false
	}
	*forward, *up = f.Unit(geom.Vec{}).Array(), u.Unit(geom.Vec{}).Array()
	return true
}

// aiming is an actor with a line.
type aiming interface {
	setAim(i int, t *AimTarget)
	aimName() string
}

// SetAim sets the target of an Aim or a LookAt in instance i. The error wraps ErrValue.
func (g *Instances) SetAim(i, modifier int, t AimTarget) error {
	a, err := actorOf[aiming](g, i, modifier, "aim")
	if err != nil {
		return err
	}
	if !geom.VecOf(t.Place).Finite() || !geom.VecOf(t.Pole).Finite() {
		return fmt.Errorf("%w: %+v for %q of instance %d", ErrValue, t, a.aimName(), i)
	}
	a.setAim(i, &t)
	return nil
}

func (o *Aim) targets() []target {
	return []target{o.Target.target(PartTarget), {Value: &o.Pole}}
}

func (o *Aim) set(g *Instances, i, number int, t float64) error {
	return g.SetAim(i, number, AimTarget{o.Target.vector(t), o.Pole.vector(t), solve.NewAngle(float64(o.Twist))})
}

// lineIn is the forward, up and offset of a line in a joint's frame, as kernels rotate them.
func lineIn(bind geom.Quat, list ...[3]float32) (line [9]float32) {
	for k, v := range list {
		w := bind.Rotate(geom.VecOf(v)).Array()
		copy(line[3*k:], w[:])
	}
	return line
}

// aimed is the targets and results of an aim, per instance.
type aimed struct {
	name      string
	to, reach perInstance
}

func newAimed(name string, n int) aimed {
	a := aimed{name, newPerInstance(n, formula.AimTargetRows), newPerInstance(n, 2)}
	for i := range n {
		a.setAim(i, &AimTarget{})
	}
	return a
}

func (a *aimed) setAim(i int, t *AimTarget) {
	p, twist := geom.VecOf(t.Pole).Unit(geom.Vec{}), t.Twist
	if twist == (solve.Angle{}) {
		twist.Cos = 1
	}
	a.to.set(i, formula.AimPlace, t.Place[:]...)
	a.to.set(i, formula.AimPole, p.X, p.Y, p.Z, twist.Cos, twist.Sin)
}

func (a *aimed) aimName() string        { return a.name }
func (a *aimed) reached(i int) IKResult { return resultAt(&a.reach, i) }

func (a *aimed) setter(part Part, _ int) setter {
	if part != PartTarget {
		return nil
	}
	return func(i int, v geom.Vec, _ geom.Quat) { a.to.set(i, formula.AimPlace, v.X, v.Y, v.Z) }
}

type aimActor struct {
	bound
	Aim
	aimed
	frame int
	line  [9]float32
}

func (a aimActor) start(s *starting, frame []int) actor {
	a.frame, a.aimed = frame[0], newAimed(a.Joint, s.n)
	f, k := s.frames, a.frame
	a.line = lineIn(f.bind[k], f.line(k, a.Forward), f.line(k, a.Up), f.line(k, a.Offset))
	return &a
}

func (a *aimActor) act16(f *frames, at *pose.Changing, weight []float32) {
	rows, reach := &f.args.Rows, a.reach.load(at, f.lanes[1][:])
	rows[0], rows[1], rows[2] = f.ofAbove(a.frame), f.frame(a.frame), f.block[f.read16[a.frame].rotation:]
	rows[3], rows[4], rows[5] = a.to.load(at, f.lanes[0][:]), weight, reach
	f.args.Uniforms = a.line[:]
	_ = kernel.AimPose16(f.args)
	a.reach.store(at, reach)
}

func (o *Aim) fields(x *object) {
	x.Type("aim", "Points a joint's line to a target: an eye, a muzzle.")
	joint(x.At("joint", "The joint."), &o.Joint, true)
	direction(x.At("forward", "The line, in the joint's frame."), &o.Forward)
	vector(x.At("up", "The direction that turns towards the pole, in the joint's frame."), &o.Up)
	vector(x.At("offset", "The start of the line, along the joint's axes; scales do not change it."), &o.Offset)
	target := x.At("target", "The target.")
	point(target, &o.Target)
	value(x.At("pole", "The direction towards which up turns."), &o.Pole, onePlace)
	x.At("twist", "The angle around the line.").Number32(&o.Twist, jsondoc.Range(-180, 180).WithUnit(jsondoc.Degrees))
	checkIndependent(target, o.Target.Joint, o.Joint)
}

func (o *Aim) describe() (joints []string, does string) {
	return []string{o.Joint}, o.Target.text(" aims at ")
}
