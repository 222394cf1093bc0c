//go:build cgo

package assimp

import (
	"errors"
	"fmt"
	"strings"
)

// The sentinel errors of this package, for errors.Is.
var (
	// ErrImport matches every failed import.
	ErrImport = errors.New("import failed")
	// ErrABI: the loaded libassimp differs in data layout from the headers that the
	// program was compiled with.
	ErrABI = errors.New("libassimp does not match the headers it was compiled with")
)

// Error describes a failed import.
type Error struct {
	File    string   // the path or name as given
	Message string   // the reason, in the words of libassimp or the file system
	Missing []string // requested names that the fs.FS does not have
	Err     error    // the cause: a file system error, ErrABI, or nil
}

// Error returns "assimp: file: message", in one line.
func (e *Error) Error() string {
	text := fmt.Sprintf("assimp: %s: %s", quoted(e.File), oneLine(e.Message))
	if len(e.Missing) > 0 {
		text += " (not found: " + strings.Join(e.Missing, ", ") + ")"
	}
	return text
}

// Unwrap returns ErrImport and Err.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{ErrImport}
	}
	return []error{ErrImport, e.Err}
}

// quoted quotes names that contain spaces or control characters.
func quoted(name string) string {
	plain := name != "" && strings.IndexFunc(name, func(r rune) bool {
		return r <= ' ' || r == 0x7f || r == '\ufffd'
	}) < 0
	if plain {
		return name
	}
	return fmt.Sprintf("%q", name)
}

func oneLine(text string) string {
	return strings.Join(strings.Fields(text), " ")
}
