package console

import (
	"bytes"
	"encoding/json"
	"io"
)

// JSONStream writes one JSON value by parts, so that memory does not depend on its length, and
// keeps the first error.
type JSONStream struct {
	To  io.Writer
	b   bytes.Buffer
	err error
}

// Raw writes text as it is.
func (j *JSONStream) Raw(s string) {
	if j.err == nil {
		_, j.err = io.WriteString(j.To, s)
	}
}

// Value writes a value in one line.
func (j *JSONStream) Value(v any) error {
	if j.err != nil {
		return j.err
	}
	j.b.Reset()
	e := json.NewEncoder(&j.b)
	e.SetEscapeHTML(false)
	if j.err = e.Encode(v); j.err == nil {
		_, j.err = j.To.Write(bytes.TrimRight(j.b.Bytes(), "\n"))
	}
	return j.err
}

// Field writes a field of an object, after what has to precede it.
func (j *JSONStream) Field(before, key string, v any) {
	j.Raw(before + `"` + key + `":`)
	_ = j.Value(v) // which keeps an error
}

// Err returns the first error.
func (j *JSONStream) Err() error { return j.err }

// WriteJSON prints one value, indented.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
