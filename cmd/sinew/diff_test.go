//go:build cgo

package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
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

	m, err := importer.Load(t.Context(), file, importer.Options{})
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
		crowd, _, err := performance.NewCrowd(m, m.Clips[:1], 1, runtime.CrowdOptions{})
		if err == nil {
			err = crowd.Instance(0).Play(0, play.Options{Mode: play.Clamp})
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

// TestDiffFail: --fail is exit code 1 beyond its limits, after the page, and only for what counts.
func TestDiffFail(t *testing.T) {
	dir := t.TempDir()
	a := strider(t, "strider.glb")
	in := func(name string, args ...string) string {
		out := filepath.Join(dir, name)
		succeed(t, append(args, "-o", out)...)
		return out
	}
	same := in("same.glb", "convert", a)
	reduced := in("reduced.glb", "edit", a, "--reduce", "5mm")
	pruned := in("pruned.glb", "weights", a, "--max", "1")
	posed := in("posed.glb", "rig", a, "--insert", "between=hand.L:0.5")
	for _, c := range []struct {
		b, flags string
		code     int
		kinds    string // of what fails
	}{
		{same, "--fail 0.001mm,0.01deg", exitOK, ""},
		{same, "--fail 0mm", exitOK, ""},
		{reduced, "", exitOK, ""},
		{reduced, "--fail 0.1mm", exitFailed, "motion"},
		{reduced, "--fail 0.0001m --fail 0.1deg", exitFailed, "motion"},
		{reduced, "--fail 1m,1deg", exitFailed, "motion"},
		{reduced, "--fail 1m,180deg", exitOK, ""},
		{reduced, "--fail 0.1mm --ignore motion", exitOK, ""},
		{reduced, "--fail 0.1mm --count rest,weights,parts", exitOK, ""},
		{pruned, "--fail 1m", exitFailed, "weights"},
		{pruned, "--fail 1m,100%", exitOK, ""},
		{pruned, "--fail 1m --ignore weights,names", exitOK, ""},
		{posed, "--fail 1m", exitFailed, "parts"},
		{posed, "--fail 1m --ignore parts,weights", exitOK, ""},
	} {
		code, stdout, stderr := sinew(t, append([]string{"diff", a, c.b, "--json"}, strings.Fields(c.flags)...)...)
		d := decode[reports.Diff](t, stdout)
		kinds := make(map[inspect.ChangeKind]bool)
		for _, f := range d.Failed {
			kinds[f.Kind] = true
		}
		if code != c.code || (code == exitFailed) != kinds[inspect.ChangeKind(c.kinds)] || (code == exitFailed) != strings.Contains(stderr, "--fail") {
			t.Errorf("%s %s: exit code %d, %+v, %s", filepath.Base(c.b), c.flags, code, d.Failed, stderr)
		}
	}
}

// TestDiffFailFolders: of two folders each pair is held to the limits.
func TestDiffFailFolders(t *testing.T) {
	dir := takesOf(t)
	other := t.TempDir()
	for _, name := range []string{"walk", "jump", "wave"} {
		reduce := "0.01mm"
		if name == "jump" {
			reduce = "5mm"
		}
		succeed(t, "edit", filepath.Join(dir, name+".fbx"), "--reduce", reduce, "-o", filepath.Join(other, name+".glb"))
	}
	code, _, stderr := sinew(t, "diff", dir, other, "--fail", "0.5mm")
	if code != exitFailed || !strings.Contains(stderr, "jump.fbx") || strings.Contains(stderr, "wave.fbx") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	succeed(t, "diff", dir, other, "--fail", "3cm")
	must.Do(t, os.Remove(filepath.Join(other, "wave.glb")))
	if code, _, stderr := sinew(t, "diff", dir, other, "--fail", "3cm"); code != exitFailed || !strings.Contains(stderr, "wave") {
		t.Errorf("a file of one folder alone: exit code %d: %s", code, stderr)
	}
}
