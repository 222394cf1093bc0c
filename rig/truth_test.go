package rig_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// truthFile is a mesh bound by Blender, Z up.
type truthFile struct {
	Vertices  []float32
	Triangles []uint32
	Bones     []struct {
		Name       string
		Head, Tail [3]float64
		Parent     int
		Deform     bool
		Envelope   [3]float64
	}
	Heat, Envelope [][]float64 // per vertex: bone, weight, bone, weight, …
}

// bind computes raw weights per vertex and bone, and reports whether vertices were joined. The bones are joints without parents:
// Blender's rule does not look at these.
func (f *truthFile) bind(t *testing.T, method rig.Method) (weights [][]float64, joined bool) {
	m := chain(solid.Mesh{Position: f.Vertices, Index: f.Triangles}, make([]float32, len(f.Bones))...)
	o := rig.Options{Method: method, Raw: true, Joints: []int{}}
	for b, bone := range f.Bones {
		m.Skeleton.Parent[b] = soa.NoJoint
		if bone.Deform {
			o.Joints = append(o.Joints, b)
		}
		o.Segments = append(o.Segments, rig.Segment{
			Joint: b, Head: bone.Head, Tail: bone.Tail,
			HeadRadius: bone.Envelope[0], TailRadius: bone.Envelope[1], Reach: bone.Envelope[2],
		})
	}
	m.Skeleton.ComputeDepth()
	out, report, err := rig.Bind(context.Background(), m, o)
	must.Do(t, err)
	dense := make([][]float64, len(f.Vertices)/3)
	for v, r := range rows(t, out, 0) {
		dense[v] = make([]float64, len(f.Bones))
		for j, w := range r {
			dense[v][j] = w
		}
	}
	return dense, report.Points < report.Vertices
}

// off returns, per vertex, the largest difference from what Blender computed, ascending.
func off(got [][]float64, want [][]float64) []float64 {
	worst := make([]float64, len(want))
	for v, list := range want {
		row := make(map[int]float64)
		for i := 0; i < len(list); i += 2 {
			row[int(list[i])] = list[i+1]
		}
		have := make(map[int]float64)
		for b, w := range got[v] {
			have[b] = w
		}
		worst[v] = apart(have, row)
	}
	slices.Sort(worst)
	return worst
}

// within returns the share of ascending values up to a limit.
func within(values []float64, limit float64) float64 {
	n, _ := slices.BinarySearch(values, limit)
	return float64(n) / float64(len(values))
}

// Envelopes are Blender's.
func TestEnvelopeTruth(t *testing.T) {
	cases, worst := 0, 0.0
	for _, path := range truth.Motion(t, "weights_*.json") {
		var f truthFile
		truth.ReadJSON(t, path, &f)
		if f.Envelope == nil {
			continue
		}
		got, _ := f.bind(t, rig.Envelope)
		d := off(got, f.Envelope)
		cases += len(d)
		worst = max(worst, d[len(d)-1])
		if d[len(d)-1] > 1e-5 {
			t.Errorf("%s: off by up to %.1e", filepath.Base(path), d[len(d)-1])
		}
	}
	t.Logf("truth: %d cases, worst %.1e", cases, worst)
}

// Heat is Blender's. Vertices at one place are one here, and apart in Blender: meshes that have some are not compared.
func TestHeatTruth(t *testing.T) {
	cases, worst := 0, 0.0
	for _, path := range truth.Motion(t, "weights_*.json") {
		var f truthFile
		truth.ReadJSON(t, path, &f)
		if f.Heat == nil {
			continue
		}
		got, joined := f.bind(t, rig.Heat)
		d := off(got, f.Heat)
		name, last := filepath.Base(path), d[len(d)-1]
		t.Logf("%s: %d vertices, %.2f %% within 0.001, worst %.1e, joined %v", name, len(d), 100*within(d, 1e-3), last, joined)
		if joined {
			continue
		}
		cases += len(d)
		worst = max(worst, last)
		if last > 1e-4 {
			t.Errorf("%s: the worst is off by %v", name, last)
		}
	}
	t.Logf("truth: %d cases, worst %.1e", cases, worst)
}
