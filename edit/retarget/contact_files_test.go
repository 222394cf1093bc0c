//go:build cgo

package retarget_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// A walk on the spot gets the motion at which its soles, which go back as the ground would,
// stand still: by turns, more than half of the time each.
func TestStride(t *testing.T) {
	m, err := importer.Load(context.Background(), truth.Testdata(t, "warden", "warden.md5mesh"), importer.Options{})
	must.Do(t, err)
	legs := retarget.Legs(m.Skeleton)
	if len(legs) != 2 || m.Skeleton.Name[legs[0].Toes] != "toe.L" || m.Skeleton.Name[legs[1].Ankle] != "foot.R" {
		t.Fatalf("legs %v", legs)
	}
	spot, err := retarget.BakeContacts(t.Context(), m, legs, retarget.ContactOptions{})
	must.Do(t, err)
	clip := *m.Clips[0]
	clip.Motion, err = retarget.Stride(t.Context(), m, m.Clips[0], legs)
	must.Do(t, err)
	m.Clips[0] = &clip
	if m := clip.Motion; math.Abs(float64(m.X[1])) > 1e-3 || !(m.Z[1] > 26 && m.Z[1] < 29) {
		t.Errorf("a stride of %v, %v units", m.X[1], m.Z[1])
	}
	found, err := retarget.BakeContacts(t.Context(), m, legs, retarget.ContactOptions{})
	must.Do(t, err)
	for k, f := range found {
		if !slices.Equal(f.Intervals, spot[k].Intervals) {
			t.Errorf("on the spot %+v, with the stride %+v", spot[k], f)
		}
		stands := 0.
		for _, i := range f.Intervals {
			stands += i.To - i.From
		}
		if part := stands / clip.Seconds(); !(part > 0.5 && part < 0.75) {
			t.Errorf("foot %d stands for %v of the clip: %+v", f.Leg, part, f.Intervals)
		}
	}
}

// A captured walk has a contact of each foot, apart by half the clip.
func TestCapturedWalk(t *testing.T) {
	m, err := importer.Load(context.Background(), truth.Shared(t, "models", "pab", "arnaud.fbx"), importer.Options{NoTextures: true})
	must.Do(t, err)
	_, err = importer.AddClips(context.Background(), m, truth.Shared(t, "models", "pab", "walk.fbx"), importer.Options{})
	must.Do(t, err)
	found, err := retarget.BakeContacts(t.Context(), m, retarget.Legs(m.Skeleton), retarget.ContactOptions{})
	must.Do(t, err)
	t.Logf("%+v", found)
	if len(found) != 2 || len(found[0].Intervals) == 0 || len(found[1].Intervals) == 0 {
		t.Fatalf("%+v", found)
	}
}

// A captured run, which slips on the ground at up to a metre a second, has a contact of each
// foot as long as the other's, in seconds on the clip's time line, and apart by half the
// clip.
func TestCapturedRun(t *testing.T) {
	m, err := importer.Load(context.Background(), truth.Shared(t, "models", "pab", "run.fbx"), importer.Options{NoTextures: true})
	must.Do(t, err)
	found, err := retarget.BakeContacts(t.Context(), m, retarget.Legs(m.Skeleton), retarget.ContactOptions{})
	must.Do(t, err)
	if len(found) != 2 {
		t.Fatalf("%+v", found)
	}
	var begins [2]float64
	for k, f := range found {
		clip := m.Clips[f.Clip]
		stands := 0.
		for _, i := range f.Intervals {
			if stands += i.To - i.From; i.From < clip.Start || i.To > clip.End() {
				t.Errorf("from %v s to %v s of a clip from %v s to %v s", i.From, i.To, clip.Start, clip.End())
			}
			if i.From > clip.Start {
				begins[k] = i.From
			}
		}
		if !(stands > 0.12 && stands < 0.2) {
			t.Errorf("foot %d stands for %v s: %+v", f.Leg, stands, f.Intervals)
		}
	}
	if apart := math.Abs(begins[0] - begins[1]); math.Abs(apart-m.Clips[0].Seconds()/2) > 0.05 {
		t.Errorf("the feet set in %v s apart", apart)
	}
}
