package play

// RootMotion says what a crowd does with the movement of the root that has been taken
// out of its clips, see edit.ExtractMotion.
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

// MaxPieces is the most pieces in which a step moves an instance. Several clips that turn at paces of
// their own are followed from key to key of any of them, a piece each. A piece in which shares or speeds
// change counts as 64, the work that it takes. Others are not counted.
const MaxPieces = 10_000_000
