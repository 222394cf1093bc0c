package active

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// Clips whose laps have no common round in a time have none: laps that never end, or take no time, or
// are too many, or come round once only.
func TestNoCommonRound(t *testing.T) {
	inf := math.Inf(1)
	for _, laps := range [][]float64{nil, {0}, {inf}, {-1}, {math.NaN()}, {1, inf}, {1, math.Pi}, {1, 65. / 66}} {
		if got := commonRound(laps, 1e6); got != 0 {
			t.Errorf("laps of %v s meet after %v s", laps, got)
		}
	}
	if once, twice := commonRound([]float64{2, 3}, 11.9), commonRound([]float64{2, 3}, 12); once != 0 || twice != 6 {
		t.Errorf("in less than two rounds of 6 s: %v, in two: %v", once, twice)
	}
}

// A common round is the least time in which each clip makes whole laps.
func TestCommonRound(t *testing.T) {
	for s := range seed.Cases(t, 200) {
		r := rand.New(rand.NewPCG(s, 0))
		unit, laps, whole := 0.05+r.Float64(), []float64(nil), 1
		for range 1 + r.IntN(4) {
			n := 1 + r.IntN(12)
			laps, whole = append(laps, unit*float64(n)), lcm(whole, n)
		}
		seconds := 1e4 * r.Float64()
		want := unit * float64(whole)
		if 2*want > seconds || want/laps[0] > mostLaps {
			want = 0
		}
		if got := commonRound(laps, seconds); math.Abs(got-want) > 1e-9*want {
			t.Errorf("laps of %v s in %v s meet after %v s, want %v", laps, seconds, got, want)
		}
	}
}

func lcm(a, b int) int {
	n := a
	for n%b != 0 {
		n += a
	}
	return n
}
