package overlay

import "unsafe"

// list is the scrolling state of a list.
type list struct {
	offset float32 // pixels above its first visible row
	grip   float32
	reveal int // row to scroll to, plus 1
}

// List begins a list of n rows in a rectangle, and returns the visible ones, from:to.
// EndList ends it.
func (u *UI) List(name string, r Rect, n int) (from, to int) {
	id := u.id(name)
	l := kept(u.lists, id)
	high := u.listRow()
	total := high * float32(n)
	if r.Contains(u.input.X, u.input.Y) {
		l.offset -= u.input.Wheel * 3 * high
	}
	if l.reveal > 0 {
		top := high * float32(l.reveal-1)
		if top < l.offset || top+high > l.offset+r.H {
			l.offset = top - (r.H-high)/2
		}
		l.reveal = 0
	}
	most := max(total-r.H, 0)
	bar := Rect{r.X + r.W - u.Px(5), r.Y, u.Px(5), r.H}
	if most > 0 {
		u.scroll(id, l, bar, most, total)
		r.W -= bar.W + u.Px(2)
	}
	l.offset = floor(min(max(l.offset, 0), most))
	u.row = Rect{r.X, r.Y - l.offset, r.W, high}
	u.listID, u.around = id, u.canvas.Clip(r.intersect(u.canvas.clip))
	from = int(l.offset / high)
	return from, min(n, int((l.offset+r.H)/high)+1)
}

// EndList ends a list.
func (u *UI) EndList() { u.canvas.clip = u.around }

func (u *UI) listRow() float32 { return u.Px(16) }

// scroll draws and drags the scroll bar of a list.
func (u *UI) scroll(id uint64, l *list, bar Rect, most, total float32) {
	id ^= 0x5bd1e995
	u.touch(id, bar)
	size := max(bar.H*bar.H/total, u.Px(12))
	travel := bar.H - size
	if u.active == id {
		if u.input.Pressed {
			l.grip = u.input.Y - (bar.Y + travel*l.offset/most)
			if l.grip < 0 || l.grip > size {
				l.grip = size / 2
			}
		}
		l.offset = (u.input.Y - l.grip - bar.Y) / max(travel, 1) * most
	}
	l.offset = min(max(l.offset, 0), most)
	u.canvas.Fill(bar, u.Theme.Control)
	u.canvas.Fill(Rect{bar.X, bar.Y + travel*l.offset/most, bar.W, size}, u.Theme.Active)
}

// Reveal scrolls a list to a row in the next frame.
func (u *UI) Reveal(panel, name string, row int) {
	kept(u.lists, hash(hash(0, panel), name)).reveal = row + 1
}

// rowAt returns the rectangle and the number of row i.
func (u *UI) rowAt(i int) (Rect, uint64) {
	r := u.row
	r.Y += u.row.H * float32(i)
	return r, u.listID ^ 0x9e3779b97f4a7c15*uint64(i+1) | 1
}

// Row draws row i of a list, indented by some units, and reports that it was clicked.
func (u *UI) Row(i int, indent float64, text string, chosen bool) (clicked bool) {
	r, id := u.rowAt(i)
	clicked = u.touch(id, r)
	color := u.Theme.Text
	switch {
	case chosen:
		u.canvas.Fill(r, u.Theme.Accent)
		color = u.Theme.OnAccent
	case u.hot == id:
		u.canvas.Fill(r, u.Theme.Hot)
	}
	x := u.Px(3 + indent)
	u.Print(Rect{r.X + x, r.Y, max(r.W-x-u.Px(2), 0), r.H}, text, 0, color)
	return clicked
}

// RowSlider draws row i of a list as a slider, and reports that it changed.
func (u *UI) RowSlider(i int, name string, v *float64, low, high float64) (changed bool) {
	r, id := u.rowAt(i)
	return u.slide(id, Rect{r.X, r.Y, r.W, r.H - 1}, name, v, low, high, low)
}

// string0 returns bytes as a string that is valid until they change.
func string0(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
