package control

import (
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// walk goes through a document. The fields of every type are listed once, by its method
// fields, for reading, writing, checking and describing.
type walk struct {
	jsondoc.Walk
	skeleton *soa.Skeleton // that joints are looked up in, or nil
	before   []Modifier    // those before the present one
	inputs   []input       // of the constraints so far
}

// place is where a value stands in a document.
type place struct {
	jsondoc.Place
	w *walk
}

// object is an object of the text.
type object struct {
	*jsondoc.Object
	w *walk
}

func (o *object) at(key, doc string) place { return place{o.At(key, doc), o.w} }

func (p place) object(visit func(o *object)) { p.orShort("", false, visit) }

func (p place) orShort(key string, short bool, visit func(o *object)) {
	p.OrShort(key, short, func(o *jsondoc.Object) { visit(&object{o, p.w}) })
}

// needed visits an object that is always there, empty one that may have no field.
func (p place) needed(visit func(o *object)) {
	p.Needed(func(o *jsondoc.Object) { visit(&object{o, p.w}) })
}

func (p place) empty(visit func(o *object)) {
	p.Empty(func(o *jsondoc.Object) { visit(&object{o, p.w}) })
}

func list[T any](p place, to *[]T, least, most int, visit func(p place, entry *T)) {
	jsondoc.List(p.Place, to, least, most, func(in jsondoc.Place, entry *T) { visit(place{in, p.w}, entry) })
}

// options visits a list of objects.
func options[T any](p place, to *[]T, least, most int, visit func(o *object, index int, entry *T)) {
	list(p, to, least, most, func(p place, entry *T) {
		p.object(func(o *object) { visit(o, p.Index, entry) })
	})
}

func choice[T ~uint8](p place, to *T, names []string, need bool) {
	jsondoc.Choice(p.Place, to, names, need)
}

// joint visits the name of a joint.
func (p place) joint(to *string, need bool) {
	if p.Describes() {
		if need {
			p.Missing()
		}
		p.Define("joint", "The name of a joint, or its path, or the end of one: left arm/hand.", func(p jsondoc.Place) { p.Text(to, false) })
		return
	}
	p.Text(to, need)
	if p.Checks() && *to != "" && p.w.skeleton != nil {
		p.find(*to)
	}
}

// find returns the joint of a name.
func (p place) find(name string) int {
	j, problem := suggest.Joint(p.w.skeleton, name)
	if problem != "" {
		p.Wrong("%s", problem)
	}
	return j
}

// below refuses a joint that is not below another one.
func (p place) below(name, above string) {
	if !p.Checks() || p.w.skeleton == nil {
		if p.Checks() && name == above {
			p.Wrong("%q is below itself", name)
		}
		return
	}
	j, top := p.find(name), p.find(above)
	if p.W.Err == nil && (j == top || !p.w.skeleton.InSubtree(j, top)) {
		p.Wrong("%q is not below %q", name, above)
	}
}

// apart refuses a target that moves with the joint which it is for.
func (p place) apart(target, joint string) {
	if !p.Checks() || target == "" {
		return
	}
	moves := target == joint
	if p.w.skeleton != nil {
		moves = p.w.skeleton.InSubtree(p.find(target), p.find(joint))
	}
	if moves {
		p.Wrong("%q moves with %q, whose target it is", target, joint)
	}
}

// limb visits three joints below each other.
func (o *object) limb(root, middle, last *string) {
	o.at("root", "The upper end of the first bone.").joint(root, true)
	mid, end := o.at("mid", "Where the bones meet."), o.at("end", "The end of the second bone.")
	mid.joint(middle, true)
	end.joint(last, true)
	mid.below(*middle, *root)
	end.below(*last, *middle)
}
