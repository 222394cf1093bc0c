package soa

import (
	"errors"
	"testing"
)

// A spline that leaves what numbers may be between two keys is refused like a key there.
func TestSplinesAreBounded(t *testing.T) {
	clip := func(slope, ticks float32) *Clip {
		return &Clip{
			TicksPerSecond: 1, Duration: float64(ticks), Tracks: []Track{{Property: Weight, Interpolation: Cubic}},
			Time: []float32{0, ticks}, X: make([]float32, 2), Y: make([]float32, 2), Z: make([]float32, 2), W: make([]float32, 2),
			In: make([]Tangent, 2), Out: []Tangent{{slope}, {}},
		}
	}
	for _, c := range []struct {
		slope, ticks float32
		valid        bool
	}{{1 << 20, 1 << 20, true}, {1 << 20, 1 << 24, false}, {1 << 30, 1 << 30, false}, {-1 << 30, 1 << 30, false}} {
		if err := clip(c.slope, c.ticks).Validate(0, 1, 0); (err == nil) != c.valid || err != nil && !errors.Is(err, ErrInvalid) {
			t.Errorf("a slope of %v for %v ticks: %v", c.slope, c.ticks, err)
		}
	}
}
