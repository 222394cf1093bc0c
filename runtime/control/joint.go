package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Space is that in which a transform is meant.
type Space uint8

const (
	Local Space = iota // of the joint's parent
	Model
)

// Joint declares a joint that is put by hand.
type Joint struct {
	Name  string
	Space Space
	// Adds lets what is set come on top of what the pose has: a translation is added, a
	// rotation turns after the pose's in Local space and before it in Model space, and a
	// scale is a factor.
	Adds bool
	// What is set: Rotation, or others beside it or instead, for which the layout reserves
	// columns. A scale makes it one of soa.General.
	Rotation, Translation, Scale bool
}

// Joint adds a joint to the stack and returns the modifier's number. The error wraps
// ErrJoint, or ErrValue where nothing is to be set.
func (s *Stack) Joint(o Joint) (int, error) {
	j, err := s.find(o.Name)
	if err != nil {
		return 0, fmt.Errorf("joint: %w", err)
	}
	if !o.Rotation && !o.Translation && !o.Scale {
		return 0, fmt.Errorf("joint %q: %w: neither rotation nor translation nor scale", o.Name, ErrValue)
	}
	if o.Translation || o.Scale {
		s.reserve = append(s.reserve, pose.Reservation{Joint: j, Translation: o.Translation, Scale: o.Scale})
	}
	return s.add(&jointModifier{o, j}), nil
}

// Transform is what a joint is set to.
type Transform struct {
	Translation [3]float32
	Rotation    [4]float32 // x, y, z, w of any length but 0
	Scale       [3]float32
}

// Unmoved is the transform that changes nothing where it is added.
func Unmoved() Transform {
	return Transform{Rotation: geom.Identity.Array(), Scale: [3]float32{1, 1, 1}}
}

// SetJoint sets what a modifier of Joint does in instance i, with the weight that SetWeight
// sets. What is not less than soa.MaxMagnitude is refused: the error wraps ErrValue.
func (g *Instances) SetJoint(i, modifier int, t Transform) error {
	if err := g.check(i, modifier); err != nil {
		return err
	}
	a, ok := g.actor[modifier].(*jointActor)
	if !ok {
		return fmt.Errorf("%w: modifier %d is no joint", ErrValue, modifier)
	}
	q := geom.QuatOf(t.Rotation)
	if !bounded(t.Translation[:]) || !bounded(t.Scale[:]) || !unitable(q) {
		return fmt.Errorf("%w: %+v for joint %q of instance %d", ErrValue, t, a.Name, i)
	}
	t.Rotation = q.Unit().Array()
	a.to[i] = t
	return nil
}

type jointModifier struct {
	Joint
	joint int
}

func (m *jointModifier) joints() []int { return []int{m.joint} }
func (m *jointModifier) moves() []int  { return []int{m.joint} }

func (m *jointModifier) start(s *starting) (actor, error) {
	a := &jointActor{Joint: m.Joint, to: make([]Transform, s.n)}
	for i := range a.to {
		a.to[i] = Unmoved()
	}
	var err error
	if a.frame, err = s.frame(m.joint); err != nil {
		return nil, err
	}
	slot := s.frames.slot[a.frame]
	a.translation, a.scale = int(s.layout.TranslationColumn[slot]), soa.None
	if s.layout.Form == soa.General {
		a.scale = int(s.layout.ScaleColumn[slot])
	}
	if s.frames.static[a.frame] != nil {
		return nil, fmt.Errorf("%w: %q stands still in the layout", ErrJoint, m.Name)
	}
	if m.Translation && a.translation == soa.None || m.Scale && a.scale == soa.None {
		return nil, fmt.Errorf("%w: the layout has no column for the translation or scale of %q, see Reserve", ErrJoint, m.Name)
	}
	return a, nil
}

type jointActor struct {
	Joint
	frame, translation, scale int
	to                        []Transform
}

func (a *jointActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	to := &a.to[i]
	if a.Scale {
		a.setScale(p, to, weight)
	}
	if a.Translation {
		a.setPlace(f, p, to, weight)
	}
	if a.Rotation {
		a.setRotation(f, p, geom.QuatOf(to.Rotation), weight)
	}
}

func (a *jointActor) setScale(p *pose.Lane, to *Transform, weight float32) {
	now := p.Other(a.scale)
	goal := geom.VecOf(to.Scale)
	if a.Adds {
		goal = geom.XYZ(float32(goal.X*now[0]), float32(goal.Y*now[1]), float32(goal.Z*now[2]))
	}
	p.SetOther(a.scale, geom.VecOf(now).Lerp(goal, weight).Array())
}

// setPlace moves the joint.
func (a *jointActor) setPlace(f *frames, p *pose.Lane, to *Transform, weight float32) {
	now, goal := p.Other(a.translation), geom.VecOf(to.Translation)
	if a.Space == Model {
		above := f.above(a.frame)
		inverse, ok := above.Inverse()
		if !ok { // what is above has no extent: it moves nothing
			return
		}
		if goal = geom.Direction(&inverse, goal); !a.Adds {
			goal = goal.Add(geom.Translation(&inverse)).Sub(f.pivot(a.frame))
		}
	} else if goal = f.inColumn(a.frame, goal); !a.Adds {
		goal = goal.Add(f.pivotAbove(a.frame)).Sub(f.pivot(a.frame))
	}
	if a.Adds {
		goal = geom.VecOf(now).Add(goal)
	}
	p.SetOther(a.translation, geom.VecOf(now).Lerp(goal, weight).Array())
}

func (a *jointActor) setRotation(f *frames, p *pose.Lane, goal geom.Quat, weight float32) {
	switch {
	case a.Space == Model && a.Adds:
		f.rotate(p, a.frame, geom.Identity.Nlerp(goal, weight))
	case a.Space == Model:
		now := f.rotation(a.frame)
		to := goal
		if weight < 1 {
			to = now.Nlerp(goal, weight)
		}
		f.rotate(p, a.frame, to.Mul(now.Conjugate()))
	case a.Adds:
		f.setLocalRotation(p, a.frame, f.localRotation(p, a.frame).Mul(geom.Identity.Nlerp(goal, weight)))
	default:
		f.setLocalRotation(p, a.frame, f.localRotation(p, a.frame).Nlerp(goal, weight))
	}
}

// bounded reports whether all of some numbers are less than soa.MaxMagnitude, as those of
// models are.
func bounded(values []float32) bool {
	for _, v := range values {
		if !(v > -soa.MaxMagnitude && v < soa.MaxMagnitude) {
			return false
		}
	}
	return true
}
