//go:build cgo

package edit_test

import (
	"context"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/truth"
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
		m, err := importer.Load(context.Background(), file, importer.Options{NoTextures: true})
		if err != nil || len(m.Clips) == 0 {
			continue
		}
		m.Meshes, m.Skins = nil, nil
		for _, clip := range m.Clips[:min(len(m.Clips), 3)] {
			other := m.Clips[0]
			for _, ref := range []struct {
				how  edit.AdditiveReference
				clip *soa.Clip
				tick float64
			}{
				{edit.AdditiveReference{}, clip, 0}, {edit.AdditiveReference{Rest: true}, nil, 0}, {edit.AdditiveReference{Clip: other, Seconds: new(other.End())}, other, math.Inf(1)},
			} {
				a, err := edit.Additive(m, clip, ref.how)
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

// additiveTruth is an additive clip of three.js over another.
type additiveTruth struct {
	Joints []string
	Cases  []struct {
		Actions []struct {
			Clip      string
			Additive  bool
			Reference float64 `json:"reference_frame"` // of 30 a second
		}
		Frames []struct {
			Actions []struct{ Time, Weight float64 }
			TRS     [][10]float64
		}
	}
}

// Truth has what three.js makes of an additive clip of any weight, over another.
func TestAdditiveTruth(t *testing.T) {
	m, err := importer.Load(context.Background(), truth.Testdata(t, "strider", "strider.glb"), importer.Options{NoTextures: true})
	if err != nil {
		t.Fatal(err)
	}
	poses, worst := 0, 0.
	for _, path := range truth.Motion(t, "additive_*.json") {
		var file additiveTruth
		truth.ReadJSON(t, path, &file)
		for _, c := range file.Cases {
			if len(c.Actions) != 2 || c.Actions[0].Additive || !c.Actions[1].Additive {
				continue // more than a layer on a clip is for crowds
			}
			base, clip := m.Clip(c.Actions[0].Clip), m.Clip(c.Actions[1].Clip)
			added := makeAdditive(t, m, clip, edit.AdditiveReference{Seconds: new(clip.Start + c.Actions[1].Reference/30)})
			for _, f := range c.Frames {
				a, b := f.Actions[0], f.Actions[1]
				if a.Weight != 1 {
					continue
				}
				poses++
				for i, name := range file.Joints {
					worst = max(worst, additiveMiss(m, jointOf(t, m, name), f.TRS[i], base, a.Time, added, b.Time, b.Weight))
				}
			}
		}
	}
	t.Logf("truth: %d poses, worst %.3g", poses, worst)
	if worst > 1e-5 {
		t.Errorf("%v off", worst)
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
// of a weight over a base. Scales differ by definition: three.js adds them.
func additiveMiss(m *soa.Model, joint int, want [10]float64, base *soa.Clip, baseTime float64, added *soa.Clip, addedTime, weight float64) (worst float64) {
	for _, d := range []driven{{soa.Translation, int16(joint)}, {soa.Rotation, int16(joint)}} {
		under, rest, over := d.at(m, base, baseTime*base.TicksPerSecond), d.atRest(m), d.at(m, added, addedTime*added.TicksPerSecond)
		expected := want[:3]
		if d.property == soa.Rotation {
			matrix := oracle.Quat(want[3:7]).Unit().Matrix()
			expected = matrix[:]
			over = oracle.Quat(rest).Slerp(oracle.Quat(over), weight)
		} else {
			for i := range over {
				over[i] = rest[i] + weight*(over[i]-rest[i])
			}
		}
		got, _ := d.added(under, rest, over)
		for i := range expected {
			worst = max(worst, math.Abs(got[i]-expected[i]))
		}
	}
	return worst
}
