package runtime_test

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// faces is a model with three morph weights and two expressions: the clips "0" and "1" move weight 1
// and the floats of the expressions. A third float moves nothing.
func faces() *soa.Model {
	m := counting()
	m.Clips = m.Clips[:2]
	m.Weights = []soa.MorphWeight{{Target: "a", Rest: 0.125}, {Target: "b"}, {Target: "c"}}
	m.Floats = []soa.NamedFloat{{Name: "glow", Joint: soa.NoJoint}, {Name: "expressions/happy", Joint: soa.NoJoint, Rest: 0.25}, {Name: "expressions/blink", Joint: soa.NoJoint}}
	m.Expressions = []soa.Expression{
		{Name: "happy", Preset: true, Float: 1, Binds: []soa.ExpressionBind{{Weight: 0, Value: 0.5}, {Weight: 1, Value: 1}}, Overrides: [...]soa.Override{soa.BlendOverride, 0, 0}},
		{Name: "blink", Preset: true, Float: 2, Binds: []soa.ExpressionBind{{Weight: 2, Value: 1}}},
	}
	for k, values := range [][]float32{{0, 1, 0.5, 0.5}, {1, 0, 0, 1}} { // of weight 1 and happy, from and to
		c := *m.Clips[k]
		end := float32(c.Duration)
		n := uint32(len(c.Time))
		c.Tracks = append(c.Tracks[:len(c.Tracks):len(c.Tracks)], soa.Track{Target: 1, Property: soa.Weight, First: n}, soa.Track{Target: 1, Property: soa.Float, First: n + 2})
		for i, v := range values {
			c.Time, c.X = append(c.Time, end*float32(i%2)), append(c.X, v)
			c.Y, c.Z, c.W = append(c.Y, 0), append(c.Z, 0), append(c.W, 0)
		}
		m.Clips[k] = &c
	}
	return m
}

// wanted is what the expressions of faces add to weights whose clips and rest make them base.
func wanted(base [3]float64, happy, blink float64) [3]float64 {
	happy, blink = min(max(happy, 0), 1), min(max(blink, 0), 1)
	return [3]float64{base[0] + 0.5*happy, base[1] + happy, base[2] + blink*(1-happy)}
}

