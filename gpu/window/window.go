package window

import (
	"errors"
	"fmt"
	"io"
	"log"
	"runtime"
	"unsafe"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/soa"
)

// ErrNoDisplay: there is no display, or it cannot be reached.
var ErrNoDisplay = errors.New("no display to open a window on")

// Options are the settings of a window.
type Options struct {
	Title         string
	Width, Height int  // in screen coordinates; 0: 1280×720
	NoVSync       bool // Swap returns without waiting for the screen
}

// Window is a window with an OpenGL context. It implements gpu.Context.
type Window struct {
	glfw          *glfw.Window
	width, height int        // framebuffer, pixels
	screen        [2]float64 // size in screen coordinates
	cursor        [2]float64 // in screen coordinates
	handlers      Handlers
	drag          dragging
}

// New opens a window with an OpenGL 3.3 core context, current on the calling
// thread. Errors wrap ErrNoDisplay, or gpu.ErrOpenGL where the display's
// OpenGL is too old.
func New(o Options) (w *Window, err error) {
	if err := checkDisplay(); err != nil {
		return nil, fmt.Errorf("window: %w", err)
	}
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.Width < 1 || o.Height < 1 {
		return nil, fmt.Errorf("window: %w: %d×%d", soa.ErrOption, o.Width, o.Height)
	}
	runtime.LockOSThread()
	defer func() {
		if err != nil {
			runtime.UnlockOSThread()
		}
	}()
	made, err := open(o)
	if err != nil {
		return nil, err
	}
	w = &Window{glfw: made}
	w.width, w.height = made.GetFramebufferSize()
	sw, sh := made.GetSize()
	w.screen = [2]float64{float64(sw), float64(sh)}
	w.listen()
	made.MakeContextCurrent()
	if o.NoVSync {
		glfw.SwapInterval(0)
	} else {
		glfw.SwapInterval(1)
	}
	return w, nil
}

// open starts GLFW and makes the window. Without a display GLFW's binding logs an error,
// returns success and panics at the next call: both become an error.
func open(o Options) (made *glfw.Window, err error) {
	defer func() {
		if p := recover(); p != nil {
			made, err = nil, fmt.Errorf("window: %w: %v", ErrNoDisplay, p)
		}
	}()
	logged := log.Writer()
	log.SetOutput(io.Discard)
	err = glfw.Init()
	log.SetOutput(logged)
	if err != nil {
		return nil, fmt.Errorf("window: %w: %w", ErrNoDisplay, err)
	}
	glfw.DefaultWindowHints()
	glfw.WindowHint(glfw.ContextVersionMajor, 3)
	glfw.WindowHint(glfw.ContextVersionMinor, 3)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	glfw.WindowHint(glfw.Samples, 0) // the renderer has its own samples
	glfw.WindowHint(glfw.DepthBits, 0)
	made, err = glfw.CreateWindow(o.Width, o.Height, o.Title, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("window: %w: %w", gpu.ErrOpenGL, err)
	}
	return made, nil
}

// MakeCurrent binds the context to the calling thread.
func (w *Window) MakeCurrent() error {
	if w.glfw == nil {
		return fmt.Errorf("window: the window is %w", soa.ErrClosed)
	}
	w.glfw.MakeContextCurrent()
	return nil
}

// ProcAddress returns the address of an OpenGL function, or nil.
func (w *Window) ProcAddress(name string) unsafe.Pointer {
	if w.glfw == nil {
		return nil
	}
	return glfw.GetProcAddress(name)
}

// Size returns the framebuffer's size in pixels, 1×1 for a minimized window,
// which has none.
func (w *Window) Size() (width, height int) { return max(w.width, 1), max(w.height, 1) }

// Scale returns the display's number of pixels per 1/96 inch, mostly 1 or 2.
func (w *Window) Scale() float64 {
	if w.glfw == nil {
		return 1
	}
	x, y := w.glfw.GetContentScale()
	return min(max(float64(x), float64(y), 0.5), 8)
}

// Surface returns true.
func (w *Window) Surface() bool { return true }

// Swap presents the picture; unless Options.NoVSync is set it waits for the
// screen's next refresh.
func (w *Window) Swap() {
	if w.glfw != nil {
		w.glfw.SwapBuffers()
	}
}

// Poll handles the events since the last call.
func (w *Window) Poll() { glfw.PollEvents() }

// Wait sleeps until an event arrives or the seconds have passed, and handles events: a
// paused viewer takes no processor time.
func (w *Window) Wait(seconds float64) {
	if seconds > 0 {
		glfw.WaitEventsTimeout(seconds)
		return
	}
	glfw.PollEvents()
}

// Closing reports whether the user, or RequestClose, has requested to close the
// window.
func (w *Window) Closing() bool { return w.glfw == nil || w.glfw.ShouldClose() }

// RequestClose makes Closing report true.
func (w *Window) RequestClose() {
	if w.glfw != nil {
		w.glfw.SetShouldClose(true)
	}
}

// SetTitle changes the window's title.
func (w *Window) SetTitle(title string) {
	if w.glfw != nil {
		w.glfw.SetTitle(title)
	}
}

// Close destroys the window and its context and unlocks the thread. A second
// Close does nothing. GLFW stays ready for another window.
func (w *Window) Close() error {
	if w.glfw != nil {
		glfw.DetachCurrentContext()
		w.glfw.Destroy()
		w.glfw = nil
		runtime.UnlockOSThread()
	}
	return nil
}
