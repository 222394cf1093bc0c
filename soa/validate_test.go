package soa

import (
	"errors"
	"math"
	"testing"
)

// TestCheckBounded puts a value of each kind in each place of short arrays.
func TestCheckBounded(t *testing.T) {
	below := math.Nextafter32(MaxMagnitude, 0)
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for n := range 12 {
		for at := range n {
			for _, c := range []struct {
				v    float32
				want bool
			}{
				{0, true}, {float32(math.Copysign(0, -1)), true}, {below, true}, {-below, true}, {math.SmallestNonzeroFloat32, true},
				{MaxMagnitude, false}, {-MaxMagnitude, false}, {math.MaxFloat32, false},
				{inf, false}, {-inf, false}, {nan, false}, {math.Float32frombits(0xff800001), false},
			} {
				values := make([]float32, n)
				values[at] = c.v
				if err := checkBounded("it", values); (err == nil) != c.want || err != nil && !errors.Is(err, ErrInvalid) {
					t.Errorf("%v at %d of %d: %v", c.v, at, n, err)
				}
			}
		}
	}
}
