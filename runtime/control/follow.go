package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Part is a part of a modifier's target.
type Part uint8

const (
	PartTarget   Part = iota // the place to reach or aim at
	PartPole                 // of a TwoBoneIK whose pole is a point
	PartRotation             // of a TwoBoneIK, a HandIK or a ChainIK's effector
)

// Follow sets a target of another modifier to a joint after the modifiers before: a hand on the
// hilt of a sword that the other hand moves, eyes on a hand. It acts while its weight is above
// 0. A Point or Turn with a joint adds one by itself.
type Follow struct {
	Joint  string
	Offset [3]float32 // from the joint, in its frame
	// Modifier is the number of the modifier with the target, later in the stack.
	Modifier int
	Part     Part
	Effector int // of a ChainIK
}

func (o *Follow) bind(s *Stack) (modifier, error) {
	j, err := s.find(o.Joint)
	if err != nil {
		return nil, fmt.Errorf("follow: %w", err)
	}
	if !geom.VecOf(o.Offset).Finite() || o.Part > PartRotation || o.Effector < 0 || o.Modifier <= s.Len() {
		return nil, fmt.Errorf("follow %q: %w: offset %v, part %d of modifier %d, which does not come later", o.Joint, ErrValue, o.Offset, o.Part, o.Modifier)
	}
	return &followActor{bound: bound{{j, reads}}, Follow: *o}, nil
}

type followActor struct {
	bound
	Follow
	at fixed
	to setter
}

func (a followActor) start(s *starting, frame []int) actor {
	a.at = s.fix(frame[0], geom.VecOf(a.Offset), false)
	return &a
}

func (a *followActor) act(f *frames, _ *pose.Lane, i int, _ float32) {
	if a.Part == PartRotation {
		a.to(i, geom.Vec{}, f.rotation(a.at.frame))
	} else {
		a.to(i, f.at(&a.at), geom.Quat{})
	}
}

// followed is an actor whose targets a Follow sets.
type followed interface {
	// setter returns what sets a part of a target, or nil.
	setter(part Part, effector int) setter
}

// setter sets a part of a target of instance i: a place, or a rotation.
type setter func(i int, place geom.Vec, turn geom.Quat)

// target is a value of a modifier's target, or its weight.
type target struct {
	*Value
	follow Follow // sets it, if it has a joint
	point  *Point // the place to reach or aim at, or nil
}

func (p *Point) target(part Part) target {
	t := target{Value: &p.Value, follow: Follow{Joint: p.Joint, Offset: p.Offset, Part: part}}
	if part == PartTarget {
		t.point = p
	}
	return t
}

func (r *Turn) target() target {
	return target{Value: &r.Value, follow: Follow{Joint: r.Joint, Part: PartRotation}}
}

// targeting is a Modifier with initial targets.
type targeting interface {
	targets() []target
	// set sets the targets of instance i to those at a time in seconds.
	set(g *Instances, i, number int, seconds float64) error
}

func targetsOf(m Modifier) []target {
	if t, ok := m.(targeting); ok {
		return t.targets()
	}
	return nil
}

// targeted reports whether a modifier that needs a place to reach or aim at has one.
func targeted(m Modifier) bool {
	needs := false
	for _, t := range targetsOf(m) {
		if t.point != nil && t.point.Given() {
			return true
		}
		needs = needs || t.point != nil
	}
	return !needs
}

// connect finds the targets that a Follow sets, and refuses those that do not exist.
func (g *Instances) connect() error {
	for k, a := range g.actor {
		m, ok := a.(*followActor)
		if !ok {
			continue
		}
		if m.Modifier < len(g.actor) {
			if to, ok := g.actor[m.Modifier].(followed); ok {
				m.to = to.setter(m.Part, m.Effector)
			}
		}
		if m.to == nil {
			return fmt.Errorf("start control: modifier %d: %w: modifier %d has no part %d that follows %q", k, ErrValue, m.Modifier, m.Part, m.Joint)
		}
	}
	return nil
}
