package headless

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/sinew-anim/sinew/soa"
)

// ErrUnavailable: the machine cannot make a headless context, because libEGL or
// a driver is missing. The message names the packages to install.
var ErrUnavailable = errors.New("headless OpenGL is not available")

// Context is an OpenGL context without a surface. It implements gpu.Context.
// All its methods belong on the goroutine that called New.
type Context struct {
	native        native
	width, height int
	closed        bool
}

// New makes an OpenGL 3.3 core context (or a later compatible one) for pictures
// of that many pixels, at least 1×1, and makes it current. It locks the
// goroutine to its thread until Close. Errors wrap ErrUnavailable or
// soa.ErrOption.
func New(width, height int) (*Context, error) {
	c := new(Context)
	if err := c.Resize(width, height); err != nil {
		return nil, err
	}
	var err error
	if c.native, err = open(); err != nil {
		return nil, fmt.Errorf("headless: %w", err)
	}
	return c, nil
}

// MakeCurrent binds the context to the calling thread.
func (c *Context) MakeCurrent() error {
	if c.closed {
		return fmt.Errorf("headless: the context is %w", soa.ErrClosed)
	}
	return c.native.makeCurrent()
}

// ProcAddress returns the address of an OpenGL function, or nil.
func (c *Context) ProcAddress(name string) unsafe.Pointer {
	if c.closed {
		return nil
	}
	return c.native.procAddress(name)
}

// Size returns the picture's size in pixels.
func (c *Context) Size() (width, height int) { return c.width, c.height }

// Resize changes the picture's size from the renderer's next frame on.
func (c *Context) Resize(width, height int) error {
	if width < 1 || height < 1 {
		return fmt.Errorf("headless: %w: %d×%d", soa.ErrOption, width, height)
	}
	c.width, c.height = width, height
	return nil
}

// Surface returns false: the context has no screen.
func (c *Context) Surface() bool { return false }

// Swap does nothing.
func (c *Context) Swap() {}

// Close destroys the context and unlocks the goroutine's thread. A second Close
// does nothing.
func (c *Context) Close() error {
	if !c.closed {
		c.closed = true
		c.native.close()
	}
	return nil
}
