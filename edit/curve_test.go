package edit_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// sampled compares tracks at times from 0 to a clip's end.
func sampled(t *testing.T, r *rand.Rand, seconds float64, got, want *edit.Track, at func(s float64) float64, within float64) {
	t.Helper()
	for range 60 {
		s := r.Float64() * seconds
		if d := off(got.ID, got.At(s), want.At(at(s))); d > within*size(want) {
			t.Fatalf("%v, %v: at %v s it is %v off", want.ID, want.Mode, s, d)
		}
	}
}

// bound is how far a curve may be after a key was inserted.
func bound(tr *edit.Track) float64 {
	if tr.Mode == soa.Cubic && tr.Property == soa.Rotation {
		return 2 * edit.InsertBound
	}
	return 1e-11
}

func TestInsertKeepsTheCurve(t *testing.T) {
	strange(t, 8, func(r *rand.Rand, _ *soa.Model, s *soa.Clip) {
		c := edit.ClipOf(s)
		for i := range c.Tracks {
			at := r.Float64() * c.Seconds
			got, err := edit.Insert(c, c.Tracks[i].ID, at)
			must.Do(t, err)
			track := got.Track(c.Tracks[i].ID)
			found := false
			for _, k := range track.Keys {
				found = found || k.Time == at
			}
			if !found {
				t.Fatalf("%v has no key at %v", track.ID, at)
			}
			sampled(t, r, c.Seconds, track, &c.Tracks[i], func(s float64) float64 { return s }, bound(&c.Tracks[i]))
		}
	})
}

func TestReverseTwiceIsTheClip(t *testing.T) {
	strange(t, 8, func(r *rand.Rand, _ *soa.Model, s *soa.Clip) {
		c := edit.ClipOf(s)
		once := edit.Reverse(c)
		twice := edit.Reverse(once)
		for i := range c.Tracks {
			a, b := &c.Tracks[i], &twice.Tracks[i]
			for k := range a.Keys {
				x, y := a.Keys[k], b.Keys[k]
				if x.Value != y.Value || x.In != y.In || x.Out != y.Out {
					t.Fatalf("%v: key %d is %v and not %v", a.ID, k, y, x)
				}
				if d := math.Abs(x.Time - y.Time); d > 1e-9 && (k > 0 || a.Mode != soa.Step) {
					t.Fatalf("%v: key %d is %v s off", a.ID, k, d)
				}
			}
			sampled(t, r, c.Seconds, &once.Tracks[i], a, func(s float64) float64 { return c.Seconds - s }, 1e-9)
		}
		if len(twice.Events) != len(c.Events) {
			t.Fatalf("%d events and not %d", len(twice.Events), len(c.Events))
		}
		for i, e := range c.Events {
			if got := twice.Events[i]; got.Name != e.Name || math.Abs(got.Time-e.Time) > 1e-9 || math.Abs(got.Length-e.Length) > 1e-9 {
				t.Fatalf("event %v and not %v", got, e)
			}
		}
		for range 50 {
			at := r.Float64() * c.Seconds
			sameMotion(t, twice.Motion.At(at), c.Motion.At(at))
			// The way from the end back: M(D)⁻¹·M(D − t).
			sameMotion(t, once.Motion.At(at), from(c.Motion.At(c.Seconds), c.Motion.At(c.Seconds-at)))
		}
		_, err := once.Build()
		must.Do(t, err)
	})
}

// from is a place as seen from another.
func from(p, q edit.MotionKey) edit.MotionKey {
	s, c := math.Sincos(p.Yaw)
	x, z := q.X-p.X, q.Z-p.Z
	return edit.MotionKey{X: c*x - s*z, Y: q.Y - p.Y, Z: s*x + c*z, Yaw: q.Yaw - p.Yaw}
}

