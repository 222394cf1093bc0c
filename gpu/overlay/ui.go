package overlay

import (
	"math"
	"slices"
)

// Input is what the user did since the last frame, in pixels of the picture.
type Input struct {
	X, Y    float32 // of the mouse
	Down    bool    // its left button is held
	Pressed bool    // it went down
	Lifted  bool    // it went up
	Right   bool    // the right button went down
	Wheel   float32 // steps, positive away from the user
	Shift   bool
	Typed   []rune
	Keys    []Key
}

// Key is a key for editing text.
type Key uint8

const (
	KeyBackspace Key = iota
	KeyEnter
	KeyEscape
	KeyTab
)

// Clear resets everything that lasts one frame.
func (in *Input) Clear() {
	in.Pressed, in.Lifted, in.Right, in.Wheel = false, false, false, 0
	in.Typed, in.Keys = in.Typed[:0], in.Keys[:0]
}

// Theme is the colours of a UI.
type Theme struct {
	Panel, Edge, Text, Faint, Control, Hot, Active, Accent, OnAccent Color
}

// DarkTheme returns bright text on dark panels.
func DarkTheme() Theme {
	return Theme{
		Panel: Color{30, 34, 40, 255}, Edge: Color{70, 78, 90, 255},
		Text: Color{228, 232, 238, 255}, Faint: Color{150, 160, 174, 255},
		Control: Color{52, 58, 68, 255}, Hot: Color{68, 77, 92, 255}, Active: Color{86, 98, 118, 255},
		Accent: Color{255, 154, 31, 255}, OnAccent: Color{24, 20, 14, 255},
	}
}

// UI is the state of an overlay from frame to frame: the controls under the mouse, held by
// it and being edited.
type UI struct {
	Theme Theme

	canvas Canvas
	scale  float32
	size   [2]float32
	input  *Input
	text   Text

	panels, shown []Rect // of this frame, of the last one
	panel         *scrolled
	inside        Rect // of the panel, where controls go
	y             float32
	split         [8]float32 // ends of the columns of the current row, from 0 to 1
	columns, at   int
	row           Rect
	seed          uint64 // of the panel

	hot, active, focus uint64
	lists              map[uint64]*list
	scrolls            map[uint64]*scrolled
	listID             uint64 // of the list that is being drawn
	around             Rect   // the clipping rectangle outside it
}

// New returns a UI for a number of pixels per unit.
func New(scale float64) (*UI, error) {
	f, err := NewFont(scale)
	if err != nil {
		return nil, err
	}
	return &UI{Theme: DarkTheme(), canvas: Canvas{font: f}, scale: float32(scale), lists: make(map[uint64]*list), scrolls: make(map[uint64]*scrolled)}, nil
}

// Canvas returns the frame's canvas, for free drawing.
func (u *UI) Canvas() *Canvas { return &u.canvas }

// Input returns the input of this frame.
func (u *UI) Input() *Input { return u.input }

// Scale returns the pixels per unit.
func (u *UI) Scale() float32 { return u.scale }

// Px converts units to whole pixels.
func (u *UI) Px(units float64) float32 { return floor(float32(units)*u.scale + 0.5) }

// Text returns an empty text, valid until the next call.
func (u *UI) Text() *Text { return u.text.Reset() }

// Begin begins a frame of a size in pixels.
func (u *UI) Begin(width, height int, in *Input) {
	u.canvas.quads = u.canvas.quads[:0]
	u.canvas.clip = Rect{0, 0, float32(width), float32(height)}
	u.size = [2]float32{float32(width), float32(height)}
	u.input, u.hot = in, 0
	u.panels = u.panels[:0]
	if in.Pressed {
		u.focus = 0
	}
}

// End ends the frame.
func (u *UI) End() {
	u.endPanel()
	if u.input.Lifted || !u.input.Down {
		u.active = 0
	}
	u.shown = append(u.shown[:0], u.panels...)
}

// Covers reports whether a point lies on a panel of the last frame, which then receives the
// input instead of the picture.
func (u *UI) Covers(x, y float32) bool {
	return slices.ContainsFunc(u.shown, func(p Rect) bool { return p.Contains(x, y) })
}

// Busy reports whether the mouse holds a control.
func (u *UI) Busy() bool { return u.active != 0 }

// Editing reports whether a field has the keyboard focus.
func (u *UI) Editing() bool { return u.focus != 0 }

// StopEditing ends the keyboard focus.
func (u *UI) StopEditing() { u.focus = 0 }

// Panels returns the panels of the last frame.
func (u *UI) Panels() []Rect { return u.shown }

const (
	// RowHeight is the height of a row of controls in units.
	RowHeight = 18
	gap       = 3
)

// scrolled is the scrolling state of a panel.
type scrolled struct{ offset, over float32 }

// endPanel ends the current panel, if any.
func (u *UI) endPanel() {
	p := u.panel
	if p == nil {
		return
	}
	p.over = max(u.y+p.offset-u.inside.Y-u.inside.H-u.Px(gap), 0)
	p.offset = min(p.offset, p.over)
	if p.over > 0 {
		whole := u.inside.H / (u.inside.H + p.over)
		bar := Rect{u.inside.X + u.inside.W + u.Px(1), u.inside.Y + p.offset*whole, u.Px(3), u.inside.H * whole}
		u.canvas.Fill(bar, u.Theme.Active)
	}
	u.panel = nil
	u.canvas.clip = Rect{0, 0, u.size[0], u.size[1]}
}

