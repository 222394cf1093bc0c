//go:build cgo

package exporter_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// arm returns a chain of joints with a clip of keys at 50 frames per second, whose rest pose rotates.
func arm() *soa.Model {
	k := &soa.Skeleton{Name: []string{"hips", "upper arm", "hand"}, Parent: []int16{-1, 0, 1}, Rest: soa.MakeTransforms(3), Unit: []float32{1, 1, 1}}
	k.Rest.TY[0], k.Rest.TX[1], k.Rest.TX[2] = 1, 0.5, 0.3
	k.Rest.RX[1], k.Rest.RW[1] = 0.6, 0.8
	k.ComputeDepth()
	c := &soa.Clip{Name: "wave", TicksPerSecond: 50, Duration: 100}
	var times []float32
	for i := range 101 {
		times = append(times, float32(i))
	}
	turn := func(axis int, speed float64) func(k int) [4]float32 {
		return func(k int) [4]float32 { return exact.AxisRotation(axis, speed*float64(k)).Float32() }
	}
	addTrack(c, soa.Translation, 0, soa.Linear, times, func(k int) [4]float32 { return [4]float32{0.01 * float32(k), 1, 0} })
	addTrack(c, soa.Rotation, 0, soa.Linear, times, turn(1, 0.07)) // beyond a full turn
	addTrack(c, soa.Rotation, 1, soa.Linear, times, turn(0, 0.05))
	addTrack(c, soa.Rotation, 2, soa.Linear, times, turn(2, 0.03))
	return &soa.Model{Skeleton: k, Clips: []*soa.Clip{c}}
}

// On its frames a BVH file has the joints where the clip has them, with Y or Z up, in any unit.
func TestBVH(t *testing.T) {
	m := arm()
	must.Do(t, m.Validate())
	for _, o := range []exporter.BVHOptions{{Rate: 50}, {Rate: 50, Metre: 1}, {Rate: 50, ZUp: true}} {
		var file bytes.Buffer
		var found exporter.Report
		with := o
		with.Report = &found
		must.Do(t, exporter.BVH(t.Context(), &file, m, m.Clips[0], with))
		if len(found.Findings) > 0 {
			t.Error(found.Findings)
		}
		metre := o.Metre
		if metre == 0 {
			metre = 100
		}
		back, err := importer.LoadReader(t.Context(), &file, "arm.bvh", importer.Options{Unit: 1 / metre})
		must.Do(t, err)
		a, b := exact.NewSkeleton(m, nil), exact.NewSkeleton(back, nil)
		x, y := a.NewPose(), b.NewPose()
		play, again := a.NewClip(m.Clips[0]), b.NewClip(back.Clips[0])
		for tick := 0.; tick <= 100; tick++ {
			play.At(tick, false, &x)
			again.At(tick/50*back.Clips[0].TicksPerSecond, false, &y)
			for j, name := range []string{"hips", "upper_arm", "hand"} {
				want := x.Global[j].Translation()
				if o.ZUp {
					want = exact.Vec{want[0], -want[2], want[1]}
				}
				if got := y.Global[back.Skeleton.Joint(name)].Translation(); !(got.Sub(want).Length() < 1e-5) {
					t.Fatalf("%+v: %s is at %v at tick %v, not at %v", o, name, got, tick, want)
				}
			}
		}
	}
}

// What BVH cannot say is an error or a loss.
func TestBVHLosses(t *testing.T) {
	var found exporter.Report
	m := made(t)
	must.Do(t, exporter.BVH(t.Context(), new(bytes.Buffer), m, m.Clips[0], exporter.BVHOptions{Report: &found}))
	var text []string
	for _, f := range found.Losses() {
		text = append(text, f.Message)
	}
	for _, want := range []string{"meshes", "shear", "scaled", "root motion", "floats"} {
		if !strings.Contains(strings.Join(text, "\n"), want) {
			t.Errorf("nothing about %s in %q", want, text)
		}
	}
	if err := exporter.BVH(t.Context(), new(bytes.Buffer), m, nil, exporter.BVHOptions{Rate: -1}); !errors.Is(err, soa.ErrOption) {
		t.Error(err)
	}
	if err := exporter.BVH(t.Context(), new(bytes.Buffer), &soa.Model{Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(0)}}, nil, exporter.BVHOptions{}); !errors.Is(err, soa.ErrInvalid) {
		t.Error(err)
	}
	if err := exporter.BVH(t.Context(), &full{0}, m, m.Clips[0], exporter.BVHOptions{}); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

// The file of a chain is linear in its joints: it is not indented by its whole depth.
func TestBVHOfAChainIsShort(t *testing.T) {
	size := func(joints int) int {
		var out bytes.Buffer
		must.Do(t, exporter.BVH(t.Context(), &out, manyjoints.Model(manyjoints.Chain, joints, 2), nil, exporter.BVHOptions{}))
		return out.Len()
	}
	if few, many := size(1000), size(4000); many > 5*few {
		t.Errorf("a chain of 1,000 joints takes %d bytes, of 4,000 %d", few, many)
	}
}
