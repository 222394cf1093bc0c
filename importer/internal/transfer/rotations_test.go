package transfer

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// body is hips with two legs, of a height.
func body(t *testing.T, height float32) *soa.Skeleton {
	list := []soa.Joint{{Name: "Hips", Translation: [3]float32{0, height / 2, 0}}, {Name: "Spine", Parent: "Hips", Translation: [3]float32{0, height / 10, 0}}}
	for _, side := range []string{"Left", "Right"} {
		down := [3]float32{0, -height / 4, 0}
		list = append(list, soa.Joint{Name: side + "UpLeg", Parent: "Hips"}, soa.Joint{Name: side + "Leg", Parent: side + "UpLeg", Translation: down}, soa.Joint{Name: side + "Foot", Parent: side + "Leg", Translation: down})
	}
	k, err := soa.NewSkeleton(list...)
	must.Do(t, err)
	return k
}

// Travel of any interpolation is scaled, tangents with it.
func TestTravelOfCurves(t *testing.T) {
	for _, interpolation := range []soa.Interpolation{soa.Step, soa.Linear, soa.Cubic} {
		model, from := &soa.Model{Skeleton: body(t, 2)}, body(t, 1)
		const keys = 3
		c := &soa.Clip{Name: "walk", TicksPerSecond: 10, Duration: 2}
		add := func(target int16, property soa.Property, values func(k, a int) float32) {
			tr := soa.Track{Target: target, Property: property, Interpolation: interpolation, First: uint32(len(c.Time)), FirstTangent: uint32(len(c.In))}
			for k := range keys {
				c.Time = append(c.Time, float32(k))
				for a, list := range []*[]float32{&c.X, &c.Y, &c.Z, &c.W} {
					*list = append(*list, values(k, a))
				}
				if interpolation == soa.Cubic {
					c.In, c.Out = append(c.In, soa.Tangent{values(k, 0), 2, 3}), append(c.Out, soa.Tangent{4, values(k, 1), 6})
				}
			}
			c.Tracks = append(c.Tracks, tr)
		}
		travel := func(k, a int) float32 { return float32(k) + float32(a)/4 }
		add(0, soa.Translation, func(k, a int) float32 {
			if a == 3 {
				return 0
			}
			return travel(k, a)
		})
		add(1, soa.Rotation, func(_, a int) float32 { return float32(a / 3) })
		clips := []*soa.Clip{c}
		home := func(int) exact.Vec { return exact.Vec{0, 0.5, 0} }
		Rotations(&report.Report{}, model, from, home, clips)
		model.Clips = clips
		must.Do(t, model.Validate())
		what := fmt.Sprint(interpolation)
		out := clips[0]
		if len(out.Tracks) != 2 {
			t.Fatalf("%s: %d tracks", what, len(out.Tracks))
		}
		at, end := out.Keys(0)
		if tr := out.Tracks[0]; tr.Property != soa.Translation || tr.Interpolation != interpolation || end-at != keys {
			t.Fatalf("%s: %+v", what, tr)
		}
		for k := range keys { // the model's rest is 1 m high, that of the clip 0.5 m
			want := [3]float64{2 * float64(travel(k, 0)), 1 + 2*(float64(travel(k, 1))-0.5), 2 * float64(travel(k, 2))}
			got := [3]float32{out.X[at+k], out.Y[at+k], out.Z[at+k]}
			if interpolation == soa.Cubic {
				n := int(out.Tracks[0].FirstTangent) + k
				same(t, what+" in", [3]float32(out.In[n][:3]), [3]float64{2 * float64(travel(k, 0)), 4, 6})
				same(t, what+" out", [3]float32(out.Out[n][:3]), [3]float64{8, 2 * float64(travel(k, 1)), 12})
			}
			same(t, what, got, want)
		}
	}
}

func same(t *testing.T, what string, got [3]float32, want [3]float64) {
	t.Helper()
	for a := range 3 {
		if math.Abs(float64(got[a])-want[a]) > 1e-5 {
			t.Errorf("%s: %v, want %v", what, got, want)
			return
		}
	}
}
