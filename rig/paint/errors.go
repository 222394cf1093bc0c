package paint

import "errors"

var (
	// ErrList: a list contradicts itself or the model. The text begins with the place in the list.
	ErrList = errors.New("invalid list of strokes")
	// ErrLimit: a list exceeds a limit: 100,000 steps, 16 masks, 100,000 points of a stroke or 100 rounds
	// of smoothing.
	ErrLimit = errors.New("limit of lists of strokes")
)

// Limits of lists.
const (
	maxSteps  = 100_000
	maxMasks  = 16
	maxPoints = 100_000 // of a stroke
	maxRounds = 100     // of smoothing

	maxVertices = 1 << 24
	maxLocked   = 1 << 16
)
