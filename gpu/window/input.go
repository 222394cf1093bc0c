package window

import (
	"math"

	"github.com/go-gl/glfw/v3.3/glfw"

	"github.com/sinew-anim/sinew/gpu"
)

// Key is a key of the keyboard. Letters and digits have their upper-case ASCII
// code, such as Key('R').
type Key int

const (
	KeySpace     = Key(glfw.KeySpace)
	KeyEscape    = Key(glfw.KeyEscape)
	KeyEnter     = Key(glfw.KeyEnter)
	KeyTab       = Key(glfw.KeyTab)
	KeyBackspace = Key(glfw.KeyBackspace)
	KeyDelete    = Key(glfw.KeyDelete)
	KeyLeft      = Key(glfw.KeyLeft)
	KeyRight     = Key(glfw.KeyRight)
	KeyUp        = Key(glfw.KeyUp)
	KeyDown      = Key(glfw.KeyDown)
	KeyPageUp    = Key(glfw.KeyPageUp)
	KeyPageDown  = Key(glfw.KeyPageDown)
	KeyHome      = Key(glfw.KeyHome)
	KeyEnd       = Key(glfw.KeyEnd)
	KeyF1        = Key(glfw.KeyF1)
	KeyF5        = Key(glfw.KeyF5)
)

// Mods is a set of modifier keys.
type Mods int

const (
	Shift   = Mods(glfw.ModShift)
	Control = Mods(glfw.ModControl)
	Alt     = Mods(glfw.ModAlt)
)

// Button is a button of the mouse.
type Button int

const (
	Left   = Button(glfw.MouseButtonLeft)
	Right  = Button(glfw.MouseButtonRight)
	Middle = Button(glfw.MouseButtonMiddle)
)

// Drag is a movement of the mouse with a button held; the press itself is one
// with DX and DY 0 and Start set.
type Drag struct {
	Button Button
	Mods   Mods    // at the press
	Start  bool    // the press
	X, Y   float64 // place, 0 to 1 from the left and from the top
	DX, DY float64 // movement in window heights, to the right and down
}

// Mouse is the mouse's position in pixels from the framebuffer's upper left corner, and a
// button that goes down or up there.
type Mouse struct {
	X, Y     float64
	Button   Button
	Down, Up bool
	Mods     Mods // of a button
}

// Handlers are the reactions to input. Each may be nil.
type Handlers struct {
	// Orbit rotates when the mouse is dragged with the left button, pans with the
	// right or middle one (or the left one and Shift), and zooms with the wheel.
	Orbit *gpu.Orbit
	// Key is called for a press and while the key repeats.
	Key func(k Key, mods Mods)
	// Char is called with typed characters.
	Char func(r rune)
	// Mouse is called for all that the mouse does but for its wheel, before Drag.
	Mouse func(m Mouse)
	// Drop is called with the paths of files that are dropped on the window.
	Drop func(paths []string)
	// Close is called when the user asks to close the window; false keeps it open.
	Close func() bool
	// Drag is called before Orbit moves; true leaves Orbit unchanged.
	Drag func(d Drag) bool
	// Scroll is called before Orbit zooms, with the wheel's steps, positive away
	// from the user; true leaves Orbit unchanged.
	Scroll func(steps float64) bool
	// Resize is called with the framebuffer's new size in pixels.
	Resize func(width, height int)
	// Refresh is called when the window's contents are lost.
	Refresh func()
}

// dragging is the button that is held.
type dragging struct {
	held   bool
	button Button
	mods   Mods
	x, y   float64 // last place in screen coordinates
}

// Handle sets the handlers.
func (w *Window) Handle(h Handlers) { w.handlers = h }

