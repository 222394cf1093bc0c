package space

import (
	"errors"
	"math"
	"testing"
)

func TestSamplesAreRefused(t *testing.T) {
	many := make([]float64, MaxSamples+1)
	for i := range many {
		many[i] = float64(i)
	}
	line := func(v ...float64) error { _, err := NewLine(v); return err }
	triangles := func(x, y []float64) error { _, err := NewTriangles(x, y); return err }
	bands := func(x, y []float64, inPolar bool) error { _, err := NewBands(x, y, inPolar); return err }
	const wrapped = "the samples make no blend space: "
	for _, c := range []struct {
		err  error
		want string
	}{
		{line(), "there are none"},
		{line(many...), "65 samples, at most 64 are possible"},
		{line(0, math.NaN()), "sample 1: its place is NaN"},
		{line(0, 1, 1+1e-9), "samples 1 and 2 are both at 1, as float32"},
		{line(0, math.Copysign(0, -1)), "samples 0 and 1 are both at 0, as float32"},
		{line(1e39), "sample 0: its place is 1e+39, beyond 3.4028235e+38"},
		{triangles(nil, nil), "there are none"},
		{triangles(many, many), "65 samples, at most 64 are possible"},
		{triangles(many[:2], many[:1]), "2 have x, 1 have y"},
		{triangles(many[:2], []float64{0, math.Inf(-1)}), "sample 1: y is -Inf"},
		{triangles([]float64{0, 4, 0}, []float64{0, 1, 1e-6}), "samples 0 at (0, 0) and 2 at (0, 1e-06) are 1e-06 apart, not more than 3.81e-06"},
		{bands([]float64{math.NaN()}, many[:1], false), "sample 0: x is NaN"},
		{bands([]float64{-1e300}, many[:1], true), "sample 0: x is -1e+300, beyond 3.4028235e+38"},
		{bands([]float64{3, 3, 4}, []float64{1, 1, 2}, false), "samples 0 at (3, 1) and 1 at (3, 1) are 0 apart, not more than 9.54e-07"},
		{bands([]float64{1e6, 1e6 + 0.5}, []float64{0, 0}, true), "samples 0 at (1e+06, 0) and 1 at (1.0000005e+06, 0) are 0.5 apart, not more than 0.954"},
	} {
		if c.err == nil || !errors.Is(c.err, ErrSamples) || c.err.Error() != wrapped+c.want {
			t.Errorf("%v, want %s%s", c.err, wrapped, c.want)
		}
	}
	if err := bands([]float64{1e6, 1e6 + 0.5}, []float64{0, 0}, false); err != nil {
		t.Error(err) // not by direction
	}
}
