//go:build cgo

package bake_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/oracle"
	"github.com/sinew-anim/sinew/internal/truth"
	"github.com/sinew-anim/sinew/runtime/bake"
	"github.com/sinew-anim/sinew/soa"
)

// The clips of every model file are differences from each kind of reference. Files
// that cannot be loaded, or have no clip, are left out.
func TestAdditiveFiles(t *testing.T) {
	var files []string
	for _, pattern := range []string{"*.*", "*/*.*"} {
		found, err := filepath.Glob(filepath.Join(truth.SharedRoot(t), "models", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skip("test data is missing")
	}
	clips, flat := 0, 0
	for i, file := range files {
		if testing.Short() && i%8 != 0 {
			continue
		}
		m, err := importer.Load(context.Background(), file, importer.WithoutTextures())
		if err != nil || len(m.Clips) == 0 {
			continue
		}
		m.Meshes, m.Skins = nil, nil
		for _, clip := range m.Clips[:min(len(m.Clips), 3)] {
			other := m.Clips[0]
			for _, ref := range []struct {
				how  bake.Reference
				clip *soa.Clip
				tick float64
			}{
				{bake.FirstFrame(), clip, 0}, {bake.RestPose(), nil, 0}, {bake.PoseOf(other, other.End()), other, math.Inf(1)},
			} {
				a, err := bake.Additive(m, clip, ref.how)
				if err != nil { // a scale of zero
					flat++
					continue
				}
				checkAdditive(t, m, clip, a, ref.clip, ref.tick, other)
				clips++
			}
		}
	}
	t.Logf("%d additive clips, %d more would divide by zero", clips, flat)
	if clips == 0 || flat > clips/10 {
		t.Errorf("%d additive clips, %d refused", clips, flat)
	}
}

// Truth has what three.js makes of an additive clip at weight 1, over another.
func TestAdditiveTruth(t *testing.T) {
	data, err := os.ReadFile(truth.Shared(t, "truth", "motion", "additive_strider.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Joints []string
		Cases  []struct {
			Name    string
			Actions []struct{ Clip string }
			Frames  []struct {
				Actions []struct{ Time, Weight float64 }
				TRS     [][10]float64
			}
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	m, err := importer.Load(context.Background(), truth.Testdata(t, "strider", "strider.glb"), importer.WithoutTextures())
	if err != nil {
		t.Fatal(err)
	}
	poses, worst := 0, 0.
	for _, c := range file.Cases {
		base, clip := m.Clip(c.Actions[0].Clip), m.Clip(c.Actions[1].Clip)
		added := makeAdditive(t, m, clip, bake.FirstFrame())
		for _, f := range c.Frames {
			if f.Actions[0].Weight != 1 || f.Actions[1].Weight != 1 {
				continue // which a layer's weight does
			}
			poses++
			for i, name := range file.Joints {
				worst = max(worst, additiveMiss(m, jointOf(t, m, name), f.TRS[i], base, f.Actions[0].Time, added, f.Actions[1].Time))
			}
		}
	}
	t.Logf("truth: %d poses, worst %.3g", poses, worst)
	if poses == 0 || worst > 1e-5 {
		t.Errorf("%d poses, worst %v", poses, worst)
	}
}

// jointOf finds a joint by the name that three.js gives it, without dots.
func jointOf(t *testing.T, m *soa.Model, name string) int {
	t.Helper()
	for j, n := range m.Skeleton.Name {
		if strings.ReplaceAll(n, ".", "") == name {
			return j
		}
	}
	t.Fatalf("no joint %q", name)
	return soa.NoJoint
}

// additiveMiss compares the translation and rotation of a joint with an additive clip
// over a base. Scales differ by definition: three.js adds them.
func additiveMiss(m *soa.Model, joint int, want [10]float64, base *soa.Clip, baseTime float64, added *soa.Clip, addedTime float64) (worst float64) {
	for _, d := range []driven{{soa.Translation, int16(joint)}, {soa.Rotation, int16(joint)}} {
		got, _ := d.added(d.at(m, base, baseTime*base.TicksPerSecond), d.atRest(m), d.at(m, added, addedTime*added.TicksPerSecond))
		expected := want[:3]
		if d.property == soa.Rotation {
			matrix := oracle.Quat(want[3:7]).Unit().Matrix()
			expected = matrix[:]
		}
		for i := range expected {
			worst = max(worst, math.Abs(got[i]-expected[i]))
		}
	}
	return worst
}
