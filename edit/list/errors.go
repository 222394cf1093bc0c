package list

import "errors"

var (
	// ErrDocument: a document contradicts itself or the model. The text begins with the place in
	// the document.
	ErrDocument = errors.New("invalid list of edits")
	// ErrLimit: a document exceeds a limit: 1,024 clips, 100,000 edits or 1,024 parts of a clip,
	// 10,000 tracks or points of an edit.
	ErrLimit = errors.New("limit of lists of edits")
)

// Limits of documents.
const (
	maxClips = 1024
	maxEdits = 100_000 // of a clip
	maxParts = 1024    // of a clip

	maxTracks = 10_000
	maxPoints = 10_000
)
