package space

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.OneOf(rapid.Float64Range(-1, 1), rapid.Map(rapid.IntRange(-9, 9), func(i int) float64 { return float64(i) }),
			rapid.Float64Range(-1e-40, 1e-40), rapid.Float64Range(-3e38, 3e38))
		at := rapid.SliceOfNDistinct(draw, 1, MaxSamples, func(v float64) float32 { return float32(v) + 0 }).Draw(t, "at")
		l, err := NewLine(at)
		if err != nil {
			t.Fatal(err)
		}
		sorted := slices.Sorted(slices.Values(at))
		x := float32(draw.Draw(t, "x"))
		i, j, w := l.At(x)
		if !(w >= 0 && w <= 1) || w != float32(int32(w*parts))/parts {
			t.Fatalf("%v weighs %v", x, w)
		}
		// The mean of the neighbours is the place, or the nearest end.
		want := max(float64(float32(sorted[0])), min(float64(float32(sorted[len(at)-1])), float64(x)))
		a, b := float64(float32(at[i])), float64(float32(at[j]))
		if got := a + float64(w)*(b-a); math.Abs(got-want) > (b-a)*0x1p-24 {
			t.Fatalf("%v: samples %d and %d, %v: %v, want %v", x, i, j, w, got, want)
		}
		if k := slices.Index(sorted, at[i]); len(at) > 1 && sorted[k+1] != at[j] {
			t.Fatalf("%v: samples %d and %d are no neighbours", x, i, j)
		}
		for k, v := range at {
			i, j, w := l.At(float32(v))
			if !(i == k && w == 0 || j == k && w == 1) {
				t.Fatalf("at sample %d: %d, %d, %v", k, i, j, w)
			}
		}
	})
}

func TestLineOfOddPlaces(t *testing.T) {
	l, err := NewLine([]float64{1, -1, 3})
	if err != nil {
		t.Fatal(err)
	}
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		x    float32
		i, j int
		w    float32
	}{{float32(math.NaN()), 1, 0, 0.5}, {inf, 0, 2, 1}, {-inf, 1, 0, 0}, {2, 0, 2, 0.5}} {
		if i, j, w := l.At(c.x); i != c.i || j != c.j || w != c.w {
			t.Errorf("at %v: %d, %d, %v", c.x, i, j, w)
		}
	}
	if l, err = NewLine([]float64{7}); err != nil {
		t.Fatal(err)
	}
	for _, x := range []float32{-inf, 7, 8} {
		if i, j, _ := l.At(x); i != 0 || j != 0 {
			t.Errorf("one sample: %d, %d", i, j)
		}
	}
}
