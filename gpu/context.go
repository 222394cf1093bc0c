package gpu

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// ErrOpenGL: the context has no OpenGL 3.3.
var ErrOpenGL = errors.New("OpenGL 3.3 is needed")

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

// loader fills go-gl's function table. The table is one per process, so it is
// filled once: the dispatchers that hand out addresses (libglvnd, Mesa, WGL of
// one driver) give the same ones for every context.
var loader struct {
	sync.Once
	err error
}

// load makes the context current and OpenGL callable. version is 33 for OpenGL 3.3.
func load(ctx Context) (version int, err error) {
	if err := ctx.MakeCurrent(); err != nil {
		return 0, err
	}
	loader.Do(func() {
		if err := gl.InitWithProcAddrFunc(ctx.ProcAddress); err != nil {
			loader.err = fmt.Errorf("%w: the driver lacks %v", ErrOpenGL, err)
		}
	})
	if loader.err != nil {
		return 0, loader.err
	}
	var major, minor int32
	gl.GetIntegerv(gl.MAJOR_VERSION, &major)
	gl.GetIntegerv(gl.MINOR_VERSION, &minor)
	if major < 3 || major == 3 && minor < 3 {
		return 0, fmt.Errorf("%w: the driver %s has %d.%d", ErrOpenGL, driver(), major, minor)
	}
	return int(10*major + minor), nil
}

// driver names the renderer and version of the current context.
func driver() string {
	return gl.GoStr(gl.GetString(gl.RENDERER)) + ", " + gl.GoStr(gl.GetString(gl.VERSION))
}

// checkError reports the first OpenGL error since the last check.
func checkError(doing string) error {
	first := gl.GetError()
	if first == gl.NO_ERROR {
		return nil
	}
	for gl.GetError() != gl.NO_ERROR {
	}
	name := "error"
	switch first {
	case gl.INVALID_ENUM:
		name = "invalid enum"
	case gl.INVALID_VALUE:
		name = "invalid value"
	case gl.INVALID_OPERATION:
		name = "invalid operation"
	case gl.INVALID_FRAMEBUFFER_OPERATION:
		name = "invalid framebuffer operation"
	case gl.OUT_OF_MEMORY:
		name = "out of memory"
	}
	return fmt.Errorf("gpu: %s: OpenGL reports %s (0x%04X)", doing, name, first)
}
