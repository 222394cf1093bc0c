package gpu

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// errOpenGL: the context has no OpenGL 3.3.
var errOpenGL = errors.New("OpenGL 3.3 is needed")

// storageVersion is the version of OpenGL that has storage buffers and compute shaders.
const storageVersion = 43

// loader fills go-gl's function table. The table is one per process, so it is
// filled once: the dispatchers that hand out addresses (libglvnd, Mesa, WGL of
// one driver) give the same ones for every context.
var loader struct {
	sync.Once
	err error
}

// loadable is a context whose functions can be looked up.
type loadable interface {
	MakeCurrent() error
	ProcAddress(name string) unsafe.Pointer
}

// load makes the context current and OpenGL callable. version is 33 for OpenGL 3.3.
func load(ctx loadable) (version int, err error) {
	if err := ctx.MakeCurrent(); err != nil {
		return 0, err
	}
	loader.Do(func() {
		if err := gl.InitWithProcAddrFunc(ctx.ProcAddress); err != nil {
			loader.err = fmt.Errorf("%w: the driver lacks %v", errOpenGL, err)
		}
	})
	if loader.err != nil {
		return 0, loader.err
	}
	var major, minor int32
	gl.GetIntegerv(gl.MAJOR_VERSION, &major)
	gl.GetIntegerv(gl.MINOR_VERSION, &minor)
	if major < 3 || major == 3 && minor < 3 {
		return 0, fmt.Errorf("%w: the driver %s has %d.%d", errOpenGL, driver(), major, minor)
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

// integer returns a limit of the driver.
func integer(name uint32) int {
	var n int32
	gl.GetIntegerv(name, &n)
	return int(n)
}
