package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd/formula"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Part is a part of what a modifier is given.
type Part uint8

const (
	Target Part = iota // the place of a Limb, an Aim, a Look, a Grab or of a Chain's effector
	Pole               // of a Limb whose pole is a point
	Turn               // the rotation of a Limb, a Grab or a Chain's effector
)

// Follow declares that a target of another modifier is at a joint, as the modifiers before
// have left it: a hand on the hilt of a sword that the other hand moves, eyes on a hand.
type Follow struct {
	Name   string
	Offset [3]float32 // from the joint, in its frame
	// Modifier is the number of the modifier with the target, which comes later in the stack.
	Modifier int
	Part     Part
	Effector int // of a Chain
}

// Follow adds to the stack what sets another modifier's target, while its own weight is
// above 0, and returns its number. The error wraps ErrJoint or ErrValue; where the modifier
// turns out to have no such target, Start refuses it.
func (s *Stack) Follow(o Follow) (int, error) {
	j, err := s.find(o.Name)
	if err != nil {
		return 0, fmt.Errorf("follow: %w", err)
	}
	if !geom.VecOf(o.Offset).Finite() || o.Part > Turn || o.Effector < 0 || o.Modifier <= s.Len() {
		return 0, fmt.Errorf("follow %q: %w: offset %v, part %d of modifier %d, which does not come later", o.Name, ErrValue, o.Offset, o.Part, o.Modifier)
	}
	return s.add(&followModifier{o, j}), nil
}

type followModifier struct {
	Follow
	joint int
}

func (m *followModifier) joints() []int { return []int{m.joint} }
func (m *followModifier) moves() []int  { return nil }

func (m *followModifier) start(s *starting) (actor, error) {
	k, err := s.frame(m.joint)
	if err != nil {
		return nil, err
	}
	return &followActor{m, s.fix(k, geom.VecOf(m.Offset), false), s.shared}, nil
}

type followActor struct {
	*followModifier
	at     fixed
	shared *shared
}

// fits reports whether an actor has the target.
func (m *followModifier) fits(a actor) bool {
	switch a := a.(type) {
	case *limbActor:
		return m.Part != Pole || a.PoleIsPoint
	case *aimActor, *lookActor:
		return m.Part == Target
	case *chainActor:
		return m.Part != Pole && m.Effector < len(a.effector)
	case *chain16Actor:
		return m.Part != Pole && m.Effector == 0
	case *grabActor:
		return m.Part != Pole
	}
	return false
}

func (a *followActor) act(f *frames, _ *pose.Lane, i int, _ float32) {
	switch to := a.shared.actors[a.Modifier].(type) {
	case *limbActor:
		switch a.Part {
		case Target:
			to.setPlace(i, f.at(&a.at))
		case Pole:
			to.setPole(i, f.at(&a.at))
		case Turn:
			to.setRotation(i, f.rotation(a.at.frame))
		}
	case *aimActor:
		to.setPlace(i, f.at(&a.at))
	case *lookActor:
		to.setPlace(i, f.at(&a.at))
	case *chainActor:
		if t := &to.to[i*len(to.effector)+a.Effector]; a.Part == Turn {
			t.Rotation = f.rotation(a.at.frame).Array()
		} else {
			t.Place = f.at(&a.at).Array()
		}
	case *chain16Actor:
		if a.Part == Turn {
			q := f.rotation(a.at.frame)
			to.to.set(i, formula.ChainRotation, q.X, q.Y, q.Z, q.W)
		} else {
			v := f.at(&a.at)
			to.to.set(i, formula.ChainTarget, v.X, v.Y, v.Z)
		}
	case *grabActor:
		if t := &to.to[i]; a.Part == Turn {
			t.Rotation = f.rotation(a.at.frame).Array()
		} else {
			t.Place = f.at(&a.at).Array()
		}
	}
}

// checkFollows refuses what follows for a modifier that has no such target.
func (g *Instances) checkFollows() error {
	for k, a := range g.actor {
		if m, ok := a.(*followActor); ok && (m.Modifier >= len(g.actor) || !m.fits(g.actor[m.Modifier])) {
			return fmt.Errorf("start control: modifier %d: %w: modifier %d has no part %d that follows %q", k, ErrValue, m.Modifier, m.Part, m.Name)
		}
	}
	return nil
}
