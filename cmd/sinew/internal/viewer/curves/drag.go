package curves

import (
	"math"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
)

// dragKind is what the mouse holds.
type dragKind int

const (
	noDrag dragKind = iota
	dragKeys
	dragBox
	dragIn  // the handle before a key
	dragOut // the handle after it
)

// drag is a movement with the button held.
type drag struct {
	kind   dragKind
	x, y   float64 // of the press
	to     [2]float64
	key    int // of the curve
	line   int
	more   bool // Shift
	step   Step
	times  []Ref // the selection after it
	before Curve // the curve at the press
}

// Sizes in units.
const (
	reach      = 6  // of a click from its key
	slack      = 4  // within which a drag changes nothing, for time and value each
	HandleSize = 36 // from a key to the end of its handle
	RowHeight  = 16 // of the dope sheet
)

// Handle is the end of a slope: of a key of the curve, of one of its lines.
type Handle struct {
	Key, Line int
	Out       bool // after the key
	X, Y      float64
}

// Handles visits the handles of selected keys.
func (e *Editor) Handles(visit func(h Handle)) {
	c := e.Curve()
	if e.Dope || !c.Cubic {
		return
	}
	perSecond, perValue := e.View.W/(e.View.To-e.View.From), e.View.H/(e.View.High-e.View.Low)
	for k := range c.Keys() {
		if !e.IsSelected(Ref{c.ID, c.Keys()[k].Time}) {
			continue
		}
		in, out := c.slopes(k)
		for line := range c.Lines {
			x, y := e.View.At(c.Keys()[k].Time, c.lines(k)[line])
			for side, slope := range [2]float64{in[line], out[line]} {
				dx, dy := perSecond, -slope*perValue
				by := e.Scale * HandleSize / math.Hypot(dx, dy)
				if side == 0 {
					by = -by
				}
				visit(Handle{k, line, side == 1, x + by*dx, y + by*dy})
			}
		}
	}
}

// Dot is a key as it is drawn: of a line of the curve, or in a row of the dope sheet.
type Dot struct {
	X, Y     float64
	Row      int // of the dope sheet
	Key      int // of the curve, or of the row's times
	Line     int
	Selected bool
}

// Dots visits the keys that are shown.
func (e *Editor) Dots(visit func(d Dot)) {
	if !e.Dope {
		c := e.Curve()
		for k := range c.Keys() {
			selected := e.IsSelected(Ref{c.ID, c.Keys()[k].Time})
			for line := range c.Lines {
				x, y := e.View.At(c.Keys()[k].Time, c.lines(k)[line])
				visit(Dot{x, y, 0, k, line, selected})
			}
		}
		return
	}
	for i, row := range e.Rows() {
		y := e.View.Y + e.Scale*RowHeight*(float64(i)+0.5)
		for k, at := range row.Times {
			x, _ := e.View.At(at, 0)
			selected := false
			for _, p := range row.properties() {
				selected = selected || e.IsSelected(Ref{edit.ID{Property: p, Target: row.Index}, at})
			}
			visit(Dot{x, y, i, k, 0, selected})
		}
	}
}

// refs returns the keys of a dot.
func (e *Editor) refs(d Dot) (refs []Ref) {
	if !e.Dope {
		return []Ref{{e.curve.ID, e.curve.Keys()[d.Key].Time}}
	}
	r, c := &e.sheet.rows[d.Row], e.Current()
	for _, p := range r.properties() {
		if ref := (Ref{edit.ID{Property: p, Target: r.Index}, r.Times[d.Key]}); has(c, ref) {
			refs = append(refs, ref)
		}
	}
	return refs
}

// nearest finds the dot or handle at a pixel: the nearest, of several at one place the last drawn.
func (e *Editor) nearest(x, y float64) (d Dot, h Handle, dot, handle bool) {
	best := e.Scale * reach
	e.Dots(func(at Dot) {
		if away := math.Hypot(at.X-x, at.Y-y); away <= best {
			best, d, dot = away, at, true
		}
	})
	e.Handles(func(at Handle) {
		if away := math.Hypot(at.X-x, at.Y-y); away < best || !dot && away <= best {
			best, h, handle = away, at, true
		}
	})
	return d, h, dot && !handle, handle
}

