package active

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime/play"
)

// fading is a driver of three layers whose weights change evenly between two times of a second.
type fading struct{ from, to [3]float64 }

func (f *fading) Drive(int, float64) *play.Drive { return nil }

func (f *fading) WeightsAt(t float64, weight *[play.MaxLayers]float64) {
	for k := range f.from {
		weight[k] = f.from[k]*(1-t) + f.to[k]*t
	}
}

// A piece ends where the weights of a group pass 1, and nowhere where they add up to 1 all along, however
// their sum is rounded: else a step of a long fade would be followed in millions of pieces.
func TestLimitToFull(t *testing.T) {
	c := &Table{Clips: NewClips(6, 16)}
	sorted := []uint8{0, 1, 2}
	movers := []mover{{k: 0, root: 1, begins: true}, {k: 1, root: 1}, {k: 2, root: 1}}
	rounded := 0
	for s := range seed.Cases(t, 500) {
		r := rand.New(rand.NewPCG(s, 0))
		one := func() (w [3]float64) {
			w[0] = r.Float64()
			w[1] = r.Float64() * (1 - w[0])
			w[2] = 1 - w[0] - w[1]
			return w
		}
		f := &fading{from: one(), to: one()}
		x := &Substep{Driver: f, Fade: 1}
		for from := 0.; from < 1; from += 0.125 {
			var w [play.MaxLayers]float64
			if f.WeightsAt(from, &w); w[0]+w[1]+w[2] > 1 {
				rounded++
			}
			if got := c.limitToFull(x, sorted, movers, from, from+0.125); got != from+0.125 {
				t.Fatalf("seed %#x: weights that add up to 1 pass it %v s after %v s", s, got-from, from)
			}
		}
		// They grow from less than 1 to more.
		more, at := 1.1+r.Float64(), 0.1+0.8*r.Float64()
		less := (1 - more*at) / (1 - at)
		for k := range f.from {
			f.from[k] *= less
			f.to[k] = f.from[k] / less * more
		}
		if less < 0 {
			continue
		}
		if got := c.limitToFull(x, sorted, movers, 0, 1); math.Abs(got-at) > 1e-9 {
			t.Errorf("seed %#x: weights pass 1 at %v s, want %v", s, got, at)
		}
	}
	if rounded == 0 {
		t.Error("no sum was rounded to more than 1")
	}
}
