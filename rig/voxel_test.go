package rig_test

import (
	"context"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// Nothing crosses the gap between two fingers, and shells that overlap are one volume.
func TestVoxelFingers(t *testing.T) {
	finger := solid.Tube(2, 0.1, 8, 8)
	m := chain(solid.Join(finger, finger.Move(0, 0.24, 0)), 0.2, 1, 0.2, 1)
	m.Skeleton.Parent[2], m.Skeleton.Rest.TX[2], m.Skeleton.Rest.TY[2] = soa.NoJoint, 0.2, 0.24
	m.Skeleton.ComputeDepth()
	out, report, err := rig.Bind(context.Background(), m, rig.Options{Method: rig.Voxel})
	must.Do(t, err)
	if report.Filled > 0 || len(report.Findings) > 0 {
		t.Errorf("%d filled, %v", report.Filled, report.Findings)
	}
	half := finger.Vertices()
	for v, row := range rows(t, out, 0) {
		for j := range row {
			if (j >= 2) != (v >= half) {
				t.Fatalf("vertex %d of the finger %d has a weight of joint %d", v, v/half, j)
			}
		}
	}
	m.Meshes[0] = meshOf(solid.Join(finger, finger.Move(0, 0.15, 0)))
	out, _, err = rig.Bind(context.Background(), m, rig.Options{Method: rig.Voxel, Joints: []int{0, 1}})
	must.Do(t, err)
	for v, row := range rows(t, out, 0) {
		if len(row) == 0 {
			t.Fatalf("vertex %d has no weight", v)
		}
	}
}

// The lower the falloff, down to 0, the larger the weight of the second bone in the middle of the first;
// none given is 1.
func TestVoxelFalloff(t *testing.T) {
	m := chain(solid.Tube(2, 0.1, 16, 8), 0, 1)
	second := func(falloff *float64) float64 {
		out, _, err := rig.Bind(context.Background(), m, rig.Options{Method: rig.Voxel, Falloff: falloff, Resolution: 64})
		must.Do(t, err)
		checkSums(t, out)
		for v, row := range rows(t, out, 0) {
			if x := out.Meshes[0].Position[3*v]; x > 0.6 && x < 0.7 {
				return float64(row[1])
			}
		}
		t.Fatal("no vertex there")
		return 0
	}
	last := 1.
	for _, falloff := range []float64{0, 0.5, 0.9, 1} {
		w := second(&falloff)
		if w >= last || w == 0 {
			t.Errorf("falloff %v: %v, not below %v", falloff, w, last)
		}
		last = w
	}
	if w := second(nil); w != last {
		t.Errorf("without a falloff %v, want %v", w, last)
	}
}

// A bone outside the meshes is reported, and so are pieces that no bone reaches.
func TestVoxelFindings(t *testing.T) {
	m := chain(solid.Join(solid.Tube(2, 0.1, 8, 8), solid.Sphere(0.1, 4, 6).Move(0, 1, 0)), 0, 0.5, 5)
	_, report, err := rig.Bind(context.Background(), m, rig.Options{Method: rig.Voxel})
	must.Do(t, err)
	if got := kinds(report); !slices.Equal(got, []rig.Kind{rig.OutsideBone, rig.NoWeight, rig.Unreached}) {
		t.Error(report.Findings)
	}
}

// More than 256 joints have a coarser volume, which is reported; unless a resolution is given.
func TestVoxelManyJoints(t *testing.T) {
	for _, c := range []struct {
		joints, resolution int
		want               bool
	}{{256, 0, false}, {257, 0, true}, {300, 0, true}, {300, 16, false}} {
		at := make([]float32, c.joints)
		for j := range at {
			at[j] = 2 * float32(j) / float32(len(at))
		}
		m := chain(solid.Tube(2, 0.2, 1, 4), at...)
		out, report, err := rig.Bind(context.Background(), m, rig.Options{Method: rig.Voxel, Resolution: c.resolution})
		must.Do(t, err)
		checkSums(t, out)
		if got := slices.Contains(kinds(report), rig.Coarse); got != c.want {
			t.Errorf("%d joints, resolution %d: the report of a coarse volume is %v", c.joints, c.resolution, got)
		}
	}
}
