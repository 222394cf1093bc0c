package control

import (
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

func (o *ConstraintStack) fields(x *object) {
	x.Type("constraintStack", "A joint follows limits, targets and paths, one constraint after the other, as in Blender.")
	x.at("joint", "The joint.").joint(&o.Joint, true)
	x.at("moves", "Whether the constraints move the joint, not only turn it.").Flag(&o.Moves)
	x.at("scales", "Whether they scale it.").Flag(&o.Scales)
	options(x.at("stack", "The constraints."), &o.Stack, 1, MaxConstraints, func(x *object, _ int, c *Constraint) { c.fields(x, o.Joint) })
	n := 0
	for k := range o.Stack {
		n += len(o.Stack[k].Targets)
	}
	if x.Checks() && n > MaxTargets {
		x.w.Fail(x.Path, ErrLimit, "it has %d targets, %d are possible", n, MaxTargets)
	}
}

// fields visits a constraint. Its rule is the name of its field.
func (e *Constraint) fields(o *object, owner string) {
	o.Type("constraint", "A constraint: one rule, with what it follows.")
	is := ruleOf(e.Rule)
	if is < 0 && o.w.Task != jsondoc.Reading && !o.Describes() {
		o.Wrong("%T is no constraint that a document can have", e.Rule)
		return
	}
	o.One(is, ruleNames(), func(k int) {
		if is = k; o.Describes() {
			e.Rule = nil
		}
		o.at(rules[k].name, rules[k].doc).empty(func(o *object) { rules[k].visit(o, e) })
	})
	if is < 0 {
		return
	}
	target := o.at("target", "What it follows.")
	if o.Describes() {
		target.target(new(Target))
	} else if rules[is].name != "armature" {
		e.target(target, rules[is].alone)
	}
	choice(o.at("space", "The space that the joint is brought into."), &e.Space, placeNames, false)
	choice(o.at("targetSpace", "The space that the target is brought into."), &e.TargetSpace, placeNames, false)
	o.at("headTail", "Where on the target's bone: 0 its head, 1 its tail.").Number32(&e.HeadTail, jsondoc.Any)
	o.at("influence", "0 leaves the joint, 1 is the whole constraint.").Number32(&e.Influence, jsondoc.Part.Or(1))
	if !o.Checks() {
		return
	}
	for k := range e.Targets {
		if name := e.Targets[k].Joint; name != "" {
			target.apart(name, owner)
			o.w.inputs = append(o.w.inputs, input{target.Path, owner, name})
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
		p.target(&e.Targets[0])
	case len(e.Targets) > 1:
		p.Wrong("it has %d targets", len(e.Targets))
	case !alone:
		p.Missing()
	}
}

// target visits a target: the name of a joint, three numbers, or an object with a place.
func (p place) target(t *Target) {
	if p.Describes() {
		p.Define("target", "What a constraint follows: a joint, or a place in the model.", func(in jsondoc.Place) {
			in.AnyOf(func(in jsondoc.Place) { place{in, p.w}.joint(&t.Joint, true) }, func(in jsondoc.Place) { place{in, p.w}.targetPlace(t) })
		})
		return
	}
	if p.Reads() && p.In.Is(`"`) || p.w.Task != jsondoc.Reading && t.Joint != "" {
		p.joint(&t.Joint, true)
		if p.Checks() && (t.Translation.Given() || t.Rotation.Given() || t.Scale.Given()) {
			p.Wrong("it is the joint %q, and has a place", t.Joint)
		}
		return
	}
	p.targetPlace(t)
}

func (p place) targetPlace(t *Target) {
	p.orShort("translation", t.Translation.still() && !t.Rotation.Given() && !t.Scale.Given(), func(o *object) {
		o.Type("targetPlace", "A place in the model.")
		at := o.at("translation", "Where it is.")
		if at.value(&t.Translation, vector); !t.Translation.Given() {
			at.Missing()
		}
		o.at("rotation", "Its rotation.").value(&t.Rotation, rotation)
		o.at("scale", "Its scale.").value(&t.Scale, vector)
	})
}

// armature visits the weighted targets of an armature constraint.
func (o *object) armature(r *constraint.Armature, e *Constraint) {
	type weighted struct {
		joint  string
		weight float32
	}
	var entries []weighted
	if o.w.Task != jsondoc.Reading {
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
	options(o.at("targets", "The joints."), &entries, 1, MaxTargets, func(o *object, _ int, w *weighted) {
		o.Type("weighted", "A joint with a weight.")
		o.at("joint", "The joint.").joint(&w.joint, true)
		o.at("weight", "The weight.").Number32(&w.weight, jsondoc.Part.Or(1))
	})
	if o.w.Task == jsondoc.Reading {
		for _, w := range entries {
			e.Targets, r.Weights = append(e.Targets, Target{Joint: w.joint}), append(r.Weights, w.weight)
		}
	}
}

// keeps refuses an offset beside one that is computed.
func (o *object) keeps(e *Constraint, offset soa.Affine) {
	if o.Checks() && e.Keep && offset != soa.IdentityAffine() {
		o.Wrong("keep and an offset both say how the joint is to its target")
	}
}

// text is a constraint's rule and what it follows.
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
