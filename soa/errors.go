package soa

import "errors"

// Sentinel errors of all packages of Sinew, for errors.Is. Errors that concern
// one package alone are declared there.
var (
	// ErrInvalid: a model, clip or bank does not pass Validate.
	ErrInvalid = errors.New("invalid model data")
	// ErrFormat: a file or message is not what its format prescribes.
	ErrFormat = errors.New("malformed data")
	// ErrTooLarge: there are more elements than a format, an index or a limit allows.
	ErrTooLarge = errors.New("too large")
	// ErrRange: an index is out of range.
	ErrRange = errors.New("index out of range")
	// ErrOption: an option, a size or a rate is out of its range.
	ErrOption = errors.New("option out of range")
	// ErrClosed: an object is used after it was closed.
	ErrClosed = errors.New("closed")
	// ErrOverlap: clips that play together move the same thing.
	ErrOverlap = errors.New("clips move the same thing")
	// ErrSkeleton: clips of one model do not fit the skeleton of another.
	ErrSkeleton = errors.New("the clips belong to another skeleton")
)
