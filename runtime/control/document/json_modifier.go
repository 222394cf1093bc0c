package document

import (
	"reflect"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
)

// Version is the version of the JSON form.
const Version = 1

func (c *Control) fields(o *object) {
	o.at("version").Version(Version)
	o.at("name").Text(&c.Name, false)
	names := make(map[string]int)
	list(o.at("modifiers"), &c.Modifiers, 0, MaxModifiers, func(p place, m *Modifier) {
		p.w.modifier = p.Index
		p.object(m.fields)
		if before, twice := names[m.Name]; p.Checks() && twice && m.Name != "" {
			p.Wrong("%q is the name of modifier %d already", m.Name, before)
		}
		names[m.Name] = p.Index
	})
	p := o.at("humanoid")
	jsondoc.Table(p.Place, &c.Humanoid, "bone", 0, len(Bones), func(b *Bone) *string { return &b.Bone }, func(in jsondoc.Place, b *Bone) {
		p := place{in, o.w}
		p.joint(&b.Joint, true)
		if p.Checks() && !slices.Contains(Bones, b.Bone) {
			p.Wrong("there is no bone %.60q%s", b.Bone, suggest.Hint(Bones, b.Bone))
		}
	})
}

// actions are the names of the types of actions.
var actions = []struct {
	name string
	make func() Action
}{
	{"joint", func() Action { return new(Joint) }},
	{"limb", func() Action { return new(Limb) }},
	{"chain", func() Action { return new(Chain) }},
	{"aim", func() Action { return new(Aim) }},
	{"look", func() Action { return new(Look) }},
	{"grab", func() Action { return new(Grab) }},
	{"attach", func() Action { return new(Attach) }},
	{"twist", func() Action { return new(Twist) }},
	{"feet", func() Action { return new(Feet) }},
	{"limit", func() Action { return new(Limit) }},
	{"constraints", func() Action { return new(Constraints) }},
	{"springs", func() Action { return new(Springs) }},
	{"vrmSprings", func() Action { return new(VRMSprings) }},
}

// nameOf is the name of an action's type, or "".
func nameOf(a Action) string {
	for _, t := range actions {
		if reflect.TypeOf(t.make()) == reflect.TypeOf(a) {
			return t.name
		}
	}
	return ""
}

// Kind is the name of what the modifier does, as the document has it.
func (m *Modifier) Kind() string { return nameOf(m.Do) }

// Begins reports whether the modifier acts without a program that sets its weight.
func (m *Modifier) Begins() bool { return m.Weight.Given() || m.Do.targeted() }

// fields visits a modifier. What it does is the name of its field.
func (m *Modifier) fields(o *object) {
	o.at("name").Text(&m.Name, false)
	switch {
	case o.w.Task == jsondoc.Reading:
		name := o.only(actionNames())
		for _, t := range actions {
			if t.name == name {
				m.Do = t.make()
			}
		}
		if m.Do == nil {
			return
		}
	case nameOf(m.Do) == "" || reflect.ValueOf(m.Do).IsNil():
		o.Wrong("%T is nothing that a modifier does", m.Do)
		return
	}
	o.at(nameOf(m.Do)).object(m.Do.fields)
	o.at("weight").part(&m.Weight)
	for _, k := range m.Weight.Keys {
		if o.Checks() && k.To[0] > 0 && !m.Do.targeted() {
			o.Wrong("it has a weight and no target")
		}
	}
}

func actionNames() (names []string) {
	for _, t := range actions {
		names = append(names, t.name)
	}
	return names
}

// only finds the one field of an object that is one of some.
func (o *object) only(names []string) string {
	found := ""
	for _, f := range o.Fields {
		switch {
		case !slices.Contains(names, f.Key):
		case found != "":
			o.Wrong("it has both %q and %q", found, f.Key)
			return ""
		default:
			found = f.Key
		}
	}
	if found == "" {
		o.Known = append(o.Known, names...)
		o.Lacks = "it needs one of " + strings.Join(names, ", ")
	}
	return found
}

var spaceNames = []string{"local", "model"}

func (j *Joint) fields(o *object) {
	o.at("joint").joint(&j.Joint, true)
	choice(o.at("space"), &j.Space, spaceNames, false)
	o.at("adds").Flag(&j.Adds)
	o.at("rotation").value(&j.Rotation, rotation)
	o.at("translation").value(&j.Translation, vector)
	o.at("scale").value(&j.Scale, vector)
	if o.Checks() && !j.Rotation.Given() && !j.Translation.Given() && !j.Scale.Given() {
		o.Wrong("it has neither rotation nor translation nor scale")
	}
}

func (l *Limb) fields(o *object) {
	o.limb(&l.Root, &l.Mid, &l.End)
	o.at("hinge").vector(&l.Hinge)
	o.at("poleIsPoint").Flag(&l.PoleIsPoint)
	o.at("soft").float(&l.Soft, 0, 1, 0)
	o.at("stretch").float(&l.Stretch, 0, 100, 0)
	o.at("atMid").Flag(&l.AtMid)
	o.at("target").point(&l.Target)
	o.at("pole").point(&l.Pole)
	o.at("poleWeight").part(&l.PoleWeight)
	o.at("rotation").turn(&l.Rotation)
	o.at("rotationWeight").part(&l.RotationWeight)
	o.at("twist").angle(&l.Twist, -180, 180, 0)
	if !o.Checks() {
		return
	}
	switch {
	case l.Pole.Joint != "" && !l.PoleIsPoint:
		o.Wrong("the pole is a joint, and poleIsPoint is not set: a place is no direction")
	case l.PoleWeight.Given() && !l.Pole.Given():
		o.Wrong("it has a poleWeight and no pole")
	case l.RotationWeight.Given() && !l.Rotation.Given():
		o.Wrong("it has a rotationWeight and no rotation")
	}
	o.at("target").apart(l.Target.Joint, l.Root)
	o.at("pole").apart(l.Pole.Joint, l.Root)
}

