package play

// RootMotion says what a crowd does with the movement of the root that has been taken
// out of its clips, see motion.Extract.
type RootMotion uint8

const (
	// RootIgnored leaves instances in place.
	RootIgnored RootMotion = iota
	// RootReported computes Motion, for an engine that moves characters itself.
	RootReported
	// RootApplied adds it up in Transform too.
	RootApplied
)

// String returns the mode's name.
func (r RootMotion) String() string {
	return nameOf([]string{"ignored", "reported", "applied"}, r, "root motion")
}
