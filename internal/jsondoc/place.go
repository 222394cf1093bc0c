package jsondoc

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/internal/near"
	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/soa"
)

// Place is where a value stands in a document.
type Place struct {
	W     *Walk
	In    strict.Value // reading
	Has   bool         // reading: there is a value
	Index int          // in a list
	Path  string       // a JSON pointer

	out *Text   // writing: what the value becomes a part of
	key string  // in an object
	up  *Object // around, or nil
}

// Wrong ends the walk with what is wrong at a place.
func (p Place) Wrong(format string, args ...any) {
	if p.W.Task == Reading {
		p.W.Fail(p.Path, soa.ErrFormat, format, args...)
		return
	}
	p.W.Fail(p.Path, p.W.Contradiction, format, args...)
}

// Missing says that an object lacks a field, unless something worse is wrong with it.
func (p Place) Missing() {
	switch {
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

// EmitRaw, EmitNumber and EmitString write what has no entries.
func (p Place) EmitRaw(raw []byte)   { p.Emit(&Text{Raw: string(raw)}) }
func (p Place) EmitNumber(v float64) { p.EmitRaw(strict.AppendFloat(nil, v, 64)) }
func (p Place) EmitString(v string)  { p.EmitRaw(strict.Quote(v)) }

// Read keeps the error of what has been read.
func (p Place) Read(err error) { p.W.Err = err }

// Reads and Checks report whether there is a value to read or to check, Absent whether the
// text that is read lacks it, and Lone whether it stands in a list or alone.
func (p Place) Reads() bool  { return p.W.Err == nil && p.W.Task == Reading && p.Has }
func (p Place) Checks() bool { return p.W.Err == nil && p.W.Task == Checking }
func (p Place) Absent() bool { return p.W.Task == Reading && !p.Has }
func (p Place) Lone() bool   { return p.up == nil }

// Entry is the place of entry k of a list, or of the one of a key.
func (p Place) Entry(k int, key string) Place {
	if key == "" && !p.W.Writes() {
		key = strconv.Itoa(k)
	}
	e := Place{W: p.W, Has: true, Index: k}
	if !p.W.Writes() { // of a document that Check has seen
		e.Path = p.Path + "/" + strict.Escaper.Replace(key)
	}
	return e
}

// Object is an object of the text.
type Object struct {
	Place
	Fields []strict.Field // reading: those of the text
	Known  []string       // that there may be
	Lacks  string         // what is needed and not there
	short  string         // the only field, whose value stands in place of the object
	made   *Text
}

// At is the place of a field.
func (o *Object) At(key string) Place {
	p := o.Entry(0, key)
	p.Has, p.out, p.key, p.up = false, o.made, key, o
	if key == o.short {
		p.Path = o.Path
	}
	if o.W.Task == Reading {
		o.Known = append(o.Known, key)
	}
	for _, f := range o.Fields {
		if f.Key == key {
			p.In, p.Has = f.Value, true
		}
	}
	return p
}

// Written is the number of fields that have been written.
func (o *Object) Written() int {
	if o.made == nil {
		return 0
	}
	return len(o.made.Entries)
}

// Object visits an object's fields. One that leaves out all of them is itself left out,
// unless it stands in a list.
func (p Place) Object(visit func(o *Object)) { p.OrShort("", false, visit) }

// OrShort visits an object in place of which the value of one of its fields can stand,
// and does so where the others have nothing to say.
func (p Place) OrShort(key string, short bool, visit func(o *Object)) {
	if p.W.Err != nil || p.Absent() {
		return
	}
	o := &Object{Place: p}
	if p.W.Writes() {
		o.made = &Text{Open: '{'}
	}
	switch {
	case p.W.Task != Reading && short:
		o.short = key
	case p.W.Task == Reading && key != "" && !p.In.Is("{"):
		o.short, o.Fields = key, []strict.Field{{Key: key, Value: p.In}}
	case p.W.Task == Reading:
		var err error
		o.Fields, err = p.In.Fields()
		p.Read(err)
	}
	visit(o)
	o.end()
	if !p.W.Writes() {
		return
	}
	for _, t := range o.made.Entries {
		if o.short != "" && t.Key == o.short {
			p.Emit(t)
			return
		}
	}
	if len(o.made.Entries) > 0 || p.up == nil {
		p.Emit(o.made)
	}
}

// end refuses fields that are not known, and then the lack of those that are needed.
func (o *Object) end() {
	for _, f := range o.Fields {
		if o.W.Err == nil && !slices.Contains(o.Known, f.Key) {
			o.Wrong("unknown field %.60q%s", f.Key, near.Hint(o.Known, f.Key))
		}
	}
	if o.W.Err == nil && o.Lacks != "" {
		o.Wrong("%s", o.Lacks)
	}
}

// count refuses a list that is too short or too long.
func (p Place) count(n, least, most int) bool {
	switch {
	case n < least || n > most && least == most:
		p.Wrong("it needs %d entries", least)
	case n > most:
		p.W.Fail(p.Path, p.W.Limit, "it has more than %d entries", most)
	}
	return p.W.Err == nil
}

// List visits the entries of a list.
func List[T any](p Place, to *[]T, least, most int, visit func(p Place, entry *T)) {
	made := &Text{Open: '[', Loose: slices.Contains(p.W.Loose, p.key)}
	switch {
	case p.W.Err != nil:
		return
	case p.W.Task == Reading && p.Has:
		entries, err := p.In.Entries(most + 1)
		if p.Read(err); err != nil || !p.count(len(entries), least, most) {
			return
		}
		*to = slices.Grow(*to, len(entries))[:len(entries)]
		for k, in := range entries {
			e := p.Entry(k, "")
			e.In = in
			visit(e, &(*to)[k])
		}
		return
	case p.Absent() || p.W.Task == Checking && len(*to) == 0:
		if least > 0 {
			p.Missing()
		}
		return
	case !p.W.Writes() && !p.count(len(*to), least, most):
		return
	}
	for k := range *to {
		e := p.Entry(k, "")
		e.out = made
		visit(e, &(*to)[k])
	}
	if p.W.Writes() && len(*to) > 0 {
		p.Emit(made)
	}
}

// Table visits the entries of an object that has their names as keys.
func Table[T any](p Place, to *[]T, of string, least, most int, name func(*T) *string, visit func(p Place, entry *T)) {
	made := &Text{Open: '{', Tall: true, Loose: true}
	switch {
	case p.W.Err != nil:
		return
	case p.W.Task == Reading && p.Has:
		entries, err := p.In.Fields()
		if p.Read(err); err != nil || !p.count(len(entries), least, most) {
			return
		}
		*to = slices.Grow(*to, len(entries))[:len(entries)]
		for k, f := range entries {
			if *name(&(*to)[k]) = f.Key; !p.fits(f.Key) {
				return
			}
			e := p.Entry(k, f.Key)
			e.In = f.Value
			visit(e, &(*to)[k])
		}
		return
	case p.Absent() || p.W.Task == Checking && len(*to) == 0:
		if least > 0 {
			p.Missing()
		}
		return
	case !p.W.Writes() && !p.count(len(*to), least, most):
		return
	}
	seen := make(map[string]bool)
	for k := range *to {
		key := *name(&(*to)[k])
		if p.Checks() {
			switch {
			case key == "" || !utf8.ValidString(key):
				p.Wrong("the %s %d has no valid name: %q", of, k, key)
			case seen[key]:
				p.Wrong("two entries have the name %q", key)
			case !p.fits(key):
				return
			}
			seen[key] = true
		}
		e := p.Entry(k, key)
		e.out, e.key = made, key
		visit(e, &(*to)[k])
	}
	if p.W.Writes() && len(*to) > 0 {
		p.Emit(made)
	}
}

// Name visits a text that is not empty.
func (p Place) Name(to *string) { p.Text(to, true) }

// Text visits a text. Without need an empty one is left out.
func (p Place) Text(to *string, need bool) {
	switch {
	case p.W.Err != nil:
	case p.Reads():
		s, err := p.In.Text()
		*to = s
		p.Read(err)
	case need && *to == "":
		p.Missing()
	case p.W.Writes() && *to != "":
		p.EmitString(*to)
	case p.Checks() && !utf8.ValidString(*to):
		p.Wrong("%q is no valid text", *to)
	case p.Checks():
		p.fits(*to)
	}
}

// fits refuses names that are too long: places are made of them.
func (p Place) fits(name string) bool {
	if len(name) > MaxName {
		p.W.Fail(p.Path, p.W.Limit, "the name %.60q… has %d bytes; %d are possible", name, len(name), MaxName)
	}
	return len(name) <= MaxName
}

// The ranges of numbers: less than soa.MaxMagnitude, as in models, so that float32 holds what
// is made of those of both.
const (
	Most = soa.MaxMagnitude - 1
	All  = -Most
)

// Number visits a number that is 0 where it is left out.
func (p Place) Number(to *float64, low, high float64) {
	if p.Absent() || p.W.Writes() && *to == 0 {
		return
	}
	p.Needed(to, low, high)
}

// Needed visits a number that is always there.
func (p Place) Needed(to *float64, low, high float64) {
	switch x := *to; {
	case p.W.Err != nil:
	case p.Absent():
		p.Missing()
	case p.Reads():
		x, err := p.In.Float(64)
		*to = x
		p.Read(err)
	case p.W.Writes():
		p.EmitNumber(x)
	case !p.Checks():
	case x < 0 && low == 0:
		p.Wrong("%v is negative", x)
	case !(x >= low && x <= high):
		p.Wrong("%v is outside %v to %v", x, low, high)
	}
}

// Integer visits a whole number, which is left out where it is the usual one.
func (p Place) Integer(to *int, usual int) {
	x := float64(*to)
	switch {
	case p.Absent():
		*to = usual
	case p.W.Task == Writing && *to == usual:
	default:
		p.Needed(&x, -maxInteger, maxInteger)
		if p.W.Task == Reading && !(math.Abs(x) <= maxInteger && x == math.Trunc(x)) {
			p.Wrong("%v is no whole number, or too large", x)
			return
		}
		*to = int(x)
	}
}

const maxInteger = 1 << 30

// Flag visits a truth that is false where it is left out.
func (p Place) Flag(to *bool) {
	switch {
	case p.Reads():
		yes, err := p.In.Truth()
		*to = yes
		p.Read(err)
	case p.W.Writes() && *to:
		p.EmitRaw([]byte("true"))
	}
}

// Version visits the version of the form, which there is one of.
func (p Place) Version(known float64) {
	v := known
	if p.Needed(&v, known, known); p.W.Err == nil && v != known {
		p.W.Fail(p.Path, soa.ErrFormat, "version %v is not known; the form has version %v", v, known)
	}
}

// Ignored visits a text that says nothing about the document: the schema for editors.
func (p Place) Ignored() {
	if p.Reads() {
		_, err := p.In.Text()
		p.Read(err)
	}
}

// Choice visits one of some things by its name. Without need the first is left out.
func Choice[T ~uint8](p Place, to *T, names []string, need bool) {
	switch {
	case p.W.Err != nil:
	case p.Reads():
		s, err := p.In.Text()
		k := slices.Index(names, s)
		if p.Read(err); err == nil && k < 0 {
			p.Wrong("%.60q is none of them%s", s, near.Hint(names, s))
			return
		}
		*to = T(max(k, 0))
	case p.W.Task == Reading && need:
		p.Missing()
	case p.W.Writes() && (need || *to != 0):
		p.EmitString(names[*to])
	case p.Checks() && int(*to) >= len(names):
		p.Wrong("there is no choice %d of %q", *to, names)
	}
}
