// Package seed is where tests that draw their cases take the seeds from.
//
//	for s := range seed.Cases(t, 6) {
//		r := rand.New(rand.NewPCG(s, 11))
//		…
//	}
//
// Without SINEW_SEED in the environment the seeds are 0, 1, 2, …: make test runs the same
// cases every time. make check sets it to a number of the commit, make explore to one of
// the clock. A test that fails logs the command that repeats its case.
//
// Property tests (pgregory.net/rapid) take theirs from RAPID_SEED and log their own
// command.
package seed

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Variable is the environment variable that holds the first seed.
const Variable = "SINEW_SEED"

// Cases yields n seeds, and no more once the test has failed: then it logs the command
// that begins with the seed that failed. Subtests within the loop must not be parallel.
func Cases(t testing.TB, n int) iter.Seq[uint64] {
	t.Helper()
	first, next, err := start(os.Getenv(Variable))
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(uint64) bool) {
		s := first
		defer func() { // after t.FailNow too
			if t.Failed() {
				t.Logf("seed %d: %s", s, command(t.Name(), s))
			}
		}()
		for k := range n {
			if k > 0 {
				s = next(s)
			}
			if !yield(s) || t.Failed() {
				return
			}
		}
	}
}

// First returns the first of the seeds that Cases yields, for a test of one case.
func First(t testing.TB) (s uint64) {
	t.Helper()
	s, _, err := start(os.Getenv(Variable))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d: %s", s, command(t.Name(), s))
		}
	})
	return s
}

// start returns the first seed for a value of Variable, and what follows a seed: the next
// number, or where the value sets the first, one far away.
func start(value string) (first uint64, next func(uint64) uint64, err error) {
	if value == "" {
		return 0, func(s uint64) uint64 { return s + 1 }, nil
	}
	if first, err = strconv.ParseUint(value, 0, 64); err != nil {
		return 0, nil, fmt.Errorf("%s is no number: %w", Variable, err)
	}
	return first, mix, nil
}

// mix is a step of the generator SplitMix64 (Steele, Lea and Flood, 2014).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// command is the one that repeats a test from a seed on, in the module's root.
func command(test string, s uint64) string {
	parts := strings.Split(test, "/")
	for k, part := range parts {
		parts[k] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return fmt.Sprintf("%s=%d go test -count=1 -run '%s' %s", Variable, s, strings.Join(parts, "/"), packageDir())
}

// packageDir is the working directory of the test, its package's, as go test in the
// module's root names it.
func packageDir() string {
	dir, err := os.Getwd()
	for root := dir; err == nil; {
		if _, gone := os.Stat(filepath.Join(root, "go.mod")); gone == nil {
			if rel, bad := filepath.Rel(root, dir); bad == nil {
				return "./" + filepath.ToSlash(rel)
			}
		}
		up := filepath.Dir(root)
		if up == root {
			break
		}
		root = up
	}
	return "."
}
