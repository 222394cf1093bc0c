package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// enterUser gives up root's identity and thereby all capabilities. A child of root takes a user
// ID that no other process has, since the kernel counts threads by user. A child of another user
// has no capabilities anyway, and its own thread count if Start gave it a user namespace. own
// reports whether the count is the child's alone.
func enterUser() (user string, own bool, err error) {
	if os.Geteuid() != 0 {
		return fmt.Sprintf("user %d", os.Getuid()), inOwnNamespace(), withoutCapabilities()
	}
	id, err := freeUser()
	if err != nil {
		return "", false, err
	}
	parent := os.Getppid()
	if err := becomeUser(id); err != nil {
		return "", false, fmt.Errorf("leaving root: %w", err)
	}
	if err := endWithParent(parent); err != nil {
		return "", false, err
	}
	return fmt.Sprintf("user %d", id), true, withoutCapabilities()
}

// becomeUser changes the user and group of all threads.
func becomeUser(id int) error {
	return errors.Join(syscall.Setgroups(nil), syscall.Setresgid(id, id, id), syscall.Setresuid(id, id, id))
}

// endWithParent makes the kernel end this process with its parent again: a change of user
// made it forget.
func endWithParent(parent int) error {
	runtime.LockOSThread() // the wish is the thread's, which lasts if it serves no other goroutine
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return fmt.Errorf("ending with the parent: %w", err)
	}
	if os.Getppid() != parent {
		os.Exit(1) // the parent has just ended
	}
	return nil
}

// freeUser is a user ID of this user namespace that differs from one child to the next.
// Its parent has to be able to end it: root without CAP_KILL could not.
func freeUser() (int, error) {
	caps, err := capabilities()
	if err != nil {
		return 0, err
	}
	for _, needed := range []int{unix.CAP_SETUID, unix.CAP_SETGID, unix.CAP_KILL} {
		if caps&(1<<needed) == 0 {
			return 0, fmt.Errorf("root has no capability %d here to change its user", needed)
		}
	}
	data, err := os.ReadFile("/proc/self/uid_map")
	if err != nil {
		return 0, err
	}
	return freeIn(string(data), os.Getpid())
}

// freeIn chooses by process number among the upper IDs of the largest range of a uid_map,
// where neither users of a distribution nor the overflow user 65534 are.
func freeIn(ranges string, pid int) (int, error) {
	const fewest = 4096
	var first, size int64 // a range may have 2³² users
	for line := range strings.Lines(ranges) {
		var inside, outside, n int64
		if _, err := fmt.Sscan(line, &inside, &outside, &n); err == nil && n > size {
			first, size = inside, n
		}
	}
	switch {
	case size >= 1<<31:
		return 1<<30 + pid, nil // process numbers are below 1<<22
	case size >= fewest:
		return int(first + size - 1 - size/8 - int64(pid)%(size/4)), nil
	}
	return 0, fmt.Errorf("this user namespace has only %d users", size)
}

// withoutCapabilities returns an error where the process has any capability.
func withoutCapabilities() error {
	caps, err := capabilities()
	if err == nil && caps != 0 {
		err = fmt.Errorf("capabilities %#x remain", caps)
	}
	return err
}

// capabilities are those that the process may use.
func capabilities() (uint64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	const key = "\nCapPrm:"
	_, rest, ok := bytes.Cut(status, []byte(key))
	if !ok {
		return 0, errors.New("/proc/self/status states no capabilities")
	}
	line, _, _ := strings.Cut(string(rest), "\n")
	return strconv.ParseUint(strings.TrimSpace(line), 16, 64)
}

// limitThreads limits the process to MaxThreads threads where its user has no other
// processes.
func limitThreads(own bool) error {
	if !own {
		return errors.New("the kernel counts this user's other processes too, and no user namespace is to be had")
	}
	return unix.Setrlimit(unix.RLIMIT_NPROC, &unix.Rlimit{Cur: MaxThreads, Max: MaxThreads})
}
