package edit_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// No joint of a reduced clip is farther away than the bound, at 22,000 points.
func TestReduceHoldsItsBound(t *testing.T) {
	m := loadStrider(t)
	for _, s := range m.Clips {
		for _, bound := range []float64{1e-4, 2e-3} {
			c := edit.ClipOf(s)
			got, r, err := edit.Reduce(t.Context(), m, c, bound)
			must.Do(t, err)
			if r.Error.Metres > bound || r.After != got.Keys() || r.Before != c.Keys() {
				t.Errorf("clip %q: %+v", c.Name, r)
			}
			if 2*r.After > r.Before {
				t.Errorf("clip %q: %d keys of %d within %v m", c.Name, r.After, r.Before, bound)
			}
			is, was := playClip(t, m, got), playClip(t, m, c)
			rnd := rand.New(rand.NewPCG(8, 8))
			for range 22_000 / m.Skeleton.Len() {
				at := rnd.Float64() * c.Seconds
				if d := apart(is.at(at), was.at(at)); d > bound {
					t.Fatalf("clip %q: %v m off at %v s, more than %v", c.Name, d, at, bound)
				}
			}
			if math.Abs(got.Seconds-c.Seconds) > 0 || len(got.Events) != len(c.Events) {
				t.Errorf("clip %q lasts %v s", c.Name, got.Seconds)
			}
		}
	}
}

// Also of models with everything that the data allows; their weights and floats keep their range.
func TestReduceStrangeClips(t *testing.T) {
	strange(t, 4, func(r *rand.Rand, m *soa.Model, s *soa.Clip) {
		if m.Skeleton.Len() > 17 {
			return
		}
		c := edit.ClipOf(s)
		got, _, err := edit.Reduce(t.Context(), m, c, 1e-3)
		must.Do(t, err)
		is, was := playClip(t, m, got), playClip(t, m, c)
		for range 200 {
			at := r.Float64() * c.Seconds
			if d := apart(is.at(at), was.at(at)); d > 1e-3 {
				t.Fatalf("%v m off at %v s", d, at)
			}
			for i := range c.Tracks {
				tr := &c.Tracks[i]
				if tr.Property < soa.Weight || tr.Mode == soa.Step {
					continue
				}
				low, high := math.Inf(1), math.Inf(-1)
				for _, k := range tr.Keys {
					low, high = min(low, k.Value[0]), max(high, k.Value[0])
				}
				if d := off(tr.ID, got.Tracks[i].At(at), tr.At(at)); d > 1.1e-3*(high-low)+1e-12 {
					t.Fatalf("%v, %v: %v off, of a range of %v", tr.ID, tr.Mode, d, high-low)
				}
			}
		}
	})
}

// A mirrored clip is what retarget.Mirror makes of it, and mirrored twice it is the clip.
func TestMirror(t *testing.T) {
	m := loadStrider(t)
	for _, s := range m.Clips {
		copied := *s
		addMotion(rand.New(rand.NewPCG(2, 2)), &copied)
		c := edit.ClipOf(&copied)
		got, _, err := edit.Mirror(t.Context(), m, c, retarget.MirrorOptions{})
		must.Do(t, err)
		want, _, err := retarget.Mirror(t.Context(), m, &copied, retarget.MirrorOptions{})
		must.Do(t, err)
		if d := apart(playClip(t, m, got).at(0.4), playClip(t, m, edit.ClipOf(want)).at(0.4)); d > 1e-6 {
			t.Errorf("clip %q is %v m from that of package retarget", c.Name, d)
		}
		back, _, err := edit.Mirror(t.Context(), m, got, retarget.MirrorOptions{})
		must.Do(t, err)
		for f := 0.; f < 1; f += 0.1 {
			if d := apart(playClip(t, m, back).at(f*c.Seconds), playClip(t, m, c).at(f*c.Seconds)); d > 1e-6 {
				t.Errorf("clip %q mirrored twice is %v m away", c.Name, d)
			}
			sameMotion(t, back.Motion.At(f), c.Motion.At(f))
		}
	}
	additive := edit.ClipOf(m.Clips[0])
	additive.Additive = true
	if _, _, err := edit.Mirror(t.Context(), m, additive, retarget.MirrorOptions{}); !errors.Is(err, retarget.ErrAdditive) {
		t.Error(err)
	}
}

