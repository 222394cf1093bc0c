//go:build !linux || !cgo

package headless

import (
	"fmt"
	"runtime"
	"unsafe"
)

// native is empty where the system has no EGL.
type native struct{}

func open() (native, error) {
	return native{}, fmt.Errorf("%w: EGL is used on Linux with cgo only, this is %s: use package window", ErrUnavailable, runtime.GOOS)
}

func (native) makeCurrent() error                { return ErrUnavailable }
func (native) procAddress(string) unsafe.Pointer { return nil }
func (native) close()                            {}
