//go:build !linux

package fault

import "time"

// longestTick is no less than the step of the clock from which kernels take the times of files.
const longestTick = 10 * time.Millisecond

// lastTick returns the time that a change of a file would get now, at least, in nanoseconds.
func lastTick() int64 { return time.Now().Add(-longestTick).UnixNano() }
