//go:build !ozz

package benchmarks

import "testing"

// crowdPeer measures other systems where the build has them; see package ozz.
func crowdPeer(*testing.B, *subject, int, bool, func(string) string) {}
