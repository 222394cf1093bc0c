package fault

import (
	"syscall"
	"unsafe"
)

// coarseClock is CLOCK_REALTIME_COARSE, from which the kernel takes the times of files.
const coarseClock = 5

// lastTick returns the time that a change of a file would get now, at least, in nanoseconds.
func lastTick() int64 {
	var at syscall.Timespec
	if _, _, e := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, coarseClock, uintptr(unsafe.Pointer(&at)), 0); e != 0 {
		return 0
	}
	return at.Nano()
}
