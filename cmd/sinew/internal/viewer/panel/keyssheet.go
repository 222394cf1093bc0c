package panel

import (
	"slices"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/gpu/overlay"
)

// chosen is what the key panel shows besides joints, which the list of joints chooses.
type chosen struct {
	kind   curves.Kind      // of the curves
	joint  int              // that was picked: another one shows its curves
	values []curves.Subject // weights and floats, of each kind the picked one first
	top    int              // the first row of the list of values
	all    []curves.Subject // with joints, as the editor shows them
}

// The rows by which the wheel and a page key scroll names.
const (
	wheelRows = 3
	pageRows  = 8
)

// valueColor is the colour of the curves of weights and floats.
var valueColor = overlay.Color{110, 200, 240, 255}

// list returns what is chosen: those of the kind of the curves first. Curves without one of their
// kind show nothing.
func (c *chosen) list(j *Joints, sheet bool) []curves.Subject {
	if j.Picked != c.joint {
		if c.joint = j.Picked; j.Picked >= 0 {
			c.kind = curves.JointKind
		}
	}
	c.all = c.all[:0]
	for _, first := range [...]bool{true, false} {
		if (c.kind == curves.JointKind) == first && j.Picked >= 0 {
			c.all = append(c.all, curves.Joint(j.Picked))
			for _, k := range j.Chosen {
				c.all = append(c.all, curves.Joint(k))
			}
		}
		for _, of := range c.values {
			if (of.Kind == c.kind) == first {
				c.all = append(c.all, of)
			}
		}
	}
	if !sheet && len(c.all) > 0 && c.all[0].Kind != c.kind {
		return nil
	}
	return c.all
}

// show shows curves of a kind: of the one that was picked last, or of the first.
func (c *chosen) show(kind curves.Kind) {
	c.kind, c.top = kind, 0
	if !slices.ContainsFunc(c.values, func(of curves.Subject) bool { return of.Kind == kind }) {
		c.values = append(c.values, curves.Subject{Kind: kind})
	}
}

// pick shows the curve of a weight or a float or, with more, chooses it besides others or no longer.
func (c *chosen) pick(of curves.Subject, more bool) {
	at := slices.Index(c.values, of)
	switch {
	case more && at >= 0:
		c.values = slices.Delete(c.values, at, at+1)
		return
	case more:
		c.values = append(c.values, of)
		return
	}
	c.values = append(c.values[:0], of)
	c.kind = of.Kind
}

// number returns how many of a kind the model has.
func (k *KeyEditor) number(kind curves.Kind) int {
	if kind == curves.WeightKind {
		return len(k.Model.Weights)
	}
	if kind == curves.FloatKind {
		return len(k.Model.Floats)
	}
	return 0
}

// scroll scrolls the names.
func (k *KeyEditor) scroll(rows int) {
	if k.Dope {
		k.Scroll(rows)
		return
	}
	k.chosen.top += rows
}

// missing says why there are no curves.
func (k *KeyEditor) missing() string {
	switch {
	case k.Refused() != nil:
		return k.Refused().Error()
	case k.chosen.kind == curves.JointKind:
		return "click a joint to edit its curves; d: the dope sheet of all"
	}
	return "click a name on the left"
}

// sheet writes the names of the dope sheet's rows, those that are chosen brighter, and lines between
// them. A click picks what a row is of, with Shift it is chosen besides others.
func (k *KeyEditor) sheet(u *overlay.UI, r overlay.Rect, j *Joints) {
	k.side = r
	h := u.Px(curves.RowHeight)
	rows := k.Rows()
	for i := range rows {
		row := &rows[i]
		line := overlay.Rect{X: r.X, Y: r.Y + float32(i)*h, W: r.W - u.Px(6), H: h}
		color := u.Theme.Faint
		if row.Pinned {
			color = u.Theme.Text
			u.Canvas().Fill(overlay.Rect{X: k.graph.X - u.Px(3), Y: line.Y, W: u.Px(2), H: h - 1}, u.Theme.Accent)
		}
		if row.Kind != curves.JointKind {
			color = valueColor
		}
		u.Print(line, k.Name(row.Subject), 0, color)
		u.Canvas().Fill(overlay.Rect{X: k.graph.X, Y: line.Y + h - 1, W: k.graph.W, H: 1}, u.Theme.Edge)
	}
	k.bar(u, r)
	row, ok := clickedRow(u, r, h)
	switch {
	case !ok || row >= len(rows):
	case rows[row].Kind != curves.JointKind:
		k.chosen.pick(rows[row].Subject, u.Input().Shift)
	case u.Input().Shift && j.Picked >= 0:
		j.choose(rows[row].Index)
	default:
		k.chosen.kind = curves.JointKind
		j.Pick(u, rows[row].Index)
	}
}

// bar shows which part of the rows is shown.
func (k *KeyEditor) bar(u *overlay.UI, r overlay.Rect) {
	from, to := k.Scrolled()
	if from <= 0 && to >= 1 {
		return
	}
	at := overlay.Rect{X: r.X + r.W - u.Px(3), Y: r.Y + r.H*float32(from), W: u.Px(3), H: max(r.H*float32(to-from), u.Px(6))}
	u.Canvas().Fill(at, u.Theme.Active)
}

// clickedRow returns the row of names that is pressed.
func clickedRow(u *overlay.UI, r overlay.Rect, height float32) (row int, ok bool) {
	_, y, held := u.Area("names", r)
	return int(float32(y) * r.H / height), held && u.Input().Pressed
}

// values lists the weights or the floats, to pick one, and the range of values.
func (k *KeyEditor) values(u *overlay.UI, r overlay.Rect) {
	kind := k.chosen.kind
	if kind == curves.JointKind {
		return
	}
	k.side = r
	h := u.Px(curves.RowHeight)
	n, room := k.number(kind), max(int(r.H/h), 1)
	k.chosen.top = min(max(k.chosen.top, 0), max(n-room, 0))
	for i := range min(room, n) {
		of := curves.Subject{Kind: kind, Index: k.chosen.top + i}
		line := overlay.Rect{X: r.X, Y: r.Y + float32(i)*h, W: r.W - u.Px(36), H: h}
		color := u.Theme.Faint
		if slices.Contains(k.chosen.values, of) {
			color = valueColor
		}
		u.Print(line, k.Name(of), 0, color)
	}
	if k.ready() {
		k.bounds(u, r)
	}
	if row, ok := clickedRow(u, r, h); ok && row < min(room, n) {
		k.chosen.pick(curves.Subject{Kind: kind, Index: k.chosen.top + row}, u.Input().Shift)
	}
}
