package curves

import (
	"slices"

	"github.com/sinew-anim/sinew/edit"
)

// sheet is the rows of the dope sheet. Those that are pinned stay at its top; below them scrolls
// what else has keys in the clip.
//
//	hips      •  •  •     pinned: Editor.Subjects
//	spine     •     •
//	──────────────────
//	chest     •  •        all[top], all[top+1] …
//	neck      •
type sheet struct {
	wanted []Subject // what Show was given
	all    []Subject // Editor.Subjects, and after them the others
	top    int       // rows that are scrolled away
	rows   []Row     // those that are shown
	of     *edit.Clip
}

// Row is a row of the dope sheet: the times at which a subject has keys.
type Row struct {
	Subject
	Pinned bool
	Times  []float64
}

// leastScrolled is how many rows are left to scroll, however many are pinned.
const leastScrolled = 2

// read lists what has keys in a clip.
func (s *sheet) read(e *Editor, c *edit.Clip) {
	s.all = append(s.all[:0], e.Subjects...)
	pinned := len(s.all)
	for t := range c.Tracks { // by property, so that a joint comes up to three times
		of := subject(c.Tracks[t].ID)
		if len(c.Tracks[t].Keys) > 0 && !slices.Contains(s.all[:pinned], of) && e.Editable(of) == nil {
			s.all = append(s.all, of)
		}
	}
	slices.SortFunc(s.all[pinned:], Subject.compare)
	s.all = append(s.all[:pinned], slices.Compact(s.all[pinned:])...)
	s.of = nil
}

// fit returns how many rows there is room for, and how many of them stay at the top.
func (e *Editor) fit() (room, fixed int) {
	room = max(int(e.View.H/(e.Scale*RowHeight)), 1)
	return room, min(len(e.Subjects), max(room-leastScrolled, 0))
}

// Rows returns the rows of the dope sheet that are shown.
func (e *Editor) Rows() []Row {
	e.refresh()
	s := &e.sheet
	if e.clip < 0 {
		return nil
	}
	room, fixed := e.fit()
	s.top = min(max(s.top, 0), max(len(s.all)-room, 0))
	n := min(room, len(s.all))
	if s.of == e.of && len(s.rows) == n && s.shows(fixed) {
		return s.rows
	}
	s.of = e.of
	for len(s.rows) < n {
		s.rows = append(s.rows, Row{})
	}
	s.rows = s.rows[:n]
	for i := range s.rows {
		s.rows[i].read(e.of, s.at(i, fixed))
		s.rows[i].Pinned = i < fixed || s.top+i < len(e.Subjects)
	}
	return s.rows
}

// at returns the subject of the row i that is shown.
func (s *sheet) at(i, fixed int) Subject {
	if i >= fixed {
		i += s.top
	}
	return s.all[i]
}

// shows reports whether the rows are those of the place that is scrolled to.
func (s *sheet) shows(fixed int) bool {
	for i := range s.rows {
		if s.rows[i].Subject != s.at(i, fixed) {
			return false
		}
	}
	return true
}

// read lists the keys of a subject.
func (r *Row) read(c *edit.Clip, of Subject) {
	r.Subject, r.Times = of, r.Times[:0]
	for _, p := range of.properties() {
		if t := c.Track(edit.ID{Property: p, Target: of.Index}); t != nil {
			for k := range t.Keys {
				r.Times = append(r.Times, t.Keys[k].Time)
			}
		}
	}
	slices.Sort(r.Times)
	r.Times = slices.Compact(r.Times)
}

// Scroll shows rows that are further down, or up, by some.
func (e *Editor) Scroll(rows int) { e.sheet.top += rows }

// ScrollTo shows the rows from a part of the sheet on, 0 to 1.
func (e *Editor) ScrollTo(part float64) { e.sheet.top = int(part*float64(len(e.sheet.all)) + 0.5) }

// Scrolled returns which part of the sheet's rows is shown, 0 to 1.
func (e *Editor) Scrolled() (from, to float64) {
	rows := e.Rows()
	if len(rows) == 0 {
		return 0, 1
	}
	_, fixed := e.fit()
	n := float64(len(e.sheet.all) - fixed)
	return float64(e.sheet.top) / max(n, 1), float64(e.sheet.top+len(rows)-fixed) / max(n, 1)
}
