package codec

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// progressOf compresses clips and returns what Options.Progress was called with.
func progressOf(t *testing.T, m *soa.Model, clips []*soa.Clip, o Options) ([]float64, []*soa.Packed) {
	t.Helper()
	var told []float64
	var within atomic.Int32
	o.Progress = func(done float64) {
		if within.Add(1) > 1 {
			t.Error("two calls at once")
		}
		told = append(told, done)
		within.Add(-1)
	}
	packed, err := Clips(context.Background(), m, clips, o)
	if err != nil {
		t.Fatal(err)
	}
	return told, packed
}

// Within a clip, and over several at once, the share that is done grows to 1 in small steps,
// and that it is told changes nothing.
func TestProgress(t *testing.T) {
	m := wiggle(24, 120, false, 0.3)
	for name, o := range map[string]Options{
		"spans": {}, "small": {Small: true}, "failing": {Bound: 1e-9}, "lossless": {Lossless: true}, "exact curves": {ExactCurves: true},
	} {
		silent, err := Clip(t.Context(), m, m.Clips[0], o)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 2} {
			clips := slices.Repeat(m.Clips, n)
			told, packed := progressOf(t, m, clips, o)
			if len(told) == 0 || told[len(told)-1] != 1 || told[0] <= 0 {
				t.Fatalf("%s, %d clips: %v", name, n, told)
			}
			if len(told) > n*(progressSteps+1) || !slices.IsSorted(told) {
				t.Errorf("%s, %d clips: %d calls: %v", name, n, len(told), told)
			}
			gap, before := 0., 0.
			for _, done := range told {
				gap, before = max(gap, done-before), done
			}
			if most := 0.3 / float64(n); packed[0].Bound > 0 && gap > most {
				t.Errorf("%s, %d clips: a step of %v, at most %v is wanted: %v", name, n, gap, most, told)
			}
			if few := 10 * n; packed[0].Bound > 0 && len(told) < few {
				t.Errorf("%s, %d clips: %d calls, at least %d are wanted: %v", name, n, len(told), few, told)
			}
			if !slices.Equal(silent.Data, packed[0].Data) {
				t.Errorf("%s: progress changes the clip", name)
			}
		}
	}
}

// What ends with an error is never told to be done.
func TestProgressOfFailure(t *testing.T) {
	m := wiggle(24, 120, false, 0.3)
	most := 0.0
	_, err := Clip(t.Context(), m, m.Clips[0], Options{MaxWork: 100_000, Progress: func(done float64) { most = max(most, done) }})
	if err == nil || most == 1 {
		t.Errorf("%v at %v", err, most)
	}
}
