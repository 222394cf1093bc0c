package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Part is a part of what a modifier is given.
type Part uint8

const (
	PartTarget   Part = iota // the place that it reaches for, or of a ChainIK's effector
	PartPole                 // of a TwoBoneIK whose pole is a point
	PartRotation             // of a TwoBoneIK, a HandIK or a ChainIK's effector
)

// Follow declares that a target of another modifier is at a joint, as the modifiers before
// have left it: a hand on the hilt of a sword that the other hand moves, eyes on a hand. It
// acts while its own weight is above 0. A target that has a joint is one already.
type Follow struct {
	Joint  string
	Offset [3]float32 // from the joint, in its frame
	// Modifier is the number of the modifier with the target, which comes later in the stack.
	Modifier int
	Part     Part
	Effector int // of a ChainIK
}

func (p *Point) follow(part Part) Follow { return Follow{Joint: p.Joint, Offset: p.Offset, Part: part} }
func (r *Turn) follow() Follow           { return Follow{Joint: r.Joint, Part: PartRotation} }

func (o *Follow) bind(s *Stack) (modifier, error) {
	j, err := s.find(o.Joint)
	if err != nil {
		return nil, fmt.Errorf("follow: %w", err)
	}
	if !geom.VecOf(o.Offset).Finite() || o.Part > PartRotation || o.Effector < 0 || o.Modifier <= s.Len() {
		return nil, fmt.Errorf("follow %q: %w: offset %v, part %d of modifier %d, which does not come later", o.Joint, ErrValue, o.Offset, o.Part, o.Modifier)
	}
	return &followModifier{*o, j}, nil
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
	return &followActor{m, s.fix(k, geom.VecOf(m.Offset), false), s.actors}, nil
}

type followActor struct {
	*followModifier
	at     fixed
	actors *[]actor // of all modifiers
}

// followed is an actor whose targets others set in a frame.
type followed interface {
	// takes reports whether it has a part of a target.
	takes(part Part, effector int) bool
	followPlace(i int, part Part, effector int, v geom.Vec)
	followTurn(i, effector int, q geom.Quat)
}

func (a *followActor) act(f *frames, _ *pose.Lane, i int, _ float32) {
	to := (*a.actors)[a.Modifier].(followed)
	if a.Part == PartRotation {
		to.followTurn(i, a.Effector, f.rotation(a.at.frame))
	} else {
		to.followPlace(i, a.Part, a.Effector, f.at(&a.at))
	}
}

// checkFollows refuses what follows for a modifier that has no such target.
func (g *Instances) checkFollows() error {
	for k, a := range g.actor {
		m, ok := a.(*followActor)
		if !ok {
			continue
		}
		if m.Modifier < len(g.actor) {
			if to, ok := g.actor[m.Modifier].(followed); ok && to.takes(m.Part, m.Effector) {
				continue
			}
		}
		return fmt.Errorf("start control: modifier %d: %w: modifier %d has no part %d that follows %q", k, ErrValue, m.Modifier, m.Part, m.Joint)
	}
	return nil
}