func sameMotion(t *testing.T, got, want edit.MotionKey) {
	t.Helper()
	for _, d := range [...]float64{got.X - want.X, got.Y - want.Y, got.Z - want.Z, got.Yaw - want.Yaw} {
		if math.Abs(d) > 1e-9 {
			t.Fatalf("a root at %v and not %v", got, want)
		}
	}
}

func TestTrim(t *testing.T) {
	strange(t, 8, func(r *rand.Rand, m *soa.Model, s *soa.Clip) {
		c := edit.ClipOf(s)
		a := r.Float64() * c.Seconds
		b := a + r.Float64()*(c.Seconds-a)
		switch r.IntN(4) {
		case 0:
			a = 0
		case 1:
			b = c.Seconds
		}
		got, err := edit.Trim(c, a, b)
		must.Do(t, err)
		for i := range c.Tracks {
			sampled(t, r, got.Seconds, &got.Tracks[i], &c.Tracks[i], func(s float64) float64 { return a + s }, 2*bound(&c.Tracks[i]))
			keys := got.Tracks[i].Keys
			if first, last := keys[0].Time, keys[len(keys)-1].Time; first < 0 || last > got.Seconds {
				t.Fatalf("%v has keys from %v to %v of %v s", got.Tracks[i].ID, first, last, got.Seconds)
			}
		}
		for _, e := range c.Events {
			start, end := math.Max(e.Time, a), math.Min(e.Time+e.Length, b)
			found := false
			for _, f := range got.Events {
				found = found || f.Name == e.Name && math.Abs(f.Time+a-start) < 1e-9 && math.Abs(f.Length-(end-start)) < 1e-9
			}
			if inside := start < end || e.Length == 0 && e.Time >= a && e.Time <= b; inside != found {
				t.Fatalf("event %v of %v s to %v s: %v", e, a, b, found)
			}
		}
		at := r.Float64() * got.Seconds
		sameMotion(t, got.Motion.At(at), from(c.Motion.At(a), c.Motion.At(a+at)))
		built, err := got.Build()
		must.Do(t, err)
		must.Do(t, m.ValidateClip(built))
	})
}

func TestSplitHasAllOfTheClip(t *testing.T) {
	strange(t, 4, func(r *rand.Rand, _ *soa.Model, s *soa.Clip) {
		c := edit.ClipOf(s)
		at := r.Float64() * c.Seconds
		a, b, err := edit.Split(c, at)
		must.Do(t, err)
		if d := a.Seconds + b.Seconds - c.Seconds; math.Abs(d) > 1e-12 || math.Abs(b.Start-c.Start-at) > 1e-12 {
			t.Fatalf("parts of %v s and %v s, the second from %v", a.Seconds, b.Seconds, b.Start)
		}
		for i := range c.Tracks {
			sampled(t, r, b.Seconds, &b.Tracks[i], &c.Tracks[i], func(s float64) float64 { return at + s }, 2*bound(&c.Tracks[i]))
		}
	})
}

