// Package strict reads JSON that has to be exactly as its format prescribes: no field
// twice, none that is not known, and nothing of another type. Errors begin with a place
// in the file and show what stands there:
//
//	v := strict.Pointer(data)
//	err := v.Object(map[string]func(strict.Value) error{
//		"clip": func(v strict.Value) (err error) { clip, err = v.Text(); return err },
//	})
//
// They wrap soa.ErrFormat, or soa.ErrOption for values that are out of their range.
package strict

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// Value is a part of a file, and its place.
type Value struct {
	place   string
	pointer bool
	data    []byte
}

// Dotted is a value whose errors have places as they are written in Go:
// [1].mask[0].joint. Its data is valid JSON without space around it.
func Dotted(place string, data []byte) Value { return Value{place: place, data: data} }

// Pointer is a whole file whose errors have JSON pointers as places: /1/mask/0/joint.
// Its data is valid JSON.
func Pointer(data []byte) Value {
	return Value{pointer: true, data: bytes.Trim(data, whitespace)}
}

const whitespace = " \t\r\n"

// Escaper escapes names in JSON pointers.
var Escaper = strings.NewReplacer("~", "~0", "/", "~1")

func (v Value) field(key string, data []byte) Value {
	if v.pointer {
		return Value{v.place + "/" + Escaper.Replace(key), true, data}
	}
	return Value{v.place + "." + key, false, data}
}

func (v Value) entry(k int, data []byte) Value {
	if v.pointer {
		return Value{v.place + "/" + strconv.Itoa(k), true, data}
	}
	return Value{v.place + "[" + strconv.Itoa(k) + "]", false, data}
}

// Where says in which line a file breaks off being JSON, from the error of
// json.Unmarshal.
func Where(data []byte, err error) string {
	syntax, ok := err.(*json.SyntaxError)
	if !ok {
		return ""
	}
	before := data[:min(max(int(syntax.Offset), 0), len(data))]
	return fmt.Sprintf(": line %d: %v", 1+bytes.Count(before, []byte("\n")), syntax)
}

// Data returns the value's text in the file.
func (v Value) Data() []byte { return v.data }

// shownBytes is how much of a value an error shows.
const shownBytes = 60

// Shown is the beginning of the value.
func (v Value) Shown() []byte {
	if len(v.data) > shownBytes {
		return append(slices.Clone(v.data[:shownBytes]), "…"...)
	}
	return v.data
}

// Error is an error about the value.
func (v Value) Error(sentinel error, format string, args ...any) error {
	place := v.place
	if place == "" {
		place = "/"
	}
	return fmt.Errorf("%s: %w: %s", place, sentinel, fmt.Sprintf(format, args...))
}

// Wrong is an error about the value's form.
func (v Value) Wrong(format string, args ...any) error {
	return v.Error(soa.ErrFormat, format, args...)
}

// Is reports whether the value begins with one of some characters, by which the types
// of JSON differ.
func (v Value) Is(first string) bool {
	return len(v.data) > 0 && strings.IndexByte(first, v.data[0]) >= 0
}

// Field is a field of an object.
type Field struct {
	Key   string
	Value Value
}

// maxFields is the greatest number of fields of an object.
const maxFields = 10_000

// Fields lists an object's fields in their order, each of them once.
func (v Value) Fields() ([]Field, error) {
	if !v.Is("{") {
		return nil, v.Wrong("%s is no object", v.Shown())
	}
	var list []Field
	seen := make(map[string]bool)
	for at := next(v.data, 1); v.data[at] != '}'; {
		end := skip(v.data, at)
		var key string
		if err := json.Unmarshal(v.data[at:end], &key); err != nil {
			return nil, v.Wrong("%v", err)
		}
		at = next(v.data, end) // at the value, behind the colon
		end = skip(v.data, at)
		if len(list) == maxFields {
			return nil, v.Wrong("it has more than %d fields", maxFields)
		}
		if seen[key] {
			return nil, v.Wrong("%.60q stands there twice", key)
		}
		seen[key] = true
		list = append(list, Field{key, v.field(key, v.data[at:end])})
		at = next(v.data, end)
	}
	return list, nil
}

// next is the place of the next key or value, or of the bracket that ends a list of
// them, from a place between two.
func next(data []byte, at int) int {
	for strings.IndexByte(whitespace+",:", data[at]) >= 0 {
		at++
	}
	return at
}

