package curves

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/soa"
)

// ErrClip reports a clip that no list of edits can name.
var ErrClip = errors.New("this clip cannot be edited")

// ErrSubject reports a weight or a float that no list of edits can name.
var ErrSubject = errors.New("this curve cannot be edited")

// Step is what one action of the user changes: edits that are undone together.
type Step struct {
	What  string // for people
	Edits []list.Edit
}

// Session is the edits of a model's clips. The clips of the model stay as they are: what is shown
// is the list of edits applied to them, so undo is a shorter list.
type Session struct {
	Model *soa.Model // as it was read
	clips []history
	order []int // the clips that have edits, as a document lists them
	names [FloatKind + 1][]string
}

// history is the steps of a clip. Those from at on are undone.
type history struct {
	original *edit.Clip
	steps    []applied
	at       int
	saved    *edit.Clip // what the file has; nil: the original
}

// applied is a step and what it made of the clip.
type applied struct {
	Step
	clip  *edit.Clip
	built *soa.Clip
}

// Open returns a session that continues a document, which may be nil. The error wraps
// list.ErrDocument where the document does more than edit clips in place, or what list.Apply
// returns.
func Open(m *soa.Model, d *list.Document) (*Session, error) {
	s := &Session{Model: m, clips: make([]history, len(m.Clips))}
	s.readNames()
	if d == nil {
		return s, nil
	}
	if err := d.Check(m); err != nil {
		return nil, err
	}
	for i := range d.Clips {
		c := &d.Clips[i]
		at := fmt.Sprintf("/edits/clips/%d", i)
		if c.Clip == "" || c.As != "" || len(c.Parts) > 0 {
			return nil, fmt.Errorf("%s: %w: curves are edited in clips that keep their names and places; sinew edit applies the others", at, list.ErrDocument)
		}
		k := slices.IndexFunc(m.Clips, func(of *soa.Clip) bool { return of.Name == c.Clip })
		if err := s.named(k); err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		for n, e := range c.Edits {
			step := Step{list.KindOf(e), []list.Edit{e}}
			edited, err := s.apply(k, step)
			if err != nil {
				return nil, fmt.Errorf("%s/edits/%d: %w", at, n, err)
			}
			s.add(k, applied{step, edited, nil})
		}
		if _, err := s.Built(k); err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
	}
	s.Saved()
	return s, nil
}

// Clip returns a clip as the edits leave it.
func (s *Session) Clip(k int) *edit.Clip {
	h := &s.clips[k]
	if h.at > 0 {
		return h.steps[h.at-1].clip
	}
	if h.original == nil {
		h.original = edit.ClipOf(s.Model.Clips[k])
	}
	return h.original
}

// Built returns a clip as it plays: the model's own where it has no edits.
func (s *Session) Built(k int) (_ *soa.Clip, err error) {
	h := &s.clips[k]
	if h.at == 0 {
		return s.Model.Clips[k], nil
	}
	a := &h.steps[h.at-1]
	if a.built == nil {
		a.built, err = s.build(a.clip)
	}
	return a.built, err
}

// Clips returns all clips as they play.
func (s *Session) Clips() (out []*soa.Clip, err error) {
	for k := range s.clips {
		c, err := s.Built(k)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func (s *Session) build(c *edit.Clip) (*soa.Clip, error) {
	built, err := c.Build()
	if err == nil {
		err = s.Model.ValidateClip(built)
	}
	return built, err
}

// Try returns what a step would make of a clip. The error is that of the edit that fails.
func (s *Session) Try(k int, step Step) (*edit.Clip, *soa.Clip, error) {
	if err := s.named(k); err != nil {
		return nil, nil, err
	}
	c, err := s.apply(k, step)
	if err != nil {
		return nil, nil, err
	}
	built, err := s.build(c)
	return c, built, err
}

func (s *Session) apply(k int, step Step) (c *edit.Clip, err error) {
	c = s.Clip(k)
	for _, e := range step.Edits {
		if c, _, err = list.Edited(context.Background(), s.Model, c, e); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// named refuses clips whose names do not lead to them.
func (s *Session) named(k int) error {
	name := s.Model.Clips[k].Name
	if name == "" {
		return fmt.Errorf("%w: clip %d has no name", ErrClip, k)
	}
	if first := slices.IndexFunc(s.Model.Clips, func(c *soa.Clip) bool { return c.Name == name }); first != k {
		return fmt.Errorf("%w: clips %d and %d are both called %q", ErrClip, first, k, name)
	}
	return nil
}

// Do adds a step to a clip's list. Steps that were undone are gone then. A step without edits is
// none.
func (s *Session) Do(k int, step Step) error {
	if len(step.Edits) == 0 {
		return nil
	}
	c, built, err := s.Try(k, step)
	if err != nil {
		return err
	}
	s.add(k, applied{step, c, built})
	return nil
}

func (s *Session) add(k int, a applied) {
	h := &s.clips[k]
	h.steps = append(h.steps[:h.at], a)
	h.at++
	if !slices.Contains(s.order, k) {
		s.order = append(s.order, k)
	}
}

// Undo takes the last step of a clip back and returns what it did; ok is false if there is none.
func (s *Session) Undo(k int) (what string, ok bool) {
	h := &s.clips[k]
	if h.at == 0 {
		return "", false
	}
	h.at--
	return h.steps[h.at].What, true
}

// Redo repeats the step that Undo took back last.
func (s *Session) Redo(k int) (what string, ok bool) {
	h := &s.clips[k]
	if h.at == len(h.steps) {
		return "", false
	}
	h.at++
	return h.steps[h.at-1].What, true
}

// Steps returns how many steps a clip has, and how many more can be redone.
func (s *Session) Steps(k int) (done, undone int) {
	h := &s.clips[k]
	return h.at, len(h.steps) - h.at
}

// Document returns the list of edits.
func (s *Session) Document() *list.Document {
	d := new(list.Document)
	for _, k := range s.order {
		h := &s.clips[k]
		if h.at == 0 {
			continue
		}
		c := list.Clip{Clip: s.Model.Clips[k].Name}
		for _, a := range h.steps[:h.at] {
			c.Edits = append(c.Edits, a.Edits...)
		}
		d.Clips = append(d.Clips, c)
	}
	return d
}

// Carry applies the list to the model of another session, which was read anew. It counts as not
// saved. The error is that of Open.
func (s *Session) Carry(to *Session) (*Session, error) {
	out, err := Open(to.Model, s.Document())
	if err != nil {
		return nil, err
	}
	for k := range out.clips {
		out.clips[k].saved = &edit.Clip{}
	}
	return out, nil
}

// Edited reports whether there are steps that are not undone.
func (s *Session) Edited() bool {
	return slices.ContainsFunc(s.clips, func(h history) bool { return h.at > 0 })
}

// Changed reports whether the list is another one than when Saved was called.
func (s *Session) Changed() bool {
	for k := range s.clips {
		if h := &s.clips[k]; h.top() != h.saved {
			return true
		}
	}
	return false
}

// Saved notes that the list has been saved.
func (s *Session) Saved() {
	for k := range s.clips {
		h := &s.clips[k]
		h.saved = h.top()
	}
}

// top is the clip after the last step, or nil without steps.
func (h *history) top() *edit.Clip {
	if h.at == 0 {
		return nil
	}
	return h.steps[h.at-1].clip
}