func TestResample(t *testing.T) {
	strange(t, 4, func(r *rand.Rand, _ *soa.Model, s *soa.Clip) {
		c := edit.ClipOf(s)
		if c.Seconds < 1e-3 {
			return
		}
		got, err := edit.Resample(t.Context(), c, nil, 30)
		must.Do(t, err)
		for i := range c.Tracks {
			tr, was := &got.Tracks[i], &c.Tracks[i]
			if was.Mode == soa.Step || !was.Changes() {
				continue
			}
			n := len(tr.Keys) - 1
			if n < 1 || c.Seconds/float64(n) > 1./30+1e-9 || tr.Keys[n].Time != c.Seconds {
				t.Fatalf("%d intervals of %v s, up to %v s", n, c.Seconds, tr.Keys[n].Time)
			}
			for _, k := range tr.Keys {
				if d := off(tr.ID, k.Value, was.At(k.Time)); d > 1e-9*size(was) {
					t.Fatalf("%v is %v off at %v s", tr.ID, d, k.Time)
				}
			}
		}
	})
}

// noisy is a slow sine with noise.
func noisy(r *rand.Rand, loop bool) *edit.Clip {
	c := &edit.Clip{Name: "noisy", Seconds: 4, Rate: 60, Loop: loop}
	slow := func(s float64) float64 { return math.Sin(math.Pi / 2 * s) }
	x, q := edit.Track{}, edit.Track{ID: edit.ID{Property: soa.Rotation}}
	for i := range 241 {
		s := float64(i) / 60
		noise := 0.02 * r.NormFloat64()
		if i == 0 || i == 240 {
			noise = 0
		}
		x.Keys = append(x.Keys, edit.Key{Time: s, Value: edit.Value{slow(s) + noise}})
		q.Keys = append(q.Keys, edit.Key{Time: s, Value: exact.AxisRotation(0, 2*slow(s)+noise)})
	}
	c.Tracks = []edit.Track{x, q}
	return c
}

// Every filter takes noise away and leaves what is slow: the remaining error is a part of what it
// was. The ends stay, a loop stays closed.
func TestSmoothTakesNoise(t *testing.T) {
	for s := range seed.Cases(t, 5) {
		for _, loop := range []bool{false, true} {
			for _, f := range []edit.Filter{{}, {Kind: edit.Butterworth, Hertz: 4}, {Kind: edit.OneEuro, Hertz: 3, Beta: 2}} {
				c := noisy(rand.New(rand.NewPCG(s, 6)), loop)
				got, err := edit.Smooth(t.Context(), c, nil, f)
				must.Do(t, err)
				for i := range c.Tracks {
					rough := func(tr *edit.Track) (sum float64) {
						for k := 1; k < len(tr.Keys)-1; k++ {
							a, b, c := tr.Keys[k-1].Value, tr.Keys[k].Value, tr.Keys[k+1].Value
							mid := exact.Quat(a).Lerp(exact.Quat(c).NearestSign(a), 0.5)
							sum += exact.Quat(b).NearestSign(a).Distance(mid)
						}
						return sum
					}
					if was, is := rough(&c.Tracks[i]), rough(&got.Tracks[i]); is > 0.4*was {
						t.Errorf("filter %d, loop %v, track %d: roughness %v of %v", f.Kind, loop, i, is, was)
					}
					for at := 0.5; at < 3.6; at += 0.1 {
						want := math.Sin(math.Pi / 2 * at)
						id, v := c.Tracks[i].ID, edit.Value{want}
						if id.Property == soa.Rotation {
							v = edit.Value(exact.AxisRotation(0, 2*want))
						}
						if d := off(id, got.Tracks[i].At(at), v); d > 0.12 {
							t.Errorf("filter %d, loop %v, track %d: %v off at %v s", f.Kind, loop, i, d, at)
						}
					}
					if loop {
						if d := off(c.Tracks[i].ID, got.Tracks[i].At(0), got.Tracks[i].At(4)); d > 1e-9 {
							t.Errorf("filter %d: a gap of %v", f.Kind, d)
						}
					} else if d := off(c.Tracks[i].ID, got.Tracks[i].At(4), c.Tracks[i].At(4)); d > 1e-9 {
						t.Errorf("filter %d: the end moved by %v", f.Kind, d)
					}
				}
			}
		}
	}
	c := noisy(rand.New(rand.NewPCG(1, 1)), false)
	for _, f := range []edit.Filter{{Sigma: -1}, {Kind: 9}, {Kind: edit.Butterworth, Hertz: 40}, {Rate: math.NaN()}, {Kind: edit.OneEuro, Beta: math.Inf(1)}} {
		if _, err := edit.Smooth(t.Context(), c, nil, f); !errors.Is(err, soa.ErrOption) {
			t.Errorf("%+v: %v", f, err)
		}
	}
}