func TestSpeedAndRetime(t *testing.T) {
	strange(t, 6, func(r *rand.Rand, _ *soa.Model, s *soa.Clip) {
		c := edit.ClipOf(s)
		if c.Seconds < 1e-3 {
			return
		}
		fast, err := edit.Speed(c, 1.7)
		must.Do(t, err)
		must.Near(t, "length", fast.Seconds, c.Seconds/1.7, 1e-12)
		back, err := edit.Speed(fast, 1/1.7)
		must.Do(t, err)
		d := c.Seconds
		points := []edit.TimePoint{{Old: 0, New: 3}, {Old: 0.3 * d, New: 3 + 0.6*d}, {Old: 0.7 * d, New: 3 + 0.7*d}, {Old: d, New: 3 + d}}
		bent, err := edit.Retime(t.Context(), c, points, false)
		must.Do(t, err)
		must.Near(t, "length", bent.Seconds, d, 1e-12)
		unbent, err := edit.Retime(t.Context(), bent, []edit.TimePoint{{Old: 0, New: 0}, {Old: 0.6 * d, New: 0.3 * d}, {Old: 0.7 * d, New: 0.7 * d}, {Old: d, New: d}}, false)
		must.Do(t, err)
		for i := range c.Tracks {
			tr := &c.Tracks[i]
			sampled(t, r, fast.Seconds, &fast.Tracks[i], tr, func(s float64) float64 { return 1.7 * s }, 1e-7)
			sampled(t, r, d, &back.Tracks[i], tr, func(s float64) float64 { return s }, 1e-7)
			sampled(t, r, 0.59*d, &bent.Tracks[i], tr, func(s float64) float64 { return s / 2 }, 1e-7+4*bound(tr))
			sampled(t, r, d, &unbent.Tracks[i], tr, func(s float64) float64 { return s }, 1e-7+8*bound(tr))
		}
		for i, e := range c.Events {
			must.Near(t, "event", fast.Events[i].Time, e.Time/1.7, 1e-12)
			must.Near(t, "event", unbent.Events[i].Time, e.Time, 1e-9)
			must.Near(t, "event's length", unbent.Events[i].Length, e.Length, 1e-9)
		}
		at := r.Float64() * d
		sameMotion(t, unbent.Motion.At(at), c.Motion.At(at))
	})
}

// A smooth curve is monotone, passes through its points, and has no corner there.
func TestRetimeSmoothly(t *testing.T) {
	c := &edit.Clip{Name: "ramp", Seconds: 3, Rate: 30, Tracks: []edit.Track{{Keys: []edit.Key{{Time: 0}, {Time: 3, Value: edit.Value{3}}}}}}
	got, err := edit.Retime(t.Context(), c, []edit.TimePoint{{Old: 0, New: 0}, {Old: 1, New: 2}, {Old: 3, New: 2.5}}, true)
	must.Do(t, err)
	tr := &got.Tracks[0]
	must.Near(t, "the length", got.Seconds, 2.5, 1e-9)
	must.Near(t, "the value at a point", tr.At(2)[0], 1, 1e-9)
	speed := func(s float64) float64 { return (tr.At(s + 0.01)[0] - tr.At(s - 0.01)[0]) / 0.02 }
	for s := 0.05; s < 2.4; s += 0.01 {
		a, b := speed(s), speed(s+0.01)
		if a <= 0 || math.Abs(1/a-1/b) > 0.1 {
			t.Fatalf("at %v s the speed is %v, then %v", s, a, b)
		}
	}
}

func TestOffset(t *testing.T) {
	strange(t, 4, func(r *rand.Rand, _ *soa.Model, s *soa.Clip) {
		c := edit.ClipOf(s)
		by := edit.Value{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5, 1}
		q := exact.Quat(by).Unit()
		for i := range c.Tracks {
			tr := &c.Tracks[i]
			got, err := edit.Offset(c, tr.ID, by, edit.OffsetSide(r.IntN(2)))
			must.Do(t, err)
			at := r.Float64() * c.Seconds
			v, was := exact.Quat(got.Tracks[i].At(at)), exact.Quat(tr.At(at))
			var want [2]exact.Quat
			switch tr.Property {
			case soa.Rotation:
				want = [2]exact.Quat{q.Mul(was), was.Mul(q)}
			case soa.Scale:
				for k := range 4 {
					want[0][k] = was[k] * by[k]
				}
				want[1] = want[0]
			default:
				for k := range 4 {
					want[0][k] = was[k] + by[k]
				}
				want[1] = want[0]
			}
			if d := min(off(tr.ID, v, want[0]), off(tr.ID, v, want[1])); d > 1e-9*size(tr) {
				t.Fatalf("%v is %v off", tr.ID, d)
			}
		}
	})
}