// Expressions add to the morph weights that clips make, whether an instance plays one clip, alone or
// in a block, or layers, and a program sets their values in place of the clips.
func TestExpressions(t *testing.T) {
	const n = 37
	m := faces()
	must.Do(t, m.Validate())
	crowd, err := runtime.NewCrowd(runtime.Keyframes(m), n, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true}, Workers: 2})
	must.Do(t, err)
	defer crowd.Close()
	compare := func(what string, i int, want [3]float64) {
		t.Helper()
		got := crowd.Instance(i).Weights()
		for w := range want {
			if math.Abs(float64(got[w])-want[w]) > 2e-6 {
				t.Errorf("%s: weight %d of instance %d is %v, want %v", what, w, i, got[w], want[w])
			}
		}
	}
	compare("at rest", 0, wanted([3]float64{0.125, 0, 0}, 0.25, 0))
	for i := range n {
		must.Do(t, crowd.Instance(i).Play(i%2, play.Options{Offset: float64(i) / n * m.Clips[i%2].Seconds(), Speed: 1e-9}))
		if i%5 == 0 {
			must.Do(t, crowd.Instance(i).Play(1, play.Options{Layer: 1, Weight: 0.5, Kind: play.Override, Speed: 1e-9}))
		}
		if i%7 == 1 {
			must.Do(t, crowd.Instance(i).SetFloat(1, 0.75))
		}
		if i%3 == 1 {
			must.Do(t, crowd.Instance(i).SetFloat(2, 2))
		}
	}
	for range 3 { // again: they do not add up
		must.Do(t, crowd.Update(1e-6))
	}
	for i := range n {
		at := float64(i) / n
		weight, happy := at, 0.5
		if i%2 == 1 {
			weight, happy = 1-at, at
		}
		if i%5 == 0 { // the start of clip 1 over half of it
			weight, happy = 0.5*weight+0.5, 0.5*happy
		}
		blink := 0.
		if i%7 == 1 {
			happy = 0.75
		}
		if i%3 == 1 {
			blink = 2
		}
		compare("playing", i, wanted([3]float64{0.125, weight, 0}, happy, blink))
		if got := crowd.Instance(i).Float(1); math.Abs(float64(got)-happy) > 2e-6 {
			t.Errorf("happy of instance %d is %v, want %v", i, got, happy)
		}
		all := make([]float32, 3)
		must.Do(t, crowd.Instance(i).Floats(all))
		if all[1] != crowd.Instance(i).Float(1) || all[2] != crowd.Instance(i).Float(2) {
			t.Errorf("floats %v of instance %d", all, i)
		}
	}
	must.Do(t, crowd.Instance(1).ClearFloat(1))
	hero, err := crowd.Instance(8).Reuse() // happy is set
	must.Do(t, err)
	must.Do(t, crowd.Update(0))
	compare("cleared", 1, wanted([3]float64{0.125, 1 - 1./n, 0}, 1./n, 2))
	compare("reused", 8, wanted([3]float64{0.125, 0, 0}, 0.25, 0))
	for _, err := range []error{hero.SetFloat(0, 1), hero.SetFloat(-1, 1), hero.SetFloat(3, 1), hero.ClearFloat(0)} {
		if !errors.Is(err, runtime.ErrRange) {
			t.Errorf("a float that moves nothing: %v", err)
		}
	}
	if err := hero.SetFloat(1, float32(math.Inf(1))); !errors.Is(err, runtime.ErrOption) {
		t.Error(err)
	}
	if a := testing.AllocsPerRun(5, func() { _ = crowd.Update(1e-6) }); a != 0 {
		t.Errorf("%v allocations in a frame", a)
	}
}

// What SetFloat has set is saved and restored with the rest, wherever in a sequence of changes:
// the instance that goes on and the one that was given its state show the same bits.
func TestSetFloatIsSaved(t *testing.T) {
	for s := range seed.Cases(t, 4) {
		r := rand.New(rand.NewPCG(s, 2))
		m := faces()
		crowd := func() *runtime.Crowd {
			c, err := runtime.NewCrowd(runtime.Keyframes(m), 4, runtime.CrowdOptions{})
			must.Do(t, err)
			return c
		}
		c, other := crowd(), crowd()
		for range 60 {
			hero, to := c.Instance(r.IntN(4)), other.Instance(r.IntN(4))
			switch f := 1 + r.IntN(2); r.IntN(5) {
			case 0:
				must.Do(t, hero.SetFloat(f, r.Float32()))
			case 1:
				must.Do(t, hero.ClearFloat(f))
			case 2:
				must.Do(t, hero.Play(r.IntN(2), play.Options{Fade: 0.2}))
			case 3:
				must.Do(t, to.SetFloat(f, r.Float32())) // to be replaced
			default:
				must.Do(t, c.Update(0.1*r.Float64()))
			}
			state, err := hero.Save(nil)
			must.Do(t, err)
			must.Do(t, to.Restore(state))
			if again, err := to.Save(nil); err != nil || !bytes.Equal(again, state) {
				t.Fatalf("seed %#x: it saves another state than was restored: %v", s, err)
			}
			must.Do(t, c.Update(0))
			must.Do(t, other.Update(0))
			for f := range 3 {
				if got, want := to.Float(f), hero.Float(f); got != want {
					t.Fatalf("seed %#x: property %d is %v, was %v", s, f, got, want)
				}
			}
			if !slices.Equal(to.Weights(), hero.Weights()) {
				t.Fatalf("seed %#x: weights %v, were %v", s, to.Weights(), hero.Weights())
			}
		}
	}
}
