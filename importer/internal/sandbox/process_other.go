//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package sandbox

import (
	"errors"
	"os/exec"
)

func confine(*exec.Cmd) {}

// Kill ends a child.
func Kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// DiedOf returns what ended a process from outside.
func DiedOf(wait error) (name string, limit bool) {
	var exit *exec.ExitError
	if errors.As(wait, &exit) && !exit.Exited() {
		return exit.String(), false
	}
	return "", false
}

// Interrupted reports whether a process ended by a signal of a terminal.
func Interrupted(error) bool { return false }
