package keys

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

// tickAt is the tick of a clip at a time on the file's time line.
func tickAt(c *soa.Clip, seconds float64) float64 {
	clock := NewTicks(c)
	return clock.At(seconds - c.Start)
}

// The end is the last key even where float32 rounded that up.
func TestTickAtEndIsLastKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &soa.Clip{
			TicksPerSecond: rapid.Float64Range(1, 240).Draw(t, "rate"),
			Start:          rapid.Float64Range(-1000, 1000).Draw(t, "start"),
			Duration:       rapid.Float64Range(0.1, 1e6).Draw(t, "duration"),
		}
		if got := tickAt(c, c.End()); got < float64(float32(c.Duration)) {
			t.Fatalf("the end is tick %v, before the key at %v", got, float32(c.Duration))
		}
	})
}

// The time of a key in seconds leads back to the key and not just before it,
// where a step would still show the one before.
func TestTickFindsKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &soa.Clip{
			TicksPerSecond: rapid.SampledFrom([]float64{1, 24, 25, 29.97, 30, 60, 120, 1000, 4800}).Draw(t, "rate"),
			Start:          rapid.Float64Range(-1000, 1000).Draw(t, "start"),
			Duration:       1e5,
		}
		key := float64(float32(rapid.IntRange(0, 10_000_000).Draw(t, "key")) / 100)
		if got := tickAt(c, c.Start+key/c.TicksPerSecond); got != key {
			t.Fatalf("the time of the key at %v is tick %v", key, got)
		}
	})
}

// Any time, and any clip, has a tick of the clip, and a later time no earlier one.
func FuzzTick(f *testing.F) {
	f.Add(0., 30., 39., 1.3, 1.4)
	f.Add(-25., 25., 0., 1e9, -1e9)
	f.Add(3., 1000., 1e6, -1e300, 3.)
	f.Add(1e300, 1e-300, 1e300, math.Inf(1), math.NaN())
	f.Fuzz(func(t *testing.T, start, rate, duration, at, later float64) {
		c := &soa.Clip{Start: start, TicksPerSecond: rate, Duration: duration}
		if c.Validate(0, 0, 0) != nil || math.IsInf(c.End()-c.Start, 0) {
			t.Skip("not a clip")
		}
		got, next := tickAt(c, at), tickAt(c, later)
		if last := max(c.Duration, float64(float32(c.Duration))); !(got >= 0 && got <= last) || math.IsInf(got, 0) {
			t.Fatalf("tick %v of %v at %v s", got, c.Duration, at)
		}
		if later >= at && next < got {
			t.Fatalf("tick %v at %v s, %v at %v s", got, at, next, later)
		}
	})
}
