package jsondoc

import (
	"fmt"
	"strconv"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/soa"
)

// Place is the place of a value in a document.
type Place struct {
	W     *Walk
	In    strict.Value // reading
	Has   bool         // reading: there is a value
	Index int          // in a list
	Path  string       // a JSON pointer

	out    *Text   // writing: the parent of the value
	schema *Text   // describing: the schema of the value
	key    string  // in an object
	up     *Object // around, or nil
}

// Wrong ends the walk with an error at the place.
func (p Place) Wrong(format string, args ...any) {
	if p.W.Task == Reading {
		p.W.Fail(p.Path, soa.ErrFormat, format, args...)
		return
	}
	p.W.Fail(p.Path, p.W.Contradiction, format, args...)
}

// Missing reports a missing field, unless the object has another error. In a description it makes
// the field required.
func (p Place) Missing() {
	switch {
	case p.Describes():
		p.required()
	case p.up == nil:
		p.Wrong("it is empty")
	case p.up.Lacks == "":
		p.up.Lacks = fmt.Sprintf("it needs %q", p.key)
	}
}

// Emit writes a value.
func (p Place) Emit(t *Text) {
	t.Key = p.key
	p.out.Entries = append(p.out.Entries, t)
}

// EmitRaw and EmitString write a value without entries.
func (p Place) EmitRaw(raw []byte)  { p.Emit(&Text{Raw: string(raw)}) }
func (p Place) EmitString(v string) { p.EmitRaw(strict.Quote(v)) }

// Read stores the error of reading.
func (p Place) Read(err error) { p.W.Err = err }

// Reads and Checks report whether to read or check a value, Describes whether to describe it, Absent
// whether the text that is read lacks it, and Lone whether it is in a list or alone.
func (p Place) Reads() bool     { return p.W.Err == nil && p.W.Task == Reading && p.Has }
func (p Place) Checks() bool    { return p.W.Err == nil && p.W.Task == Checking }
func (p Place) Describes() bool { return p.W.Task == Describing }
func (p Place) Absent() bool    { return p.W.Task == Reading && !p.Has }
func (p Place) Lone() bool      { return p.up == nil }

// Entry returns the place of entry k of a list, or of a key.
func (p Place) Entry(k int, key string) Place {
	if key == "" && !p.W.Writes() {
		key = strconv.Itoa(k)
	}
	e := Place{W: p.W, Has: true, Index: k}
	if !p.W.Writes() { // a checked document has no errors
		e.Path = p.Path + "/" + strict.Escaper.Replace(key)
	}
	return e
}
