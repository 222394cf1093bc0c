//go:build !ozz

package measure

// peers are other systems, where the build has them; see package ozz.
func peers() []Path { return nil }
