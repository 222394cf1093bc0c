//go:build !ozz

package benchmarks

import "testing"

// peerStages takes other systems apart where the build has them; see package
// ozz.
func peerStages(*testing.B, int) {}
