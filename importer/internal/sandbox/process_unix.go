//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package sandbox

import (
	"errors"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

func confine(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = new(syscall.SysProcAttr)
	}
	cmd.SysProcAttr.Setsid = true
	endsWithParent(cmd.SysProcAttr)
}

// Kill ends a child and what it started, before Wait: until then its group's number is
// no other's.
func Kill(cmd *exec.Cmd) {
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); err != nil {
		_ = cmd.Process.Kill() // it has ended, or is not the first of its group yet
	}
}

// DiedOf returns the signal that ended a process, and whether it was one by
// which the kernel keeps a limit.
func DiedOf(wait error) (name string, limit bool) {
	var exit *exec.ExitError
	if !errors.As(wait, &exit) {
		return "", false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return "", false
	}
	s := status.Signal()
	return unix.SignalName(s), s == syscall.SIGXCPU || s == syscall.SIGXFSZ
}

// Interrupted reports whether a process ended by a signal of a terminal, which goes to
// whole groups of processes: a child belongs to its parent's until it has its session.
func Interrupted(wait error) bool {
	name, _ := DiedOf(wait)
	return name == "SIGINT" || name == "SIGQUIT" || name == "SIGHUP"
}
