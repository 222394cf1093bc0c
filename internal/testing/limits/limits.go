// Package limits holds what Validate refuses to its limits: each field of a valid value at the
// least and the greatest number that is taken, and at the next ones beyond.
//
//	x := limits.NewTable(t, newBank, (*soa.Bank).Validate, soa.ErrInvalid)
//	limits.Range(x, "frames", 1, 2, func(b *soa.Bank, n uint32) { b.Clips[0].Frames = n })
package limits

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

// Table makes valid values and validates them.
type Table[T any] struct {
	t        testing.TB
	fresh    func() *T
	validate func(*T) error
	want     error
}

// NewTable returns the table of a type. An error that refuses wraps want.
func NewTable[T any](t testing.TB, fresh func() *T, validate func(*T) error, want error) *Table[T] {
	t.Helper()
	if err := validate(fresh()); err != nil {
		t.Fatalf("unchanged: %v", err)
	}
	return &Table[T]{t, fresh, validate, want}
}

// Takes reports a change that is refused.
func (x *Table[T]) Takes(what string, change func(v *T)) {
	x.t.Helper()
	v := x.fresh()
	change(v)
	if err := x.validate(v); err != nil {
		x.t.Errorf("%s: refused: %v", what, err)
	}
}

// Refuses reports a change that is taken, or whose error lacks part.
func (x *Table[T]) Refuses(what, part string, change func(v *T)) {
	x.t.Helper()
	v := x.fresh()
	change(v)
	if err := x.validate(v); !errors.Is(err, x.want) || !strings.Contains(err.Error(), part) {
		x.t.Errorf("%s: want an error of %q: %v", what, part, err)
	}
}

// Number is a field's type.
type Number interface {
	~int | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32 | ~float32 | ~float64
}

// Range sets a field to the least and the greatest number that are taken, and to those beyond that
// its type has. Errors contain part.
func Range[T any, N Number](x *Table[T], part string, least, most N, set func(v *T, n N)) {
	x.t.Helper()
	for _, n := range []N{least, most} {
		x.Takes(fmt.Sprintf("%s: %v", part, n), func(v *T) { set(v, n) })
	}
	for _, n := range valuesOutside(least, most) {
		x.Refuses(fmt.Sprintf("%s: %v", part, n), part, func(v *T) { set(v, n) })
	}
}

// valuesOutside returns the numbers next to a range outside it, and what is no number.
func valuesOutside[N Number](least, most N) (list []N) {
	var below, above N
	switch any(least).(type) {
	case float32:
		below, above = N(math.Nextafter32(float32(least), float32(math.Inf(-1)))), N(math.Nextafter32(float32(most), float32(math.Inf(1))))
	case float64:
		below, above = N(math.Nextafter(float64(least), math.Inf(-1))), N(math.Nextafter(float64(most), math.Inf(1)))
	default:
		if below = least - 1; below < least {
			list = append(list, below)
		}
		if above = most + 1; above > most {
			list = append(list, above)
		}
		return list
	}
	return append(list, below, above, N(math.NaN()), N(math.Inf(1)), N(math.Inf(-1)))
}

// Length makes a slice one shorter and one longer than it is, which is refused.
func Length[T, E any](x *Table[T], part string, of func(v *T) *[]E) {
	x.t.Helper()
	x.Refuses("one more in "+part, part, func(v *T) { s := of(v); *s = append((*s)[:len(*s):len(*s)], *new(E)) })
	if n := len(*of(x.fresh())); n > 0 {
		x.Refuses("one less in "+part, part, func(v *T) { s := of(v); *s = (*s)[:n-1] })
	}
}
