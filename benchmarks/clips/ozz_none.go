//go:build !ozz

package clips

// ozzes is ozz-animation, where the build has it; see package ozz.
func ozzes() []Library { return nil }