func (a *Aim) fields(o *object) {
	o.at("joint").joint(&a.Joint, true)
	o.at("forward").direction(&a.Forward, true)
	o.at("up").vector(&a.Up)
	o.at("offset").vector(&a.Offset)
	o.at("target").point(&a.Target)
	o.at("pole").value(&a.Pole, vector)
	o.at("twist").angle(&a.Twist, -180, 180, 0)
	o.at("target").apart(a.Target.Joint, a.Joint)
}

func (l *Look) fields(o *object) {
	list(o.at("joints"), &l.Joints, 1, MaxJoints, func(p place, name *string) {
		p.joint(name, true)
		if p.Index > 0 {
			p.below(*name, l.Joints[p.Index-1])
		}
	})
	weights, cones := o.at("weights"), o.at("cones")
	list(weights, &l.Weights, 0, MaxJoints-1, func(p place, w *float32) { p.needed32(w, 0, 1) })
	list(cones, &l.Cones, 0, MaxJoints, func(p place, a *float32) { p.neededAngle(a, 0, 180) })
	o.at("forward").direction(&l.Forward, true)
	o.at("up").vector(&l.Up)
	o.at("offset").vector(&l.Offset)
	o.at("speed").angle(&l.Speed, 0, 1e6, 0)
	o.at("target").point(&l.Target)
	o.at("pole").value(&l.Pole, vector)
	if !o.Checks() || len(l.Joints) == 0 {
		return
	}
	if n := len(l.Joints); len(l.Weights) != n-1 {
		weights.Wrong("%d joints share the aim with %d weights, one for each but the last", n, len(l.Weights))
	} else if len(l.Cones) != 0 && len(l.Cones) != n {
		cones.Wrong("%d joints have %d cones, one for each or none at all", n, len(l.Cones))
	}
	o.at("target").apart(l.Target.Joint, l.Joints[len(l.Joints)-1])
}

// apart refuses a target that moves with the joint which it is for.
func (p place) apart(target, joint string) {
	if !p.Checks() || target == "" {
		return
	}
	moves := target == joint
	if p.w.skeleton != nil {
		moves = isBelow(p.w.skeleton, p.find(target), p.find(joint))
	}
	if moves {
		p.Wrong("%q moves with %q, whose target it is", target, joint)
	}
}

var limitNames = []string{"hinge", "cone", "twist", "swingTwist"}

// fields visits a limit. Its kind is the name of the field with its angles.
func (l *Limit) fields(o *object) {
	o.at("joint").joint(&l.Joint, true)
	if l.kinds(o); o.Checks() {
		l.checkOthers(o)
	}
}

// kinds visits what a limit is but for its joint.
func (l *Limit) kinds(o *object) {
	if o.w.Task == jsondoc.Reading {
		name := o.only(limitNames)
		if name == "" {
			return
		}
		l.Kind = LimitKind(slices.Index(limitNames, name))
	}
	if int(l.Kind) >= len(limitNames) {
		o.Wrong("there is no kind %d of limits", l.Kind)
		return
	}
	o.at(limitNames[l.Kind]).object(l.ranges)
	o.at("center").quaternion(&l.Center)
	o.at("soft").float(&l.Soft, 0, 1, 0)
}

// ranges visits the axis and the angles of a limit.
func (l *Limit) ranges(o *object) {
	o.at("axis").direction(&l.Axis, true)
	switch l.Kind {
	case ConeLimit:
		o.at("angle").neededAngle(&l.Swing[0], 0, 180)
		return
	case SwingTwistLimit:
		o.at("side").vector(&l.Side)
		o.at("around").neededAngle(&l.Swing[0], 0, 180)
		o.at("across").neededAngle(&l.Swing[1], 0, 180)
	}
	from := o.at("from")
	from.neededAngle(&l.From, -360, 360)
	o.at("to").neededAngle(&l.To, -360, 360)
	if o.Checks() && l.From > l.To {
		from.Wrong("%s° is above to, which is %s°", degrees(l.From), degrees(l.To))
	}
}

// checkOthers refuses a limit that leaves nothing of what another one of the joint allows.
func (l *Limit) checkOthers(o *object) {
	for k := range o.w.modifier {
		other, ok := o.w.control.Modifiers[k].Do.(*Limit)
		if !ok || other.Joint != l.Joint || other.Axis != l.Axis || other.Center != l.Center || l.Kind == ConeLimit || other.Kind == ConeLimit {
			continue
		}
		if other.To < l.From || other.From > l.To {
			o.Wrong("%s° to %s° and the %s° to %s° of modifier %d have nothing in common",
				degrees(l.From), degrees(l.To), degrees(other.From), degrees(other.To), k)
		}
	}
}
