package paint

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/soa"
)

// Document is a list of strokes and other steps, in order.
type Document struct {
	Name  string
	Plane retarget.Plane // of mirrored steps; Guess: between the sides of the body
	Steps []Step
	// Models reads the model files that transfers name; nil: they are an error. It is no part of the JSON.
	Models func(file string) (*soa.Model, error)
}

// Step is an operation on a part of the surface.
type Step struct {
	Operation
	Masks    []Mask  // their product is the amount; none: everywhere
	Strength float64 // a factor of the amount
	Locked   []string
	// Raw leaves the other weights of a vertex as they are. Otherwise they make up for it, so that the
	// sum stays 1.
	Raw bool
	// Mirrored does the same on the other side, with the joint there.
	Mirrored bool
}

func (s *Step) fields(o *object) {
	o.Type("step", "An operation, named by its field, on a part of the surface.")
	k := -1
	if s.Operation != nil {
		k = kindOf(s.Operation)
	}
	if k < 0 && !o.Describes() && o.W.Task != jsondoc.Reading {
		o.Wrong("%T is no operation", s.Operation)
		return
	}
	o.One(k, Kinds(), func(k int) {
		if o.Describes() || o.W.Task == jsondoc.Reading {
			s.Operation = kinds[k].make()
		}
		o.At(kinds[k].name, "").Empty(s.Operation.fields)
	})
	masks(o.At("masks", "Parts of the surface; the product of their values is the amount. Without them everything."), &s.Masks)
	o.At("strength", "A factor of the amount.").Number(&s.Strength, jsondoc.Part.Or(1))
	jsondoc.List(o.At("locked", "Joints whose weights stay."), &s.Locked, 0, maxLocked, func(p place, name *string) { joint(p, name, true) })
	o.At("raw", "Leaves the other weights of a vertex as they are; otherwise the sum stays 1.").Flag(&s.Raw)
	o.At("mirrored", "Does the same on the other side, with the joint there.").Flag(&s.Mirrored)
	if o.Checks() {
		s.check(o)
	}
}

// check reports contradictions.
func (s *Step) check(o *object) {
	_, one := s.Operation.(single)
	one = one && s.joint() != ""
	_, copies := s.Operation.(*Mirror)
	switch {
	case s.Raw && !one:
		o.Wrong("raw weights are those of one joint")
	case s.Mirrored && copies:
		o.Wrong("a mirror cannot be mirrored")
	}
	for k := range s.Masks {
		if _, numbers := s.Masks[k].Shape.(*Vertices); numbers && s.Mirrored {
			o.Wrong("mask %d: vertices have no other side", k)
		}
	}
	if m := modelOf(o.Place); m != nil && one && o.Checks() {
		j, problem := suggestJoint(m, s.joint())
		if problem != "" {
			o.Wrong("%s", problem)
		} else if !skins(m, j) {
			o.Wrong("the joint %.60q is in no skin", s.joint())
		}
	}
}

func (d *Document) fields(o *object) {
	o.Type("paint", "Strokes and other steps that change the weights of a model.")
	o.At("version", "The version of the format.").Version(1)
	o.At("name", "A name for people.").Text(&d.Name, false)
	jsondoc.Choice(o.At("plane", "The axis normal to the plane of mirrored steps; guess: between the sides of the body."), &d.Plane, []string{"guess", "x", "y", "z"}, false)
	jsondoc.Objects(o.At("steps", "The steps, one after the other."), &d.Steps, 0, maxSteps, func(o *object, s *Step) { s.fields(o) })
}

// walk prepares a walk through the object that has the document, with a model or nil.
func (d *Document) walk(m *soa.Model) (*jsondoc.Walk, func(p place)) {
	w := &jsondoc.Walk{Contradiction: ErrList, Limit: ErrLimit, Of: &scope{m}}
	return w, func(p place) {
		p.Object(func(o *object) {
			o.Type("document", "Painted weights of a model.")
			o.At("$schema", "Where editors find this schema.").Ignored()
			o.At("paint", "The list.").Needed(d.fields)
		})
	}
}

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (2020-12) of documents, for completion and checks in editors.
func Schema() []byte { return slices.Clone(schema) }

// Parse reads a document in the form of Schema. Errors begin with a JSON pointer. They wrap
// soa.ErrFormat for another form or version, ErrLimit, or ErrList for contradictions.
func Parse(data []byte) (*Document, error) {
	d := new(Document)
	w, whole := d.walk(nil)
	if err := w.Read(data, whole); err != nil {
		return nil, err
	}
	if err := d.Check(nil); err != nil {
		return nil, err
	}
	return d, nil
}

// JSON writes the document in canonical form: fields in a fixed order, without those at their
// default. Parse reads it back equal, places bit for bit. The error wraps ErrList or ErrLimit.
func (d *Document) JSON() ([]byte, error) {
	if err := d.Check(nil); err != nil {
		return nil, err
	}
	w, whole := d.walk(nil)
	return w.JSON(whole)
}

// Check reports contradictions in a document and, with a model, joints, meshes and materials that it
// does not have. The error wraps ErrList or ErrLimit and begins with a JSON pointer.
func (d *Document) Check(m *soa.Model) error {
	if d == nil {
		return fmt.Errorf("/: %w: it is nil", ErrList)
	}
	w, whole := d.walk(m)
	return w.Check(whole)
}
