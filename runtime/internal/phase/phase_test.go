package phase_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/runtime/internal/phase"
)

func ExampleClip_Second() {
	walk := phase.Clip{Period: 0.75, At: []float64{0.125, 0.5}}
	run := phase.Clip{Period: 0.5, At: []float64{0.125, 0.25}}
	_, k, part := walk.Find(0.3125)
	fmt.Println(k, part, run.Second(k, part))
	// Output: 0 0.5 0.1875
}

// Find is the reverse of Second.
func TestFindReversesSecond(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		c := phase.Clip{Period: 0.1 + r.Float64()}
		for range 1 + r.IntN(5) {
			c.At = append(c.At, r.Float64()*c.Period)
		}
		slices.Sort(c.At)
		k, part := r.IntN(len(c.At)), r.Float64()
		seconds, periods := c.Fold(c.Second(k, part))
		round, got, far := c.Find(seconds)
		if round+periods != 0 || math.Abs(float64(got)+far-float64(k)-part) > 1e-6 && c.Length(k) > 1e-6 {
			t.Fatalf("%v: interval %d, %v is %v s, which is interval %d, %v of round %d", c, k, part, seconds, got, far, round+periods)
		}
	}
}

// Walk leads as far as the seconds of each of its steps together.
func TestWalk(t *testing.T) {
	lengths := []float64{0.5, 0.25, 0.25}
	rounds, to, rest, ok := phase.Walk(lengths, 1, 0.5, -2.125)
	if rounds != -2 || to != 1 || rest != 0 || !ok {
		t.Errorf("round %d, interval %d, %v, %v", rounds, to, rest, ok)
	}
	if _, _, _, ok := phase.Walk([]float64{0, 0}, 0, 0, 1); ok {
		t.Error("a round of no time is walked through")
	}
	if _, k, part, ok := phase.Walk(lengths, 2, 0.25, math.MaxFloat64); ok || k != 2 || part != 0.25 {
		t.Error("it walks further than it can count")
	}
}

// Turn begins with the same marker, and refuses another order.
func TestTurn(t *testing.T) {
	at, names := []float64{0.1, 0.4, 0.6}, []string{"R", "x", "L"}
	if !phase.Turn(at, names, []string{"L", "R", "x"}, 1) || !slices.Equal(at, []float64{0.6, 1.1, 1.4}) || !slices.Equal(names, []string{"L", "R", "x"}) {
		t.Error(at, names)
	}
	if phase.Turn(at, names, []string{"L", "x", "R"}, 1) || phase.Turn(at, names, nil, 1) {
		t.Error("another order is taken for the same")
	}
}
