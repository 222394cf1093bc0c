package list

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/soa"
)

// Document is a list of edits of a model's clips, in order.
type Document struct {
	Name  string
	Clips []Clip
}

// Clip is the edits of a clip.
type Clip struct {
	// Clip is its name; "" stands for each clip of the model.
	Clip string
	// As is the name of the result; the clip then stays as it is. "" replaces it.
	As    string
	Edits []Edit
	// Parts are what becomes of the result: each a clip of its own. Without them it stays whole.
	Parts []Part
}

// Part is a part of a clip, in seconds after its start.
type Part struct {
	As       string
	From, To float64
}

func (c *Clip) fields(o *object) {
	o.Type("clip", "The edits of a clip.")
	clip := o.At("clip", "Its name; without it each clip of the model.")
	if clip.Text(&c.Clip, false); clip.Checks() && c.Clip != "" && modelOf(clip) != nil {
		names := make([]string, len(modelOf(clip).Clips))
		found := false
		for i, m := range modelOf(clip).Clips {
			names[i] = m.Name
			found = found || m.Name == c.Clip
		}
		if !found {
			clip.Unknown("clip", c.Clip, names)
		}
	}
	as := o.At("as", "The name of the result, beside the clip; without it the result takes its place.")
	if as.Text(&c.As, false); as.Checks() && c.As != "" && c.Clip == "" {
		as.Wrong("every clip would be called %q", c.As)
	}
	jsondoc.List(o.At("edits", "The edits, one after the other."), &c.Edits, 0, maxEdits, func(p place, e *Edit) {
		p.Object(func(o *object) { entry(o, e) })
	})
	parts := o.At("parts", "Parts of the result that become clips, in ascending order, which do not overlap.")
	jsondoc.List(parts, &c.Parts, 0, maxParts, func(p place, part *Part) {
		p.Object(func(o *object) {
			o.Type("part", "A part of a clip.")
			o.At("as", "The name of its clip.").Name(&part.As)
			ordered(o, &part.From, &part.To)
			if k := p.Index; p.Checks() && k > 0 && part.From < c.Parts[k-1].To {
				o.Wrong("from %v s it overlaps part %d, which ends at %v s", part.From, k-1, c.Parts[k-1].To)
			}
		})
	})
	if parts.Checks() && len(c.Parts) > 0 && c.Clip == "" {
		parts.Wrong("the parts of several clips would have the same names")
	}
}

// entry visits an edit, whose kind is the name of its field.
func entry(o *object, e *Edit) {
	o.Type("edit", "An edit, named by its field.")
	k := -1
	if *e != nil {
		k = kindOf(*e)
	}
	if k < 0 && !o.Describes() && o.W.Task != jsondoc.Reading {
		o.Wrong("%T is no edit", *e)
		return
	}
	o.One(k, Kinds(), func(k int) {
		if o.Describes() || o.W.Task == jsondoc.Reading {
			*e = kinds[k].make()
		}
		o.At(kinds[k].name, "").Empty((*e).fields)
	})
}

func (d *Document) fields(o *object) {
	o.Type("edits", "Edits of a model's clips.")
	o.At("version", "The version of the format.").Version(1)
	o.At("name", "A name for people.").Text(&d.Name, false)
	jsondoc.Objects(o.At("clips", "The clips, in the order in which they are edited."), &d.Clips, 0, maxClips, func(o *object, c *Clip) { c.fields(o) })
}

// walk prepares a walk through the object that has the document, with a model or nil.
func (d *Document) walk(m *soa.Model) (*jsondoc.Walk, func(p place)) {
	w := &jsondoc.Walk{Contradiction: ErrDocument, Limit: ErrLimit, Of: &scope{m}}
	return w, func(p place) {
		p.Object(func(o *object) {
			o.Type("document", "Edits of a model's clips.")
			o.At("$schema", "Where editors find this schema.").Ignored()
			o.At("edits", "The edits.").Needed(d.fields)
		})
	}
}

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (2020-12) of documents, for completion and checks in editors.
func Schema() []byte { return slices.Clone(schema) }

// Parse reads a document in the form of Schema. Errors begin with a JSON pointer. They wrap
// soa.ErrFormat for another form or version, ErrLimit, or ErrDocument for contradictions.
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
// default. Parse reads it back equal. The error wraps ErrDocument or ErrLimit.
func (d *Document) JSON() ([]byte, error) {
	if err := d.Check(nil); err != nil {
		return nil, err
	}
	w, whole := d.walk(nil)
	return w.JSON(whole)
}

// Check reports contradictions in a document and, with a model, clips, joints, weights and floats
// that it does not have. The error wraps ErrDocument or ErrLimit and begins with a JSON pointer.
func (d *Document) Check(m *soa.Model) error {
	if d == nil {
		return fmt.Errorf("/: %w: it is nil", ErrDocument)
	}
	w, whole := d.walk(m)
	return w.Check(whole)
}
