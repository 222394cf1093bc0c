package list

import "errors"

var (
	// ErrDocument: a document contradicts itself or the model. The text begins with the place in
	// the document.
	ErrDocument = errors.New("invalid list of edits")
	// ErrLimit: a document exceeds a limit.
	ErrLimit = errors.New("limit of lists of edits")
)

// Limits of documents.
const (
	MaxClips = 1024
	MaxEdits = 100_000 // of a clip
	MaxParts = 1024    // of a clip

	maxTracks = 10_000
	maxPoints = 10_000
)
