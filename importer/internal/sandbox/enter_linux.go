package sandbox

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// LastDescriptor is the highest descriptor that a parent passes on.
const LastDescriptor = 3

// Enter confines the calling process for good, as far as the system allows. Layers that
// need files or privileges to be set come first.
func Enter(l Limits) []Layer {
	closed, err := closeDescriptors()
	layers := []Layer{
		layer("descriptors", err, "%d inherited ones are closed", closed),
		layer("limits", setLimits(l), "%d MiB of memory, %v of processor time, %d descriptors, no file is written", l.Memory>>20, l.Processor, mostDescriptors),
		layer("oom", os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0), "the first to go where memory runs out"),
	}
	user, own, err := enterUser()
	layers = append(layers,
		layer("user", err, "%s, without capabilities", user),
		layer("threads", limitThreads(own), "at most %d", MaxThreads),
		layer("no-new-privs", unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "programs give no rights"),
	)
	return append(layers, enterLandlock(), enterSeccomp())
}

// closeDescriptors closes every descriptor that the process inherited across exec, pollers
// and event counters included: the parent's own processes may wait on them. What the
// process opened itself is close-on-exec, as everything is that Go opens; what was
// inherited cannot be.
func closeDescriptors() (n int, err error) {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		if err != nil || fd <= LastDescriptor {
			continue
		}
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		if err != nil || flags&unix.FD_CLOEXEC != 0 {
			continue // it was the folder's, or is the process's own
		}
		if err := unix.Close(fd); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

const (
	mostDescriptors = 16
	// besideData is the address space that a process takes beyond what it fills:
	// reservations of malloc and of Go's heap.
	besideData = 1 << 30
)

// setLimits sets the limits that the kernel keeps, as far as they can be set, and returns
// the first error. limitThreads limits threads.
func setLimits(l Limits) error {
	space, failed := addressSpace()
	set := func(resource int, value uint64) {
		if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: value, Max: value}); failed == nil {
			failed = err
		}
	}
	if failed == nil {
		set(unix.RLIMIT_AS, space+uint64(l.Memory)+besideData)
	}
	set(unix.RLIMIT_DATA, uint64(l.Memory))
	set(unix.RLIMIT_CPU, uint64(l.Processor.Seconds())+1)
	set(unix.RLIMIT_CORE, 0)
	set(unix.RLIMIT_FSIZE, 0)
	set(unix.RLIMIT_MEMLOCK, 0)
	set(unix.RLIMIT_MSGQUEUE, 0)
	set(unix.RLIMIT_NOFILE, mostDescriptors)
	return failed
}

// addressSpace is the address space that the process has now.
func addressSpace() (uint64, error) {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	pages, _, _ := strings.Cut(string(data), " ")
	n, err := strconv.ParseUint(pages, 10, 64)
	return n * uint64(os.Getpagesize()), err
}

// enterLandlock gives up every right that the kernel's Landlock knows: without rules
// nothing is allowed.
func enterLandlock() Layer {
	abi, err := ll.LandlockGetABIVersion()
	if err != nil {
		return layer("landlock", fmt.Errorf("the kernel has none, or it is turned off or forbidden here: %w", err), "")
	}
	return layer("landlock", landlock.V9.BestEffort().Restrict(), "version %d: no file%s", abi, landlockForbids(abi))
}

// landlockForbids is what versions of Landlock forbid besides files.
func landlockForbids(abi int) string {
	switch {
	case abi >= 6:
		return ", TCP port, signal to others or abstract socket"
	case abi >= 4:
		return " and no TCP port"
	}
	return ""
}
