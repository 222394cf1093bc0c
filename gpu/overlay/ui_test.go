package overlay

import (
	"strings"
	"testing"
)

func newUI(t testing.TB, scale float64) *UI {
	t.Helper()
	u, err := New(scale)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// frame shows one panel at a place.
func frame(u *UI, in *Input, show func()) {
	u.Begin(400, 300, in)
	u.Panel("panel", Rect{10, 10, 200, 200})
	show()
	u.End()
	in.Clear()
}

// click presses and lifts the button within one frame, as a slow frame sees it.
func click(in *Input, x, y float32) { in.X, in.Y, in.Pressed, in.Lifted = x, y, true, true }

// TestControls: what the mouse does to controls.
func TestControls(t *testing.T) {
	u, in := newUI(t, 1), new(Input)
	var pressed, toggled, chose, slid int
	on, option, v := false, 0, 5.
	show := func() {
		if u.Button("button") {
			pressed++
		}
		if u.Toggle("toggle", &on) {
			toggled++
		}
		if u.Choice("choice", []string{"a", "b", "c"}, &option) {
			chose++
		}
		if u.Slider("slider", &v, 0, 10, 5) {
			slid++
		}
	}
	row := func(k int) float32 { return 16 + float32(k)*(RowHeight+gap) + RowHeight/2 }
	frame(u, in, show)
	click(in, 100, row(0))
	frame(u, in, show)
	if pressed != 1 {
		t.Errorf("a click on the button counts %d times", pressed)
	}
	in.X, in.Y, in.Pressed, in.Down = 100, row(0), true, true
	frame(u, in, show)
	in.Y, in.Lifted, in.Down = 280, true, false
	frame(u, in, show)
	if pressed != 1 {
		t.Error("a button that the mouse left is pressed")
	}
	click(in, 30, row(1))
	frame(u, in, show)
	if !on || toggled != 1 {
		t.Errorf("the switch is %v after %d", on, toggled)
	}
	click(in, 200, row(2))
	frame(u, in, show)
	click(in, 200, row(2))
	frame(u, in, show)
	if option != 2 || chose != 1 {
		t.Errorf("option %d after %d changes", option, chose)
	}
	in.X, in.Y, in.Pressed, in.Down = 16, row(3), true, true
	frame(u, in, show)
	if v != 0 {
		t.Errorf("at its left the slider is %v", v)
	}
	in.X, in.Y = 390, 290 // outside, and still held
	frame(u, in, show)
	if v != 10 || !u.Busy() {
		t.Errorf("dragged far to the right it is %v", v)
	}
	in.Down, in.Lifted = false, true
	frame(u, in, show)
	in.X, in.Y, in.Right = 100, row(3), true
	frame(u, in, show)
	if v != 5 || u.Busy() {
		t.Errorf("a right click puts it to %v", v)
	}
	if !u.Covers(100, 100) || u.Covers(300, 100) {
		t.Error("the panel is elsewhere")
	}
}

// TestField: typing edits the text that was clicked.
func TestField(t *testing.T) {
	u, in := newUI(t, 1), new(Input)
	var text []byte
	show := func() { u.Field("search", &text) }
	in.Typed = append(in.Typed, 'x')
	frame(u, in, show)
	if len(text) > 0 || u.Editing() {
		t.Error("a text that was not clicked takes what is typed")
	}
	click(in, 50, 20)
	frame(u, in, show)
	in.Typed = append(in.Typed, 'w', 'ä', 'k')
	in.Keys = append(in.Keys, KeyBackspace, KeyBackspace)
	frame(u, in, show)
	if string(text) != "w" || !u.Editing() {
		t.Errorf("the text is %q", text)
	}
	in.Keys = append(in.Keys, KeyEscape)
	frame(u, in, show)
	if len(text) > 0 || u.Editing() {
		t.Errorf("escape leaves %q", text)
	}
	u.Focus("panel", "search")
	in.Typed = append(in.Typed, 'a')
	frame(u, in, show)
	if string(text) != "a" {
		t.Errorf("with the focus it is %q", text)
	}
}

// TestList: only rows that can be seen are drawn, and the wheel scrolls.
func TestList(t *testing.T) {
	u, in := newUI(t, 1), new(Input)
	first, last, clicked := 0, 0, -1
	show := func() {
		first, last = u.List("list", Rect{20, 40, 150, 100}, 1000)
		for i := first; i < last; i++ {
			if u.Row(i, 0, "row", false) {
				clicked = i
			}
		}
		u.EndList()
	}
	frame(u, in, show)
	if first != 0 || last != 7 {
		t.Errorf("rows %d to %d", first, last)
	}
	in.X, in.Y, in.Wheel = 50, 60, -2
	frame(u, in, show)
	click(in, 50, 41)
	frame(u, in, show)
	if first != 6 || clicked != 6 {
		t.Errorf("scrolled to %d, clicked %d", first, clicked)
	}
	u.Reveal("panel", "list", 500)
	frame(u, in, show)
	if first > 500 || last <= 500 {
		t.Errorf("row 500 is not among %d to %d", first, last)
	}
	in.X, in.Y, in.Pressed, in.Down = 168, 139, true, true
	frame(u, in, show)
	in.Y = 400
	frame(u, in, show)
	if last != 1000 {
		t.Errorf("the bar drags it to %d", last)
	}
	for _, q := range u.canvas.quads {
		if q.y > 215 {
			t.Fatalf("a row is drawn at %v, below the list", q.y)
		}
	}
}

// TestRows: columns fill the panel's width and do not overlap.
func TestRows(t *testing.T) {
	u, in := newUI(t, 1.5), new(Input)
	frame(u, in, func() {
		u.Split(1, 2, 1)
		a, b, c := u.Next(), u.Next(), u.Next()
		d := u.Next()
		if a.Overlaps(b) || b.Overlaps(c) || c.Overlaps(d) || c.X+c.W != d.X+d.W || a.X != d.X || b.W < a.W+c.W-8 || d.Y <= a.Y {
			t.Errorf("%v %v %v %v", a, b, c, d)
		}
		u.Even(2)
		a, b = u.Next(), u.Next()
		if a.W != b.W && a.W != b.W-1 && a.W != b.W+1 || b.X+b.W != d.X+d.W {
			t.Errorf("%v %v in %v", a, b, d)
		}
	})
}

// TestScroll: the wheel scrolls what a panel has no room for, and nothing beside it.
func TestScroll(t *testing.T) {
	u, in := newUI(t, 1), new(Input)
	pressed := -1
	names := []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b"}
	show := func() {
		for k, name := range names {
			if u.Button(name) {
				pressed = k
			}
		}
	}
	frame(u, in, show)
	click(in, 50, 214) // below the panel
	frame(u, in, show)
	if pressed >= 0 {
		t.Errorf("button %d is pressed beside the panel", pressed)
	}
	in.X, in.Y, in.Wheel = 50, 50, -10
	frame(u, in, show)
	frame(u, in, show)
	click(in, 50, 196)
	frame(u, in, show)
	if pressed != len(names)-1 {
		t.Errorf("scrolled to its end, the last button in the panel is %d", pressed)
	}
	for _, q := range u.canvas.quads {
		if q.y > 211 || q.y < 9 {
			t.Fatalf("a button is drawn at %v", q.y)
		}
	}
}

// TestText: numbers read as they should.
func TestText(t *testing.T) {
	var b Text
	got := b.Put("a ").Int(-3).Put(" ").Float(-0.001, 2).Put(" ").Short(1234.5).Put(" ").Short(1.5).Put(" ").Short(-27.25).String()
	if want := "a -3 0.00 1234 1.50 -27.2"; got != want && got != strings.Replace(want, "1234", "1235", 1) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestClipped: nothing is drawn outside the clipping rectangle, and texts that are too
// long are cut.
func TestClipped(t *testing.T) {
	u, in := newUI(t, 2), new(Input)
	u.Begin(400, 300, in)
	c := u.Canvas()
	in2 := Rect{100, 100, 50, 50}
	c.Clip(in2)
	c.Fill(Rect{0, 0, 400, 300}, Color{255, 0, 0, 255})
	c.Disc(100, 100, 30, Color{255, 0, 0, 255})
	c.Text(90, 95, "many words, more than fit", Color{255, 255, 255, 255})
	c.Line(0, 0, 400, 300, 1, Color{255, 255, 255, 255})
	c.Line(0, 0, 400, 1, 1, Color{255, 255, 255, 255})
	for _, q := range c.quads {
		if q.x < 98 || q.y < 98 || q.x > 152 || q.y > 152 {
			t.Fatalf("a corner at %v, %v", q.x, q.y)
		}
	}
	if c.Quads() < 5 {
		t.Errorf("%d quads", c.Quads())
	}
	f := c.Font()
	word := "a long name of a joint"
	n := f.Cut(word, 60)
	if n == 0 || n == len(word) || f.Width(word[:n]) > 60 {
		t.Errorf("%q is cut at %d", word, n)
	}
}

// TestFrameAllocates: a frame that was shown before does not.
func TestFrameAllocates(t *testing.T) {
	u, in := newUI(t, 1), new(Input)
	v, on, text := 0.5, true, []byte("walk")
	options := []string{"one", "two"}
	chosen := 0
	show := func() {
		u.Title("title")
		u.Pair("name", u.Text().Float(v, 3).String())
		u.Even(2)
		u.Button("a")
		u.Button("b")
		u.Slider("s", &v, 0, 1, 0)
		u.Toggle("t", &on)
		u.Choice("c", options, &chosen)
		u.Field("f", &text)
		from, to := u.List("l", u.Left(), 100)
		for i := from; i < to; i++ {
			u.Row(i, 4, "joint", i == 3)
		}
		u.EndList()
	}
	frame(u, in, show)
	if n := testing.AllocsPerRun(50, func() { frame(u, in, show) }); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

// TestGlyphs: letters outside ASCII have a picture, and a full atlas draws none.
func TestGlyphs(t *testing.T) {
	f, err := NewFont(1)
	if err != nil {
		t.Fatal(err)
	}
	if g := f.glyph('Ж'); g.w == 0 || g.advance == 0 {
		t.Errorf("Ж is %+v", g)
	}
	if f.Width("世") == 0 {
		t.Error("a letter that the font lacks has no box")
	}
	for r := rune(0x4000); r < 0x8000; r++ {
		f.glyph(r)
	}
	if f.Width("abc") == 0 {
		t.Error("letters are lost")
	}
	if _, err := NewFont(0); err == nil {
		t.Error("a scale of 0 is taken")
	}
}
