package control

import (
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// Every type of a document has a method that lists its fields once, for reading, writing,
// checking and describing: see package jsondoc.
type (
	place  = jsondoc.Place
	object = jsondoc.Object
)

// scope is what the joints of a document refer to, and what a walk has come across.
type scope struct {
	skeleton *soa.Skeleton // in which joints are looked up, or nil
	before   []Modifier    // those before the present one
	inputs   []input       // of the constraints so far
}

func scopeOf(p place) *scope { return p.W.Of.(*scope) }

// joint visits the name of a joint.
func joint(p place, to *string, need bool) {
	if p.Describes() {
		if need {
			p.Missing()
		}
		p.Define("joint", "The name of a joint, or its path, or the end of one: left arm/hand.", func(p place) { p.Text(to, false) })
		return
	}
	p.Text(to, need)
	if p.Checks() && *to != "" {
		scopeOf(p).find(p, *to)
	}
}

// find returns the joint of a name, −1 without a skeleton.
func (s *scope) find(p place, name string) int {
	if s.skeleton == nil {
		return -1
	}
	j, problem := suggest.Joint(s.skeleton, name)
	if problem != "" {
		p.Wrong("%s", problem)
	}
	return j
}

// within reports whether a joint is another one or, as far as a skeleton tells, below it.
func (s *scope) within(p place, name, other string) bool {
	if s.skeleton == nil {
		return name == other
	}
	return s.skeleton.InSubtree(s.find(p, name), s.find(p, other))
}

// below refuses a joint that is not below another one.
func below(p place, name, above string) {
	s := scopeOf(p)
	switch {
	case !p.Checks():
	case s.skeleton == nil && name == above:
		p.Wrong("%q is below itself", name)
	case s.skeleton != nil && (!s.within(p, name, above) || s.within(p, above, name)) && p.W.Err == nil:
		p.Wrong("%q is not below %q", name, above)
	}
}

// apart refuses a target that moves with the joint which it is for.
func apart(p place, target, joint string) {
	if p.Checks() && target != "" && scopeOf(p).within(p, target, joint) {
		p.Wrong("%q moves with %q, whose target it is", target, joint)
	}
}

// limb visits three joints below each other.
func limb(o *object, root, middle, last *string) {
	joint(o.At("root", "The upper end of the first bone."), root, true)
	mid, end := o.At("mid", "Where the bones meet."), o.At("end", "The end of the second bone.")
	joint(mid, middle, true)
	joint(end, last, true)
	below(mid, *middle, *root)
	below(end, *last, *middle)
}
