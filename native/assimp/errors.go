//go:build cgo

package assimp

import (
	"errors"
	"fmt"
	"strings"
)

// The sentinels that errors of this package match with errors.Is.
var (
	// ErrImport matches every failed import.
	ErrImport = errors.New("import failed")
	// ErrABI says that the libassimp found at run time lays its data out
	// otherwise than the headers this program was compiled with.
	ErrABI = errors.New("libassimp does not match the headers it was compiled with")
	// ErrClosed is what Scene.Err gives after Scene.Close.
	ErrClosed = errors.New("scene is closed")
)

// Error is a failed import.
type Error struct {
	File    string   // the path or name as given; the format hint for bytes
	Message string   // why, in libassimp's words or those of the file system
	Missing []string // names libassimp asked an fs.FS for that are not there
	Err     error    // what lies beneath: a file system error, ErrABI, or nil
	Log     []string // what libassimp logged, where Options.Log was set
}

// Error gives "assimp: file: message", in one line.
func (e *Error) Error() string {
	text := fmt.Sprintf("assimp: %s: %s", quoted(e.File), oneLine(e.Message))
	if len(e.Missing) > 0 {
		text += " (not found: " + strings.Join(e.Missing, ", ") + ")"
	}
	return text
}

// Unwrap gives ErrImport and Err.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{ErrImport}
	}
	return []error{ErrImport, e.Err}
}

// quoted leaves ordinary names alone and quotes those that would confuse a
// reader or a terminal.
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
