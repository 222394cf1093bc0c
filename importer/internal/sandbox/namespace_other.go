//go:build !linux

package sandbox

import "os/exec"

// separateUser does nothing: other systems have no user namespaces.
func separateUser(*exec.Cmd) bool { return false }
