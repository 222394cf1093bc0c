package graph

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

// task is what a walk through a graph does. The fields of every type are listed once,
// by its method fields, for all of them.
type task uint8

const (
	reading  task = iota // from JSON into the graph
	writing              // from the graph into a text
	hashing              // the same, with what the order of lists says written out
	checking             // the graph as it is
)

// walk goes through a graph. It ends with the first error.
type walk struct {
	task  task
	graph *Graph
	err   error

	// The names that nodes refer to, by what they are names of. Values have the names
	// of parameters, and NAME.x and NAME.y.
	names  map[noun]map[string]int
	values map[string]Type

	depth  int           // of nodes
	within map[Node]bool // the nodes around the present one
	unit   *unit         // the part of the graph that it belongs to
	units  []unit        // of Parts, and Root
}

// noun is what a name is one of.
type noun string

const (
	parameterNoun noun = "parameter"
	maskNoun      noun = "mask"
	syncNoun      noun = "sync"
	partNoun      noun = "part"
	stateNoun     noun = "state" // of the machine around
)

// place is where a value stands in a graph.
type place struct {
	w     *walk
	path  string
	in    strict.Value // reading
	has   bool         // reading: there is a value
	out   *text        // writing: what the value becomes a part of
	key   string       // in an object
	up    *object      // around, or nil
	index int          // in a list
}

func (w *walk) fail(path string, sentinel error, format string, args ...any) {
	if path == "" {
		path = "/"
	}
	if w.err == nil {
		w.err = fmt.Errorf("%s: %w: %s", path, sentinel, fmt.Sprintf(format, args...))
	}
}

func (w *walk) writes() bool { return w.task == writing || w.task == hashing }

// wrong ends a walk with what is wrong at a place.
func (p place) wrong(format string, args ...any) {
	if p.w.task == reading {
		p.w.fail(p.path, soa.ErrFormat, format, args...)
		return
	}
	p.w.fail(p.path, ErrGraph, format, args...)
}

// missing says that an object lacks a field, unless something worse is wrong with it.
func (p place) missing() {
	switch {
	case p.up == nil:
		p.wrong("it is empty")
	case p.up.lacks == "":
		p.up.lacks = fmt.Sprintf("it needs %q", p.key)
	}
}

// emit writes a value.
func (p place) emit(t *text) {
	t.key = p.key
	p.out.entries = append(p.out.entries, t)
}

func (p place) emitRaw(raw []byte)   { p.emit(&text{raw: string(raw)}) }
func (p place) emitNumber(v float64) { p.emitRaw(strict.AppendFloat(nil, v, 64)) }
func (p place) emitString(v string)  { p.emitRaw(strict.Quote(v)) }
func (p place) read(err error)       { p.w.err = err }
func (p place) reads() bool          { return p.w.err == nil && p.w.task == reading && p.has }
func (p place) checks() bool         { return p.w.err == nil && p.w.task == checking }
func (p place) absent() bool         { return p.w.task == reading && !p.has }
func (p place) entry(k int, key string) place {
	if key == "" && !p.w.writes() {
		key = strconv.Itoa(k)
	}
	e := place{w: p.w, has: true, index: k}
	if !p.w.writes() { // of a graph that check has seen
		e.path = p.path + "/" + strict.Escaper.Replace(key)
	}
	return e
}

// object is an object of the text.
type object struct {
	place
	fields []strict.Field
	known  []string
	lacks  string
	short  string // the only field, whose value stands in place of the object
	made   *text
}

// at is the place of a field.
func (o *object) at(key string) place {
	p := o.entry(0, key)
	p.has, p.out, p.key, p.up = false, o.made, key, o
	if key == o.short {
		p.path = o.path
	}
	if o.w.task == reading {
		o.known = append(o.known, key)
	}
	for _, f := range o.fields {
		if f.Key == key {
			p.in, p.has = f.Value, true
		}
	}
	return p
}

// object visits an object's fields. One that leaves out all of them is itself left out,
// unless it stands in a list.
func (p place) object(visit func(o *object)) { p.orShort("", false, visit) }