// Press begins a drag. more, by Shift, adds to what is selected or takes it away; of a handle it
// moves one side alone.
func (e *Editor) Press(x, y float64, more bool) {
	if e.clip < 0 {
		return
	}
	e.cancel()
	if e.refresh(); !e.Dope && len(e.Subjects) == 0 {
		return
	}
	d, h, dot, handle := e.nearest(x, y)
	e.drag = drag{x: x, y: y, to: [2]float64{x, y}, more: more}
	switch {
	case handle:
		e.drag.kind, e.drag.key, e.drag.line = dragIn, h.Key, h.Line
		if h.Out {
			e.drag.kind = dragOut
		}
	case dot:
		e.drag.kind, e.drag.key, e.drag.line = dragKeys, d.Key, d.Line
		refs := e.refs(d)
		switch {
		case more && d.Selected:
			e.drag.kind = noDrag
			for _, r := range refs {
				e.unselect(r)
			}
		case more || !d.Selected:
			e.Select(more, refs...)
		}
	default:
		e.drag.kind = dragBox
	}
	e.drag.before = e.curve.copied()
}

// Drag goes on with the button held. What it does is shown, and no step yet.
func (e *Editor) Drag(x, y float64) error {
	g := &e.drag
	g.to = [2]float64{x, y}
	switch g.kind {
	case dragKeys:
		var by float64
		var lines exact.Vec
		if math.Abs(x-g.x) > e.Scale*slack {
			by = e.limit(e.View.Time(x) - e.View.Time(g.x))
		}
		if !e.Dope && math.Abs(y-g.y) > e.Scale*slack {
			lines[g.line] = e.View.Value(y) - e.View.Value(g.y)
		}
		if by == 0 && lines == (exact.Vec{}) {
			g.step, g.times, e.tried, e.built = Step{}, nil, nil, nil
			return nil
		}
		step, times := e.move(by, lines)
		return e.try(step, times)
	case dragIn, dragOut:
		key := g.before.Keys()[g.key]
		x0, y0 := e.View.At(key.Time, g.before.lines(g.key)[g.line])
		dx, dy := max(x-x0, 1), y-y0
		if g.kind == dragIn {
			dx, dy = max(x0-x, 1), y0-y
		}
		if x == g.x && y == g.y {
			return nil
		}
		perSecond, perValue := e.View.W/(e.View.To-e.View.From), e.View.H/(e.View.High-e.View.Low)
		slope := -dy / perValue / (dx / perSecond)
		return e.try(e.bend(g.key, g.line, slope, g.kind == dragIn || !g.more, g.kind == dragOut || !g.more), e.selected)
	}
	return nil
}

// try shows what a step would do.
func (e *Editor) try(step Step, times []Ref) error {
	c, built, err := e.Try(e.clip, step)
	if err != nil {
		return err
	}
	e.tried, e.built = c, built
	e.drag.step, e.drag.times = step, times
	return nil
}

// Release ends a drag: it becomes a step, or a selection.
func (e *Editor) Release() error {
	g := e.drag
	e.drag, e.tried, e.built, e.of = drag{}, nil, nil, nil
	switch {
	case g.kind == dragBox:
		e.box(g)
	case len(g.step.Edits) > 0:
		if err := e.Do(e.clip, g.step); err != nil {
			return err
		}
		e.selected = g.times
		e.prune()
	}
	return nil
}

// box selects the keys in a box; without any, and without Shift, none.
func (e *Editor) box(g drag) {
	x0, x1 := min(g.x, g.to[0]), max(g.x, g.to[0])
	y0, y1 := min(g.y, g.to[1]), max(g.y, g.to[1])
	var refs []Ref
	e.Dots(func(d Dot) {
		if d.X >= x0 && d.X <= x1 && d.Y >= y0 && d.Y <= y1 {
			refs = append(refs, e.refs(d)...)
		}
	})
	e.Select(g.more, refs...)
}

// Box returns the corners of the box that is being drawn.
func (e *Editor) Box() (x0, y0, x1, y1 float64, ok bool) {
	g := &e.drag
	return min(g.x, g.to[0]), min(g.y, g.to[1]), max(g.x, g.to[0]), max(g.y, g.to[1]), g.kind == dragBox
}

// Dragging reports whether the mouse holds something of the editor.
func (e *Editor) Dragging() bool { return e.drag.kind != noDrag }

// cancel ends a drag without a step.
func (e *Editor) cancel() { e.drag, e.tried, e.built, e.of = drag{}, nil, nil, nil }
