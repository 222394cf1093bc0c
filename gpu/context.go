package gpu

import "unsafe"

// Context is an OpenGL 3.3 core context with the picture size it draws for.
// Packages headless and window make one.
//
// A context belongs to one operating-system thread: the goroutine that makes it
// must stay on that thread (runtime.LockOSThread) until Close. Both packages
// lock the calling goroutine's thread in New and unlock it in Close. Several
// contexts may exist at once, each on its own thread.
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

// Host returns the context of a program that draws by itself and has OpenGL 3.3
// current: a game, an editor. A renderer made with it is a guest. All its methods
// are called while the program's context is current on the calling thread, and
// leave OpenGL's state as they found it; it draws by DrawInto alone.
//
// procAddress returns the address of an OpenGL function, as glfw.GetProcAddress and
// SDL_GL_GetProcAddress do.
func Host(procAddress func(name string) unsafe.Pointer) Context { return host{procAddress} }

// host is what Host returns. Nothing in it is Sinew's to bind, show or close.
type host struct {
	procAddress func(name string) unsafe.Pointer
}

func (h host) MakeCurrent() error                     { return nil }
func (h host) ProcAddress(name string) unsafe.Pointer { return h.procAddress(name) }
func (h host) Size() (width, height int)              { return 0, 0 }
func (h host) Surface() bool                          { return false }
func (h host) Swap()                                  {}
func (h host) Close() error                           { return nil }
