package retarget_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// keysOf returns the most keys that a track of a clip has.
func keysOf(c *soa.Clip) (most int) {
	for i := range c.Tracks {
		first, end := c.Keys(i)
		most = max(most, end-first)
	}
	return most
}

// A body of two kilometres holds no bound of a tenth of a millimetre, and its clip has not
// more keys for it than its seconds allow.
func TestKeysAreProportionalToTheClip(t *testing.T) {
	a := build{names: mixamo, size: 1, seed: 3}.body(t)
	b := build{names: unreal, size: 1000, thigh: 1.3, seed: 4}.body(t)
	c := dance(a, 6, 27, 0.4)
	got, report := onto(t, a, c, b, retarget.Options{Goals: true, Plant: true})
	if most := 27 + int(960*c.Seconds()); keysOf(got) > most {
		t.Errorf("%d keys in %v s, at most %d were due", keysOf(got), c.Seconds(), most)
	}
	if report.Stray == nil || !(report.Stray.Metre > retarget.DefaultBound) {
		t.Errorf("stray %+v", report.Stray)
	}
	// Twice the clip has twice the keys at most.
	long := dance(a, 6, 53, 0.4)
	if more, _ := onto(t, a, long, b, retarget.Options{Goals: true}); keysOf(more) > 53+int(960*long.Seconds()) {
		t.Errorf("%d keys in %v s", keysOf(more), long.Seconds())
	}
}

// A joint that flips between two keys of the source has keys between them that say by which
// way, and none that lies too near to another one.
func TestKeysAreApart(t *testing.T) {
	a := build{names: mixamo, size: 1}.body(t)
	b := build{names: vrm, size: 1, thigh: 1.2}.body(t)
	for seed := range uint64(8) {
		c := dance(a, seed, 30, 4)
		got, _ := onto(t, a, c, b, retarget.Options{Goals: true, Plant: true, PlantSpeed: 4, PlantHeight: 1})
		for i, tr := range got.Tracks {
			first, end := got.Keys(i)
			for k := first + 1; k < end; k++ {
				if apart := float64(got.Time[k]-got.Time[k-1]) / got.TicksPerSecond; apart < 0.5/960-1e-6 {
					t.Fatalf("seed %d: keys %v s apart at tick %v", seed, apart, got.Time[k])
				}
				if tr.Property != soa.Rotation {
					continue
				}
				p := exact.Quat{float64(got.X[k-1]), float64(got.Y[k-1]), float64(got.Z[k-1]), float64(got.W[k-1])}
				q := exact.Quat{float64(got.X[k]), float64(got.Y[k]), float64(got.Z[k]), float64(got.W[k])}
				if turn := 2 * math.Acos(min(math.Abs(p.Dot(q)), 1)) * 180 / math.Pi; turn > 90.1 {
					t.Fatalf("seed %d: %q rotates by %.1f° from tick %v to %v", seed, b.Skeleton.Name[tr.Target], turn, got.Time[k-1], got.Time[k])
				}
			}
		}
	}
}

// countdown is a context that ends after it has been asked for its error some times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// The context is asked at each pose, or nearly: a clip of n keys asks n times at least.
func TestRetargetEndsWithItsContext(t *testing.T) {
	a := build{names: mixamo, size: 1, seed: 3}.body(t)
	b := build{names: unreal, size: 1, seed: 4}.body(t)
	c := dance(a, 6, 200, 0.4)
	for _, o := range []retarget.Options{{}, {Goals: true}, {Plant: true}} {
		for _, asked := range []int{0, 1, 100, 199} {
			if out, _, err := retarget.Retarget(&countdown{t.Context(), asked}, a, c, b, o); !errors.Is(err, context.Canceled) || out != nil {
				t.Errorf("%+v, asked %d times: %v", o, asked, err)
			}
		}
	}
}
