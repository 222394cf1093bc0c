//go:build !linux

package sandbox

import "math"

// FreeTasks reports no limit.
func FreeTasks() (free int, limit string) { return math.MaxInt, "" }
