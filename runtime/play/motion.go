package play

// RootMotion says how a crowd uses the root motion of its clips, see
// edit.ExtractMotion.
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

// MaxPieces is the most pieces in which a step moves an instance. Several clips that turn at their own
// paces are followed in pieces, from one key of any of them to the next. A piece with changing weights
// or speeds counts as 64, by its work. Other motion is not counted.
const MaxPieces = 10_000_000
