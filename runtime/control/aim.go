package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/vec"
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
	forward := vec.V(o.Forward)
	if !forward.Finite() || !vec.V(o.Up).Finite() || !vec.V(o.Offset).Finite() || forward == (vec.V{}) {
		return 0, fmt.Errorf("aim %q: %w: forward %v, up %v, offset %v", o.Name, ErrValue, o.Forward, o.Up, o.Offset)
	}
	o.Forward, o.Up = forward.Unit(vec.V{}), vec.V(o.Up).Unit(vec.V{})
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
	if !vec.V(t.Place).Finite() || !vec.V(t.Pole).Finite() {
		return fmt.Errorf("%w: %+v for %q of instance %d", ErrValue, t, a.Name, i)
	}
	a.to[i] = t
	return nil
}

type aimModifier struct {
	Aim
	joint int
}

func (m *aimModifier) joints() []int { return []int{m.joint} }
func (m *aimModifier) moves() []int  { return []int{m.joint} }

func (m *aimModifier) start(s *starting) (actor, error) {
	a := &aimActor{aim: m.Aim, aimed: aimed{m.Name, make([]AimTarget, s.n), make([]Reach, s.n)}}
	var err error
	if a.frame, err = s.frame(m.joint); err != nil {
		return nil, err
	}
	if s.frames.static[a.frame] != nil {
		return nil, fmt.Errorf("%w: %q stands still in the layout", ErrJoint, m.Name)
	}
	return a, nil
}

// aimed is the targets of what aims, per instance.
type aimed struct {
	Name  string
	to    []AimTarget
	reach []Reach
}

type aimActor struct {
	aim Aim
	aimed
	frame int
}

func (a *aimActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	to := &a.to[i]
	turn := f.rotation(a.frame)
	aim := solve.Aim{
		Place: f.place(a.frame), Target: to.Place, Forward: turn.Rotate(a.aim.Forward), Up: turn.Rotate(a.aim.Up),
		Offset: turn.Rotate(vec.V(a.aim.Offset)), Pole: to.Pole, Twist: to.Twist, Weight: weight,
	}
	out := aim.Solve()
	a.reach[i] = Reach{out.Residual, out.Reason}
	f.rotate(p, a.frame, out.Turn)
}
