package gpu

import "unsafe"

// Context is an OpenGL 3.3 core context with the picture size it draws for.
// Packages headless and window make one.
//
// A context belongs to one operating-system thread: the goroutine that makes it must stay
// on that thread (runtime.LockOSThread) until Close. New of both packages locks it, Close
// unlocks it. Several contexts may exist at once, each on its own thread.
type Context interface {
	// MakeCurrent binds the context to the calling thread.
	MakeCurrent() error
	// ProcAddress returns the address of an OpenGL function, or nil.
	ProcAddress(name string) unsafe.Pointer
	// Size returns the picture's size in pixels.
	Size() (width, height int)
	// Surface reports whether framebuffer 0 is visible on a screen. Without a
	// surface pictures can only be read back.
	Surface() bool
	// Swap presents the picture on the surface; without one it does nothing.
	Swap()
	// Close releases the context and everything made with it.
	Close() error
}

// Host returns the context of a program that has its own OpenGL code, such as a game or an
// editor. A renderer made with it is a guest: call its methods while the program's
// context, OpenGL 3.3 or later, is current on the calling thread. They restore OpenGL's
// state, and only DrawInto draws pictures.
//
// procAddress returns the address of an OpenGL function, as glfw.GetProcAddress and
// SDL_GL_GetProcAddress do.
func Host(procAddress func(name string) unsafe.Pointer) Context { return host{procAddress} }

// host is the context of Host, which the program binds, presents and closes.
type host struct {
	procAddress func(name string) unsafe.Pointer
}

func (h host) MakeCurrent() error                     { return nil }
func (h host) ProcAddress(name string) unsafe.Pointer { return h.procAddress(name) }
func (h host) Size() (width, height int)              { return 0, 0 }
func (h host) Surface() bool                          { return false }
func (h host) Swap()                                  {}
func (h host) Close() error                           { return nil }
