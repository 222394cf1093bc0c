package edit_test

import (
	"context"
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

// skating makes the feet of a walk slide by moving the root back and forth over the ground.
func skating(m *soa.Model, c *edit.Clip, by, phase float64) *edit.Clip {
	out := *c
	out.Tracks = append([]edit.Track(nil), c.Tracks...)
	for i := range out.Tracks {
		t := &out.Tracks[i]
		if t.Property != soa.Translation || m.Skeleton.Name[t.Target] != "root" {
			continue
		}
		keys := make([]edit.Key, 65)
		for k := range keys {
			at := c.Seconds * float64(k) / 64
			v := t.At(at)
			wave := by * math.Sin(2*math.Pi*at/c.Seconds+phase)
			v[0] += wave
			v[2] -= wave
			keys[k] = edit.Key{Time: at, Value: v}
		}
		t.Mode, t.Keys = soa.Linear, keys
	}
	return &out
}

// Feet that slid stay within a millimetre while they stand, the pelvis within its bound, and what is
// no leg where it was: of a body that stands and waves, and of one that walks.
func TestPlantedFeetDoNotSlide(t *testing.T) {
	for s := range seed.Cases(t, 4) {
		r := rand.New(rand.NewPCG(s, 12))
		m := loadStrider(t)
		sway := 0.004 + 0.02*r.Float64()
		plantedStays(t, m, skating(m, edit.ClipOf(m.Clip("wave")), sway, 2*math.Pi*r.Float64()))
		walks, c := walker(sway)
		plantedStays(t, walks, c)
	}
}

func plantedStays(t *testing.T, m *soa.Model, c *edit.Clip) {
	t.Helper()
	const pelvis = 0.03
	o := retarget.PlantOptions{Contact: retarget.ContactOptions{Speed: 0.6}, Pelvis: pelvis}
	got, report, err := edit.Plant(context.Background(), m, c, o)
	must.Do(t, err)
	slid := 0.
	for _, c := range report.Contacts {
		slid = max(slid, c.Slid)
	}
	if len(report.Contacts) < 2 || slid < 2e-3 {
		t.Fatalf("%d contacts that slide by up to %v m show nothing", len(report.Contacts), slid)
	}
	is, was := playClip(t, m, got), playClip(t, m, c)
	for _, step := range report.Contacts {
		foot := m.Skeleton.Joint(step.Foot)
		low, high := exact.Vec{math.Inf(1), 0, math.Inf(1)}, exact.Vec{math.Inf(-1), 0, math.Inf(-1)}
		for i := range 400 {
			at := step.From - c.Start + (step.To-step.From)*float64(i)/399
			v := is.at(at)[foot].Translation()
			for _, axis := range [...]int{0, 2} {
				low[axis], high[axis] = min(low[axis], v[axis]), max(high[axis], v[axis])
			}
		}
		if slide := math.Hypot(high[0]-low[0], high[2]-low[2]); slide > 1e-3 {
			t.Errorf("%s slides by %v m from %v s to %v s", step.Foot, slide, step.From, step.To)
		}
	}
	if report.Slide > 1e-3 || report.Pelvis > pelvis {
		t.Errorf("a slide of %v m, the pelvis lowered by %v m", report.Slide, report.Pelvis)
	}
	t.Logf("%s: %d contacts slid by up to %.2f mm, now %.3f mm; pelvis %.2f mm; %d keys of %d", m.Name, len(report.Contacts), 1000*slid, 1000*report.Slide, 1000*report.Pelvis, got.Keys(), c.Keys())
	inLeg := make([]bool, m.Skeleton.Len())
	for _, l := range retarget.Legs(m.Skeleton) {
		for j := range inLeg {
			inLeg[j] = inLeg[j] || m.Skeleton.InSubtree(j, l.Upper)
		}
	}
	for i := range 200 {
		at := c.Seconds * float64(i) / 199
		a, b := was.at(at), is.at(at)
		for j := range a {
			if d := a[j].Translation().Sub(b[j].Translation()).Length(); !inLeg[j] && d > report.Pelvis+2e-4 {
				t.Fatalf("joint %q is %v m from its place", m.Skeleton.Name[j], d)
			}
		}
	}
	if got.Seconds != c.Seconds || len(got.Events) != len(c.Events) {
		t.Errorf("it lasts %v s", got.Seconds)
	}
}

// A foot that is drawn out of reach takes the pelvis down, no farther than its bound.
func TestPlantLowersThePelvis(t *testing.T) {
	m := loadStrider(t)
	for _, pelvis := range []float64{1e-3, 0.05} {
		c := skating(m, edit.ClipOf(m.Clip("wave")), 0.09, 0)
		got, report, err := edit.Plant(context.Background(), m, c, retarget.PlantOptions{Contact: retarget.ContactOptions{Speed: 1.5}, Pelvis: pelvis})
		must.Do(t, err)
		if report.Pelvis > pelvis {
			t.Errorf("lowered by %v m, at most %v", report.Pelvis, pelvis)
		}
		if pelvis < 0.01 && report.Pelvis < pelvis {
			t.Errorf("lowered by %v m alone", report.Pelvis)
		}
		_, err = got.Build()
		must.Do(t, err)
	}
}

func TestPlantRefuses(t *testing.T) {
	m := loadStrider(t)
	c := edit.ClipOf(m.Clip("walk"))
	ctx := context.Background()
	if _, _, err := edit.Plant(ctx, m, c, retarget.PlantOptions{Pelvis: -1}); !errors.Is(err, soa.ErrOption) {
		t.Error(err)
	}
	if _, _, err := edit.Plant(ctx, m, c, retarget.PlantOptions{Legs: []retarget.Leg{{Upper: 3, Lower: 2, Ankle: 1, Toes: -1}}}); !errors.Is(err, retarget.ErrLegs) {
		t.Error(err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := edit.Plant(cancelled, m, c, retarget.PlantOptions{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	c.Additive = true
	if _, _, err := edit.Plant(ctx, m, c, retarget.PlantOptions{}); !errors.Is(err, retarget.ErrAdditive) {
		t.Error(err)
	}
}
