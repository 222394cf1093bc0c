//go:build !ozz

package benchmarks

import "testing"

// peerStages returns the stages of other libraries in the build; see package ozz.
func peerStages(*testing.B, int) {}
