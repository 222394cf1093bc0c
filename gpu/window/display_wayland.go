//go:build (linux || freebsd || netbsd || openbsd) && wayland

package window

import (
	"fmt"
	"os"
)

// checkDisplay reports a missing display before GLFW is started.
func checkDisplay() error {
	if os.Getenv("WAYLAND_DISPLAY") != "" {
		return nil
	}
	return fmt.Errorf("%w: WAYLAND_DISPLAY is not set", ErrNoDisplay)
}
