package importer_test

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// threeFile is as much of a truth file of three.js as tells whole matrices:
// internal/testing/truth compares positions alone.
type threeFile struct {
	Clips []struct {
		Clip    string
		Samples []struct {
			T     float64
			Nodes map[string]struct{ Pos, Rot, Scale []float64 }
		}
	}
}

func readThree(t *testing.T, path string) threeFile {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var f threeFile
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestGLTFInterpolation holds every mode of glTF's samplers, between the keys,
// against three.js: step, linear and cubic on translations, rotations and
// scales, and a character with CUBICSPLINE tracks.
func TestGLTFInterpolation(t *testing.T) {
	for _, c := range []struct{ model, truth string }{
		{"models/gltf/interpolation_test.gltf", "truth/three_interpolation_test.json"},
		{"models/strider/strider_sparse.gltf", "models/strider/strider_sparse_three.json"},
	} {
		var r report.Report
		m := files.LoadWith(t, shared(t, c.model), importer.Options{Report: &r})
		for _, f := range r.Findings {
			if f.Severity == report.Loss && strings.Contains(f.Message, "interpolation") {
				t.Errorf("%s: %v", c.model, f)
			}
		}
		file := readThree(t, shared(t, c.truth))
		if len(file.Clips) != len(m.Clips) {
			t.Fatalf("%s: %d clips, want %d", c.model, len(m.Clips), len(file.Clips))
		}
		for _, want := range file.Clips {
			clip := m.Clip(want.Clip)
			if clip == nil {
				t.Fatalf("%s: no clip %q", c.model, want.Clip)
			}
			worst, compared := 0.0, 0
			for _, s := range want.Samples {
				if onStep(clip, s.T) {
					continue
				}
				pose := oracle.Evaluate(m, []*soa.Clip{clip}, s.T)
				for name, n := range s.Nodes {
					if j := m.Skeleton.Joint(name); j != soa.NoJoint {
						compared++
						worst = math.Max(worst, matrixError(pose.Model[j], float64(m.Skeleton.Unit[j]), n.Pos, n.Rot, n.Scale))
					}
				}
			}
			t.Logf("%s, %q: %d matrices to %.2g", c.model, want.Clip, compared, worst)
			if worst > 1e-5 || compared < 10 {
				t.Errorf("%s, clip %q: off by %.3g over %d matrices", c.model, want.Clip, worst, compared)
			}
		}
	}
}

// onStep reports whether a time is so near a step key that its rounding decides
// which side it falls on.
func onStep(c *soa.Clip, seconds float64) bool {
	for t := range c.Tracks {
		if c.Tracks[t].Interpolation != soa.Step {
			continue
		}
		a, b := c.Keys(t)
		for k := a; k < b; k++ {
			if math.Abs(c.Start+float64(c.Time[k])/c.TicksPerSecond-seconds) < 1e-4 {
				return true
			}
		}
	}
	return false
}

// matrixError compares a joint's matrix, with the unit its frame leaves out,
// with a position, a rotation and scales.
func matrixError(m oracle.Mat4, unit float64, pos, rot, scale []float64) float64 {
	worst := 0.0
	for i := range 3 {
		worst = math.Max(worst, math.Abs(m[4*i+3]-pos[i]))
		for j := range 3 {
			worst = math.Max(worst, math.Abs(m[4*i+j]*unit-rot[3*i+j]*scale[j]))
		}
	}
	return worst
}

func TestGLTFModesAreKept(t *testing.T) {
	m := files.Load(t, shared(t, "models/gltf/interpolation_test.gltf"))
	for name, want := range map[string]soa.Interpolation{
		"Step Scale": soa.Step, "CubicSpline Rotation": soa.Cubic, "Linear Translation": soa.Linear,
	} {
		found := false
		for _, tr := range m.Clip(name).Tracks {
			found = found || tr.Interpolation == want
		}
		if !found {
			t.Errorf("clip %q has no %v track: %+v", name, want, m.Clip(name).Tracks)
		}
	}
}
