package control

import (
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// Each type of a document lists its fields once, in a method named fields; see package jsondoc.
type (
	place  = jsondoc.Place
	object = jsondoc.Object
)

// scope is the context of a walk through a document.
type scope struct {
	skeleton *soa.Skeleton                // to look up joints, or nil
	follow   func(p place, joint *string) // gives a joint that is read another name, or nil
	before   []Modifier                   // before the current one
	inputs   []input                      // of the constraints so far
}

func scopeOf(p place) *scope { return p.W.Of.(*scope) }

// joint visits the name of a joint.
func joint(p place, to *string, need bool) {
	if p.Describes() {
		if need {
			p.Missing()
		}
		p.Define("joint", "The name of a joint, its path, or the end of the path: left arm/hand.", func(p place) { p.Text(to, false) })
		return
	}
	p.Text(to, need)
	if p.Checks() && *to != "" {
		scopeOf(p).find(p, *to)
	}
	if follow := scopeOf(p).follow; follow != nil && p.Reads() && *to != "" {
		follow(p, to)
	}
}

// find returns the joint with a name, −1 without a skeleton.
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

// isInSubtree reports whether a joint is another one or, given a skeleton, its descendant.
func (s *scope) isInSubtree(p place, name, other string) bool {
	if s.skeleton == nil {
		return name == other
	}
	return s.skeleton.InSubtree(s.find(p, name), s.find(p, other))
}

// checkBelow refuses a joint that is not a descendant of another.
func checkBelow(p place, name, above string) {
	s := scopeOf(p)
	switch {
	case !p.Checks():
	case s.skeleton == nil && name == above:
		p.Wrong("%q is below itself", name)
	case s.skeleton != nil && (!s.isInSubtree(p, name, above) || s.isInSubtree(p, above, name)) && p.W.Err == nil:
		p.Wrong("%q is not below %q", name, above)
	}
}

// checkIndependent refuses a target that moves with the joint that reaches for it.
func checkIndependent(p place, target, joint string) {
	if p.Checks() && target != "" && scopeOf(p).isInSubtree(p, target, joint) {
		p.Wrong("%q moves with %q, whose target it is", target, joint)
	}
}

// limb visits three joints in a row.
func limb(o *object, root, middle, last *string) {
	joint(o.At("root", "The upper end of the first bone."), root, true)
	mid, end := o.At("mid", "Where the bones meet."), o.At("end", "The end of the second bone.")
	joint(mid, middle, true)
	joint(end, last, true)
	checkBelow(mid, *middle, *root)
	checkBelow(end, *last, *middle)
}
