package gltf

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/soa"
)

// value is a JSON value, or an absent one. Reading it as another type sets text.err, which
// begins with a JSON pointer, and returns a default: a caller reads a whole object and checks
// the error once.
type value struct {
	of *text
	i  int32 // −1: not there
}

func (t *text) root() value { return value{t, 0} }

func (v value) node() *jsonNode { return &v.of.nodes[v.i] }

// there reports whether the value is there, and not null.
func (v value) there() bool { return v.i >= 0 && v.node().kind != jsonNull }

// is reports whether the value is there and of a kind.
func (v value) is(kind jsonKind) bool { return v.i >= 0 && v.node().kind == kind }

// pointer returns the JSON pointer of a value.
func (v value) pointer() string {
	var parts []string
	for i := v.i; i > 0; {
		n := &v.of.nodes[i]
		up := &v.of.nodes[n.parent]
		if up.kind == jsonObject || n.keyEnd > n.key {
			parts = append(parts, strings.NewReplacer("~", "~0", "/", "~1").Replace(v.of.string(n.key, n.keyEnd, n.keyed)))
		} else {
			k, _ := slices.BinarySearch(v.of.kids[up.from:up.to], uint32(i))
			parts = append(parts, strconv.Itoa(k))
		}
		i = n.parent
	}
	var b strings.Builder
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteString("/" + parts[i])
	}
	return b.String()
}

// wrong sets the text's error, unless there is one.
func (v value) wrong(format string, args ...any) {
	if v.of.err == nil {
		v.of.err = v.error(format, args...)
	}
}

// error returns an error that begins with the place of the value.
func (v value) error(format string, args ...any) error {
	return fmt.Errorf("%w: %s: %w", soa.ErrFormat, v.pointer(), fmt.Errorf(format, args...))
}

// want reports whether a value is there and of a kind; one of another kind is an error.
func (v value) want(kind jsonKind) bool {
	if !v.there() {
		return false
	}
	if v.node().kind != kind {
		v.wrong("%s where %s is expected", kindNames[v.node().kind], kindNames[kind])
		return false
	}
	return true
}

// at returns a member of an object: the last one of that name.
func (v value) at(key string) value {
	if !v.is(jsonObject) {
		return value{v.of, -1}
	}
	n := v.node()
	v.of.meter.Step(8 * int(n.to-n.from))
	for k := int(n.to) - 1; k >= int(n.from); k-- {
		i := v.of.kids[k]
		if m := &v.of.nodes[i]; v.of.equal(m, key) {
			return value{v.of, int32(i)}
		}
	}
	return value{v.of, -1}
}

// object is at for a member that has to be an object where it is there.
func (v value) object(key string) value {
	m := v.at(key)
	m.want(jsonObject)
	return m
}

// extension returns an extension of an object.
func (v value) extension(name string) value { return v.at("extensions").object(name) }

func (t *text) equal(m *jsonNode, key string) bool {
	if m.keyed {
		return t.string(m.key, m.keyEnd, true) == key
	}
	return string(t.data[m.key:m.keyEnd]) == key
}

// len returns the number of children.
func (v value) len() int {
	if !v.is(jsonArray) && !v.is(jsonObject) {
		return 0
	}
	return int(v.node().to - v.node().from)
}

// child returns child k of an array or object.
func (v value) child(k int) value {
	return value{v.of, int32(v.of.kids[int(v.node().from)+k])}
}

// key returns the name of a member.
func (v value) key() string {
	n := v.node()
	return v.of.string(n.key, n.keyEnd, n.keyed)
}

// list returns the array of that name, or none.
func (v value) list(key string) value {
	m := v.at(key)
	m.want(jsonArray)
	return m
}

// string returns text between quotes without escapes.
func (t *text) string(from, to uint32, escaped bool) string {
	if plain := t.data[from:to]; !escaped && utf8.Valid(plain) {
		return string(plain)
	}
	var s string
	if json.Unmarshal(t.data[from-1:to+1], &s) != nil {
		return string(t.data[from:to])
	}
	return s
}

// text returns a string, or "".
func (v value) text() string {
	if !v.want(jsonString) {
		return ""
	}
	n := v.node()
	return v.of.string(n.from, n.to, n.escaped)
}

// float returns a number. One that is not finite is an error.
func (v value) float(otherwise float64) float64 {
	if !v.want(jsonNumber) {
		return otherwise
	}
	f, finite := v.parse()
	if !finite {
		v.wrong("%s is out of range", v.literal())
		return otherwise
	}
	return f
}

// number is float for a number that a default may replace: one that is not finite is mended.
func (v value) number(otherwise float64) float64 {
	if !v.want(jsonNumber) {
		return otherwise
	}
	if f, finite := v.parse(); finite {
		return f
	}
	v.of.mend(v)
	return otherwise
}

// parse returns what a number states, and whether that is finite.
func (v value) parse() (f float64, finite bool) {
	f, err := strconv.ParseFloat(string(v.literal()), 64)
	return f, err == nil && f-f == 0
}

