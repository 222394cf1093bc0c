package pose_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// expressed is a layout of some morph weights with expressions.
func expressed(t *testing.T, weights int, list []soa.Expression) *pose.Layout {
	t.Helper()
	m := &soa.Model{Skeleton: &soa.Skeleton{Name: []string{"head"}, Parent: []int16{soa.NoJoint}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)}, Expressions: list}
	m.Skeleton.ComputeDepth()
	m.Weights = make([]soa.MorphWeight, weights)
	for i := range list {
		list[i].Float = len(m.Floats)
		m.Floats = append(m.Floats, soa.NamedFloat{Name: soa.ExpressionFloat(list[i].Name), Joint: soa.NoJoint})
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{})
	must.Do(t, err)
	return crowd.Layout()
}

// TestExpress: what VRM 1.0 says of overrides and binary expressions, case by case.
func TestExpress(t *testing.T) {
	bind := func(weight int, value float32) []soa.ExpressionBind {
		return []soa.ExpressionBind{{Weight: weight, Value: value}}
	}
	blink := soa.Expression{Name: "blink", Preset: true, Binds: bind(0, 1)}
	step := soa.Expression{Name: "blink", Preset: true, Binary: true, Binds: bind(0, 1)}
	happy := func(binary bool, o soa.Override) soa.Expression {
		return soa.Expression{Name: "happy", Preset: true, Binary: binary, Binds: bind(1, 0.5), Overrides: [...]soa.Override{o, 0, 0}}
	}
	sad := soa.Expression{Name: "sad", Preset: true, Overrides: [...]soa.Override{soa.BlendOverride, soa.BlockOverride, 0}}
	look := soa.Expression{Name: "lookUp", Preset: true, Binds: bind(0, 0.25)}
	custom := soa.Expression{Name: "blink", Binds: bind(0, 1)} // of the caller's own: not of the eyes
	closed := soa.Expression{Name: "blinkLeft", Preset: true, Overrides: [...]soa.Override{soa.BlockOverride, 0, 0}}
	for name, c := range map[string]struct {
		list   []soa.Expression
		values []float32
		want   [2]float32
	}{
		"nothing":                          {[]soa.Expression{blink, happy(false, 0)}, []float32{0, 0}, [2]float32{}},
		"in proportion":                    {[]soa.Expression{blink, happy(false, 0)}, []float32{0.25, 0.5}, [2]float32{0.25, 0.25}},
		"clamped":                          {[]soa.Expression{blink, happy(false, 0)}, []float32{-3, 7}, [2]float32{0, 0.5}},
		"not a number":                     {[]soa.Expression{blink, happy(false, 0)}, []float32{float32(math.NaN()), 1}, [2]float32{0, 0.5}},
		"two of one weight":                {[]soa.Expression{blink, look}, []float32{0.5, 1}, [2]float32{0.75, 0}},
		"binary at a half":                 {[]soa.Expression{blink, happy(true, 0)}, []float32{0, 0.5}, [2]float32{0, 0}},
		"binary above":                     {[]soa.Expression{blink, happy(true, 0)}, []float32{0, 0.51}, [2]float32{0, 0.5}},
		"blocked":                          {[]soa.Expression{blink, happy(false, soa.BlockOverride)}, []float32{1, 0.01}, [2]float32{0, 0.005}},
		"blended":                          {[]soa.Expression{blink, happy(false, soa.BlendOverride)}, []float32{1, 0.25}, [2]float32{0.75, 0.125}},
		"blended by two":                   {[]soa.Expression{blink, happy(false, soa.BlendOverride), sad}, []float32{1, 0.25, 0.5}, [2]float32{0.25, 0.125}},
		"blended by more than 1":           {[]soa.Expression{blink, happy(false, soa.BlendOverride), sad}, []float32{1, 0.75, 0.5}, [2]float32{0, 0.375}},
		"a binary one overrides by 0 or 1": {[]soa.Expression{blink, happy(true, soa.BlendOverride)}, []float32{1, 0.4}, [2]float32{1, 0}},
		"a binary one that is overridden":  {[]soa.Expression{step, happy(false, soa.BlendOverride)}, []float32{1, 0.25}, [2]float32{0, 0.125}},
		"gaze":                             {[]soa.Expression{look, sad}, []float32{1, 0.1}, [2]float32{0, 0}},
		"a custom one":                     {[]soa.Expression{custom, happy(false, soa.BlockOverride)}, []float32{1, 1}, [2]float32{1, 0.5}},
		"of its own part":                  {[]soa.Expression{blink, closed}, []float32{1, 1}, [2]float32{1, 0}},
	} {
		weights := make([]float32, 2)
		must.Do(t, expressed(t, 2, c.list).Express(weights, slices.Clone(c.values)))
		if d := math.Abs(float64(weights[0]-c.want[0])) + math.Abs(float64(weights[1]-c.want[1])); !(d < 1e-6) {
			t.Errorf("%s: %v, want %v", name, weights, c.want)
		}
	}
	l := expressed(t, 2, []soa.Expression{blink})
	for _, err := range []error{l.Express(make([]float32, 2), nil), l.Express(make([]float32, 1), make([]float32, 1))} {
		if !errors.Is(err, simd.ErrLength) {
			t.Errorf("of the wrong length: %v", err)
		}
	}
}

// TestExpressReference: expressions at random are what a computation in float64 makes of them that
// asks each one what every other one leaves of it.
func TestExpressReference(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	names := []string{"happy", "blink", "blinkLeft", "aa", "oh", "lookUp", "lookLeft", "angry", "mine"}
	for range 500 {
		var list []soa.Expression
		var values []float32
		for _, name := range names {
			e := soa.Expression{Name: name, Preset: name != "mine", Binary: r.IntN(3) == 0}
			for p := range e.Overrides {
				e.Overrides[p] = soa.Override(r.IntN(3) * r.IntN(2))
			}
			for range r.IntN(4) {
				e.Binds = append(e.Binds, soa.ExpressionBind{Weight: r.IntN(5), Value: 2*r.Float32() - 0.5})
			}
			list, values = append(list, e), append(values, max(0, 1.4*r.Float32()-0.3)*float32(r.IntN(2)))
		}
		out := func(k int) float64 {
			v := min(float64(values[k]), 1)
			if list[k].Binary {
				v = math.Round(v - 1e-9)
			}
			return v
		}
		want := make([]float64, 5)
		for k, e := range list {
			taken := 0.
			for j, other := range list {
				if e.Part() == soa.ExpressionParts || e.Part() == other.Part() {
					continue
				}
				switch other.Overrides[e.Part()] {
				case soa.BlockOverride:
					taken += math.Ceil(out(j))
				case soa.BlendOverride:
					taken += out(j)
				}
			}
			left := max(0, 1-taken)
			if e.Binary && taken > 0 {
				left = 0
			}
			for _, b := range e.Binds {
				want[b.Weight] += float64(b.Value) * out(k) * left
			}
		}
		weights := make([]float32, 5)
		must.Do(t, expressed(t, 5, list).Express(weights, slices.Clone(values)))
		for w := range want {
			if math.Abs(float64(weights[w])-want[w]) > 1e-5 {
				t.Fatalf("weight %d is %v, want %v, of %+v at %v", w, weights[w], want[w], list, values)
			}
		}
	}
}
