//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package sandbox

import "syscall"

// endsWithParent cannot be had: such a child ends when its pipes break.
func endsWithParent(*syscall.SysProcAttr) {}
