package layers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/near"
	"github.com/sinew-anim/sinew/soa"
)

// value is a part of a file, and its place: [1].mask[0].joint.
type value struct {
	place string
	data  json.RawMessage
}

// shownBytes is how much of a value an error shows.
const shownBytes = 60

func (v value) shown() []byte {
	if len(v.data) > shownBytes {
		return append(slices.Clone(v.data[:shownBytes]), "…"...)
	}
	return v.data
}

func (v value) wrong(format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s", v.place, soa.ErrFormat, fmt.Sprintf(format, args...))
}

// is reports whether a value begins with one of some characters.
func (v value) is(first string) bool {
	return len(v.data) > 0 && strings.IndexByte(first, v.data[0]) >= 0
}

// object reads an object's fields, each once and none but those that there are
// functions for.
func (v value) object(fields map[string]func(value) error) error {
	if !v.is("{") {
		return v.wrong("%s is no object", v.shown())
	}
	d := json.NewDecoder(bytes.NewReader(v.data))
	_, _ = d.Token()
	seen := make(map[string]bool)
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return v.wrong("%v", err)
		}
		key, _ := token.(string)
		inner := value{place: v.place + "." + key}
		if err := d.Decode(&inner.data); err != nil {
			return v.wrong("%v", err)
		}
		read, ok := fields[key]
		switch {
		case !ok:
			known := slices.Sorted(maps.Keys(fields))
			return v.wrong("there is no %q; near is %q", key, known[near.Names(known, key, 1)[0]])
		case seen[key]:
			return v.wrong("%q stands there twice", key)
		}
		seen[key] = true
		if err := read(inner); err != nil {
			return err
		}
	}
	return nil
}

// list reads a list of one value and more, up to a number of them.
func (v value) list(most int) ([]value, error) {
	var parts []json.RawMessage
	if err := json.Unmarshal(v.data, &parts); err != nil || parts == nil {
		return nil, v.wrong("%s is no list", v.shown())
	}
	if len(parts) == 0 || len(parts) > most {
		return nil, fmt.Errorf("%s: %w: it has %d entries, 1 to %d are possible", v.place, soa.ErrOption, len(parts), most)
	}
	list := make([]value, len(parts))
	for k, part := range parts {
		list[k] = value{fmt.Sprintf("%s[%d]", v.place, k), part}
	}
	return list, nil
}

func (v value) text() (s string, err error) {
	if !v.is(`"`) || json.Unmarshal(v.data, &s) != nil {
		return "", v.wrong("%s is no text", v.shown())
	}
	if s == "" {
		return "", v.wrong("the text is empty")
	}
	return s, nil
}

func (v value) number(low, high float64) (x float64, err error) {
	if !v.is("-0123456789") {
		return 0, v.wrong("%s is no number", v.shown())
	}
	if json.Unmarshal(v.data, &x) != nil || !(x >= low && x <= high) {
		return 0, fmt.Errorf("%s: %w: %s is outside %v to %v", v.place, soa.ErrOption, v.shown(), low, high)
	}
	return x, nil
}

func (v value) optional(to **float64, low, high float64) error {
	x, err := v.number(low, high)
	*to = &x
	return err
}

func (v value) count(low, high int) (int, error) {
	x, err := v.number(float64(low), float64(high))
	if err == nil && x != math.Trunc(x) {
		return 0, v.wrong("%s is no whole number", v.shown())
	}
	return int(x), err
}

func (v value) truth() (yes bool, err error) {
	if !v.is("tf") || json.Unmarshal(v.data, &yes) != nil {
		return false, v.wrong("%s is neither true nor false", v.shown())
	}
	return yes, nil
}

// choice reads one of some names.
func choice[T fmt.Stringer](v value, list []T) (T, error) {
	name, err := v.text()
	if err != nil {
		return list[0], err
	}
	for _, x := range list {
		if x.String() == name {
			return x, nil
		}
	}
	return list[0], v.wrong("%q is none of %s", name, names(list))
}
