//go:build !linux

package sandbox

import "math"

// FreeTasks tells of no limit.
func FreeTasks() (free int, limit string) { return math.MaxInt, "" }
