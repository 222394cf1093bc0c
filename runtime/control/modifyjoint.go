package control

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Space is what a transform is relative to.
type Space uint8

const (
	Local Space = iota // of the joint's parent
	Model
)

// ModifyJoint sets the transform of a joint, or adds to it.
type ModifyJoint struct {
	Joint string
	Space Space
	// Adds combines the values with the pose: translations are added, rotations multiplied, pose
	// · value in Local space and value · pose in Model space, and scales are factors.
	Adds bool
	// The parts with a value are set, to that initially and then by SetJoint. The layout reserves
	// columns for Translation and Scale; a scale makes it soa.General.
	Rotation, Translation, Scale Value
}

func (o *ModifyJoint) bind(s *Stack) (modifier, error) {
	j, err := s.find(o.Joint)
	if err != nil {
		return nil, fmt.Errorf("joint: %w", err)
	}
	a := &jointActor{ModifyJoint: *o}
	for k, v := range [...]*Value{&o.Rotation, &o.Translation, &o.Scale} {
		if v.Given() {
			a.to |= turns << k
		}
	}
	if a.to == reads {
		return nil, fmt.Errorf("joint %q: %w: neither rotation nor translation nor scale", o.Joint, ErrValue)
	}
	a.bound = bound{{j, a.to}}
	return a, nil
}

// Transform is the target of a ModifyJoint.
type Transform struct {
	Translation [3]float32
	Rotation    [4]float32 // x, y, z, w of any length but 0
	Scale       [3]float32
}

// IdentityTransform returns the identity.
func IdentityTransform() Transform {
	return Transform{Rotation: geom.Identity.Array(), Scale: [3]float32{1, 1, 1}}
}

// SetJoint sets the transform of a ModifyJoint in instance i. Numbers must be less than
// soa.MaxMagnitude: the error wraps ErrValue.
func (g *Instances) SetJoint(i, modifier int, t Transform) error {
	a, err := actorOf[*jointActor](g, i, modifier, "joint")
	if err != nil {
		return err
	}
	q := geom.QuatOf(t.Rotation)
	if !bounded(t.Translation[:]) || !bounded(t.Scale[:]) || !unitable(q) {
		return fmt.Errorf("%w: %+v for joint %q of instance %d", ErrValue, t, a.Joint, i)
	}
	t.Rotation = q.Unit().Array()
	a.goal[i] = t
	return nil
}

func (o *ModifyJoint) targets() []target {
	return []target{{Value: &o.Rotation}, {Value: &o.Translation}, {Value: &o.Scale}}
}

func (o *ModifyJoint) set(g *Instances, i, number int, seconds float64) error {
	to := IdentityTransform()
	to.Rotation = o.Rotation.RotationAt(seconds)
	to.Translation = o.Translation.vector(seconds)
	if o.Scale.Given() {
		to.Scale = o.Scale.vector(seconds)
	}
	return g.SetJoint(i, number, to)
}

type jointActor struct {
	bound
	ModifyJoint
	to    access
	frame int
	goal  []Transform // per instance
}

func (a jointActor) start(s *starting, frame []int) actor {
	a.frame, a.goal = frame[0], make([]Transform, s.n)
	for i := range a.goal {
		a.goal[i] = IdentityTransform()
	}
	return &a
}

func (a *jointActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	to := &a.goal[i]
	if a.to&scales != 0 {
		a.setScale(f, p, to, weight)
	}
	if a.to&moves != 0 {
		a.setPlace(f, p, to, weight)
	}
	if a.to&turns != 0 {
		a.setRotation(f, p, geom.QuatOf(to.Rotation), weight)
	}
}

func (a *jointActor) setScale(f *frames, p *pose.Lane, to *Transform, weight float32) {
	column := f.scale(a.frame)
	now := p.Other(column)
	goal := geom.VecOf(to.Scale)
	if a.Adds {
		goal = geom.XYZ(float32(goal.X*now[0]), float32(goal.Y*now[1]), float32(goal.Z*now[2]))
	}
	p.SetOther(column, geom.VecOf(now).Lerp(goal, weight).Array())
}

func (a *jointActor) setPlace(f *frames, p *pose.Lane, to *Transform, weight float32) {
	column, goal := f.translation(a.frame), geom.VecOf(to.Translation)
	now := p.Other(column)
	if a.Space == Model {
		above := f.parentMatrix(a.frame)
		inverse, ok := above.Inverse()
		if !ok { // the parent has no extent
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
	p.SetOther(column, geom.VecOf(now).Lerp(goal, weight).Array())
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

var spaceNames = []string{"local", "model"}

func (o *ModifyJoint) fields(x *object) {
	x.Type("modifyJoint", "Sets a joint's transform, or adds to it.")
	x.Rule("anyOf", `[{"required": ["rotation"]}, {"required": ["translation"]}, {"required": ["scale"]}]`)
	joint(x.At("joint", "The joint."), &o.Joint, true)
	jsondoc.Choice(x.At("space", "The space of the values: that of the joint's parent, or the model."), &o.Space, spaceNames, false)
	x.At("adds", "The values are combined with the pose: a translation is added, a rotation multiplied, a scale is a factor.").Flag(&o.Adds)
	value(x.At("rotation", "The rotation."), &o.Rotation, oneRotation)
	value(x.At("translation", "The place, or the offset."), &o.Translation, onePlace)
	value(x.At("scale", "The scale."), &o.Scale, onePlace)
	if x.Checks() && !o.Rotation.Given() && !o.Translation.Given() && !o.Scale.Given() {
		x.Wrong("it has neither rotation nor translation nor scale")
	}
}

func (o *ModifyJoint) describe() (joints []string, does string) {
	var what []string
	for k, v := range []*Value{&o.Rotation, &o.Translation, &o.Scale} {
		if v.Given() {
			what = append(what, []string{"rotation", "translation", "scale"}[k])
		}
	}
	verb := "set"
	if o.Adds {
		verb = "added to"
	}
	return []string{o.Joint}, fmt.Sprintf(" %s in %s space: %s", verb, spaceNames[o.Space], strings.Join(what, ", "))
}
