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

// Subject returns what the key is of.
func (r Ref) Subject() Subject { return subject(r.ID) }

func (r Ref) compare(o Ref) int { return cmp.Or(r.ID.Compare(o.ID), cmp.Compare(r.Time, o.Time)) }

// Editor is what is shown of a clip, what is selected of it, and what the mouse does with it. Its
// methods take pixels, and change the clip by steps of its session.
type Editor struct {
	*Session
	View  View // of the keys; the caller places it
	Scale float64

	clip     int
	Subjects []Subject    // pinned in the dope sheet; the curves are of the first
	refused  error        // why one of them is left out
	Property soa.Property // of the curves of a joint
	Dope     bool         // the dope sheet is shown in place of curves
	selected []Ref        // ascending
	drag     drag
	tried    *edit.Clip // what the drag makes of the clip, or nil
	built    *soa.Clip  // the same, as it plays

	curve Curve
	of    *edit.Clip // of curve and sheet
	shown shown
	sheet sheet
}

// shown is what the curve depends on, besides the clip.
type shown struct {
	id       edit.ID
	dope     bool
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
	e.clip, e.selected, e.sheet.top = clip, nil, 0
	e.Whole()
}

// Chosen returns the index of the clip that is shown, or −1.
func (e *Editor) Chosen() int { return e.clip }

// Show shows the curves of the first subject, and pins all in the dope sheet. Those that cannot be
// edited are left out, see Refused. Keys of other subjects are no longer selected, unless the dope
// sheet shows them.
func (e *Editor) Show(subjects ...Subject) {
	if slices.Equal(e.sheet.wanted, subjects) {
		return
	}
	e.cancel()
	e.sheet.wanted = append(e.sheet.wanted[:0], subjects...)
	e.Subjects, e.refused = e.Subjects[:0], nil
	for _, of := range subjects {
		if err := e.Editable(of); err != nil {
			e.refused = err
			continue
		}
		e.Subjects = append(e.Subjects, of)
	}
	e.of = nil
	if !e.Dope {
		e.unselectHidden()
	}
}

// Refused returns why a subject that should be shown is not, or nil.
func (e *Editor) Refused() error { return e.refused }

// unselectHidden keeps the selected keys of subjects that are pinned.
func (e *Editor) unselectHidden() {
	e.selected = slices.DeleteFunc(e.selected, func(r Ref) bool { return !slices.Contains(e.Subjects, r.Subject()) })
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

// Curve returns the lines that are shown.
func (e *Editor) Curve() *Curve { e.refresh(); return &e.curve }

// id is the track of the curves.
func (e *Editor) id() edit.ID {
	of := e.Subjects[0]
	p := of.properties()[0]
	if of.Kind == JointKind {
		p = e.Property
	}
	return edit.ID{Property: p, Target: of.Index}
}

// refresh computes what is shown, unless that was done before.
func (e *Editor) refresh() {
	if e.clip < 0 {
		e.curve = Curve{Time: e.curve.Time[:0], Line: e.curve.Line[:0], Key: e.curve.Key[:0]}
		return
	}
	c := e.Current()
	if e.View.To > c.Seconds || !(e.View.To > e.View.From) { // an edit has made it shorter
		e.View.From, e.View.To = 0, c.Seconds
	}
	now := shown{dope: e.Dope, from: e.View.From, to: e.View.To}
	if len(e.Subjects) > 0 {
		now.id = e.id()
	}
	if e.of == c && e.shown == now {
		return
	}
	if e.shown.dope && !e.Dope {
		e.unselectHidden()
	}
	if e.of != c {
		e.sheet.read(e, c)
	}
	e.of, e.shown = c, now
	if len(e.Subjects) == 0 {
		e.curve = Curve{Time: e.curve.Time[:0], Line: e.curve.Line[:0], Key: e.curve.Key[:0]}
		return
	}
	e.curve.sample(now.id, c.Track(now.id), e.rest(now.id), e.View.From, e.View.To)
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
	e.forEachKey(func(r Ref) { all = append(all, r) })
	before := e.selected
	if e.Select(false, all...); slices.Equal(before, e.selected) {
		e.selected = nil
	}
}

// forEachKey visits the keys that are shown, at any time: in the dope sheet those of all rows.
func (e *Editor) forEachKey(visit func(r Ref)) {
	e.refresh()
	if !e.Dope {
		for k := range e.curve.Keys() {
			visit(Ref{e.curve.ID, e.curve.Keys()[k].Time})
		}
		return
	}
	c := e.Current()
	for _, of := range e.sheet.all {
		for _, p := range of.properties() {
			id := edit.ID{Property: p, Target: of.Index}
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