// orShort visits an object in place of which the value of one of its fields can stand,
// and does so where the others have nothing to say.
func (p place) orShort(key string, short bool, visit func(o *object)) {
	if p.w.err != nil || p.absent() {
		return
	}
	o := &object{place: p}
	if p.w.writes() {
		o.made = &text{open: '{'}
	}
	switch {
	case p.w.task != reading && short:
		o.short = key
	case p.w.task == reading && key != "" && !p.in.Is("{"):
		o.short, o.fields = key, []strict.Field{{Key: key, Value: p.in}}
	case p.w.task == reading:
		var err error
		o.fields, err = p.in.Fields()
		p.read(err)
	}
	visit(o)
	o.end()
	if !p.w.writes() {
		return
	}
	for _, t := range o.made.entries {
		if o.short != "" && t.key == o.short {
			p.emit(t)
			return
		}
	}
	if len(o.made.entries) > 0 || p.up == nil {
		p.emit(o.made)
	}
}

// end refuses fields that are not known, and then the lack of those that are needed.
func (o *object) end() {
	for _, f := range o.fields {
		if o.w.err == nil && !slices.Contains(o.known, f.Key) {
			o.wrong("unknown field %.60q%s", f.Key, near.Hint(o.known, f.Key))
		}
	}
	if o.w.err == nil && o.lacks != "" {
		o.wrong("%s", o.lacks)
	}
}

// count refuses a list that is too short or too long.
func (p place) count(n, least, most int) bool {
	switch {
	case n < least || n > most && least == most:
		p.wrong("it needs %d entries", least)
	case n > most:
		p.w.fail(p.path, ErrLimit, "it has more than %d entries", most)
	}
	return p.w.err == nil
}

// list visits the entries of a list.
func list[T any](p place, to *[]T, least, most int, visit func(p place, entry *T)) {
	// Transitions have priorities, and conditions hold all together.
	made := &text{open: '[', loose: p.key == "transitions" || p.key == "any" || p.key == "when"}
	switch {
	case p.w.err != nil:
		return
	case p.w.task == reading && p.has:
		entries, err := p.in.Entries(most + 1)
		if p.read(err); err != nil || !p.count(len(entries), least, most) {
			return
		}
		*to = slices.Grow(*to, len(entries))[:len(entries)]
		for k, in := range entries {
			e := p.entry(k, "")
			e.in = in
			visit(e, &(*to)[k])
		}
		return
	case p.absent() || p.w.task == checking && len(*to) == 0:
		if least > 0 {
			p.missing()
		}
		return
	case !p.w.writes() && !p.count(len(*to), least, most):
		return
	}
	for k := range *to {
		e := p.entry(k, "")
		e.out = made
		visit(e, &(*to)[k])
	}
	if p.w.writes() && len(*to) > 0 {
		p.emit(made)
	}
}

// table visits the entries of an object that has their names as keys.
func table[T any](p place, to *[]T, of noun, least, most int, name func(*T) *string, visit func(p place, entry *T)) {
	made := &text{open: '{', tall: true, loose: true}
	switch {
	case p.w.err != nil:
		return
	case p.w.task == reading && p.has:
		entries, err := p.in.Fields()
		if p.read(err); err != nil || !p.count(len(entries), least, most) {
			return
		}
		*to = slices.Grow(*to, len(entries))[:len(entries)]
		for k, f := range entries {
			if *name(&(*to)[k]) = f.Key; !p.fits(f.Key) {
				return
			}
			e := p.entry(k, f.Key)
			e.in = f.Value
			visit(e, &(*to)[k])
		}
		return
	case p.absent() || p.w.task == checking && len(*to) == 0:
		if least > 0 {
			p.missing()
		}
		return
	case !p.w.writes() && !p.count(len(*to), least, most):
		return
	}
	seen := make(map[string]bool)
	for k := range *to {
		key := *name(&(*to)[k])
		if p.checks() {
			switch {
			case key == "" || !utf8.ValidString(key):
				p.wrong("the %s %d has no valid name: %q", of, k, key)
			case seen[key]:
				p.wrong("two entries have the name %q", key)
			case !p.fits(key):
				return
			}
			seen[key] = true
		}
		e := p.entry(k, key)
		e.out, e.key = made, key
		visit(e, &(*to)[k])
	}
	if p.w.writes() && len(*to) > 0 {
		p.emit(made)
	}
}

