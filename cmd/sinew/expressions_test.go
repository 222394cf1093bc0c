package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// smilingArchive is a triangle of which the expression happy moves a corner.
func smilingArchive(t *testing.T) string {
	t.Helper()
	skel := &soa.Skeleton{Name: []string{"head"}, Parent: []int16{soa.NoJoint}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)}
	skel.ComputeDepth()
	data, err := archive.Encode(&archive.Content{Model: &soa.Model{
		Name: "face", Skeleton: skel, Weights: []soa.MorphWeight{{Mesh: "head", Target: "smile"}},
		Floats:      []soa.NamedFloat{{Name: "expressions/happy", Joint: soa.NoJoint}, {Name: "glow", Joint: soa.NoJoint}},
		Expressions: []soa.Expression{{Name: "happy", Preset: true, Binds: []soa.ExpressionBind{{Value: 0.5}}}},
		Meshes: []*soa.Mesh{{
			Name: "face", Node: "head", Skin: soa.None, Material: soa.None, Offset: soa.IdentityAffine(),
			Position: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, Normal: []float32{0, 0, 1, 0, 0, 1, 0, 0, 1}, Index: []uint32{0, 1, 2},
			Morphs: []soa.MorphTarget{{Name: "smile", Vertex: []uint32{2}, Position: []float32{0, 1, 0}}},
		}},
	}})
	must.Do(t, err)
	file := filepath.Join(t.TempDir(), "face.sinew")
	must.Do(t, os.WriteFile(file, data, 0o666))
	return file
}

// An expression set on the command line moves vertices; a float that there is not, or that moves
// nothing, is an error.
func TestFloatFlag(t *testing.T) {
	file := smilingArchive(t)
	for flag, want := range map[string]float32{"happy=1": 1.5, "expressions/happy=0.5": 1.25, "happy=-1": 1} {
		out := succeed(t, "pose", file, "--vertices", "--json", "--float", flag)
		var p struct {
			Samples []struct {
				Meshes []struct{ Positions [][3]float32 }
			}
		}
		must.Do(t, json.Unmarshal([]byte(out), &p))
		if got := p.Samples[0].Meshes[0].Positions[2][1]; got != want {
			t.Errorf("%s: the corner is at %v, want %v", flag, got, want)
		}
	}
	for flag, c := range map[string]struct {
		code int
		want string
	}{
		"happy": {2, "NAME=VALUE"}, "happy=x": {2, "not a number"}, "hapy=1": {1, `did you mean "happy"`}, "glow=1": {1, "nothing follows"},
	} {
		if code, _, said := sinew(t, "pose", file, "--float", flag); code != c.code || !strings.Contains(said, c.want) {
			t.Errorf("%s: %d %s", flag, code, said)
		}
	}
}
