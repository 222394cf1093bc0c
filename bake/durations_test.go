package bake_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// A clip of any duration that Validate accepts, the least number above 0 and 0 among them, is baked
// to an archive that verifies, and the model read from it passes Validate.
func TestAnyDuration(t *testing.T) {
	cases := 200
	if testing.Short() {
		cases = 14
	}
	accepted, packed := 0, 0
	for s := range seed.Cases(t, cases) {
		r := rand.New(rand.NewPCG(s, 7))
		m := figure.Character(figure.Motion{Name: "walk", Seconds: 0.2})
		c := m.Clips[0]
		duration := []float64{0, math.SmallestNonzeroFloat32, math.SmallestNonzeroFloat64, soa.LeastTick, 2 * soa.LeastTick, math.Pow(10, 80*r.Float64()-50), math.Pow(2, 24*r.Float64()-80)}[s%7]
		if last := float64(c.Time[len(c.Time)-1]); r.IntN(2) == 0 && duration > 0 { // and its keys with it
			for k := range c.Time {
				c.Time[k] = float32(float64(c.Time[k]) / last * duration)
			}
		}
		c.Duration = duration
		if r.IntN(2) == 0 {
			c.TicksPerSecond = math.Pow(10, 20*r.Float64()-10)
		}
		if m.Validate() != nil {
			continue
		}
		accepted++
		b, err := bake.Bake(t.Context(), m, bake.Options{Workers: 1, NoMeshes: true})
		must.Do(t, err)
		data, err := archive.Encode(&b.Content)
		must.Do(t, err)
		a, err := archive.Decode(data)
		must.Do(t, err)
		must.Do(t, a.Verify())
		if a.IsPacked(0) {
			packed++
		}
		back, err := bake.Model(a)
		must.Do(t, err)
		if err := back.Validate(); err != nil {
			t.Fatalf("a clip of %v ticks, %v a second: %v", duration, c.TicksPerSecond, err)
		}
	}
	if accepted < cases/4 || packed == 0 {
		t.Errorf("%d of %d models are accepted, %d of them packed", accepted, cases, packed)
	}
}
