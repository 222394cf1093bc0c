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
	src.bindSlot(&s, 0, &Track{Keys: []Key{{0, [4]float64{1, 2, 3}}, {9, [4]float64{1, 2, 3}}}}, false)
	if s.Driven() {
		t.Error("a track that repeats the rest value was kept")
	}
	src.bindSlot(&s, 1, &Track{Keys: []Key{{0, [4]float64{1, 2, 4}}, {9, [4]float64{1, 2, 4}}}}, false)
	if !s.Driven() || len(s.trackOf(1).Keys) != 1 {
		t.Error("a constant track off the rest value is to keep one key")
	}
	q := exact.Quat{0, math.Sqrt(0.5), 0, math.Sqrt(0.5)}
	r := Slot{Rest: q}
	src.bindSlot(&r, 0, &Track{Keys: []Key{{0, q.Negate()}}}, true)
	if r.Driven() {
		t.Error("the rest rotation in the other hemisphere counts as a change")
	}
}

// A clip starts where its tracks start to move, and lasts until the last key of all, also of tracks
// that hold the rest pose. A key that a transfer adds at tick 0 says nothing of it.
func TestSpanOfLoneKeys(t *testing.T) {
	lone := func(at float64) Named { return Named{Track: &Track{Keys: []Key{{Time: at, Value: [4]float64{1}}}}} }
	moving := func(first, last float64) Named {
		return Named{Track: &Track{Keys: []Key{{Time: first}, {Time: last, Value: [4]float64{1}}}}}
	}
	for name, c := range map[string]struct {
		file, tracks []Named // of the file, of the clip
		start, ticks float64
		lone         float32 // the time of the clip's last track
	}{
		"nothing":              {nil, nil, 0, 0, 0},
		"before":               {[]Named{lone(0), moving(10, 30), moving(12, 35)}, []Named{moving(10, 30), lone(0)}, 10, 25, 0},
		"after":                {[]Named{moving(0, 10), lone(30)}, []Named{moving(0, 10), lone(30)}, 0, 30, 30},
		"after, as at rest":    {[]Named{moving(0, 10), lone(30)}, []Named{moving(0, 10)}, 0, 30, 10},
		"only":                 {[]Named{lone(5)}, []Named{lone(5)}, 5, 0, 0},
		"only, several":        {[]Named{lone(5), lone(8)}, []Named{lone(5), lone(8)}, 5, 3, 3},
		"added":                {[]Named{moving(-50, -20)}, []Named{moving(-50, -20), lone(0)}, -50, 30, 30},
		"added to one at rest": {[]Named{lone(7)}, []Named{lone(0)}, 7, 0, 0},
	} {
		src := &Clip{Rate: 1}
		for _, of := range c.file {
			src.See(of.Track)
		}
		clip := src.Clip(c.tracks)
		if clip.Start != c.start || clip.Duration != c.ticks {
			t.Errorf("%s: from %v, %v long, want %v, %v", name, clip.Start, clip.Duration, c.start, c.ticks)
		}
		if n := len(clip.Time); n > 0 && clip.Time[n-1] != c.lone {
			t.Errorf("%s: the last key is at %v, want %v", name, clip.Time[n-1], c.lone)
		}
	}
}
