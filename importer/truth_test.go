package importer_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// A truthCase is a model file with the poses that another program computed of
// it, or of the scene it was exported from.
type truthCase struct {
	model, truth string
	clip         string // of the truth; empty for its only one
	play         string // clips of the model that play together: "a+b", or "*" for all
	match        truth.Match
	compare      func(joint string) bool // nil for all
	noWeights    bool
	between      bool    // the truth is linear between keys as the model is: compare there too
	until        float64 // seconds after which the file's clip holds no keys; 0 for none
	vertices     float64 // the bound on vertices, where it is not tolerance
	samples      int     // that count, at least
}

// tolerance is the bound on joints, vertices and weights: metres, or, where a
// file has no unit, parts of the model's size.
const tolerance = 1e-4

// The tests hold joints, skinned and morphed vertices and morph weights against
// the poses that Blender, three.js, the Autodesk SDK, ufbx and evaluators of
// Collada and MD5 computed, by the oracle and by the runtime.

func TestTruthStrider(t *testing.T) { runTruth(t, striderCases(t)) }
func TestTruthFBX(t *testing.T)     { runTruth(t, fbxCases(t)) }
func TestTruthOthers(t *testing.T)  { runTruth(t, otherCases(t)) }

func runTruth(t *testing.T, cases []truthCase) {
	for _, c := range cases {
		name := filepath.Base(c.model) + "/" + strings.TrimSuffix(filepath.Base(c.truth), ".json") + "/" + c.play
		t.Run(name, func(t *testing.T) { c.run(t) })
	}
}

func (c *truthCase) run(t *testing.T) {
	file, err := truth.Load(truth.Present(t, c.truth))
	if err != nil {
		t.Fatal(err)
	}
	clip := &file.Clips[0]
	if c.clip != "" {
		clip = file.Clip(c.clip)
	}
	moving := clip.Moving(1e-6)
	m := imported(t, truth.Present(t, c.model), importer.Options{})
	clips := clipsNamed(t, m, c.play)
	for _, e := range evaluators {
		var worst truth.Deviation
		compared, limit := 0, tolerance
		evaluate := e.of(t, m, clips)
		for i := range clip.Samples {
			s := c.narrow(clip.Samples[i])
			if !c.counts(&s, clips) {
				continue
			}
			compared++
			got := evaluate(s.Time)
			if !file.Metres {
				limit = tolerance * got.size()
			}
			d := s.Compare(got.pose(m), c.match)
			worst.Merge(d)
			c.check(t, e.name, s.Time, limit, d)
		}
		for _, name := range worst.MissingJoints {
			if moving[name] {
				t.Errorf("%s: joint %q moves in the truth and is not in the model", e.name, name)
			}
		}
		if compared < c.samples || worst.Joints == 0 {
			t.Errorf("%s: compared %d samples, want %d, and %d joints", e.name, compared, c.samples, worst.Joints)
		}
		worst.MissingJoints = nil
		t.Logf("%s, %d of %d samples: %v", e.name, compared, len(clip.Samples), worst)
	}
}

// narrow leaves out of a sample what the model file does not say.
func (c *truthCase) narrow(s truth.Sample) truth.Sample {
	if c.compare != nil {
		joints := make(map[string]truth.Vec3)
		for name, p := range s.Joints {
			if c.compare(name) {
				joints[name] = p
			}
		}
		s.Joints = joints
	}
	if c.noWeights {
		s.Weights = nil
	}
	return s
}

// counts reports whether the truth and the model agree at a sample's time: where every
// moving track has a key, and everywhere if the truth blends as Sinew does.
func (c *truthCase) counts(s *truth.Sample, clips []*soa.Clip) bool {
	if c.until > 0 && s.Time > c.until {
		return false
	}
	return c.between || s.OnKey == 1 || s.Interpolation == "slerp" || keyed(clips, s.Time)
}

func (c *truthCase) check(t *testing.T, by string, seconds, limit float64, d truth.Deviation) {
	t.Helper()
	vertexLimit := limit
	if c.vertices > 0 {
		vertexLimit = c.vertices
	}
	if d.JointError > limit {
		t.Errorf("%s, %v s: joint %s is off by %.3g, allowed are %.3g", by, seconds, d.Joint, d.JointError, limit)
	}
	if d.VertexError > vertexLimit {
		t.Errorf("%s, %v s: vertex %s is off by %.3g, allowed are %.3g", by, seconds, d.Vertex, d.VertexError, vertexLimit)
	}
	if d.WeightError > tolerance {
		t.Errorf("%s, %v s: weight %s is off by %.3g", by, seconds, d.Weight, d.WeightError)
	}
	if len(d.Unmatched) > 0 {
		t.Errorf("%s, %v s: no vertex of the model rests where these do: %q", by, seconds, d.Unmatched)
	}
	if len(d.MissingWeights) > 0 {
		t.Errorf("%s, %v s: the model has no weights %q", by, seconds, d.MissingWeights)
	}
}
