//go:build !linux

package importer

import (
	"errors"
	"os/exec"
)

// Elsewhere the child is still a process of its own, ended by time and by the
// context; the kernel's own limits are set on Linux alone.

func restrainParent(*exec.Cmd) {}

func restrainChild(Limits) error { return nil }

func diedOf(wait error) (name string, limit bool) {
	var exit *exec.ExitError
	if errors.As(wait, &exit) && !exit.Exited() {
		return exit.String(), false
	}
	return "", false
}
