package runtime

import (
	"errors"

	"github.com/sinew-anim/sinew/native/simd"
)

// The errors of this package; test for them with errors.Is. Data that fails
// its own Validate gives errors that wrap soa.ErrInvalid.
var (
	// ErrForeignClip says that a clip is none of the model's.
	ErrForeignClip = errors.New("the clip does not belong to the model")
	// ErrForeignBank says that a bank was compiled from another model.
	ErrForeignBank = errors.New("the bank does not belong to the model")
	// ErrOverlap says that two clips that should play together drive the same
	// property of the same joint, or the same morph weight or float.
	ErrOverlap = errors.New("clips drive the same thing")
	// ErrRange says that an index of a player, skin or mesh is out of range.
	ErrRange = errors.New("index out of range")
	// ErrTime says that a time or a speed is not a finite number.
	ErrTime = errors.New("not a finite time or speed")
	// ErrLength says that a slice given to a job is too short or too long. It
	// is the error of the kernels beneath.
	ErrLength = simd.ErrLength
)
