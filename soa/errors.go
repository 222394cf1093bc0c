package soa

import "errors"

// Sentinel errors that several packages of Sinew return, for errors.Is. Packages declare
// others.
var (
	// ErrInvalid reports a model, clip or bank that does not pass Validate.
	ErrInvalid = errors.New("invalid model data")
	// ErrFormat reports a file or message that violates its format.
	ErrFormat = errors.New("malformed data")
	// ErrTooLarge reports more elements or bytes than a format, an index or a limit allows.
	ErrTooLarge = errors.New("too large")
	// ErrRange reports an index out of range.
	ErrRange = errors.New("index out of range")
	// ErrOption reports an option, a size or a rate out of its range.
	ErrOption = errors.New("option out of range")
	// ErrClosed reports the use of a closed object.
	ErrClosed = errors.New("closed")
	// ErrOverlap reports clips that play together and drive the same target.
	ErrOverlap = errors.New("clips move the same thing")
	// ErrSkeleton reports clips that do not fit the skeleton of another model.
	ErrSkeleton = errors.New("the clips belong to another skeleton")
)
