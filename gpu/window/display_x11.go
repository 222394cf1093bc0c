//go:build (linux || freebsd || netbsd || openbsd) && !wayland

package window

import (
	"fmt"
	"os"
)

// checkDisplay reports a missing display before GLFW is started.
func checkDisplay() error {
	if os.Getenv("DISPLAY") != "" {
		return nil
	}
	if os.Getenv("WAYLAND_DISPLAY") != "" {
		return fmt.Errorf("%w: WAYLAND_DISPLAY is set, DISPLAY is not: start XWayland, or build with -tags wayland", ErrNoDisplay)
	}
	return fmt.Errorf("%w: DISPLAY is not set", ErrNoDisplay)
}
