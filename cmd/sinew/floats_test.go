package main

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// lampArchive is an archive of a lamp whose glow goes from 1 to 5 in two seconds,
// and of a fog that stands still.
func lampArchive(t *testing.T, glow float32) string {
	t.Helper()
	skel := &soa.Skeleton{Name: []string{"root", "lamp"}, Parent: []int16{soa.NoJoint, 0}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)}
	skel.ComputeDepth()
	return encoded(t, "lamp.sinew", &soa.Model{
		Name: "lamp", Skeleton: skel,
		Floats: []soa.NamedFloat{{Name: "glow", Joint: 1, Rest: 0.5}, {Name: "/materials/0/fog", Joint: soa.NoJoint, Rest: 0.25}},
		Clips: []*soa.Clip{{
			Name: "shine", TicksPerSecond: 10, Duration: 20, Tracks: []soa.Track{{Property: soa.Float}},
			Time: []float32{0, 20}, X: []float32{1, glow}, Y: make([]float32, 2), Z: make([]float32, 2), W: make([]float32, 2),
		}},
	})
}

// encoded is an archive of a model.
func encoded(t *testing.T, name string, m *soa.Model) string {
	t.Helper()
	data, err := archive.Encode(&archive.Content{Model: m})
	must.Do(t, err)
	return write(t, name, data)
}

func TestFloats(t *testing.T) {
	file := lampArchive(t, 5)
	in := infoOf(t, file)
	if len(in.Floats) != 2 || in.Floats[1].Joint != -1 || in.Floats[1].Rest != 0.25 || len(in.Floats[1].Clips) != 0 {
		t.Fatalf("%+v", in.Floats)
	}
	if f := in.Floats[0]; f.Name != "glow" || f.Joint != 1 || f.Rest != 0.5 || len(f.Clips) != 1 || f.Clips[0] != (summary.FloatClip{Clip: "shine", Interpolation: "linear", Keys: 2, Low: 1, High: 5}) {
		t.Errorf("%+v", f)
	}
	f := posing(t, file, "--time", "0.5").Samples[0].Floats
	if len(f) != 2 || f[0].Name != "glow" || f[0].Joint != 1 || math.Abs(float64(f[0].Value)-2) > 1e-6 || f[1].Joint != -1 || f[1].Value != 0.25 {
		t.Errorf("%+v", f)
	}
	if d := diffJSON(t, file, lampArchive(t, 6)); math.Abs(d.Float-1) > 1e-6 || d.Clips[0].Float.Part != "root/lamp: glow" {
		t.Errorf("%+v", d)
	}
}

// smilingArchive is a triangle of which the expression happy moves a corner.
func smilingArchive(t *testing.T) string {
	t.Helper()
	skel := &soa.Skeleton{Name: []string{"head"}, Parent: []int16{soa.NoJoint}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)}
	skel.ComputeDepth()
	return encoded(t, "face.sinew", &soa.Model{
		Name: "face", Skeleton: skel, Weights: []soa.MorphWeight{{Mesh: "head", Target: "smile"}},
		Floats:      []soa.NamedFloat{{Name: "expressions/happy", Joint: soa.NoJoint}, {Name: "glow", Joint: soa.NoJoint}},
		Expressions: []soa.Expression{{Name: "happy", Preset: true, Binds: []soa.ExpressionBind{{Value: 0.5}}}},
		Meshes: []*soa.Mesh{{
			Name: "face", Node: "head", Skin: soa.None, Material: soa.None, Offset: soa.IdentityAffine(),
			Position: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, Normal: []float32{0, 0, 1, 0, 0, 1, 0, 0, 1}, Index: []uint32{0, 1, 2},
			Morphs: []soa.MorphTarget{{Name: "smile", Vertex: []uint32{2}, Position: []float32{0, 1, 0}}},
		}},
	})
}

// An expression set on the command line moves vertices.
func TestFloatFlag(t *testing.T) {
	file := smilingArchive(t)
	for flag, want := range map[string]float32{"happy=1": 1.5, "expressions/happy=0.5": 1.25, "happy=-1": 1} {
		if got := posing(t, file, "--vertices", "--float", flag).Samples[0].Meshes[0].Positions[2][1]; got != want {
			t.Errorf("%s: the corner is at %v, want %v", flag, got, want)
		}
	}
}