// listen connects GLFW's callbacks.
func (w *Window) listen() {
	w.glfw.SetFramebufferSizeCallback(func(_ *glfw.Window, width, height int) {
		w.width, w.height = width, height
		if w.handlers.Resize != nil {
			w.handlers.Resize(width, height)
		}
	})
	w.glfw.SetSizeCallback(func(_ *glfw.Window, width, height int) {
		w.screen = [2]float64{float64(width), float64(height)}
	})
	w.glfw.SetRefreshCallback(func(*glfw.Window) {
		if w.handlers.Refresh != nil {
			w.handlers.Refresh()
		}
	})
	w.glfw.SetKeyCallback(func(_ *glfw.Window, k glfw.Key, _ int, action glfw.Action, mods glfw.ModifierKey) {
		if action != glfw.Release && w.handlers.Key != nil {
			w.handlers.Key(Key(k), Mods(mods))
		}
	})
	// The position of a press is that of the last cursor event: the system's may already
	// be a later one.
	w.cursor[0], w.cursor[1] = w.glfw.GetCursorPos()
	w.glfw.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, action glfw.Action, mods glfw.ModifierKey) {
		x, y := w.cursor[0], w.cursor[1]
		w.mouse(Mouse{Button: Button(b), Down: action == glfw.Press, Up: action == glfw.Release, Mods: Mods(mods)}, x, y)
		w.press(Button(b), action == glfw.Press, Mods(mods), x, y)
	})
	w.glfw.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		w.cursor = [2]float64{x, y}
		w.mouse(Mouse{}, x, y)
		w.move(x, y)
	})
	w.glfw.SetCharCallback(func(_ *glfw.Window, r rune) {
		if w.handlers.Char != nil {
			w.handlers.Char(r)
		}
	})
	w.glfw.SetDropCallback(func(_ *glfw.Window, paths []string) {
		if w.handlers.Drop != nil {
			w.handlers.Drop(paths)
		}
	})
	w.glfw.SetCloseCallback(func(made *glfw.Window) {
		if w.handlers.Close != nil && !w.handlers.Close() {
			made.SetShouldClose(false)
		}
	})
	w.glfw.SetScrollCallback(func(_ *glfw.Window, _, steps float64) { w.scroll(steps) })
}

// mouse reports mouse input at a point in screen coordinates.
func (w *Window) mouse(m Mouse, x, y float64) {
	if w.handlers.Mouse == nil {
		return
	}
	m.X = x * float64(w.width) / max(w.screen[0], 1)
	m.Y = y * float64(w.height) / max(w.screen[1], 1)
	w.handlers.Mouse(m)
}

// press begins or ends a drag; a second button changes nothing.
func (w *Window) press(b Button, down bool, mods Mods, x, y float64) {
	switch {
	case down && !w.drag.held:
		w.drag = dragging{held: true, button: b, mods: mods, x: x, y: y}
		w.dragged(0, 0, true)
	case !down && b == w.drag.button:
		w.drag.held = false
	}
}

// move continues a drag.
func (w *Window) move(x, y float64) {
	if !w.drag.held {
		return
	}
	dx, dy := x-w.drag.x, y-w.drag.y
	w.drag.x, w.drag.y = x, y
	w.dragged(dx, dy, false)
}

// dragged reports a movement in screen coordinates.
func (w *Window) dragged(dx, dy float64, start bool) {
	width, height := max(w.screen[0], 1), max(w.screen[1], 1)
	d := Drag{
		Button: w.drag.button, Mods: w.drag.mods, Start: start,
		X: w.drag.x / width, Y: w.drag.y / height, DX: dx / height, DY: dy / height,
	}
	if w.handlers.Drag != nil && w.handlers.Drag(d) {
		return
	}
	o := w.handlers.Orbit
	if o == nil {
		return
	}
	if d.Button == Left && d.Mods&Shift == 0 {
		o.Rotate(-math.Pi*d.DX, math.Pi*d.DY)
	} else {
		o.Pan(-d.DX, d.DY)
	}
}

// zoomStep is the zoom factor per step of the wheel.
const zoomStep = 1.12

func (w *Window) scroll(steps float64) {
	if w.handlers.Scroll != nil && w.handlers.Scroll(steps) {
		return
	}
	if w.handlers.Orbit != nil {
		w.handlers.Orbit.Zoom(math.Pow(zoomStep, steps))
	}
}
