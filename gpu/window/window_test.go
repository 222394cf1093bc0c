package window

import (
	"bytes"
	"errors"
	"math"
	"os"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
)

// newWindow opens a window, or skips the test where there is no display.
func newWindow(t *testing.T) *Window {
	t.Helper()
	w, err := New(Options{Title: "test", Width: 320, Height: 200, NoVSync: true})
	if errors.Is(err, ErrNoDisplay) {
		t.Skipf("%v: run under xvfb-run", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// TestPicture draws into the window and reads its own framebuffer back: the
// colours are those that were asked for, to the byte, neither too dark nor
// converted twice.
func TestPicture(t *testing.T) {
	w := newWindow(t)
	r, err := gpu.NewRenderer(w, gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	top, bottom := gpu.SRGB(200, 100, 50), gpu.SRGB(10, 20, 30)
	s := &gpu.Scene{Background: gpu.Background{Top: top, Bottom: bottom}}
	w.Poll()
	if err := r.Draw(s); err != nil {
		t.Fatal(err)
	}
	width, height := w.Size()
	for _, c := range []struct {
		y    int
		want [3]int
	}{{0, [3]int{10, 20, 30}}, {height - 1, [3]int{200, 100, 50}}} {
		var got [4]uint8
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, 0)
		gl.ReadPixels(int32(width/2), int32(c.y), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(&got[0]))
		for k := range 3 {
			if math.Abs(float64(int(got[k])-c.want[k])) > 2 {
				t.Errorf("row %d from below is %v, want %v", c.y, got, c.want)
			}
		}
	}
	if e := gl.GetError(); e != gl.NO_ERROR {
		t.Errorf("OpenGL error 0x%04X", e)
	}
	w.Swap()
}

// TestBesideHeadless: a window and a headless context share the process and its
// one table of OpenGL functions, though GLX found the one and EGL the other.
func TestBesideHeadless(t *testing.T) {
	w := newWindow(t)
	h, err := headless.New(320, 200)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	s := &gpu.Scene{Grid: gpu.Grid{Spacing: 1}, Camera: gpu.Camera{Eye: [3]float64{2, 2, 2}}}
	var pictures [][]byte
	for _, c := range []gpu.Context{w, h, w} {
		r, err := gpu.NewRenderer(c, gpu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if err := r.Draw(s); err != nil {
			t.Fatal(err)
		}
		img, err := r.Capture(nil)
		if err != nil {
			t.Fatal(err)
		}
		pictures = append(pictures, img.Pix)
	}
	if !bytes.Equal(pictures[0], pictures[2]) {
		t.Error("the window draws two pictures of one scene")
	}
	off := 0
	for i := range pictures[0] {
		if d := int(pictures[0][i]) - int(pictures[1][i]); d < -2 || d > 2 {
			off++
		}
	}
	if off > len(pictures[0])/1000 {
		t.Errorf("%d values differ between window and headless", off)
	}
}

// TestFrameLoop: a frame allocates nothing.
func TestFrameLoop(t *testing.T) {
	w := newWindow(t)
	r, err := gpu.NewRenderer(w, gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	orbit := gpu.Orbit{Distance: 3}
	w.Handle(Handlers{Orbit: &orbit})
	s := &gpu.Scene{Grid: gpu.Grid{Spacing: 1}}
	loop := func() {
		w.Poll()
		s.Camera = orbit.Camera()
		if err := r.Draw(s); err != nil {
			t.Fatal(err)
		}
		w.Swap()
	}
	loop()
	if n := testing.AllocsPerRun(20, loop); n != 0 {
		t.Errorf("a frame makes %v allocations", n)
	}
	if w.Closing() {
		t.Error("the window closes by itself")
	}
	if w.RequestClose(); !w.Closing() {
		t.Error("the window does not close when asked")
	}
}

// TestOrbit: the mouse moves the camera as the documentation says.
func TestOrbit(t *testing.T) {
	o := gpu.Orbit{Distance: 2}
	w := &Window{screen: [2]float64{400, 200}}
	w.Handle(Handlers{Orbit: &o})
	drag := func(b Button, mods Mods, dx, dy float64) {
		w.press(b, true, mods, 100, 100)
		w.move(100+dx, 100+dy)
		w.press(b, false, mods, 100+dx, 100+dy)
		w.move(0, 0) // without a button nothing happens
	}
	drag(Left, 0, 100, 50)
	if math.Abs(o.Yaw+math.Pi/2) > 1e-12 || math.Abs(o.Pitch-math.Pi/4) > 1e-12 || o.Target != [3]float64{} {
		t.Errorf("after turning: %+v", o)
	}
	o = gpu.Orbit{Distance: 2}
	drag(Right, 0, 200, 100)
	height := 4 * math.Tan(gpu.DefaultFov/2)
	if math.Abs(o.Target[0]+height) > 1e-12 || math.Abs(o.Target[1]-height/2) > 1e-12 || o.Yaw != 0 {
		t.Errorf("after moving: %+v", o)
	}
	shifted := gpu.Orbit{Distance: 2}
	w.Handle(Handlers{Orbit: &shifted})
	drag(Left, Shift, 200, 100)
	if shifted != o {
		t.Errorf("with Shift: %+v, want %+v", shifted, o)
	}
	w.scroll(1)
	w.scroll(1)
	w.scroll(-1)
	if math.Abs(shifted.Distance-2/zoomStep) > 1e-12 {
		t.Errorf("after the wheel: %+v", shifted)
	}
}

// TestHandlersFirst: a handler that uses a movement keeps it from the camera.
func TestHandlersFirst(t *testing.T) {
	o := gpu.Orbit{Distance: 2}
	w := &Window{screen: [2]float64{400, 200}}
	var got []Drag
	w.Handle(Handlers{
		Orbit:  &o,
		Drag:   func(d Drag) bool { got = append(got, d); return true },
		Scroll: func(float64) bool { return true },
	})
	w.press(Left, true, Control, 100, 50)
	w.move(120, 150)
	w.scroll(3)
	want := []Drag{
		{Button: Left, Mods: Control, Start: true, X: 0.25, Y: 0.25},
		{Button: Left, Mods: Control, X: 0.3, Y: 0.75, DX: 0.1, DY: 0.5},
	}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v, want %+v", got, want)
	}
	if o != (gpu.Orbit{Distance: 2}) {
		t.Errorf("the camera moved: %+v", o)
	}
}

// TestNoDisplay: an absent display is an error, not a panic.
func TestNoDisplay(t *testing.T) {
	displays := []string{"", ":4321"}
	if os.Getenv("DISPLAY") != "" {
		displays = displays[:1] // GLFW stays connected to a real one
	}
	for _, display := range displays {
		t.Setenv("DISPLAY", display)
		t.Setenv("WAYLAND_DISPLAY", "")
		w, err := New(Options{})
		if err == nil {
			w.Close()
		}
		if !errors.Is(err, ErrNoDisplay) {
			t.Errorf("DISPLAY=%q: %v", display, err)
		}
	}
}
