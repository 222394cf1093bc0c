package paint

import "errors"

var (
	// ErrList: a list contradicts itself or the model. The text begins with the place in the list.
	ErrList = errors.New("invalid list of strokes")
	// ErrLimit: a list exceeds a limit.
	ErrLimit = errors.New("limit of lists of strokes")
)

// Limits of lists.
const (
	MaxSteps  = 100_000
	MaxMasks  = 16
	MaxPoints = 100_000 // of a stroke
	MaxRounds = 100     // of smoothing

	maxVertices = 1 << 24
	maxLocked   = 1 << 16
)
