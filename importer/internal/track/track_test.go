package track

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

func TestCleanRepairsKeys(t *testing.T) {
	nan := math.NaN()
	tr := Track{Keys: []Key{
		{2, [4]float64{0, 0, 0, 2}},           // not of unit length
		{1, [4]float64{0, 0, 0, -1}},          // before its neighbour, other hemisphere
		{nan, [4]float64{0, 0, 0, 1}},         // no time
		{3, [4]float64{nan, 0, 0, 1}},         // no number
		{4, [4]float64{}},                     // zero length
		{5, [4]float64{1, 0, 0, 0}},           // a jump: both sides are kept
		{5, [4]float64{0, 0, 1, 0}},           // of three keys at one time the middle one is dropped
		{5, [4]float64{0, 1, 0, 0}},           //
		{6, [4]float64{0, math.Inf(1), 0, 0}}, // infinite
	}}
	r := tr.Clean(true)
	want := Repairs{NotFinite: 4, Unsorted: 1, duplicate: 1, notUnit: 1, flipped: 1, length: 1}
	if r != want {
		t.Errorf("repairs %+v, want %+v", r, want)
	}
	times := []float64{1, 2, 5, 5}
	if len(tr.Keys) != len(times) {
		t.Fatalf("%d keys, want %d", len(tr.Keys), len(times))
	}
	for i, k := range tr.Keys {
		if k.Time != times[i] {
			t.Errorf("key %d at %v, want %v", i, k.Time, times[i])
		}
	}
	if last := tr.Keys[3].Value; last != [4]float64{0, 1, 0, 0} {
		t.Errorf("the later side of the jump is %v", last)
	}
}

// TestCleanedTracksValidate draws malformed keys and checks that the cleaned clip is valid.
func TestCleanedTracksValidate(t *testing.T) {
	number := rapid.OneOf(rapid.Float64Range(-3, 3), rapid.SampledFrom([]float64{0, 0, 1, math.NaN(), math.Inf(1), 1e-30}))
	time := rapid.OneOf(rapid.Float64Range(-100, 100), rapid.SampledFrom([]float64{0, 0, 5, 5 + 1e-9, -72, 1e7, 1e7 + 1e-4, math.NaN()}))
	rapid.Check(t, func(t *rapid.T) {
		rotation := rapid.Bool().Draw(t, "rotation")
		tr := &Track{}
		for range rapid.IntRange(0, 30).Draw(t, "keys") {
			k := Key{Time: time.Draw(t, "time")}
			for c := range 3 {
				k.Value[c] = number.Draw(t, "value")
			}
			if rotation {
				k.Value[3] = number.Draw(t, "w")
			}
			tr.Keys = append(tr.Keys, k)
		}
		tr.Clean(rotation)
		if len(tr.Keys) == 0 {
			return
		}
		p := soa.Translation
		if rotation {
			p = soa.Rotation
		}
		src := &Clip{Name: "c", Rate: 25}
		clip := src.Clip([]Named{{0, p, tr}})
		if err := clip.Validate(1, 0, 0); err != nil {
			t.Fatal(err)
		}
		for k := 1; rotation && k < len(clip.Time); k++ {
			dot := clip.X[k]*clip.X[k-1] + clip.Y[k]*clip.Y[k-1] + clip.Z[k]*clip.Z[k-1] + clip.W[k]*clip.W[k-1]
			if dot < -1e-6 {
				t.Fatalf("keys %d and %d lie in different hemispheres", k-1, k)
			}
		}
	})
}

func TestBindSlotDropsWhatRepeatsTheRest(t *testing.T) {
	src := &Clip{}
	s := Slot{Rest: [4]float64{1, 2, 3}}
	src.bindSlot(&s, 0, 2, &Track{Keys: []Key{{0, [4]float64{1, 2, 3}}, {9, [4]float64{1, 2, 3}}}}, false)
	if s.Driven() {
		t.Error("a track that repeats the rest value was kept")
	}
	src.bindSlot(&s, 1, 2, &Track{Keys: []Key{{0, [4]float64{1, 2, 4}}, {9, [4]float64{1, 2, 4}}}}, false)
	if !s.Driven() || len(s.tracks[1].Keys) != 1 {
		t.Error("a constant track off the rest value is to keep one key")
	}
	q := exact.Quat{0, math.Sqrt(0.5), 0, math.Sqrt(0.5)}
	r := Slot{Rest: q}
	src.bindSlot(&r, 0, 1, &Track{Keys: []Key{{0, q.Negate()}}}, true)
	if r.Driven() {
		t.Error("the rest rotation in the other hemisphere counts as a change")
	}
}

func TestSpanIgnoresSingleKeys(t *testing.T) {
	tracks := []Named{
		{Track: &Track{Keys: []Key{{Time: 0}}}},
		{Track: &Track{Keys: []Key{{Time: 10}, {Time: 30}}}},
		{Track: &Track{Keys: []Key{{Time: 12}, {Time: 35}}}},
	}
	if a, b := (extent{}).span(tracks); a != 10 || b != 35 {
		t.Errorf("span %v–%v, want 10–35", a, b)
	}
	if a, b := (extent{}).span(tracks[:1]); a != 0 || b != 0 {
		t.Errorf("span %v–%v, want 0–0", a, b)
	}
	if a, b := (extent{}).span(nil); a != 0 || b != 0 {
		t.Errorf("span of nothing %v–%v, want 0–0", a, b)
	}
}
