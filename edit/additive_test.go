package edit_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

// property and target: what a track drives.
type driven struct {
	property soa.Property
	target   int16
}

// atRest is the value of it without a clip.
func (d driven) atRest(m *soa.Model) [4]float64 {
	r, j := &m.Skeleton.Rest, d.target
	switch d.property {
	case soa.Translation:
		return [4]float64{float64(r.TX[j]), float64(r.TY[j]), float64(r.TZ[j])}
	case soa.Rotation:
		return oracle.Quat{float64(r.RX[j]), float64(r.RY[j]), float64(r.RZ[j]), float64(r.RW[j])}.Unit()
	case soa.Scale:
		return [4]float64{float64(r.SX[j]), float64(r.SY[j]), float64(r.SZ[j])}
	case soa.Weight:
		return [4]float64{float64(m.Weights[j].Rest)}
	}
	return [4]float64{float64(m.Floats[j].Rest)}
}

// at is the value of it in a clip, which may be nil, at a tick.
func (d driven) at(m *soa.Model, c *soa.Clip, tick float64) [4]float64 {
	if c != nil {
		for t := range c.Tracks {
			if c.Tracks[t].Property == d.property && c.Tracks[t].Target == d.target {
				return oracle.Sample(c, t, tick)
			}
		}
	}
	return d.atRest(m)
}

// added is base with the difference between two values applied to it, and to which
// precision float32 keys hold it. Rotations are columns of matrices.
func (d driven) added(base, reference, value [4]float64) (sum []float64, within float64) {
	switch d.property {
	case soa.Rotation:
		b, r, v := oracle.Quat(base).Matrix(), oracle.Quat(reference).Matrix(), oracle.Quat(value).Matrix()
		for i := range 4 { // the inverse of a rotation is its transpose
			for k := range i {
				r[4*i+k], r[4*k+i] = r[4*k+i], r[4*i+k]
			}
		}
		m := b.Mul(r).Mul(v)
		return m[:], 4e-6
	case soa.Scale:
		for i := range 3 {
			sum = append(sum, base[i]*value[i]/reference[i])
			within = max(within, math.Abs(sum[i]), math.Abs(base[i]/reference[i]))
		}
		return sum, 1e-6 * within
	}
	for i := range 3 {
		sum = append(sum, base[i]+value[i]-reference[i])
		within = max(within, math.Abs(base[i]), math.Abs(value[i]), math.Abs(reference[i]))
	}
	return sum, 1e-6*within + 1e-6
}

// checkAdditive compares an additive clip with its definition, at keys and between
// them, over a base pose: base ∘ (rest⁻¹ ∘ additive) = base ∘ (reference⁻¹ ∘ clip).
func checkAdditive(t rapid.TB, m *soa.Model, clip, additive, reference *soa.Clip, tick float64, base *soa.Clip) {
	t.Helper()
	all := map[driven]bool{}
	for _, c := range []*soa.Clip{clip, additive, reference} {
		for i := 0; c != nil && i < len(c.Tracks); i++ {
			all[driven{c.Tracks[i].Property, c.Tracks[i].Target}] = true
		}
	}
	ticks := []float64{-1, clip.Duration, clip.Duration + 1}
	for i := range 12 {
		ticks = append(ticks, clip.Duration*float64(i)/11.3)
	}
	for i := 0; i < len(clip.Time); i += 1 + len(clip.Time)/20 {
		ticks = append(ticks, float64(clip.Time[i]))
	}
	for d := range all {
		rest, ref := d.atRest(m), d.at(m, reference, tick)
		for i, at := range ticks {
			under := d.at(m, base, float64(i))
			want, within := d.added(under, ref, d.at(m, clip, at))
			got, _ := d.added(under, rest, d.at(m, additive, at))
			for k := range want {
				if !(math.Abs(got[k]-want[k]) <= within) {
					t.Fatalf("clip %q, %v of %d at tick %v: added it is %v, want %v", clip.Name, d.property, d.target, at, got, want)
				}
			}
		}
	}
}

// makeAdditive is edit.Additive, which succeeds and keeps what a clip has beside its
// tracks.
func makeAdditive(t rapid.TB, m *soa.Model, clip *soa.Clip, ref edit.AdditiveReference) *soa.Clip {
	t.Helper()
	a, err := edit.Additive(m, clip, ref)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.ValidateClip(a); err != nil {
		t.Fatal(err)
	}
	if !a.Additive || a.Name != clip.Name || a.Start != clip.Start || a.Duration != clip.Duration || a.Loop != clip.Loop || a.TicksPerSecond != clip.TicksPerSecond {
		t.Fatalf("%+v became %+v", clip, a)
	}
	return a
}

// What the clip and the reference move is the difference between them, of every
// property, interpolation and reference.
func TestAdditiveIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := figure.Random(rapid.Uint64().Draw(t, "model"), rapid.SampledFrom([]int{1, 5, 16}).Draw(t, "joints"))
		m.Meshes, m.Skins = nil, nil
		clip, other := m.Clips[rapid.IntRange(0, 3).Draw(t, "clip")], m.Clips[rapid.IntRange(0, 3).Draw(t, "other")]
		unfold(clip)
		unfold(other)
		part := rapid.Float64Range(0, 1).Draw(t, "part")
		tick := part * clip.Duration
		seconds := clip.Start + tick/clip.TicksPerSecond
		base := m.Clips[3]
		checkAdditive(t, m, clip, makeAdditive(t, m, clip, edit.AdditiveReference{}), clip, 0, base)
		checkAdditive(t, m, clip, makeAdditive(t, m, clip, edit.AdditiveReference{Rest: true}), nil, 0, base)
		if !nearStep(clip, tick) {
			checkAdditive(t, m, clip, makeAdditive(t, m, clip, edit.AdditiveReference{Seconds: new(seconds)}), clip, tick, base)
		}
		if tick = part * other.Duration; !nearStep(other, tick) {
			at := other.Start + tick/other.TicksPerSecond
			checkAdditive(t, m, clip, makeAdditive(t, m, clip, edit.AdditiveReference{Clip: other, Seconds: new(at)}), other, tick, base)
		}
	})
}