// Panel begins a panel; controls follow in rows from its top. The wheel scrolls a panel
// with too many.
func (u *UI) Panel(name string, r Rect) {
	u.endPanel()
	u.panels = append(u.panels, r)
	u.canvas.Fill(r, u.Theme.Panel)
	u.canvas.Frame(r, max(1, floor(u.scale)), u.Theme.Edge)
	u.inside = r.Inset(u.Px(6))
	u.columns, u.at = 1, 1
	u.seed = hash(0, name)
	p := kept(u.scrolls, u.seed)
	if r.Contains(u.input.X, u.input.Y) {
		p.offset = floor(min(max(p.offset-u.input.Wheel*u.Px(3*RowHeight), 0), p.over))
	}
	u.panel, u.y = p, u.inside.Y-p.offset
	u.canvas.clip = r.intersect(Rect{0, 0, u.size[0], u.size[1]})
}

// Left returns the rest of the panel, below its rows so far.
func (u *UI) Left() Rect {
	return Rect{u.inside.X, u.y, u.inside.W, max(u.inside.Y+u.inside.H-u.y, 0)}
}

// Split divides the next row into columns in proportion to parts.
func (u *UI) Split(parts ...float32) {
	sum, total := float32(0), float32(0)
	for _, p := range parts {
		total += p
	}
	u.columns = min(len(parts), len(u.split))
	for k := range u.columns {
		sum += parts[k]
		u.split[k] = sum / total
	}
	u.at = u.columns // a new row begins
}

// Even divides the next row into n equal columns.
func (u *UI) Even(n int) {
	ones := [len(u.split)]float32{1, 1, 1, 1, 1, 1, 1, 1}
	u.Split(ones[:min(n, len(ones))]...)
}

// Space leaves some units empty.
func (u *UI) Space(units float64) { u.y += u.Px(units) }

// Next returns the rectangle of the next control.
func (u *UI) Next() Rect { return u.next(RowHeight) }

func (u *UI) next(height float64) Rect {
	if u.at >= u.columns {
		if u.at > u.columns || u.columns == 1 {
			u.columns, u.split[0] = 1, 1
		}
		u.at = 0
		u.row = Rect{u.inside.X, u.y, u.inside.W, u.Px(height)}
		u.y += u.row.H + u.Px(gap)
	}
	from := float32(0)
	space := u.Px(gap)
	if u.at > 0 {
		from = u.split[u.at-1]
	}
	whole := u.row.W + space
	x0, x1 := floor(whole*from+0.5), floor(whole*u.split[u.at]+0.5)
	u.at++
	r := Rect{u.row.X + x0, u.row.Y, x1 - x0 - space, u.row.H}
	if u.at == u.columns {
		u.columns, u.at, u.split[0] = 1, 1, 1
	}
	return r
}

// kept returns the state of an id from frame to frame.
func kept[T any](states map[uint64]*T, id uint64) *T {
	if states[id] == nil {
		states[id] = new(T)
	}
	return states[id]
}

// id numbers a control of the panel by its name.
func (u *UI) id(name string) uint64 { return hash(u.seed, name) }

// hash is FNV-1a.
func hash(seed uint64, s string) uint64 {
	h := seed ^ 14695981039346656037
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h | 1 // 0 is none
}

// touch updates a control's hot and active state. It reports that the control was clicked:
// the button went down and up on it.
func (u *UI) touch(id uint64, r Rect) (clicked bool) {
	in := u.input
	r = r.intersect(u.canvas.clip)
	over := r.Contains(in.X, in.Y)
	if over && (u.active == 0 || u.active == id) {
		u.hot = id
	}
	if over && in.Pressed && u.active == 0 {
		u.active = id
	}
	return u.active == id && in.Lifted && over
}

// shade is a control's colour.
func (u *UI) shade(id uint64) Color {
	switch {
	case u.active == id:
		return u.Theme.Active
	case u.hot == id:
		return u.Theme.Hot
	}
	return u.Theme.Control
}

// Print writes a text into a rectangle: align 0 is left, 0.5 centred, 1 right. A text that
// is too long ends with an ellipsis.
func (u *UI) Print(r Rect, text string, align float32, color Color) {
	f := u.canvas.font
	y := r.Y + floor((r.H-f.Height)/2+0.5)
	w := f.Width(text)
	if w <= r.W {
		u.canvas.Text(r.X+floor((r.W-w)*align), y, text, color)
		return
	}
	const dots = "…"
	n := f.Cut(text, r.W-f.Width(dots))
	end := u.canvas.Text(r.X, y, text[:n], color)
	if r.W > f.Width(dots) {
		u.canvas.Text(end, y, dots, color)
	}
}

// clamp01 limits v to 0 to 1; NaN is 0.
func clamp01(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return min(max(v, 0), 1)
}
