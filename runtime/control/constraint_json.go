package control

import (
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

func (o *ConstraintStack) fields(x *object) {
	x.Type("constraintStack", "Applies constraints to a joint, one after the other, as in Blender.")
	joint(x.At("joint", "The joint."), &o.Joint, true)
	x.At("moves", "The constraints also move the joint.").Flag(&o.Moves)
	x.At("scales", "They also scale it.").Flag(&o.Scales)
	jsondoc.Objects(x.At("stack", "The constraints."), &o.Stack, 1, maxConstraints, func(x *object, c *Constraint) { c.fields(x, o.Joint) })
	n := 0
	for k := range o.Stack {
		n += len(o.Stack[k].Targets)
	}
	if x.Checks() && n > maxTargets {
		x.W.Fail(x.Path, ErrLimit, "it has %d targets, %d are possible", n, maxTargets)
	}
}

// fields visits a constraint, whose rule is the name of a field.
func (e *Constraint) fields(o *object, owner string) {
	o.Type("constraint", "A constraint: one rule and its target.")
	is := ruleOf(e.Rule)
	if is < 0 && o.W.Task != jsondoc.Reading && !o.Describes() {
		o.Wrong("%T is no constraint that a document can have", e.Rule)
		return
	}
	o.One(is, ruleNames(), func(k int) {
		if is = k; o.Describes() {
			e.Rule = nil
		}
		o.At(rules[k].name, rules[k].doc).Empty(func(o *object) { rules[k].visit(o, e) })
	})
	if is < 0 {
		return
	}
	target := o.At("target", "The target.")
	if o.Describes() {
		new(Target).visit(target)
	} else if rules[is].name != "armature" {
		e.target(target, rules[is].alone)
	}
	jsondoc.Choice(o.At("space", "The space of the joint."), &e.Space, placeNames, false)
	jsondoc.Choice(o.At("targetSpace", "The space of the target."), &e.TargetSpace, placeNames, false)
	o.At("headTail", "The place on the target's bone: 0 is its head, 1 its tail.").Number32(&e.HeadTail, jsondoc.Any)
	o.At("influence", "The weight of the constraint.").Number32(&e.Influence, jsondoc.Part.Or(1))
	if !o.Checks() {
		return
	}
	s := scopeOf(o.Place)
	for k := range e.Targets {
		if name := e.Targets[k].Joint; name != "" {
			checkIndependent(target, name, owner)
			s.inputs = append(s.inputs, input{target, owner, name})
		}
	}
}

// target visits the one target of a constraint.
func (e *Constraint) target(p place, alone bool) {
	if p.Reads() {
		e.Targets = make([]Target, 1)
	}
	switch {
	case len(e.Targets) == 1:
		e.Targets[0].visit(p)
	case len(e.Targets) > 1:
		p.Wrong("it has %d targets", len(e.Targets))
	case !alone:
		p.Missing()
	}
}

// visit visits a target: the name of a joint, three numbers, or an object with a place.
func (t *Target) visit(p place) {
	form := 1
	if p.Reads() && p.In.Is(`"`) || t.Joint != "" {
		form = 0
	}
	p.Forms("target", "The target of a constraint: a joint, or a place in the model.", form, func(p place) {
		joint(p, &t.Joint, true)
		if p.Checks() && (t.Translation.Given() || t.Rotation.Given() || t.Scale.Given()) {
			p.Wrong("it is the joint %q, and has a place", t.Joint)
		}
	}, func(p place) {
		p.OrShort("translation", t.Translation.still() && !t.Rotation.Given() && !t.Scale.Given(), t.fields)
	})
}

func (t *Target) fields(o *object) {
	o.Type("targetPlace", "A place in the model.")
	at := o.At("translation", "Its place.")
	if value(at, &t.Translation, onePlace); !t.Translation.Given() {
		at.Missing()
	}
	value(o.At("rotation", "Its rotation."), &t.Rotation, oneRotation)
	value(o.At("scale", "Its scale."), &t.Scale, onePlace)
}

// armature visits the weighted targets of an armature constraint.
func armature(o *object, r *constraint.Armature, e *Constraint) {
	type weighted struct {
		joint  string
		weight float32
	}
	var entries []weighted
	if o.W.Task != jsondoc.Reading {
		for k, t := range e.Targets {
			w := weighted{t.Joint, 0}
			if k < len(r.Weights) {
				w.weight = r.Weights[k]
			}
			entries = append(entries, w)
		}
		if o.Checks() && len(r.Weights) != len(e.Targets) {
			o.Wrong("%d targets have %d weights", len(e.Targets), len(r.Weights))
		}
	}
	jsondoc.Objects(o.At("targets", "The joints."), &entries, 1, maxTargets, func(o *object, w *weighted) {
		o.Type("weighted", "A joint with a weight.")
		joint(o.At("joint", "The joint."), &w.joint, true)
		o.At("weight", "The weight.").Number32(&w.weight, jsondoc.Part.Or(1))
	})
	if o.W.Task == jsondoc.Reading {
		for _, w := range entries {
			e.Targets, r.Weights = append(e.Targets, Target{Joint: w.joint}), append(r.Weights, w.weight)
		}
	}
}

// keepsOffset refuses an offset beside Keep.
func keepsOffset(o *object, e *Constraint, offset soa.Affine) {
	if o.Checks() && e.Keep && offset != soa.IdentityAffine() {
		o.Wrong("keep and an offset both say how the joint is to its target")
	}
}

// text describes a constraint: its rule and targets.
func (e *Constraint) text() string {
	name := rules[ruleOf(e.Rule)].name
	var targets []string
	for k := range e.Targets {
		if j := e.Targets[k].Joint; j != "" {
			targets = append(targets, j)
		} else {
			targets = append(targets, "a place")
		}
	}
	if len(targets) > 0 {
		name += " of " + strings.Join(targets, ", ")
	}
	return name
}
