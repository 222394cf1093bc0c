package curves

import (
	"cmp"
	"slices"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Ref names a key: of a track, at a time. Two keys at one time, a jump, are one.
type Ref struct {
	edit.ID
	Time float64
}

func (r Ref) compare(o Ref) int { return cmp.Or(r.ID.Compare(o.ID), cmp.Compare(r.Time, o.Time)) }

// Editor is what is shown of a clip, what is selected of it, and what the mouse does with it. Its
// methods take pixels, and change the clip by steps of its session.
type Editor struct {
	*Session
	View  View // of the keys; the caller places it
	Scale float64

	clip     int
	Joints   []int        // those of the dope sheet; the curves are of the first
	Property soa.Property // of the curves
	Dope     bool         // the dope sheet is shown in place of curves
	selected []Ref        // ascending
	drag     drag
	tried    *edit.Clip // what the drag makes of the clip, or nil
	built    *soa.Clip  // the same, as it plays

	curve Curve
	rows  []Row
	of    *edit.Clip // of curve and rows
	shown shown
}

// shown is what curve and rows depend on, besides the clip.
type shown struct {
	joint    int
	joints   int
	property soa.Property
	from, to float64
}

// NewEditor returns an editor of a session's clips.
func NewEditor(s *Session) *Editor { return &Editor{Session: s, Scale: 1, clip: -1} }

// Choose shows a clip, whole, or none for −1.
func (e *Editor) Choose(clip int) {
	if e.clip == clip {
		return
	}
	e.cancel()
	e.clip, e.selected = clip, nil
	e.Whole()
}

// Chosen returns the index of the clip that is shown, or −1.
func (e *Editor) Chosen() int { return e.clip }

// Show shows joints: the curves of the first, and all in the dope sheet. Keys of other joints are
// no longer selected.
func (e *Editor) Show(joints ...int) {
	if slices.Equal(e.Joints, joints) {
		return
	}
	e.cancel()
	e.Joints = append(e.Joints[:0], joints...)
	e.selected = slices.DeleteFunc(e.selected, func(r Ref) bool { return !slices.Contains(joints, r.Target) })
	e.of = nil
}

// Whole shows the clip from its start to its end.
func (e *Editor) Whole() {
	if e.clip >= 0 {
		e.View.From, e.View.To = 0, e.Current().Seconds
	}
}

// Zoom makes the time that is shown shorter, about a pixel, and Pan shows a later part.
func (e *Editor) Zoom(x, factor float64) { e.View.zoom(x, factor, e.Current().Seconds) }
func (e *Editor) Pan(part float64)       { e.View.pan(part, e.Current().Seconds) }

// Current returns the clip as it is shown: while keys are dragged, with the drag so far.
func (e *Editor) Current() *edit.Clip {
	if e.tried != nil {
		return e.tried
	}
	return e.Clip(e.clip)
}

// Playing returns the clip as it plays, with the drag so far.
func (e *Editor) Playing() (*soa.Clip, error) {
	if e.tried != nil {
		return e.built, nil
	}
	return e.Built(e.clip)
}

// Curve returns the lines that are shown, and Rows the dope sheet.
func (e *Editor) Curve() *Curve { e.refresh(); return &e.curve }
func (e *Editor) Rows() []Row   { e.refresh(); return e.rows }

// id is the track of the curves.
func (e *Editor) id() edit.ID { return edit.ID{Property: e.Property, Target: e.Joints[0]} }

// refresh computes what is shown, unless that was done before.
func (e *Editor) refresh() {
	if e.clip < 0 || len(e.Joints) == 0 {
		e.curve.Time, e.curve.Line, e.curve.Key, e.curve.track, e.rows = nil, nil, nil, nil, nil
		return
	}
	c := e.Current()
	if e.View.To > c.Seconds || !(e.View.To > e.View.From) { // an edit has made it shorter
		e.View.From, e.View.To = 0, c.Seconds
	}
	now := shown{e.Joints[0], len(e.Joints), e.Property, e.View.From, e.View.To}
	if e.of == c && e.shown == now {
		return
	}
	e.of, e.shown = c, now
	id := e.id()
	e.curve.sample(id, c.Track(id), e.rest(id), e.View.From, e.View.To)
	e.rows = e.rows[:0]
	for _, j := range e.Joints {
		e.rows = append(e.rows, row(c, j))
	}
	if e.drag.kind == noDrag {
		e.View.scale(e.curve.span(e.View.From, e.View.To))
	}
}

// rest is what a target has without a track.
func (e *Editor) rest(id edit.ID) edit.Value {
	return edit.Value(exact.Widen(e.Model.RestOf(&soa.Track{Property: id.Property, Target: int16(id.Target)})))
}

// Selected lists the keys that are selected.
func (e *Editor) Selected() []Ref { return e.selected }

// IsSelected reports whether a key is.
func (e *Editor) IsSelected(r Ref) bool {
	list := e.selected
	if e.tried != nil {
		list = e.drag.times
	}
	_, ok := slices.BinarySearchFunc(list, r, Ref.compare)
	return ok
}

func (e *Editor) unselect(r Ref) {
	if i, ok := slices.BinarySearchFunc(e.selected, r, Ref.compare); ok {
		e.selected = slices.Delete(e.selected, i, i+1)
	}
}

// has reports whether a clip has a key.
func has(c *edit.Clip, r Ref) bool {
	t := c.Track(r.ID)
	if t == nil {
		return false
	}
	_, ok := slices.BinarySearchFunc(t.Keys, r.Time, func(k edit.Key, at float64) int { return cmp.Compare(k.Time, at) })
	return ok
}

// Select selects keys alone or, with more, besides others.
func (e *Editor) Select(more bool, refs ...Ref) {
	if more {
		refs = append(slices.Clone(e.selected), refs...)
	}
	e.selected = slices.Clone(refs)
	slices.SortFunc(e.selected, Ref.compare)
	e.selected = slices.Compact(e.selected)
}

// SelectAll selects the keys that are shown, or none if all are selected.
func (e *Editor) SelectAll() {
	var all []Ref
	e.each(func(r Ref) { all = append(all, r) })
	before := e.selected
	if e.Select(false, all...); slices.Equal(before, e.selected) {
		e.selected = nil
	}
}

// each visits the keys that are shown, at any time.
func (e *Editor) each(visit func(r Ref)) {
	e.refresh()
	if !e.Dope {
		for k := range e.curve.Keys() {
			visit(Ref{e.curve.ID, e.curve.Keys()[k].Time})
		}
		return
	}
	c := e.Current()
	for _, j := range e.Joints {
		for _, p := range properties {
			id := edit.ID{Property: p, Target: j}
			if t := c.Track(id); t != nil {
				for k := range t.Keys {
					visit(Ref{id, t.Keys[k].Time})
				}
			}
		}
	}
}

// prune forgets selected keys that are gone.
func (e *Editor) prune() {
	c := e.Clip(e.clip)
	e.selected = slices.DeleteFunc(e.selected, func(r Ref) bool { return !has(c, r) })
}

// Undo takes the last step back, and Redo repeats it. They return what it did, or "".
func (e *Editor) Undo() string { return e.step(e.Session.Undo) }
func (e *Editor) Redo() string { return e.step(e.Session.Redo) }

func (e *Editor) step(by func(clip int) (string, bool)) string {
	if e.clip < 0 {
		return ""
	}
	e.cancel()
	what, _ := by(e.clip)
	e.prune()
	return what
}
