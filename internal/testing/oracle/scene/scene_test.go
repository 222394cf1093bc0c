//go:build cgo

package scene_test

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/oracle/scene"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/native/assimp"
)

// open imports a file as package importer does.
func open(t *testing.T, path string) (*assimp.Scene, scene.Format) {
	t.Helper()
	s, err := assimp.ImportFile(path, assimp.Options{
		Flags: assimp.Triangulate | assimp.GenSmoothNormals | assimp.SortByPType,
		Properties: []assimp.Property{
			assimp.Int(assimp.FBXPreservePivots, 1), assimp.Int(assimp.ColladaUseNames, 1), assimp.Int(assimp.NoSkeletonMeshes, 1),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if strings.EqualFold(filepath.Ext(path), ".fbx") {
		return s, scene.FBX
	}
	return s, scene.Other
}

// pose turns an evaluated scene into what a truth is compared with.
func pose(s *assimp.Scene, p *scene.Pose) *truth.Pose {
	out := &truth.Pose{}
	for _, n := range p.Nodes {
		if !n.Helper {
			out.Joints = append(out.Joints, truth.Joint{Name: n.Name, Position: n.Frame.Translation()})
		}
	}
	for _, m := range p.Meshes {
		posed := truth.PosedMesh{Name: m.Name, Node: m.Node}
		for v, q := range s.Mesh(m.Index).Vertices() {
			posed.Rest = append(posed.Rest, truth.Vec3{float64(q[0]), float64(q[1]), float64(q[2])})
			posed.Position = append(posed.Position, m.Position[v])
		}
		out.Meshes = append(out.Meshes, posed)
	}
	return out
}

// The rules for libassimp's scenes, applied to whole files, give the poses that
// Blender, three.js and a Collada evaluator computed.
func TestSceneAgainstTruth(t *testing.T) {
	strider, blender := truth.Testdata(t, "strider"), truth.Testdata(t, "strider", "strider_truth.json")
	models, truths := truth.SharedRoot(t)+"/models", truth.SharedRoot(t)+"/truth"
	for _, c := range []struct {
		model, truth string
		rate         float64 // frames per second that have keys
		animations   []int   // that play together
		match        truth.Match
		joints       int // compared per sample
		vertices     int
	}{
		{strider + "/strider_walk.fbx", blender, 30, []int{0}, truth.Match{}, 34, 96},
		{strider + "/strider_walk.dae", blender, 30, []int{0, 1}, truth.Match{SkipMeshes: []string{"Ball"}, Unmorphed: true}, 33, 64},
		{models + "/pab/walk.fbx", truths + "/three_pab_walk.json", 30, []int{0}, truth.Match{}, 68, 0},
		{models + "/fbx/robot.fbx", truths + "/three_robot.json", 30, []int{0}, truth.Match{}, 23, 0},
		{models + "/gltf/cesium_man.gltf", truths + "/three_cesium_man.json", 24, []int{0}, truth.Match{}, 22, 32},
		{models + "/collada/pab_walk.dae", truths + "/dae_eval_dae_pab_walk.json", 30, []int{0}, truth.Match{}, 68, 0},
	} {
		t.Run(filepath.Base(c.model), func(t *testing.T) {
			file, err := truth.Load(truth.Present(t, c.truth))
			if err != nil {
				t.Fatal(err)
			}
			s, format := open(t, truth.Present(t, c.model))
			o := scene.New(s, format)
			if err := o.ReadBinds(c.model); err != nil {
				t.Fatal(err)
			}
			for i := range file.Clips[0].Samples {
				sample := &file.Clips[0].Samples[i]
				if frame := sample.Time * c.rate; math.Abs(frame-math.Round(frame)) > 1e-3 {
					continue
				}
				forget(sample, c.match)
				d := sample.Compare(pose(s, o.Evaluate(sample.Time, c.animations...)), c.match)
				if d.Joints != c.joints || d.Vertices != c.vertices {
					t.Errorf("%v s: compared %d joints and %d vertices, want %d and %d", sample.Time, d.Joints, d.Vertices, c.joints, c.vertices)
				}
				if d.JointError > 2e-5 || d.VertexError > 2e-5 {
					t.Errorf("%v s: %v", sample.Time, d)
				}
			}
		})
	}
}

// forget drops from a sample the cameras and lights of pab_walk, which three.js
// turns to look at their targets, and objects that the model file has not.
func forget(s *truth.Sample, m truth.Match) {
	for name := range s.Joints {
		if strings.HasPrefix(name, "Camera0") || strings.HasPrefix(name, "Sky0") || slices.Contains(m.SkipMeshes, name) {
			delete(s.Joints, name)
		}
	}
}
