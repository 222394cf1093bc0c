package pace_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/runtime/internal/pace"
)

// A way leads as far as it is to, with the speeds that it is to have, and comes by each place
// when it is there.
func TestCurved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seconds := rapid.Float64Range(1e-3, 2).Draw(t, "seconds")
		from, to := rapid.Float64Range(0.1, 3).Draw(t, "from"), rapid.Float64Range(0.1, 3).Draw(t, "to")
		far := seconds * (from + to) / 2 * rapid.Float64Range(0.9, 1.1).Draw(t, "far")
		w := pace.Curved(seconds, far, from, to)
		if d := math.Abs(w.At(seconds) - far); d > 1e-12 {
			t.Fatalf("it leads %v too far", d)
		}
		if a, b := w.SpeedAt(0), w.SpeedAt(seconds); math.Abs(a-from) > 1e-9 || math.Abs(b-to) > 1e-9 {
			t.Fatalf("its speeds are %v and %v, want %v and %v", a, b, from, to)
		}
		at := rapid.Float64Range(0, seconds).Draw(t, "at")
		if got := w.When(w.At(at), 0, seconds); math.Abs(got-at) > 1e-9 {
			t.Fatalf("it is there after %v s, want %v", got, at)
		}
	})
}
