package document

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// walk goes through a control. The fields of every type are listed once, by its method
// fields, for reading, writing and checking.
type walk struct {
	jsondoc.Walk
	control  *Control
	skeleton *soa.Skeleton // that joints are looked up in, or nil
	modifier int           // the present one
	inputs   []input       // of the constraints so far
}

func newWalk(c *Control, k *soa.Skeleton) *walk {
	return &walk{control: c, skeleton: k, Walk: jsondoc.Walk{Contradiction: ErrControl, Limit: ErrLimit}}
}

// place is where a value stands in a control.
type place struct {
	jsondoc.Place
	w *walk
}

// object is an object of the text.
type object struct {
	*jsondoc.Object
	w *walk
}

// document visits the object that has a control.
func (w *walk) document(p jsondoc.Place) {
	place{p, w}.object(func(o *object) {
		o.At("$schema", "").Ignored()
		o.at("control").needed(w.control.fields)
	})
}

func (o *object) at(key string) place { return place{o.At(key, ""), o.w} }

func (p place) object(visit func(o *object)) { p.orShort("", false, visit) }

// needed visits an object that is always there.
func (p place) needed(visit func(o *object)) {
	if p.Absent() {
		p.Missing()
		return
	}
	p.object(visit)
}

func (p place) orShort(key string, short bool, visit func(o *object)) {
	p.OrShort(key, short, func(o *jsondoc.Object) { visit(&object{o, p.w}) })
}

func list[T any](p place, to *[]T, least, most int, visit func(p place, entry *T)) {
	jsondoc.List(p.Place, to, least, most, func(in jsondoc.Place, entry *T) { visit(place{in, p.w}, entry) })
}

func choice[T ~uint8](p place, to *T, names []string, need bool) {
	jsondoc.Choice(p.Place, to, names, need)
}

// joint visits the name of a joint.
func (p place) joint(to *string, need bool) {
	p.Text(to, need)
	if p.Checks() && *to != "" && p.w.skeleton != nil {
		p.find(*to)
	}
}

// find returns the joint of a name.
func (p place) find(name string) int {
	j, problem := suggest.Joint(p.w.skeleton.Name, p.w.skeleton.Path, name)
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
	if p.W.Err == nil && (j == top || !isBelow(p.w.skeleton, j, top)) {
		p.Wrong("%q is not below %q", name, above)
	}
}

// isBelow reports whether a joint is another one or below it.
func isBelow(k *soa.Skeleton, j, other int) bool {
	for ; j >= 0; j = int(k.Parent[j]) {
		if j == other {
			return true
		}
	}
	return false
}

// Parse reads a control from JSON, of the form that Schema describes. Errors begin with a
// JSON pointer to what is wrong. They wrap soa.ErrFormat for what has another form or
// version, ErrLimit, or ErrControl for a control that contradicts itself.
func Parse(data []byte) (*Control, error) {
	c := new(Control)
	w := newWalk(c, nil)
	if err := w.Read(data, w.document); err != nil {
		return nil, err
	}
	if err := c.Check(nil); err != nil {
		return nil, err
	}
	return c, nil
}

// JSON writes the control, in the one way in which equal controls are written: fields in a
// fixed order, those left out that say what holds without them. Parse reads an equal
// control from it. The error wraps ErrControl or ErrLimit.
func (c *Control) JSON() ([]byte, error) {
	if err := c.Check(nil); err != nil {
		return nil, err
	}
	w := newWalk(c, nil)
	return w.JSON(w.document)
}

// Check reports what contradicts itself in a control, and with a skeleton what does not
// fit that: joints that it lacks or has twice, joints that are not below each other, and
// constraints that follow each other in a circle. The error wraps ErrControl or ErrLimit and
// begins with a JSON pointer.
func (c *Control) Check(k *soa.Skeleton) error {
	if c == nil {
		return fmt.Errorf("/: %w: it is nil", ErrControl)
	}
	w := newWalk(c, k)
	if err := w.Check(w.document); err != nil {
		return err
	}
	w.checkCycles()
	return w.Err
}