// skip is the place behind the value that begins at one.
func skip(data []byte, at int) int {
	for depth := 0; ; {
		switch data[at] {
		case '{', '[':
			depth++
			at++
		case '}', ']':
			depth--
			at++
		case '"':
			for at++; data[at] != '"'; at++ {
				if data[at] == '\\' {
					at++
				}
			}
			at++
		case ' ', '\t', '\r', '\n', ',', ':':
			at++
		default:
			for at < len(data) && strings.IndexByte(" \t\r\n,:]}", data[at]) < 0 {
				at++
			}
		}
		if depth == 0 {
			return at
		}
	}
}

// Object reads an object's fields, each once and none but those that there are
// functions for.
func (v Value) Object(fields map[string]func(Value) error) error {
	list, err := v.Fields()
	if err != nil {
		return err
	}
	for _, f := range list {
		read, ok := fields[f.Key]
		if !ok {
			return v.Unknown(f.Key, slices.Sorted(maps.Keys(fields)))
		}
		if err := read(f.Value); err != nil {
			return err
		}
	}
	return nil
}

// Unknown is the error about a field of an object that is none of those it may have.
func (v Value) Unknown(key string, known []string) error {
	return v.Wrong("unknown field %.60q%s", key, suggest.Hint(known, key))
}

// List lists the entries of a list of one value and more, up to a number of them.
func (v Value) List(most int) ([]Value, error) {
	list, err := v.Entries(math.MaxInt)
	if err == nil && (len(list) == 0 || len(list) > most) {
		return nil, v.Error(soa.ErrOption, "it has %d entries, 1 to %d are possible", len(list), most)
	}
	return list, err
}

// Entries lists the first entries of a list, up to a number of them.
func (v Value) Entries(most int) ([]Value, error) {
	if !v.Is("[") {
		return nil, v.Wrong("%s is no list", v.Shown())
	}
	var list []Value
	for at := next(v.data, 1); v.data[at] != ']' && len(list) < most; {
		end := skip(v.data, at)
		list = append(list, v.entry(len(list), v.data[at:end]))
		at = next(v.data, end)
	}
	return list, nil
}

// Text reads a string that is not empty.
func (v Value) Text() (s string, err error) {
	if !v.Is(`"`) || json.Unmarshal(v.data, &s) != nil {
		return "", v.Wrong("%s is no text", v.Shown())
	}
	if s == "" {
		return "", v.Wrong("the text is empty")
	}
	return s, nil
}

// Float reads any number that is finite in a number of bits, 32 or 64.
func (v Value) Float(bits int) (float64, error) {
	if !v.Is("-0123456789") {
		return 0, v.Wrong("%s is no number", v.Shown())
	}
	x, err := strconv.ParseFloat(string(v.data), bits)
	if err != nil {
		return 0, v.Wrong("%s is too large a number", v.Shown())
	}
	return x, nil
}

// Number reads a number of a range.
func (v Value) Number(low, high float64) (float64, error) {
	if !v.Is("-0123456789") {
		return 0, v.Wrong("%s is no number", v.Shown())
	}
	if x, err := v.Float(64); err == nil && x >= low && x <= high {
		return x, nil
	}
	return 0, v.Error(soa.ErrOption, "%s is outside %v to %v", v.Shown(), low, high)
}

// Count reads a whole number of a range.
func (v Value) Count(low, high int) (int, error) {
	x, err := v.Number(float64(low), float64(high))
	if err == nil && x != math.Trunc(x) {
		return 0, v.Wrong("%s is no whole number", v.Shown())
	}
	return int(x), err
}

// Truth reads true or false.
func (v Value) Truth() (bool, error) {
	switch string(v.data) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, v.Wrong("%s is neither true nor false", v.Shown())
}

// Choice reads the name of one of some things.
func Choice[T fmt.Stringer](v Value, list []T) (T, error) {
	name, err := v.Text()
	if err != nil {
		return list[0], err
	}
	var names []string
	for _, x := range list {
		if x.String() == name {
			return x, nil
		}
		names = append(names, x.String())
	}
	return list[0], v.Wrong("%q is none of %s", name, strings.Join(names, ", "))
}

// Quote is a string as JSON has it.
func Quote(s string) []byte {
	if !strings.ContainsFunc(s, special) {
		b := append(make([]byte, 0, len(s)+2), '"')
		return append(append(b, s...), '"')
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string can be written
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// special reports whether a character may need an escape in JSON.
func special(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }

// AppendFloat appends the shortest number that is read as x in a number of bits, 32 or
// 64. x is finite; its zero has no sign.
func AppendFloat(data []byte, x float64, bits int) []byte {
	x += 0
	form := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		form = 'e'
	}
	return strconv.AppendFloat(data, x, form, -1, bits)
}
