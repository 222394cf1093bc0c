package edit_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// overlap is how long the walk of take goes on before and after its two periods.
const overlap = 0.1

// take is a walk of two periods of 1.2 s, and an overlap on both sides so that the velocities at their ends are those of the
// walk, between two times in which the legs do something else.
func take(r *rand.Rand, before, after float64) (*soa.Model, *edit.Clip) {
	m, c := walker(0.01)
	out := *c
	out.Tracks, out.Seconds = nil, before+c.Seconds+after
	const period, more = 36, 3 // in keys
	for _, t := range c.Tracks {
		fresh := edit.Track{ID: t.ID, Mode: t.Mode}
		other := func(from, to float64) {
			for s := from; s < to-0.05; s += 0.1 {
				v := t.Keys[0].Value
				if t.Property == soa.Rotation {
					v = edit.Value(exact.AxisRotation(0, 1.5*(r.Float64()-0.5)))
				}
				fresh.Keys = append(fresh.Keys, edit.Key{Time: s, Value: v})
			}
		}
		other(0, before-overlap)
		n := len(t.Keys)
		for k := -more; k < n+more; k++ {
			round := 0. // periods by which another key is meant
			at := k
			for ; at < 0; at += period {
				round--
			}
			for ; at >= n; at -= period {
				round++
			}
			key := t.Keys[at]
			key.Time += before + 1.2*round
			for i := range key.Value {
				if t.Property == soa.Translation {
					key.Value[i] += round * (t.Keys[period].Value[i] - t.Keys[0].Value[i])
				}
			}
			fresh.Keys = append(fresh.Keys, key)
		}
		other(before+c.Seconds+overlap+0.1, out.Seconds+0.06)
		out.Tracks = append(out.Tracks, fresh)
	}
	return m, &out
}

// The period of a walk is found in a take, wherever it is and however fast it is played.
func TestFindLoopFindsThePeriod(t *testing.T) {
	for s := range seed.Cases(t, 4) {
		r := rand.New(rand.NewPCG(s, 9))
		before, after, speed := 0.3+0.1*float64(r.IntN(8)), 0.3+0.1*float64(r.IntN(5)), 0.6+r.Float64()
		m, c := take(r, before, after)
		c, err := edit.Speed(c, speed)
		must.Do(t, err)
		f, err := edit.FindLoop(t.Context(), m, c, edit.FindLoopOptions{Min: 0.9 / speed, Max: 1.8 / speed})
		must.Do(t, err)
		const near = 0.02
		if math.Abs(f.To-f.From-1.2/speed) > near || f.From < (before-overlap)/speed-near || f.To > (before+2.4+overlap)/speed+near {
			t.Errorf("walk from %v to %v s, a period of %v s: found %+v", before/speed, (before+2.4)/speed, 1.2/speed, f)
		}
		if f.Gap.Metres > 0.01 || f.Degrees > 2 {
			t.Errorf("the ends are apart by %+v", f)
		}
		two, err := edit.FindLoop(t.Context(), m, c, edit.FindLoopOptions{Min: 2 / speed})
		must.Do(t, err)
		if math.Abs(two.To-two.From-2.4/speed) > near {
			t.Errorf("two periods are %v s: found %+v", 2.4/speed, two)
		}
	}
}

// A captured walk of one cycle is found whole: strider's, and one of others.
func TestFindLoopOfWalks(t *testing.T) {
	m := loadStrider(t)
	c := edit.ClipOf(m.Clip("walk"))
	f, err := edit.FindLoop(t.Context(), m, c, edit.FindLoopOptions{})
	must.Do(t, err)
	if f.From > 0.01 || f.To < c.Seconds-0.01 || f.Gap.Metres > 0.005 {
		t.Errorf("of %v s: %+v", c.Seconds, f)
	}
	captured, err := importer.Load(t.Context(), truth.Shared(t, "models", "pab", "walk.fbx"), importer.Options{NoTextures: true})
	must.Do(t, err)
	c = edit.ClipOf(captured.Clips[0])
	f, err = edit.FindLoop(t.Context(), captured, c, edit.FindLoopOptions{Min: 0.7})
	must.Do(t, err)
	if f.From > 0.02 || f.To < c.Seconds-0.02 || f.Gap.Metres > 0.01 {
		t.Errorf("of %v s: %+v", c.Seconds, f)
	}
}

// What is said of the ends of a part of noise is so, and no part of a grid is nearer.
func TestFindLoopOfNoise(t *testing.T) {
	for s := range seed.Cases(t, 4) {
		r := rand.New(rand.NewPCG(s, 10))
		m, _ := walker(0)
		c := &edit.Clip{Name: "noise", Seconds: 3, Rate: 30}
		for j := 1; j < 9; j++ {
			tr := edit.Track{ID: edit.ID{Property: soa.Rotation, Target: j}}
			for k := range 31 {
				tr.Keys = append(tr.Keys, edit.Key{Time: float64(k) / 10, Value: edit.Value(exact.AxisRotation(r.IntN(3), r.Float64()-0.5))})
			}
			c.Tracks = append(c.Tracks, tr)
		}
		f, err := edit.FindLoop(t.Context(), m, c, edit.FindLoopOptions{Min: 1, Max: 2})
		must.Do(t, err)
		if f.To-f.From < 1-1e-9 || f.To-f.From > 2+1e-9 || f.From < 0 || f.To > 3 {
			t.Errorf("out of bounds: %+v", f)
		}
		p := playClip(t, m, c)
		a := append([]exact.Matrix(nil), p.at(f.From)...)
		if d := apart(a, p.at(f.To)); math.Abs(d-f.Gap.Metres) > 1e-5 {
			t.Errorf("the ends are %v m apart, not %v", d, f.Gap.Metres)
		}
	}
}

func TestFindLoopRefuses(t *testing.T) {
	m, c := walker(0)
	for _, o := range []edit.FindLoopOptions{{Min: -1}, {Min: 2, Max: 1}, {Max: math.NaN()}, {Min: math.Inf(1), Max: 1}} {
		if _, err := edit.FindLoop(t.Context(), m, c, o); !errors.Is(err, soa.ErrOption) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := edit.FindLoop(t.Context(), m, c, edit.FindLoopOptions{Min: 3}); !errors.Is(err, edit.ErrTime) {
		t.Error(err)
	}
}