// Flips that are planted are found and gone, and a clip without any is left as it is.
func TestUnflip(t *testing.T) {
	for s := range seed.Cases(t, 10) {
		r := rand.New(rand.NewPCG(s, 9))
		clean := noisy(r, false)
		same, found, err := edit.Unflip(t.Context(), clean, nil)
		must.Do(t, err)
		if len(found) != 0 || same.Keys() != clean.Keys() {
			t.Fatalf("found %v in a clip without flips", found)
		}
		bad := clean.Tracks[1]
		bad.Keys = append([]edit.Key(nil), bad.Keys...)
		at := 10 + r.IntN(200)
		n := 1 + r.IntN(3)
		for k := at; k < at+n; k++ {
			bad.Keys[k].Value = exact.Quat(bad.Keys[k].Value).Mul(exact.AxisRotation(r.IntN(3), 2+r.Float64()))
		}
		c := *clean
		c.Tracks = []edit.Track{clean.Tracks[0], bad}
		got, found, err := edit.Unflip(t.Context(), &c, nil)
		must.Do(t, err)
		if len(found) == 0 || found[0].Time != bad.Keys[at].Time || found[0].Degrees < 60 {
			t.Fatalf("%d flipped keys from %v s: found %v", n, bad.Keys[at].Time, found)
		}
		for k := at; k < at+n; k++ {
			if d := off(bad.ID, got.Tracks[1].At(bad.Keys[k].Time), clean.Tracks[1].Keys[k].Value); d > 0.3 {
				t.Fatalf("after the repair key %d is %v off", k, d)
			}
		}
	}
	// A spline whose keys change their sign spins around.
	q := exact.AxisRotation(1, 0.2)
	c := &edit.Clip{Name: "c", Seconds: 1, Rate: 30, Tracks: []edit.Track{{ID: edit.ID{Property: soa.Rotation}, Mode: soa.Cubic, Keys: []edit.Key{
		{Value: exact.IdentityQuat()}, {Time: 1, Value: q.Negate()},
	}}}}
	got, found, err := edit.Unflip(t.Context(), c, nil)
	must.Do(t, err)
	if len(found) != 1 || found[0].Keys != 0 || math.Abs(found[0].Degrees-0.2*180/math.Pi) > 1e-6 {
		t.Errorf("found %v", found)
	}
	if d := off(c.Tracks[0].ID, got.Tracks[0].At(0.5), exact.AxisRotation(1, 0.1)); d > 1e-3 {
		t.Errorf("%v rad off", d)
	}
}
