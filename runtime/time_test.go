package runtime

import (
	"math"
	"math/big"
	"testing"

	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

// twoSeconds is ten ticks long, from second -2 to second 0.
var twoSeconds = &soa.Clip{Name: "two seconds", TicksPerSecond: 5, Start: -2, Duration: 10}

func TestTick(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		t                     float64
		wrap, clamp, pingPong float64
	}{
		{-2, 0, 0, 0}, {-1, 5, 5, 5}, {-0.5, 7.5, 7.5, 7.5},
		{0, 0, 10, 10}, // the end
		{0.5, 2.5, 10, 7.5}, {1, 5, 10, 5}, {2, 0, 10, 0}, {2.5, 2.5, 10, 2.5},
		{-2.5, 7.5, 0, 2.5}, {-4, 0, 0, 10}, {-4.5, 7.5, 0, 7.5}, {-6, 0, 0, 0},
		{2e6, 0, 10, 10}, {2e6 + 3, 5, 10, 5}, {-2e6 - 2, 0, 0, 0}, {-2e6 - 3, 5, 0, 5},
		{nan, 0, 0, 0}, {inf, 0, 10, 0}, {-inf, 0, 0, 0},
	} {
		for mode, want := range map[LoopMode]float64{Wrap: c.wrap, Clamp: c.clamp, PingPong: c.pingPong} {
			if got := Tick(twoSeconds, c.t, mode); got != want {
				t.Errorf("%v s with %v is tick %v, want %v", c.t, mode, got, want)
			}
		}
	}
}

func TestTickOfMoment(t *testing.T) {
	moment := &soa.Clip{TicksPerSecond: 30, Start: 7}
	for _, mode := range []LoopMode{Wrap, Clamp, PingPong} {
		for _, at := range []float64{-1e9, 0, 7, 8, 1e9} {
			if got := Tick(moment, at, mode); got != 0 {
				t.Errorf("a clip without duration is at tick %v, %v s with %v", got, at, mode)
			}
		}
	}
}

// The end is the last key even where float32 rounded that up.
func TestTickAtEndIsLastKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &soa.Clip{
			TicksPerSecond: rapid.Float64Range(1, 240).Draw(t, "rate"),
			Start:          rapid.Float64Range(-1000, 1000).Draw(t, "start"),
			Duration:       rapid.Float64Range(0.1, 1e6).Draw(t, "duration"),
		}
		if got := Tick(c, c.End(), Clamp); got < float64(float32(c.Duration)) {
			t.Fatalf("the end is tick %v, before the key at %v", got, float32(c.Duration))
		}
		if got := Tick(c, c.End(), Wrap); got != 0 {
			t.Fatalf("the end wraps to tick %v", got)
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
		if got := Tick(c, c.Start+key/c.TicksPerSecond, Clamp); got != key {
			t.Fatalf("the time of the key at %v is tick %v", key, got)
		}
	})
}

// ratTick is Tick in exact arithmetic for a clip that starts at 0.
func ratTick(c *soa.Clip, seconds float64, mode LoopMode) float64 {
	rat := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	length, x := rat(c.End()), rat(seconds)
	period := length
	if mode == PingPong {
		period = new(big.Rat).Add(length, length)
	}
	if mode == Clamp {
		if x.Sign() < 0 {
			x = new(big.Rat)
		} else if x.Cmp(length) > 0 {
			x = length
		}
	} else {
		loops := new(big.Rat).Quo(x, period)
		whole := new(big.Int).Div(loops.Num(), loops.Denom()) // towards minus infinity: Denom is positive
		x.Sub(x, new(big.Rat).Mul(new(big.Rat).SetInt(whole), period))
		if x.Cmp(length) > 0 {
			x.Sub(period, x)
		}
	}
	tick, _ := x.Mul(x, rat(c.TicksPerSecond)).Float64()
	return tick
}

// However far away the time, reducing it loses nothing.
func TestTickIsExactFarAway(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &soa.Clip{
			TicksPerSecond: rapid.Float64Range(1, 120).Draw(t, "rate"),
			Duration:       float64(rapid.IntRange(1, 100_000).Draw(t, "duration")),
		}
		mode := LoopMode(rapid.IntRange(0, 2).Draw(t, "mode"))
		at := rapid.Float64Range(-1e9, 1e9).Draw(t, "time")
		got, want := Tick(c, at, mode), ratTick(c, at, mode)
		off := math.Abs(got - want)
		if mode == Wrap { // either side of the seam is the same moment
			off = min(off, math.Abs(off-c.Duration))
		}
		if off > c.Duration*1e-14 {
			t.Fatalf("%v s with %v is tick %v, want %v", at, mode, got, want)
		}
	})
}

// A million frames of a sixtieth of a second, forwards and backwards, stay
// within a nanosecond of what they add up to.
func TestPhaseDoesNotDrift(t *testing.T) {
	const length, dt, frames = 1.3, 1. / 60, 1_000_000
	for _, mode := range []LoopMode{Wrap, PingPong} {
		for _, direction := range []float64{1, -1} {
			p := 0.0
			for range frames {
				p = phase(p+direction*dt, length, mode)
			}
			exact := new(big.Rat).Mul(new(big.Rat).SetFloat64(direction*dt), big.NewRat(frames, 1))
			per := new(big.Rat).SetFloat64(period(length, mode))
			loops := new(big.Rat).Quo(exact, per)
			whole := new(big.Int).Div(loops.Num(), loops.Denom())
			want, _ := exact.Sub(exact, per.Mul(per, new(big.Rat).SetInt(whole))).Float64()
			if d := math.Abs(p - want); d > 1e-9 {
				t.Errorf("%v in direction %v drifts by %v s", mode, direction, d)
			}
		}
	}
}

func FuzzTick(f *testing.F) {
	f.Add(0., 30., 39., 1.3, uint8(0))
	f.Add(-25., 25., 0., 1e9, uint8(1))
	f.Add(3., 1000., 1e6, -1e300, uint8(2))
	f.Add(1e300, 1e-300, 1e300, math.Inf(1), uint8(2))
	f.Fuzz(func(t *testing.T, start, rate, duration, at float64, m uint8) {
		c := &soa.Clip{Start: start, TicksPerSecond: rate, Duration: duration}
		if c.Validate(0, 0, 0) != nil || math.IsInf(c.End()-c.Start, 0) {
			t.Skip("not a clip")
		}
		mode := LoopMode(m % 3)
		got := Tick(c, at, mode)
		if !(got >= 0 && got <= max(c.Duration, float64(float32(c.Duration))) && !math.IsInf(got, 0)) {
			t.Fatalf("tick %v of %v at %v s with %v", got, c.Duration, at, mode)
		}
		if again := Tick(c, at, mode); again != got {
			t.Fatalf("tick %v, then %v", got, again)
		}
		// Inside the clip all modes agree, except that the end wraps.
		if at >= c.Start && at < c.End() {
			if clamped := Tick(c, at, Clamp); clamped != got {
				t.Fatalf("inside the clip %v is at tick %v, clamp at %v", mode, got, clamped)
			}
		}
	})
}