func TestRefusals(t *testing.T) {
	c := &edit.Clip{Name: "c", Seconds: 1, Rate: 30, Tracks: []edit.Track{{Keys: []edit.Key{{}, {Time: 1}}}}}
	nan := math.NaN()
	id, none := edit.ID{}, edit.ID{Target: 3}
	for name, try := range map[string]struct {
		do   func() error
		want error
	}{
		"a key outside":      {func() error { _, err := edit.Set(c, id, edit.Key{Time: 2}); return err }, edit.ErrTime},
		"a key that is NaN":  {func() error { _, err := edit.Set(c, id, edit.Key{Value: edit.Value{nan}}); return err }, soa.ErrOption},
		"no rotation":        {func() error { _, err := edit.Set(c, edit.ID{Property: soa.Rotation}, edit.Key{}); return err }, soa.ErrOption},
		"a key of no target": {func() error { _, err := edit.Set(c, edit.ID{Target: -1}, edit.Key{}); return err }, edit.ErrTrack},
		"a move of nothing":  {func() error { _, err := edit.Move(c, id, 0.5, 0.6); return err }, edit.ErrTime},
		"a move outside":     {func() error { _, err := edit.Move(c, id, 1, nan); return err }, edit.ErrTime},
		"no track":           {func() error { _, err := edit.Delete(c, none, 0, 1); return err }, edit.ErrTrack},
		"nothing to delete":  {func() error { _, err := edit.Delete(c, id, 0.4, 0.6); return err }, edit.ErrTime},
		"no track to insert": {func() error { _, err := edit.Insert(c, none, 0.5); return err }, edit.ErrTrack},
		"insert at NaN":      {func() error { _, err := edit.Insert(c, id, nan); return err }, edit.ErrTime},
		"tangents of none":   {func() error { _, err := edit.Tangents(c, id, 0.2, 0.3, edit.Auto); return err }, edit.ErrTime},
		"unknown tangents":   {func() error { _, err := edit.Tangents(c, id, 0, 1, 77); return err }, soa.ErrOption},
		"a NaN slope":        {func() error { _, err := edit.SetTangents(c, id, 0, edit.Value{nan}, edit.Value{}); return err }, soa.ErrOption},
		"an unknown easing":  {func() error { _, err := edit.Ease(c, id, 0, "inn"); return err }, soa.ErrOption},
		"the last key eased": {func() error { _, err := edit.Ease(c, id, 1, "in"); return err }, edit.ErrTime},
		"a trim outside":     {func() error { _, err := edit.Trim(c, 0.5, 2); return err }, edit.ErrTime},
		"a trim backwards":   {func() error { _, err := edit.Trim(c, 0.5, 0.4); return err }, edit.ErrTime},
		"a trim by NaN":      {func() error { _, err := edit.Trim(c, nan, 1); return err }, edit.ErrTime},
		"a split outside":    {func() error { _, _, err := edit.Split(c, -1); return err }, edit.ErrTime},
		"no speed":           {func() error { _, err := edit.Speed(c, 0); return err }, soa.ErrOption},
		"a NaN speed":        {func() error { _, err := edit.Speed(c, nan); return err }, soa.ErrOption},
		"one point":          {func() error { _, err := edit.Retime(t.Context(), c, []edit.TimePoint{{}}, false); return err }, soa.ErrOption},
		"time that returns": {func() error {
			_, err := edit.Retime(t.Context(), c, []edit.TimePoint{{Old: 0, New: 0}, {Old: 1, New: -1}}, false)
			return err
		}, soa.ErrOption},
		"NaN offset":     {func() error { _, err := edit.Offset(c, id, edit.Value{nan}, edit.Own); return err }, soa.ErrOption},
		"unknown side":   {func() error { _, err := edit.Offset(c, id, edit.Value{}, 9); return err }, soa.ErrOption},
		"offset of none": {func() error { _, err := edit.Offset(c, none, edit.Value{}, edit.Own); return err }, edit.ErrTrack},
	} {
		if err := try.do(); !errors.Is(err, try.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
