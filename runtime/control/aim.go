package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/native/simd/formula"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Aim declares a joint with a line, such as that of an eye or a muzzle, that passes through
// a target. Forward, Up and Offset are in the joint's frame.
type Aim struct {
	Name        string
	Forward, Up [3]float32
	Offset      [3]float32 // where the line begins
}

// AimTarget is what a joint aims at, in model space.
type AimTarget struct {
	Place [3]float32
	Pole  [3]float32 // the direction to whose side Up turns; zero: none
	Twist solve.Angle
}

// Aim adds a joint that aims to the stack and returns the modifier's number. The error
// wraps ErrJoint or ErrValue.
func (s *Stack) Aim(o Aim) (int, error) {
	j, err := s.find(o.Name)
	if err != nil {
		return 0, fmt.Errorf("aim: %w", err)
	}
	forward := geom.VecOf(o.Forward)
	if !forward.Finite() || !geom.VecOf(o.Up).Finite() || !geom.VecOf(o.Offset).Finite() || forward == (geom.Vec{}) {
		return 0, fmt.Errorf("aim %q: %w: forward %v, up %v, offset %v", o.Name, ErrValue, o.Forward, o.Up, o.Offset)
	}
	o.Forward, o.Up = forward.Unit(geom.Vec{}).Array(), geom.VecOf(o.Up).Unit(geom.Vec{}).Array()
	return s.add(&aimModifier{o, j}), nil
}

// SetAim sets what a modifier of Aim or Look does in instance i, with the weight that SetWeight
// sets. The error wraps ErrValue.
func (g *Instances) SetAim(i, modifier int, t AimTarget) error {
	if err := g.check(i, modifier); err != nil {
		return err
	}
	var a *aimed
	switch m := g.actor[modifier].(type) {
	case *aimActor:
		a = &m.aimed
	case *lookActor:
		a = &m.aimed
	default:
		return fmt.Errorf("%w: modifier %d is no aim", ErrValue, modifier)
	}
	if !geom.VecOf(t.Place).Finite() || !geom.VecOf(t.Pole).Finite() {
		return fmt.Errorf("%w: %+v for %q of instance %d", ErrValue, t, a.Name, i)
	}
	a.set(i, &t)
	return nil
}

type aimModifier struct {
	Aim
	joint int
}

func (m *aimModifier) joints() []int { return []int{m.joint} }
func (m *aimModifier) moves() []int  { return []int{m.joint} }

func (m *aimModifier) start(s *starting) (actor, error) {
	a := &aimActor{aimed: newAimed(m.Name, s.n)}
	var err error
	if a.frame, err = s.frame(m.joint); err != nil {
		return nil, err
	}
	if s.frames.static[a.frame] != nil {
		return nil, fmt.Errorf("%w: %q stands still in the layout", ErrJoint, m.Name)
	}
	a.line = lineIn(s.frames.bind[a.frame], m.Forward, m.Up, m.Offset)
	return a, nil
}

// lineIn is forward, up and offset of a line, in a joint's frame, as the joint's turn takes
// them.
func lineIn(bind geom.Quat, list ...[3]float32) (line [9]float32) {
	for k, v := range list {
		w := bind.Rotate(geom.VecOf(v)).Array()
		copy(line[3*k:], w[:])
	}
	return line
}

// aimed is the targets of what aims, per instance, and how far it has come.
type aimed struct {
	Name      string
	to, reach perInstance
}

func newAimed(name string, n int) aimed {
	a := aimed{name, newPerInstance(n, formula.AimTargetRows), newPerInstance(n, 2)}
	for i := range n {
		a.set(i, &AimTarget{})
	}
	return a
}

func (a *aimed) set(i int, t *AimTarget) {
	p, twist := t.Pole, t.Twist
	if twist == (solve.Angle{}) {
		twist.Cos = 1
	}
	a.setPlace(i, geom.VecOf(t.Place))
	a.to.set(i, formula.AimPole, p[0], p[1], p[2], twist.Cos, twist.Sin)
}

func (a *aimed) setPlace(i int, v geom.Vec) { a.to.set(i, formula.AimPlace, v.X, v.Y, v.Z) }

func (a *aimed) reached(i int) Reach {
	r := a.reach.at(i)
	return Reach{r[0], solve.Reason(r[simd.Lanes])}
}

type aimActor struct {
	aimed
	frame int
	line  [9]float32
}

func (a *aimActor) act16(f *frames, at *pose.Changing, weight []float32) {
	rows, reach := &f.args.Rows, a.reach.load(at, f.lanes[1][:])
	rows[0], rows[1], rows[2] = f.of(f.parent[a.frame]), f.of(a.frame), f.block[f.read16[a.frame].rotation:]
	rows[3], rows[4], rows[5] = a.to.load(at, f.lanes[0][:]), weight, reach
	f.args.Uniforms = a.line[:]
	_ = simd.AimPose16(f.args)
	a.reach.store(at, reach)
}
