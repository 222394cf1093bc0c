package control

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Space is that in which a transform is meant.
type Space uint8

const (
	Local Space = iota // of the joint's parent
	Model
)

// ModifyJoint declares a joint that is put by hand.
type ModifyJoint struct {
	Joint string
	Space Space
	// Adds lets what is set come on top of what the pose has: a translation is added, a
	// rotation turns after the pose's in Local space and before it in Model space, and a
	// scale is a factor.
	Adds bool
	// Those that have a value are set: to that at first, and to what SetJoint says. The
	// layout reserves columns for Translation and Scale; a scale makes it one of soa.General.
	Rotation, Translation, Scale Value
}

func (o *ModifyJoint) bind(s *Stack) (modifier, error) {
	j, err := s.find(o.Joint)
	if err != nil {
		return nil, fmt.Errorf("joint: %w", err)
	}
	m := &jointModifier{o.Joint, o.Space, o.Adds, o.Rotation.Given(), o.Translation.Given(), o.Scale.Given(), j}
	if !m.rotation && !m.translation && !m.scale {
		return nil, fmt.Errorf("joint %q: %w: neither rotation nor translation nor scale", o.Joint, ErrValue)
	}
	if m.translation || m.scale {
		s.reserve = append(s.reserve, pose.Reservation{Joint: j, Translation: m.translation, Scale: m.scale})
	}
	return m, nil
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

// SetJoint sets what a ModifyJoint does in instance i, with the weight that SetWeight sets.
// What is not less than soa.MaxMagnitude is refused: the error wraps ErrValue.
func (g *Instances) SetJoint(i, modifier int, t Transform) error {
	a, err := actorOf[*jointActor](g, i, modifier, "joint")
	if err != nil {
		return err
	}
	q := geom.QuatOf(t.Rotation)
	if !bounded(t.Translation[:]) || !bounded(t.Scale[:]) || !unitable(q) {
		return fmt.Errorf("%w: %+v for joint %q of instance %d", ErrValue, t, a.name, i)
	}
	t.Rotation = q.Unit().Array()
	a.to[i] = t
	return nil
}

func (o *ModifyJoint) values(visit func(v *Value)) {
	visit(&o.Rotation)
	visit(&o.Translation)
	visit(&o.Scale)
}

func (o *ModifyJoint) set(g *Instances, i, number int, seconds float64) error {
	to := Unmoved()
	to.Rotation = o.Rotation.RotationAt(seconds)
	to.Translation = o.Translation.vector(seconds)
	if o.Scale.Given() {
		to.Scale = o.Scale.vector(seconds)
	}
	return g.SetJoint(i, number, to)
}

type jointModifier struct {
	name                         string
	space                        Space
	adds                         bool
	rotation, translation, scale bool
	joint                        int
}

func (m *jointModifier) joints() []int { return []int{m.joint} }
func (m *jointModifier) moves() []int  { return []int{m.joint} }

func (m *jointModifier) start(s *starting) (actor, error) {
	a := &jointActor{jointModifier: m, to: make([]Transform, s.n)}
	for i := range a.to {
		a.to[i] = Unmoved()
	}
	var err error
	if a.frame, err = s.turning(m.joint); err != nil {
		return nil, err
	}
	a.columns, err = s.writes(a.frame, m.translation, m.scale, m.name)
	return a, err
}

type jointActor struct {
	*jointModifier
	frame   int
	columns writes
	to      []Transform
}

func (a *jointActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	to := &a.to[i]
	if a.scale {
		a.setScale(p, to, weight)
	}
	if a.translation {
		a.setPlace(f, p, to, weight)
	}
	if a.rotation {
		a.setRotation(f, p, geom.QuatOf(to.Rotation), weight)
	}
}

func (a *jointActor) setScale(p *pose.Lane, to *Transform, weight float32) {
	now := p.Other(a.columns.scale)
	goal := geom.VecOf(to.Scale)
	if a.adds {
		goal = geom.XYZ(float32(goal.X*now[0]), float32(goal.Y*now[1]), float32(goal.Z*now[2]))
	}
	p.SetOther(a.columns.scale, geom.VecOf(now).Lerp(goal, weight).Array())
}

// setPlace moves the joint.
func (a *jointActor) setPlace(f *frames, p *pose.Lane, to *Transform, weight float32) {
	now, goal := p.Other(a.columns.translation), geom.VecOf(to.Translation)
	if a.space == Model {
		above := f.above(a.frame)
		inverse, ok := above.Inverse()
		if !ok { // what is above has no extent: it moves nothing
			return
		}
		if goal = geom.Direction(&inverse, goal); !a.adds {
			goal = goal.Add(geom.Translation(&inverse)).Sub(f.pivot(a.frame))
		}
	} else if goal = f.inColumn(a.frame, goal); !a.adds {
		goal = goal.Add(f.pivotAbove(a.frame)).Sub(f.pivot(a.frame))
	}
	if a.adds {
		goal = geom.VecOf(now).Add(goal)
	}
	p.SetOther(a.columns.translation, geom.VecOf(now).Lerp(goal, weight).Array())
}

func (a *jointActor) setRotation(f *frames, p *pose.Lane, goal geom.Quat, weight float32) {
	switch {
	case a.space == Model && a.adds:
		f.rotate(p, a.frame, geom.Identity.Nlerp(goal, weight))
	case a.space == Model:
		now := f.rotation(a.frame)
		to := goal
		if weight < 1 {
			to = now.Nlerp(goal, weight)
		}
		f.rotate(p, a.frame, to.Mul(now.Conjugate()))
	case a.adds:
		f.setLocalRotation(p, a.frame, f.localRotation(p, a.frame).Mul(geom.Identity.Nlerp(goal, weight)))
	default:
		f.setLocalRotation(p, a.frame, f.localRotation(p, a.frame).Nlerp(goal, weight))
	}
}

var spaceNames = []string{"local", "model"}

func (o *ModifyJoint) fields(x *object) {
	x.Type("modifyJoint", "Sets a joint's transform, or adds to it.")
	x.Rule("anyOf", `[{"required": ["rotation"]}, {"required": ["translation"]}, {"required": ["scale"]}]`)
	x.at("joint", "The joint.").joint(&o.Joint, true)
	choice(x.at("space", "Relative to what: the joint's parent, or the model."), &o.Space, spaceNames, false)
	x.at("adds", "Whether the values come on top of what the pose has: a translation is added, a rotation turns, a scale is a factor.").Flag(&o.Adds)
	x.at("rotation", "The rotation.").value(&o.Rotation, rotation)
	x.at("translation", "The place, or how far it moves.").value(&o.Translation, vector)
	x.at("scale", "The scale.").value(&o.Scale, vector)
	if x.Checks() && !o.Rotation.Given() && !o.Translation.Given() && !o.Scale.Given() {
		x.Wrong("it has neither rotation nor translation nor scale")
	}
}

func (o *ModifyJoint) changes() []string { return []string{o.Joint} }

func (o *ModifyJoint) text(joints string) string {
	var what []string
	for _, v := range []struct {
		name  string
		given bool
	}{{"rotation", o.Rotation.Given()}, {"translation", o.Translation.Given()}, {"scale", o.Scale.Given()}} {
		if v.given {
			what = append(what, v.name)
		}
	}
	verb := "set"
	if o.Adds {
		verb = "added to"
	}
	return fmt.Sprintf("%s %s in %s space: %s", joints, verb, spaceNames[o.Space], strings.Join(what, ", "))
}
