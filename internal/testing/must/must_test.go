package must

import (
	"errors"
	"fmt"
	"math"
	"testing"
)

// recorder stands in for a test and ends what runs in it by a panic.
type recorder struct{}

type failure string

func (recorder) Helper()                           {}
func (recorder) Fatal(args ...any)                 { panic(failure(fmt.Sprint(args...))) }
func (recorder) Fatalf(format string, args ...any) { panic(failure(fmt.Sprintf(format, args...))) }

// message returns what a check says when it fails, or nothing when it holds.
func message(check func(T)) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = string(r.(failure))
		}
	}()
	check(recorder{})
	return ""
}

func TestChecks(t *testing.T) {
	for _, c := range []struct {
		check func(T)
		want  string
	}{
		{func(t T) { Do(t, nil) }, ""},
		{func(t T) { Do(t, errors.New("no such clip")) }, "no such clip"},
		{func(t T) { Near(t, "x", float32(1), 1.5, 0.5) }, ""},
		{func(t T) { Near(t, "x", 1, 1.5, 0.25) }, "x is 1, want 1.5 ± 0.25"},
		{func(t T) { Near(t, "x", math.Inf(1), math.Inf(1), 0) }, ""},
		{func(t T) { Near(t, "x", math.NaN(), 0, 1) }, "x is NaN, want 0 ± 1"},
		{func(t T) { AllNear(t, "v", []float32{1, 2}, []float64{1, 2}, 0) }, ""},
		{func(t T) { AllNear(t, "v", []float64{1}, []float64{1, 2}, 9) }, "v has 1 entries, want 2"},
		{func(t T) { AllNear(t, "v", []float64{1, 3}, []float64{1, 2}, 0.5) }, "v is [1 3], want [1 2] ± 0.5: entry 1 differs"},
	} {
		if got := message(c.check); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
