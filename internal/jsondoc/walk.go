package jsondoc

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/soa"
)

// Limits of documents and of names, in bytes.
const (
	MaxText = 4 << 20
	MaxName = 1000
)

// Task is the purpose of a walk.
type Task uint8

const (
	Reading    Task = iota // from JSON
	Writing                // to a text
	Hashing                // the same, with defaults that depend on the order of lists
	Checking               // the Go value
	Describing             // an empty document, all of it
)

// Walk goes through a document. It ends with the first error.
type Walk struct {
	Task Task
	Err  error
	// Contradiction and Limit are the errors of an invalid document, and of an exceeded limit.
	Contradiction, Limit error
	// Loose are the fields with lists whose order has no meaning.
	Loose []string
	// Of is the context of a package's kinds.
	Of any

	defs []*Text // describing: the definitions
}

// Fail ends the walk with an error at a path.
func (w *Walk) Fail(path string, sentinel error, format string, args ...any) {
	if path == "" {
		path = "/"
	}
	if w.Err == nil {
		w.Err = fmt.Errorf("%s: %w: %s", path, sentinel, fmt.Sprintf(format, args...))
	}
}

// Writes reports whether the walk makes a text.
func (w *Walk) Writes() bool { return w.Task == Writing || w.Task == Hashing }

// Read reads a document's text. The error wraps soa.ErrFormat, Walk.Limit, or an error of the
// fields.
func (w *Walk) Read(data []byte, visit func(p Place)) error {
	w.Task = Reading
	if len(data) > MaxText {
		return fmt.Errorf("/: %w: the text has more than %d bytes", w.Limit, MaxText)
	}
	var valid json.RawMessage
	if err := json.Unmarshal(data, &valid); err != nil {
		return fmt.Errorf("/: %w: it is not JSON%s", soa.ErrFormat, strict.Where(data, err))
	}
	if !utf8.Valid(data) {
		return fmt.Errorf("/: %w: it is not UTF-8", soa.ErrFormat)
	}
	visit(Place{W: w, In: strict.Pointer(data), Has: true})
	return w.Err
}

// Check checks a document.
func (w *Walk) Check(visit func(p Place)) error {
	w.Task = Checking
	visit(Place{W: w})
	return w.Err
}

// Text returns a checked document as text; the task is Writing or Hashing.
func (w *Walk) Text(task Task, visit func(p Place)) *Text {
	w.Task = task
	out := new(Text)
	visit(Place{W: w, out: out})
	return out.Entries[0]
}

// JSON writes a checked document, one line per field. The error wraps Walk.Limit.
func (w *Walk) JSON(visit func(p Place)) ([]byte, error) {
	top := w.Text(Writing, visit)
	top.Tall = true
	data := top.Bytes()
	if len(data) > MaxText {
		return nil, fmt.Errorf("/: %w: the text has %d bytes, %d are possible", w.Limit, len(data), MaxText)
	}
	return data, nil
}
