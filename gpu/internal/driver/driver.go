// Package driver has what OpenGL needs that no scene knows of: functions and limits of
// the driver, streams of data, framebuffers, and the state of a context.
package driver

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// ErrOpenGL: the context has no OpenGL 3.3.
var ErrOpenGL = errors.New("OpenGL 3.3 is needed")

// StorageVersion is the version of OpenGL that has storage buffers and compute shaders.
const StorageVersion = 43

// loader fills go-gl's function table. The table is one per process, so it is
// filled once: the dispatchers that hand out addresses (libglvnd, Mesa, WGL of
// one driver) give the same ones for every context.
var loader struct {
	sync.Once
	err error
}

// Context is a context whose functions can be looked up.
type Context interface {
	MakeCurrent() error
	ProcAddress(name string) unsafe.Pointer
}

// Load makes the context current and OpenGL callable. The version of OpenGL 3.3 is 33.
func Load(ctx Context) (version int, err error) {
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
		return 0, fmt.Errorf("%w: the driver %s has %d.%d", ErrOpenGL, Name(), major, minor)
	}
	return int(10*major + minor), nil
}

// Name returns the renderer and version of the current context.
func Name() string {
	return gl.GoStr(gl.GetString(gl.RENDERER)) + ", " + gl.GoStr(gl.GetString(gl.VERSION))
}

// Check returns the first OpenGL error since the last check.
func Check(doing string) error {
	first := gl.GetError()
	if first == gl.NO_ERROR {
		return nil
	}
	for gl.GetError() != gl.NO_ERROR {
	}
	name := map[uint32]string{
		gl.INVALID_ENUM: "invalid enum", gl.INVALID_VALUE: "invalid value", gl.INVALID_OPERATION: "invalid operation",
		gl.INVALID_FRAMEBUFFER_OPERATION: "invalid framebuffer operation", gl.OUT_OF_MEMORY: "out of memory",
	}[first]
	return fmt.Errorf("gpu: %s: OpenGL reports %s (0x%04X)", doing, cmp.Or(name, "error"), first)
}

// Integer returns a limit of the driver.
func Integer(name uint32) int {
	var n int32
	gl.GetIntegerv(name, &n)
	return int(n)
}
