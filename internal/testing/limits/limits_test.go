package limits_test

import (
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/limits"
)

// recorder counts what a table reports.
type recorder struct {
	testing.TB
	wrong int
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.wrong++ }

// counts is a value with limits: N from 1 to 3, F from 0 to 1, two in List.
type counts struct {
	N    uint8
	F    float32
	List []int
}

var errWrong = errors.New("out of range: N, F or List")

// A table reports limits that are too narrow and too wide, and no right ones.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		name     string
		validate func(v *counts) bool
		wrong    int
	}{
		{"right", func(v *counts) bool { return v.N >= 1 && v.N <= 3 && v.F >= 0 && v.F <= 1 && len(v.List) == 2 }, 0},
		{"N too narrow", func(v *counts) bool { return v.N > 1 && v.N < 3 && v.F >= 0 && v.F <= 1 && len(v.List) == 2 }, 2},
		{"N too wide", func(v *counts) bool { return v.N <= 4 && v.F >= 0 && v.F <= 1 && len(v.List) == 2 }, 2},
		{"F may be no number", func(v *counts) bool { return v.N >= 1 && v.N <= 3 && !(v.F < 0 || v.F > 1) && len(v.List) == 2 }, 1},
		{"List may be longer", func(v *counts) bool { return v.N >= 1 && v.N <= 3 && v.F >= 0 && v.F <= 1 && len(v.List) >= 2 }, 1},
		{"anything", func(*counts) bool { return true }, 9},
	} {
		r := &recorder{TB: t}
		x := limits.NewTable(r, func() *counts { return &counts{2, 0.5, make([]int, 2)} }, func(v *counts) error {
			if !c.validate(v) {
				return errWrong
			}
			return nil
		}, errWrong)
		limits.Range(x, "N", 1, 3, func(v *counts, n uint8) { v.N = n })
		limits.Range(x, "F", 0, 1, func(v *counts, f float32) { v.F = f })
		limits.Length(x, "List", func(v *counts) *[]int { return &v.List })
		if r.wrong != c.wrong {
			t.Errorf("%s: %d reports, want %d", c.name, r.wrong, c.wrong)
		}
	}
}
