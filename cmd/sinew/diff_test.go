//go:build cgo

package main

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/bake"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// TestDiffArchive: diff tells of a model and its archive the largest and the mean
// error of joints and vertices, and where: there both play as far apart as it says.
func TestDiffArchive(t *testing.T) {
	const bound = 1e-3
	file, out := strider(t, "strider_walk.fbx"), filepath.Join(t.TempDir(), "walk.sinew")
	succeed(t, "bake", file, "-o", out, "--bound", fmt.Sprint(bound))
	d := answer[reports.Diff](t, "diff", file, out)
	if len(d.Clips) != 1 || d.FileA != file || d.FileB != out {
		t.Fatalf("%+v", d)
	}
	c := &d.Clips[0]
	if !(c.Joint.Max > bound/2 && c.Joint.Max <= bound && c.Joint.Mean > 0 && c.Joint.Mean < c.Joint.Max) || c.Joint.Max != d.Joint || c.Vertex.Max != d.Vertex ||
		!(c.Vertex.Max > bound/10 && c.Vertex.Max < 10*bound && c.Vertex.Mean > 0 && c.Vertex.Mean < c.Vertex.Max) || c.MeshesCompared < 3 {
		t.Errorf("%+v", c)
	}

	m, err := importer.Load(t.Context(), file)
	must.Do(t, err)
	a, err := archive.Open(out)
	must.Do(t, err)
	defer a.Close()
	packed, err := bake.Model(a)
	must.Do(t, err)
	m.Clips[0] = exact.OnFrames(m.Clips[0]) // what diff compares
	if apart := jointApart(t, m, packed, c.Joint.Part, c.Joint.Time); math.Abs(apart-c.Joint.Max) > 1e-6 {
		t.Errorf("joint %q at %v s is %v m off, diff says %v", c.Joint.Part, c.Joint.Time, apart, c.Joint.Max)
	}
}

// jointApart plays two models and returns how far a joint, or a point 3 cm from it
// on its axes, is in one from where it is in the other.
func jointApart(t *testing.T, a, b *soa.Model, joint string, seconds float64) (apart float64) {
	t.Helper()
	var at [2]soa.Affine
	for i, m := range []*soa.Model{a, b} {
		crowd, _, err := play.NewCrowd(m, m.Clips[:1], 1, runtime.CrowdOptions{})
		if err == nil {
			err = crowd.Instance(0).Play(0, runtime.PlayOptions{Mode: runtime.Clamp})
		}
		if err == nil {
			err = errors.Join(crowd.Instance(0).Seek(m.Clips[0].Start+seconds), crowd.Update(0))
		}
		if err == nil {
			at[i], err = crowd.Instance(0).Joint(slices.Index(m.Skeleton.Name, joint))
		}
		must.Do(t, err)
	}
	for axis := range 4 {
		along := 0.0
		if axis < 3 {
			along = 0.03 / math.Hypot(math.Hypot(float64(at[0][axis]), float64(at[0][4+axis])), float64(at[0][8+axis]))
		}
		var d [3]float64
		for row := range d {
			d[row] = float64(at[0][4*row+3]) - float64(at[1][4*row+3])
			if axis < 3 {
				d[row] += along * (float64(at[0][4*row+axis]) - float64(at[1][4*row+axis]))
			}
		}
		apart = max(apart, math.Hypot(math.Hypot(d[0], d[1]), d[2]))
	}
	return apart
}
