package painting

import (
	"context"

	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/soa"
)

// Session is the list of strokes of a model.
type Session struct {
	Model *soa.Model // as it was read
	doc   *paint.Document
	brush *Brush // nil until it is asked for
	steps int    // of the list that was saved
	other bool   // another list was saved than the first of those steps
}

// Open returns a session that continues a list, which may be nil. The error is that of
// paint.Document.Check.
func Open(m *soa.Model, d *paint.Document) (*Session, error) {
	s := &Session{Model: m, doc: new(paint.Document)}
	if d != nil {
		if err := d.Check(m); err != nil {
			return nil, err
		}
		s.doc, s.steps = d, len(d.Steps)
	}
	return s, nil
}

// Brush returns the brush. The first call welds the surface and applies the list. The error is that of
// paint.Open, such as one that wraps weights.ErrUnskinned.
func (s *Session) Brush() (*Brush, error) {
	if s.brush != nil {
		return s.brush, nil
	}
	p, err := paint.Open(context.Background(), s.Model, s.doc)
	if err != nil {
		return nil, err
	}
	s.brush, err = newBrush(s, p)
	return s.brush, err
}

// Document returns the list.
func (s *Session) Document() *paint.Document {
	if s.brush != nil {
		return s.brush.painter.Document()
	}
	return s.doc
}

// Painted returns the model with the weights as they are painted.
func (s *Session) Painted() (*soa.Model, error) {
	if s.brush == nil && len(s.doc.Steps) == 0 {
		return s.Model, nil
	}
	b, err := s.Brush()
	if err != nil {
		return nil, err
	}
	m, _, err := b.painter.Model()
	return m, err
}

// Carry applies the list to the model of another session, which was read anew. It counts as not saved.
func (s *Session) Carry(to *Session) (*Session, error) {
	out, err := Open(to.Model, s.Document())
	if err == nil {
		_, err = out.Brush()
	}
	if err != nil {
		return nil, err
	}
	out.other = true
	return out, nil
}

// Changed reports whether the list differs from the saved one.
func (s *Session) Changed() bool {
	return s.other || len(s.Document().Steps) != s.steps
}

// Saved notes that the list has been saved.
func (s *Session) Saved() { s.steps, s.other = len(s.Document().Steps), false }

// touched notes that a step was added after some were taken back.
func (s *Session) touched(steps int) {
	if steps <= s.steps {
		s.other = true
	}
}
