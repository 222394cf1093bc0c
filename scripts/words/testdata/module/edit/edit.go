// Package edit exports what an importer can read, and some that he cannot.
package edit

import "example.com/house/internal/hidden"

// Track has keys. One of which is the first, in the words of a house that is large; each which it has counts for those whose
// names are long, and that is one of a pair.
type Track struct {
	Keys []float64
	Vecs map[string]*hidden.Vec
	name string
}

// At returns the value at a time.
func (t *Track) At(seconds float64) float64 { return t.Keys[0] + seconds }

// Before reports whether a time is before the first key.
func (t *Track) Before(seconds float64) bool { return seconds < t.Keys[0] }

// After returns the keys after a time, till then those of which nothing is known.
func (t *Track) After(seconds float64) []float64 { return t.Keys }

// As is what errors.As calls.
func (t *Track) As(any) bool { return false }

// Move moves keys, which are those whose times are after from.
func Move(t *Track, by func(hidden.Vec) hidden.Vec) {}

func between(a, b float64) float64 { return (a + b) / 2 }

type pair[T any] struct{ a, b T }

func (p *pair[T]) each() {}

// Name is an alias of a type of its own package.
type Name = Track
