package control

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// Document is a list of modifiers in order, as stored in JSON beside a model. Joints are given
// by name, by path or by the end of one: "left arm/hand".
type Document struct {
	Name      string
	Modifiers []Entry
	// Humanoid maps VRM bones to joints, see Bones.
	Humanoid []Bone
}

// Bone is the joint of a humanoid bone.
type Bone struct{ Bone, Joint string }

// Entry is one modifier of a document with its initial weight.
type Entry struct {
	Name string // for DocumentStack.Find, or ""
	// Weight is 0 to 1. Without keys it is 1, or 0 where the modifier needs a target and has
	// none: a program sets both.
	Weight Value
	Do     Modifier
}

// documented is a Modifier that a document can hold.
type documented interface {
	Modifier
	fields(o *object)
	// about returns the joints that it changes, and what it does to them.
	describe() (joints []string, does string)
}

// Kind is the modifier's name in documents, or "".
func (e *Entry) Kind() string {
	if k := kindOf(e.Do); k >= 0 {
		return kinds[k].name
	}
	return ""
}

// Begins reports whether the modifier acts before a program sets its weight.
func (e *Entry) Begins() bool { return e.Weight.Given() || targeted(e.Do) }

// Joints lists the joints that the modifier changes.
func (e *Entry) Joints() []string {
	joints, _ := e.describe()
	return joints
}

// Text describes the modifier in a line.
func (e *Entry) Text() string {
	joints, does := e.describe()
	return strings.Join(joints, ", ") + does
}

func (e *Entry) describe() (joints []string, does string) {
	if d, ok := e.Do.(documented); ok {
		return d.describe()
	}
	return nil, ""
}

// Target is the place at which the modifier aims, or nil.
func (e *Entry) Target() *Point {
	for _, t := range targetsOf(e.Do) {
		if t.point != nil {
			return t.point
		}
	}
	return nil
}

// fields visits an entry, whose kind is the name of a field.
func (e *Entry) fields(o *object) {
	o.Type("modifier", "A modifier of the pose, named by its field.")
	o.At("name", "A name by which a program finds it.").Text(&e.Name, false)
	k := kindOf(e.Do)
	if k < 0 && !o.Describes() && o.W.Task != jsondoc.Reading {
		o.Wrong("%T is nothing that a modifier does", e.Do)
		return
	}
	o.One(k, Kinds(), func(k int) {
		if o.Describes() || o.W.Task == jsondoc.Reading {
			e.Do = kinds[k].make()
		}
		o.At(kinds[k].name, "").Object(e.Do.(documented).fields)
	})
	if e.Do == nil {
		return
	}
	part(o.At("weight", "The initial weight; without it 1, or 0 if a target is missing."), &e.Weight)
	for _, key := range e.Weight.Keys {
		if o.Checks() && key.To[0] > 0 && !targeted(e.Do) {
			o.Wrong("it has a weight and no target")
		}
	}
}

func (c *Document) fields(o *object) {
	o.Type("control", "Modifiers of a model's poses after its clips are blended.")
	o.At("version", "The version of the format.").Version(1)
	o.At("name", "A name for people.").Text(&c.Name, false)
	names, s := make(map[string]int), scopeOf(o.Place)
	jsondoc.List(o.At("modifiers", "The modifiers, in the order in which they act."), &c.Modifiers, 0, maxModifiers, func(p place, e *Entry) {
		p.Object(e.fields)
		s.before = append(s.before, e.Do)
		if before, twice := names[e.Name]; p.Checks() && twice && e.Name != "" {
			p.Wrong("%q is the name of modifier %d already", e.Name, before)
		}
		names[e.Name] = p.Index
	})
	human := o.At("humanoid", "The joints of a human body, by the names that VRM 1.0 has for bones.")
	human.Also("propertyNames", `{"enum": ["`+strings.Join(bones, `", "`)+`"]}`)
	jsondoc.Table(human, &c.Humanoid, "bone", 0, len(bones), func(b *Bone) *string { return &b.Bone }, func(p place, b *Bone) {
		joint(p, &b.Joint, true)
		if p.Checks() && !slices.Contains(bones, b.Bone) {
			p.Wrong("there is no bone %.60q%s", b.Bone, suggest.Hint(bones, b.Bone))
		}
	})
}

// walk prepares a walk through the object that has the document, with the joints of a skeleton
// or nil.
func (c *Document) walk(k *soa.Skeleton) (*jsondoc.Walk, func(p place)) {
	w := &jsondoc.Walk{Contradiction: ErrDocument, Limit: ErrLimit, Of: &scope{skeleton: k}}
	return w, func(p place) {
		p.Object(func(o *object) {
			o.Type("document", "Modifiers of a model's poses after its clips are blended.")
			o.At("$schema", "Where editors find this schema.").Ignored()
			o.At("control", "The control.").Needed(c.fields)
		})
	}
}

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (2020-12) of documents, for completion and checks in editors. Parse
// alone resolves names and compares values.
func Schema() []byte { return slices.Clone(schema) }

// Parse reads a document in the form of Schema. Errors begin with a JSON pointer. They wrap
// soa.ErrFormat for another form or version, ErrLimit, or ErrDocument for contradictions.
func Parse(data []byte) (*Document, error) {
	c := new(Document)
	w, whole := c.walk(nil)
	if err := w.Read(data, whole); err != nil {
		return nil, err
	}
	if err := c.Check(nil); err != nil {
		return nil, err
	}
	return c, nil
}

// JSON writes the document in canonical form: fields in a fixed order, without those at their
// default. Parse reads it back equal. The error wraps ErrDocument or ErrLimit.
func (c *Document) JSON() ([]byte, error) {
	if err := c.Check(nil); err != nil {
		return nil, err
	}
	w, whole := c.walk(nil)
	return w.JSON(whole)
}

// Check reports contradictions in a document and, with a skeleton, what does not fit it:
// missing or ambiguous joints, joints in the wrong order, and constraints in a cycle. The error
// wraps ErrDocument or ErrLimit and begins with a JSON pointer.
func (c *Document) Check(k *soa.Skeleton) error {
	if c == nil {
		return fmt.Errorf("/: %w: it is nil", ErrDocument)
	}
	w, whole := c.walk(k)
	if err := w.Check(whole); err != nil {
		return err
	}
	w.Of.(*scope).checkCycles(w)
	return w.Err
}
