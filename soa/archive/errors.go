package archive

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/internal/fault"
)

// The errors of archives alone. The package documentation lists all.
var (
	// ErrChecksum reports bytes that differ from those that were written.
	ErrChecksum = errors.New("checksum does not match")
	// ErrVersion reports an archive in a format of another version than this reader knows.
	ErrVersion = errors.New("the archive needs a newer reader")
	// ErrPacked reports a compressed clip where an uncompressed one is requested, or the reverse.
	ErrPacked = errors.New("the clip is compressed")
	// ErrTruncated reports that the file of a mapped archive has become shorter since it was opened.
	ErrTruncated = fault.ErrTruncated
	// ErrChanged reports that the file of a mapped archive was written to since it was opened.
	ErrChanged = fault.ErrChanged
)

// Error describes damage to an archive and where it is.
type Error struct {
	Chunk  string // "header", "table", or the chunk's kind, number and name
	Offset int64  // in the file, of the field or the chunk
	Err    error
}

// Error returns the message with chunk and offset.
func (e *Error) Error() string {
	return fmt.Sprintf("archive: %s at byte %d: %v", e.Chunk, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