// literal returns the text of a number or word.
func (v value) literal() []byte {
	n := v.node()
	if n.kind == jsonNull {
		return []byte("null")
	}
	return v.of.data[n.from:n.to]
}

// int returns a whole number, which may be written as 72.0 or 7.2e1.
func (v value) int(otherwise int) int {
	if !v.want(jsonNumber) {
		return otherwise
	}
	n := v.node()
	digits := v.of.data[n.from:n.to]
	if len(digits) <= 15 {
		if i, err := strconv.Atoi(string(digits)); err == nil {
			return i
		}
	}
	f := v.float(math.NaN())
	if f != math.Trunc(f) || math.Abs(f) > min(1<<53, math.MaxInt) {
		v.wrong("%s is no whole number", digits)
		return otherwise
	}
	return int(f)
}

// count is int for what is not negative.
func (v value) count(otherwise int) int {
	n := v.int(otherwise)
	if n < 0 && n != otherwise {
		v.wrong("%d is negative", n)
		return otherwise
	}
	return n
}

// index returns the number of one of n things, −1 where none is stated.
func (v value) index(n int, things string) int {
	if !v.there() {
		return -1
	}
	i := v.int(-1)
	if i < 0 || i >= n {
		v.wrong("number %d of %d %s", i, n, things)
		return -1
	}
	return i
}

// entry is index for entry k of an array, which has to be there.
func (v value) entry(k, n int, things string) int {
	e := v.child(k)
	if !e.there() {
		e.wrong("null where one of %d %s is expected", n, things)
		return -1
	}
	return e.index(n, things)
}

// bool returns a truth value.
func (v value) bool(otherwise bool) bool {
	switch {
	case v.is(jsonTrue):
		return true
	case v.is(jsonFalse):
		return false
	case v.there():
		v.wrong("%s where true or false is expected", kindNames[v.node().kind])
	}
	return otherwise
}

// floats fills a row of numbers and reports whether there is one. A number that is not finite, for
// which many programs write null, leaves what the row has there, and is mended.
func (v value) floats(to []float64) bool {
	if !v.want(jsonArray) {
		return false
	}
	if v.len() != len(to) {
		v.wrong("%d numbers where %d are expected", v.len(), len(to))
		return false
	}
	for k := range to {
		if c := v.child(k); c.there() {
			to[k] = c.number(to[k])
		} else {
			v.of.mend(c)
		}
	}
	return true
}

// Limits of what is read by another reader, which asks no context. The largest in use have a hundredth.
const (
	maxRaw       = 1 << 20 // values
	maxRawLength = 16 << 20
)

// bytesOfPlain is about the memory that plain and its readers take for a value.
const bytesOfPlain = 64

// raw returns the text of an object or array.
func (v value) raw() []byte {
	if !v.there() {
		return nil
	}
	values, length := v.extent()
	if values > maxRaw || length > maxRawLength {
		v.fail(fmt.Errorf("%w: %s: %d values of JSON in %d bytes, at most %d and %d are read here", soa.ErrTooLarge, v.pointer(), values, length, maxRaw, maxRawLength))
		return nil
	}
	if err := v.of.meter.Take("values of JSON that are read apart", values, bytesOfPlain); err != nil {
		v.fail(err)
		return nil
	}
	data, err := json.Marshal(v.plain())
	if err != nil {
		v.wrong("%w", err)
	}
	return data
}

// extent returns the number of values within a value, with it, and about the length of their text.
func (v value) extent() (values, length int) {
	if v.i < 0 {
		return 0, 0
	}
	end := v.i // of the last value within
	for {
		n := &v.of.nodes[end]
		if n.kind < jsonArray || n.to == n.from {
			break
		}
		end = int32(v.of.kids[n.to-1])
	}
	for i := v.i; i <= end; i++ {
		if n := &v.of.nodes[i]; n.kind == jsonString || n.kind == jsonNumber {
			length += int(n.to - n.from)
		}
		length += int(v.of.nodes[i].keyEnd-v.of.nodes[i].key) + 4
	}
	v.of.meter.Step(2 * int(end-v.i))
	return int(end-v.i) + 1, length
}

// fail sets the text's error, unless there is one.
func (v value) fail(err error) {
	v.of.meter.Fail(err)
	if v.of.err == nil {
		v.of.err = err
	}
}

// plain returns what encoding/json makes of a value, but for whole numbers, which are int64.
func (v value) plain() any {
	if v.i < 0 {
		return nil
	}
	switch n := v.node(); n.kind {
	case jsonFalse, jsonTrue:
		return n.kind == jsonTrue
	case jsonNumber:
		f := v.number(0)
		if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			return int64(f)
		}
		return f
	case jsonString:
		return v.text()
	case jsonArray:
		list := make([]any, v.len())
		for k := range list {
			list[k] = v.child(k).plain()
		}
		return list
	case jsonObject:
		m := make(map[string]any, v.len())
		for k := range v.len() {
			m[v.child(k).key()] = v.child(k).plain()
		}
		return m
	}
	return nil
}
