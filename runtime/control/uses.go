package control

// bound lists the joints that a modifier reads or changes.
type bound []use

func (b bound) uses() bound { return b }

// use is a joint of a modifier, and what the modifier does to it. A joint that is not only
// read must not be static.
type use struct {
	joint int
	to    access
}

// access is what a modifier does to a joint, as bits.
type access uint8

const (
	plays  access = 1 << iota // reads its rotation in the pose
	turns                     // changes its rotation
	moves                     // changes its translation, for which the layout reserves a column
	scales                    // changes its scale, likewise
	reads  access = 0         // reads its matrix
)
