package batch

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// ErrMissing is the error of a file without a counterpart.
var ErrMissing = errors.New("has no counterpart")

// Pair is two files of one place, in two folders or patterns. It has one File for both, with the path of
// A, or of B where A is missing; where one is missing, its Err says so and wraps ErrMissing.
type Pair struct {
	File
	A, B string // paths
}

// Pairs matches the files of two folders or patterns by their places: equal ones, then those that are
// equal but for their extensions, as of walk.fbx and walk.sinew, or walk.fbx.sinew. Files that match no
// other, or several, are missing on the other side. Pairs are in the order of a, then what is only in b.
func Pairs(a, b []File, nameA, nameB string) []Pair {
	match := make([]int, len(a)) // index in b + 1
	taken := make([]bool, len(b))
	stem := func(place string) string { return strings.TrimSuffix(place, filepath.Ext(place)) }
	same := func(place string) string { return place }
	for _, keys := range [][2]func(string) string{{same, same}, {stem, stem}, {same, stem}, {stem, same}} {
		inA, inB := make(map[string]int), make(map[string]int) // index + 1, or −1 for several
		index := func(m map[string]int, key string, i int) {
			if m[key] == 0 {
				m[key] = i + 1
			} else {
				m[key] = -1
			}
		}
		for i, f := range a {
			if match[i] == 0 {
				index(inA, keys[0](f.Place), i)
			}
		}
		for k, f := range b {
			if !taken[k] {
				index(inB, keys[1](f.Place), k)
			}
		}
		for key, i := range inA {
			if k := inB[key]; i > 0 && k > 0 {
				match[i-1], taken[k-1] = k, true
			}
		}
	}
	var pairs []Pair
	missing := func(f File, there string) File {
		if f.Err == nil {
			f.Err = fmt.Errorf("%s %w in %s", f.Path, ErrMissing, there)
		}
		return f
	}
	for i, f := range a {
		if k := match[i]; k > 0 {
			f.Err = errors.Join(f.Err, b[k-1].Err)
			pairs = append(pairs, Pair{f, f.Path, b[k-1].Path})
		} else {
			pairs = append(pairs, Pair{missing(f, nameB), f.Path, ""})
		}
	}
	for k, f := range b {
		if !taken[k] {
			pairs = append(pairs, Pair{missing(f, nameA), "", f.Path})
		}
	}
	return pairs
}
