package fit_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// at evaluates a track; of keys of one time the one of the side counts.
func at(t *fit.Track, time float64, side fit.Side, rotation bool) exact.Quat {
	before := func(i int) bool {
		return t.Time[i] < time || t.Time[i] == time && (t.Side[i] < side || t.Side[i] == side && side != fit.Before)
	}
	i := len(t.Time) - 1
	for i > 0 && !before(i) {
		i--
	}
	if i == len(t.Time)-1 || !before(i) || t.Mode == soa.Step {
		return t.Value[i]
	}
	span := t.Time[i+1] - t.Time[i]
	if span == 0 {
		return t.Value[i]
	}
	u := (time - t.Time[i]) / span
	switch {
	case t.Mode == soa.Cubic && rotation:
		return exact.Hermite(t.Value[i], t.Value[i+1], t.Out[i], t.In[i+1], u, span).Unit()
	case t.Mode == soa.Cubic:
		return exact.Hermite(t.Value[i], t.Value[i+1], t.Out[i], t.In[i+1], u, span)
	case rotation:
		return exact.Slerp(t.Value[i], t.Value[i+1], u)
	}
	return t.Value[i].Lerp(t.Value[i+1], u)
}

// about is a rotation about an axis.
func about(x, y, z, angle float64) exact.Quat {
	s, c := math.Sincos(angle / 2)
	l := math.Sqrt(x*x + y*y + z*z)
	return exact.Quat{x / l * s, y / l * s, z / l * s, c}
}

func number(f func(float64) float64) fit.Func {
	return func(t float64, _ fit.Side) exact.Quat { return exact.Quat{f(t)} }
}

// stairs is 1 before 1, 5 there, 2 after it up to 2, then straight to 7 at 3.
func stairs(t float64, side fit.Side) exact.Quat {
	switch {
	case t < 1 || t == 1 && side == fit.Before:
		return exact.Quat{1}
	case t == 1 && side == fit.At:
		return exact.Quat{5}
	case t <= 2:
		return exact.Quat{2}
	}
	return exact.Quat{2 + 5*(t-2)}
}

func TestThrough(t *testing.T) {
	cubic := func(t float64) float64 { return 3 + t*(2-t*(4-t)) }
	for name, c := range map[string]struct {
		f     fit.Func
		knots []float64
		o     fit.Options
		mode  soa.Interpolation
		most  int // keys
	}{
		"still":            {number(func(float64) float64 { return 4 }), []float64{0, 1, 2}, fit.Options{Error: 1e-3}, soa.Linear, 1},
		"one knot":         {number(math.Sin), []float64{1}, fit.Options{Error: 1e-3}, soa.Linear, 1},
		"straight":         {number(func(t float64) float64 { return 2 * t }), []float64{0, 1, 3}, fit.Options{Error: 1e-9}, soa.Linear, 3},
		"straight between": {number(func(t float64) float64 { return math.Min(math.Max(t, 1), 2) }), []float64{0, 1, 2, 3, 4}, fit.Options{Error: 1e-9}, soa.Linear, 2},
		"cubic":            {number(cubic), []float64{0, 1, 5}, fit.Options{Error: 1e-9}, soa.Cubic, 3},
		"sine":             {number(math.Sin), []float64{0, 6}, fit.Options{Error: 1e-6}, soa.Cubic, 64},
		"stairs":           {stairs, []float64{0, 1, 2, 3}, fit.Options{Error: 1e-6}, soa.Linear, 6},
		"steps":            {func(t float64, side fit.Side) exact.Quat { return stairs(min(t, 2), side) }, []float64{0, 1, 2, 3}, fit.Options{Error: 1e-6}, soa.Step, 3},
		"turn": {
			func(t float64, _ fit.Side) exact.Quat { return about(1, 2, 3, 9*t) }, []float64{0, 1, 5}, fit.Options{Rotation: true, Error: 1e-6}, soa.Linear, 64,
		},
		"tumble": {
			func(t float64, _ fit.Side) exact.Quat {
				return about(1, 0, 0, 3*math.Sin(t)).Mul(about(0, 1, 0, t*t)).Mul(about(0, 0, 1, -20*t))
			},
			[]float64{0, 1, 5}, fit.Options{Rotation: true, Error: 1e-4}, soa.Cubic, 400,
		},
		"turned signs": {
			func(t float64, _ fit.Side) exact.Quat {
				q := about(1, 2, math.Sin(t), 5*t)
				if int(t*7)%2 == 0 {
					return q.Negate()
				}
				return q
			},
			[]float64{0, 1.7, 5}, fit.Options{Rotation: true, Error: 1e-4}, soa.Cubic, 100,
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.o.Extra, c.o.Span = 1000, 1e-6
			tr := fit.Approximate(c.f, slices.Clone(c.knots), c.o)
			if tr.Mode != c.mode || len(tr.Time) > c.most {
				t.Errorf("mode %v with %d keys, want %v with up to %d", tr.Mode, len(tr.Time), c.mode, c.most)
			}
			worst := 0.
			first, last := c.knots[0], c.knots[len(c.knots)-1]
			for i := range 5001 {
				time := first + (last-first)*float64(i)/5000
				for _, side := range []fit.Side{fit.Before, fit.At, fit.After} {
					if time == first && side == fit.Before || time == last && side == fit.After {
						continue
					}
					v, want := at(&tr, time, side, c.o.Rotation), c.f(time, side)
					off := v.Distance(want)
					if c.o.Rotation {
						off = 2 * v.Distance(want.NearestSign(v))
					}
					worst = math.Max(worst, off)
				}
			}
			if !(worst <= c.o.Error+1e-12) || tr.Error > c.o.Error {
				t.Errorf("%v off, says %v; the bound is %v: %+v", worst, tr.Error, c.o.Error, tr)
			}
			for i := 1; i < len(tr.Time); i++ {
				if tr.Time[i] < tr.Time[i-1] || tr.Time[i] == tr.Time[i-1] && tr.Side[i] <= tr.Side[i-1] {
					t.Errorf("keys %d and %d are not in order: %v %v", i-1, i, tr.Time, tr.Side)
				}
				if c.o.Rotation && tr.Value[i].Dot(tr.Value[i-1]) < 0 {
					t.Errorf("key %d is in the other hemisphere", i)
				}
			}
		})
	}
}