// name visits a text that is not empty.
func (p place) name(to *string) { p.text(to, true) }

// text visits a text. Without need an empty one is left out.
func (p place) text(to *string, need bool) {
	switch {
	case p.w.err != nil:
	case p.reads():
		s, err := p.in.Text()
		*to = s
		p.read(err)
	case need && *to == "":
		p.missing()
	case p.w.writes() && *to != "":
		p.emitString(*to)
	case p.checks() && !utf8.ValidString(*to):
		p.wrong("%q is no valid text", *to)
	case p.checks():
		p.fits(*to)
	}
}

// fits refuses names that are too long: places are made of them.
func (p place) fits(name string) bool {
	if len(name) > MaxName {
		p.w.fail(p.path, ErrLimit, "the name %.60q… has %d bytes; %d are possible", name, len(name), MaxName)
	}
	return len(name) <= MaxName
}

// reference visits the name of something that the graph has.
func (p place) reference(of noun, to *string, need bool) {
	p.text(to, need)
	if !p.checks() || *to == "" {
		return
	}
	if _, ok := p.w.names[of][*to]; !ok {
		p.unknown(of, *to, keys(p.w.names[of]))
	}
}

func (p place) unknown(of noun, name string, known []string) {
	p.wrong("unknown %s %.60q%s", of, name, near.Hint(known, name))
}

// The ranges of numbers.
const (
	most = math.MaxFloat32
	all  = -most
)

// number visits a number that is 0 where it is left out.
func (p place) number(to *float64, low, high float64) {
	if p.absent() || p.w.writes() && *to == 0 {
		return
	}
	p.needed(to, low, high)
}

// needed visits a number that is always there.
func (p place) needed(to *float64, low, high float64) {
	switch x := *to; {
	case p.w.err != nil:
	case p.absent():
		p.missing()
	case p.reads():
		x, err := p.in.Float(64)
		*to = x
		p.read(err)
	case p.w.writes():
		p.emitNumber(x)
	case !p.checks():
	case x < 0 && low == 0:
		p.wrong("%v is negative", x)
	case !(x >= low && x <= high):
		p.wrong("%v is outside %v to %v", x, low, high)
	}
}

// integer visits a whole number, which is left out where it is the usual one.
func (p place) integer(to *int, usual int) {
	x := float64(*to)
	switch {
	case p.absent():
		*to = usual
	case p.w.task == writing && *to == usual:
	default:
		p.needed(&x, -maxInteger, maxInteger)
		if p.w.task == reading && !(math.Abs(x) <= maxInteger && x == math.Trunc(x)) {
			p.wrong("%v is no whole number, or too large", x)
			return
		}
		*to = int(x)
	}
}

const maxInteger = 1 << 30

// flag visits a truth that is false where it is left out.
func (p place) flag(to *bool) {
	switch {
	case p.reads():
		yes, err := p.in.Truth()
		*to = yes
		p.read(err)
	case p.w.writes() && *to:
		p.emitRaw([]byte("true"))
	}
}

// choice visits one of some things by its name. Without need the first is left out.
func choice[T ~uint8](p place, to *T, names []string, need bool) {
	switch {
	case p.w.err != nil:
	case p.reads():
		s, err := p.in.Text()
		k := slices.Index(names, s)
		if p.read(err); err == nil && k < 0 {
			p.wrong("%.60q is none of them%s", s, near.Hint(names, s))
			return
		}
		*to = T(max(k, 0))
	case p.w.task == reading && need:
		p.missing()
	case p.w.writes() && (need || *to != 0):
		p.emitString(names[*to])
	case p.checks() && int(*to) >= len(names):
		p.wrong("there is no choice %d of %q", *to, names)
	}
}

// keys lists the names of a map in the order of their letters.
func keys(m map[string]int) []string {
	list := make([]string, 0, len(m))
	for name := range m {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
