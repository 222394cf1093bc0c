package archive

import (
	"errors"
	"fmt"
)

// What is wrong with an archive; an *Error wraps one of them or soa.ErrInvalid.
var (
	// ErrFormat: the bytes are no archive, or their structure is broken.
	ErrFormat = errors.New("not a valid archive")
	// ErrChecksum: bytes are not those that were written.
	ErrChecksum = errors.New("checksum does not match")
	// ErrVersion: a newer Sinew wrote it.
	ErrVersion = errors.New("the archive needs a newer reader")
)

// Errors of the methods of an Archive.
var (
	// ErrRange: there is no part of that index.
	ErrRange = errors.New("no such part of the archive")
	// ErrPacked: a clip is compressed, or not compressed, where the other is
	// asked for.
	ErrPacked = errors.New("the clip is compressed")
	// ErrClosed: the archive was closed.
	ErrClosed = errors.New("the archive is closed")
)

// Error says where in an archive something is wrong.
type Error struct {
	Chunk  string // "header", "table", or the chunk's kind, number and name
	Offset int64  // in the file, of the field or the chunk
	Err    error
}

// Error names chunk and offset.
func (e *Error) Error() string {
	return fmt.Sprintf("archive: %s at byte %d: %v", e.Chunk, e.Offset, e.Err)
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }
