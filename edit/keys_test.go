package edit_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// Keys that are set, moved and deleted are those of a list kept beside them.
func TestKeysAreThoseOfAList(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(s, 7))
		c := &edit.Clip{Name: "c", Seconds: 10, Rate: 30}
		id := edit.ID{Property: soa.Scale, Target: 3}
		want := map[float64]float64{}
		some := func() float64 {
			for at := range want { // any of them
				return at
			}
			return 0
		}
		for range 200 {
			at, x := math.Floor(r.Float64()*40)/4, r.Float64()
			var err error
			next := c
			switch n := r.IntN(4); {
			case n < 2 || len(want) < 2:
				next, err = edit.Set(c, id, edit.Key{Time: at, Value: edit.Value{x}})
				want[at] = x
			case n == 2:
				from := some()
				next, err = edit.Move(c, id, from, at)
				v := want[from]
				delete(want, from)
				want[at] = v
			default:
				from := some()
				next, err = edit.Delete(c, id, from, from)
				delete(want, from)
			}
			must.Do(t, err)
			c = next
			var times []float64
			for at := range want {
				times = append(times, at)
			}
			slices.Sort(times)
			track := c.Track(id)
			if len(track.Keys) != len(times) {
				t.Fatalf("%d keys and not %d", len(track.Keys), len(times))
			}
			for k, key := range track.Keys {
				if key.Time != times[k] || key.Value[0] != want[times[k]] {
					t.Fatalf("key %d is %v at %v, want %v at %v", k, key.Value[0], key.Time, want[times[k]], times[k])
				}
			}
		}
	}
}

// The last key takes its track along, and the clip that was edited is as it was.
func TestDeleteTheLastKey(t *testing.T) {
	id := edit.ID{Property: soa.Rotation}
	empty := &edit.Clip{Name: "c", Seconds: 1, Rate: 30}
	one, err := edit.Set(empty, id, edit.Key{Time: 0.5, Value: edit.Value{0, 3, 0, 4}})
	must.Do(t, err)
	if got := one.Track(id).Keys[0].Value; got != (edit.Value{0, 0.6, 0, 0.8}) {
		t.Errorf("the rotation is %v", got)
	}
	none, err := edit.Delete(one, id, 0, 1)
	must.Do(t, err)
	if len(none.Tracks) != 0 || len(one.Tracks) != 1 || len(empty.Tracks) != 0 {
		t.Errorf("%d, %d and %d tracks", len(none.Tracks), len(one.Tracks), len(empty.Tracks))
	}
}

func line(keys ...edit.Key) *edit.Clip {
	return &edit.Clip{Name: "c", Seconds: keys[len(keys)-1].Time, Rate: 30, Tracks: []edit.Track{{Mode: soa.Cubic, Keys: keys}}}
}

func at(seconds, x float64) edit.Key { return edit.Key{Time: seconds, Value: edit.Value{x}} }

// Auto is exact for parabolas, at keys of any distance.
func TestAutoTangentsOfAParabola(t *testing.T) {
	f := func(s float64) float64 { return 3*s*s - 2*s + 1 }
	c := line(at(0, f(0)), at(0.2, f(0.2)), at(0.9, f(0.9)), at(1, f(1)), at(2.5, f(2.5)))
	got, err := edit.Tangents(c, edit.ID{}, 0.1, 1.5, edit.Auto)
	must.Do(t, err)
	for s := 0.2; s < 1; s += 0.01 {
		must.Near(t, "the parabola", got.Tracks[0].At(s)[0], f(s), 1e-12)
	}
}

// Clamped tangents keep each piece between its two keys.
func TestClampedTangentsAreMonotone(t *testing.T) {
	for s := range seed.Cases(t, 30) {
		r := rand.New(rand.NewPCG(s, 3))
		var keys []edit.Key
		for seconds := 0.; len(keys) < 12; seconds += 0.01 + r.Float64() {
			keys = append(keys, at(seconds, math.Floor(5*r.Float64())))
		}
		c := line(keys...)
		c.Loop = r.IntN(2) == 0
		got, err := edit.Tangents(c, edit.ID{}, 0, c.Seconds, edit.Clamped)
		must.Do(t, err)
		for k := 1; k < len(keys); k++ {
			a, b := keys[k-1], keys[k]
			for i := range 33 {
				v := got.Tracks[0].At(a.Time + (b.Time-a.Time)*float64(i)/32)[0]
				if low, high := min(a.Value[0], b.Value[0]), max(a.Value[0], b.Value[0]); v < low-1e-12 || v > high+1e-12 {
					t.Fatalf("between %v and %v it is %v", low, high, v)
				}
			}
		}
	}
}

func TestTangentKinds(t *testing.T) {
	c := line(at(0, 0), at(1, 1), at(2, 0), at(4, 4))
	id := edit.ID{}
	value := func(kind edit.Tangent, s float64) float64 {
		got, err := edit.Tangents(c, id, 0, 4, kind)
		must.Do(t, err)
		_, err = got.Build()
		must.Do(t, err)
		return got.Tracks[0].At(s)[0]
	}
	must.Near(t, "linear", value(edit.Lines, 3), 2, 1e-12)
	must.Near(t, "flat", value(edit.Flat, 0.25), 3./16-2./64, 1e-12)
	must.Near(t, "step", value(edit.Hold, 0.99), 0, 0)
	must.Near(t, "free", value(edit.Free, 0.25), c.Tracks[0].At(0.25)[0], 0)
	// One held key within a curve: the curve jumps at the next.
	got, err := edit.Tangents(c, id, 1, 1, edit.Hold)
	must.Do(t, err)
	tr := &got.Tracks[0]
	must.Near(t, "a held key", tr.At(1.999)[0], 1, 1e-12)
	must.Near(t, "before the jump", tr.LeftLimit(2)[0], 1, 1e-12)
	must.Near(t, "after the jump", tr.At(2)[0], 0, 1e-12)
	// A broken tangent.
	if got, err = edit.SetTangents(c, id, 1, edit.Value{5}, edit.Value{-7}); err != nil {
		t.Fatal(err)
	}
	if k := got.Tracks[0].Keys[1]; k.In[0] != 5 || k.Out[0] != -7 {
		t.Errorf("slopes %v and %v", k.In, k.Out)
	}
}

func TestEasings(t *testing.T) {
	smooth := func(x float64) float64 { return x * x * (3 - 2*x) }
	for name, f := range map[string]func(x float64) float64{
		"linear": func(x float64) float64 { return x }, "ease": smooth, "in": func(x float64) float64 { return x * x },
		"out":     func(x float64) float64 { return 1 - (1-x)*(1-x) },
		"inCubic": func(x float64) float64 { return x * x * x }, "outCubic": func(x float64) float64 { return 1 - (1-x)*(1-x)*(1-x) },
	} {
		c := &edit.Clip{Name: "c", Seconds: 3, Rate: 30, Tracks: []edit.Track{{Keys: []edit.Key{at(0, 0), at(1, 2), at(3, 6)}}}}
		got, err := edit.Ease(c, edit.ID{}, 1, name)
		must.Do(t, err)
		for x := 0.; x <= 1; x += 1. / 16 {
			must.Near(t, name, got.Tracks[0].At(1 + 2*x)[0], 2+4*f(x), 1e-12)
		}
	}
	for _, name := range edit.EasingNames() {
		c := &edit.Clip{Name: "c", Seconds: 1, Rate: 30, Tracks: []edit.Track{{Keys: []edit.Key{at(0, 0), at(1, 1)}}}}
		got, err := edit.Ease(c, edit.ID{}, 0, name)
		must.Do(t, err)
		must.Near(t, name, got.Tracks[0].At(1)[0], 1, 0)
	}
}

// Every track becomes cubic with the same curve.
func TestCubicKeepsTheCurve(t *testing.T) {
	strange(t, 6, func(r *rand.Rand, _ *soa.Model, s *soa.Clip) {
		c := edit.ClipOf(s)
		got, err := edit.Cubic(t.Context(), c, nil)
		must.Do(t, err)
		for i := range c.Tracks {
			within := 1e-11
			if c.Tracks[i].Property == soa.Rotation && c.Tracks[i].Mode == soa.Linear {
				within = 1.2e-5
			}
			if got.Tracks[i].Mode != soa.Cubic {
				t.Fatalf("%v is %v", c.Tracks[i].ID, got.Tracks[i].Mode)
			}
			sampled(t, r, c.Seconds, &got.Tracks[i], &c.Tracks[i], func(s float64) float64 { return s }, within)
		}
	})
}

// A rotation through half a turn and more is followed by a spline.
func TestCubicOfWideTurns(t *testing.T) {
	var keys []edit.Key
	for k := range 5 {
		keys = append(keys, edit.Key{Time: float64(k), Value: exact.AxisRotation(1, 2.8*float64(k))})
	}
	c := &edit.Clip{Name: "c", Seconds: 4, Rate: 30, Tracks: []edit.Track{{ID: edit.ID{Property: soa.Rotation}, Keys: keys}}}
	got, err := edit.Cubic(t.Context(), c, nil)
	must.Do(t, err)
	sampled(t, rand.New(rand.NewPCG(1, 2)), 4, &got.Tracks[0], &c.Tracks[0], func(s float64) float64 { return s }, 1.2e-5)
}