// TestNotEnough: where keys may not be added the track says how far off it is.
func TestNotEnough(t *testing.T) {
	tr := fit.Approximate(number(func(t float64) float64 { return math.Sin(9 * t) }), []float64{0, 6}, fit.Options{Error: 1e-9, Extra: 20})
	if len(tr.Time) > 22 || !(tr.Error > 1e-9) {
		t.Errorf("%d keys, %v off", len(tr.Time), tr.Error)
	}
	nan := fit.Approximate(number(func(t float64) float64 { return math.NaN() }), []float64{0, 1, 6}, fit.Options{Error: 1e-9, Extra: 1 << 20})
	if len(nan.Time) > 10 {
		t.Errorf("%d keys for what is no number", len(nan.Time))
	}
}

func Example() {
	// A parabola with a knot where it turns into a line.
	f := func(t float64, _ fit.Side) exact.Quat {
		if t < 1 {
			return exact.Quat{t * t}
		}
		return exact.Quat{2*t - 1}
	}
	tr := fit.Approximate(f, []float64{0, 1, 4}, fit.Options{Error: 1e-6, Extra: 100})
	for i := range tr.Time {
		fmt.Printf("%g: %.4g, slopes %.3f and %.3f\n", tr.Time[i], tr.Value[i][0], tr.In[i][0], tr.Out[i][0])
	}
	// Output:
	// 0: 0, slopes 0.000 and 0.000
	// 1: 1, slopes 2.000 and 2.000
	// 4: 7, slopes 2.000 and 2.000
}

func FuzzThrough(f *testing.F) {
	f.Add(1., 2., 0.5, 0.25, 1.5, true)
	f.Add(0., 1e300, -1e300, 3., 3., false)
	f.Fuzz(func(t *testing.T, a, b, c, k1, k2 float64, rotation bool) {
		knots := []float64{0, math.Abs(k1), math.Abs(k1) + math.Abs(k2)}
		for _, k := range knots {
			if !(k < 1e15) {
				return
			}
		}
		fn := func(time float64, side fit.Side) exact.Quat {
			v := a + b*time + c*time*time
			if time > k1 || time == k1 && side == fit.After {
				v = -v
			}
			if rotation {
				s, co := exact.SinCos(v)
				return exact.Quat{s, 0, 0, co}
			}
			return exact.Quat{v}
		}
		tr := fit.Approximate(fn, slices.Compact(knots), fit.Options{Rotation: rotation, Error: 1e-6, Extra: 200, Span: 1e-9})
		if len(tr.Time) == 0 || len(tr.Time) > 220*13/5 || len(tr.Value) != len(tr.Time) || tr.Mode == soa.Cubic && (len(tr.In) != len(tr.Time) || len(tr.Out) != len(tr.Time)) {
			t.Fatalf("%+v", tr)
		}
	})
}

// As keeps to one interpolation, whichever takes fewer keys.
func TestAsKeepsTheInterpolation(t *testing.T) {
	f := func(time float64, _ fit.Side) exact.Quat { return exact.Quat{math.Sin(time)} }
	for _, mode := range []soa.Interpolation{soa.Linear, soa.Cubic} {
		track := fit.ApproximateAs(mode, f, []float64{0, 1, 3}, fit.Options{Error: 1e-4, Span: 1e-4, Extra: 1000, Smooth: true})
		if track.Mode != mode || track.Error > 1e-4 || len(track.Time) < 5 {
			t.Errorf("%v: %v with %d keys, off by %v", mode, track.Mode, len(track.Time), track.Error)
		}
	}
	if track := fit.ApproximateAs(soa.Linear, f, []float64{0, 1, 3}, fit.Options{Error: 1e-4, Span: 1e-4, Extra: 2, Smooth: true}); len(track.Time) != 3 {
		t.Errorf("%d keys where two more do not suffice", len(track.Time))
	}
}