// unfold makes the scales of a clip positive: between keys of both signs a scale may
// be zero, from which there is no difference.
func unfold(c *soa.Clip) {
	for t := range c.Tracks {
		if c.Tracks[t].Property != soa.Scale {
			continue
		}
		first, end := c.Keys(t)
		for _, values := range [][]float32{c.X, c.Y, c.Z} {
			for k := first; k < end; k++ {
				values[k] = float32(math.Abs(float64(values[k])))
			}
		}
	}
}

// nearStep tells whether rounding of a time decides between two keys.
func nearStep(c *soa.Clip, tick float64) bool {
	for _, at := range c.Time {
		if math.Abs(float64(at)-tick) < 1e-5 {
			return true
		}
	}
	return false
}

// A clip added to the pose that it is the difference from is the clip; the difference
// from itself, at that time, is none.
func TestAdditiveUndone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := figure.Random(rapid.Uint64().Draw(t, "model"), 6)
		m.Meshes, m.Skins = nil, nil
		clip := m.Clips[3]
		a := makeAdditive(t, m, clip, edit.AdditiveReference{})
		for i := range clip.Tracks {
			d := driven{clip.Tracks[i].Property, clip.Tracks[i].Target}
			first, rest := d.at(m, clip, 0), d.atRest(m)
			for k := range 7 {
				tick := clip.Duration * float64(k) / 6
				want, within := d.added(d.at(m, clip, tick), rest, rest)
				got, _ := d.added(first, rest, d.at(m, a, tick))
				for c := range want {
					if !(math.Abs(got[c]-want[c]) <= max(within, 3e-6)) {
						t.Fatalf("%v of %d at tick %v: %v, want %v", d.property, d.target, tick, got, want)
					}
				}
			}
		}
	})
}

// withScale is a clip that also holds the scale of joint 1, from the start.
func withScale(c *soa.Clip, scale float32) *soa.Clip {
	out := *c
	out.Tracks = append(slices.Clone(c.Tracks), soa.Track{Target: 1, Property: soa.Scale, First: uint32(len(c.Time))})
	for _, a := range []*[]float32{&out.Time, &out.X, &out.Y, &out.Z, &out.W} {
		*a = append(slices.Clone(*a), scale)
	}
	out.Time[len(c.Time)], out.W[len(c.Time)] = 0, 0
	return &out
}

// What stays where the reference is has no track, and what only the reference drives
// has one.
func TestAdditiveTracks(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 0.1}, figure.Motion{Name: "run", Seconds: 0.067})
	plain, held := m.Clips[0], withScale(m.Clips[0], 2)
	for name, c := range map[string]struct {
		clip *soa.Clip
		ref  edit.AdditiveReference
		want float32
	}{
		"held as there":       {held, edit.AdditiveReference{}, 1},
		"at rest":             {withScale(plain, 1), edit.AdditiveReference{Rest: true}, 1},
		"held, rest there":    {held, edit.AdditiveReference{Rest: true}, 2},
		"held there, at rest": {plain, edit.AdditiveReference{Clip: held, Seconds: new(held.Start)}, 0.5},
	} {
		a := makeAdditive(t, m, c.clip, c.ref)
		got := float32(1)
		if last := len(a.Tracks) - 1; a.Tracks[last].Property == soa.Scale {
			if got = a.X[len(a.X)-1]; got == 1 {
				t.Errorf("%s: a track that is at rest", name)
			}
		}
		if got != c.want {
			t.Errorf("%s: scaled by %v, want %v", name, got, c.want)
		}
	}
}

func TestAdditiveRefuses(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 0.1}, figure.Motion{Name: "run", Seconds: 0.067})
	added := *m.Clips[0]
	added.Additive = true
	broken := *m.Clips[0]
	broken.TicksPerSecond = 0
	walk := m.Clips[0]
	for name, c := range map[string]struct {
		clip *soa.Clip
		ref  edit.AdditiveReference
		want error
	}{
		"before the clip":       {walk, edit.AdditiveReference{Seconds: new(walk.Start - 1)}, edit.ErrReference},
		"after the clip":        {walk, edit.AdditiveReference{Seconds: new(walk.End() + 1)}, edit.ErrReference},
		"at no time":            {walk, edit.AdditiveReference{Seconds: new(math.NaN())}, edit.ErrReference},
		"after another":         {walk, edit.AdditiveReference{Clip: m.Clips[1], Seconds: new(99.)}, edit.ErrReference},
		"a flat reference":      {withScale(walk, 0), edit.AdditiveReference{}, edit.ErrReference},
		"an additive clip":      {&added, edit.AdditiveReference{}, edit.ErrReference},
		"an additive reference": {walk, edit.AdditiveReference{Clip: &added, Seconds: new(added.Start)}, edit.ErrReference},
		"a broken clip":         {&broken, edit.AdditiveReference{}, soa.ErrInvalid},
		"a broken reference":    {walk, edit.AdditiveReference{Clip: &broken, Seconds: new(0.)}, soa.ErrInvalid},
		"no clip":               {nil, edit.AdditiveReference{}, soa.ErrInvalid},
	} {
		if _, err := edit.Additive(m, c.clip, c.ref); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
