package importer

import (
	"errors"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// restrainParent makes the kernel end the child with its parent.
func restrainParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// restrainChild sets the limits that the kernel keeps for the child: memory,
// processor time (the parent's clock is the real limit; this holds where the
// parent is stopped), no core dumps, no files written.
func restrainChild(l Limits) error {
	set := func(resource int, value uint64) error {
		return unix.Setrlimit(resource, &unix.Rlimit{Cur: value, Max: value})
	}
	seconds := uint64(l.Time.Seconds()) + 1
	return errors.Join(
		set(unix.RLIMIT_DATA, uint64(l.Memory)),
		set(unix.RLIMIT_CPU, 2*seconds),
		set(unix.RLIMIT_CORE, 0),
		set(unix.RLIMIT_FSIZE, 0),
	)
}

// diedOf returns the signal that ended a process, and whether it was one by
// which the kernel keeps a limit.
func diedOf(wait error) (name string, limit bool) {
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
