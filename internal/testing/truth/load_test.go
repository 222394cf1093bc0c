package truth

import (
	"errors"
	"math"
	"testing"
)

func decoded(t *testing.T, data string) *File {
	t.Helper()
	f, err := decode([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func wantPoint(t *testing.T, what string, got, want Vec3) {
	t.Helper()
	if !(Distance(got, want) < 1e-12) {
		t.Errorf("%s is at %v, want %v", what, got, want)
	}
}

func TestThreeFBX(t *testing.T) {
	f := decoded(t, `{"tool": "three.js r187 (fbx loader)", "source": "x.fbx", "unitScaleFactor": 2.54,
		"nodes": [{"name": "Hips"}, {"name": "Hips#1", "parent": "Hips"}],
		"meshes": {"Body": {"morphs": ["smile"], "sample_rest_local": [[1, 2, 3]]}},
		"clips": [{"clip": "walk", "samples": [{"t": 0.5, "on_key_fraction": 0.75,
			"nodes": {"Hips": {"pos": [100, 200, -300]}, "Hips#1": {"pos": [0, 0, 0]}},
			"meshes": {"Body": {"verts": [[1000, 0, 0]], "weights": [0.25]}}}]}]}`)
	s := f.Clip("walk").Samples[0]
	wantPoint(t, "hips", s.Joints["Hips"], Vec3{2.54, 5.08, -7.62})
	wantPoint(t, "vertex", s.Meshes[0].Position[0], Vec3{25.4, 0, 0})
	wantPoint(t, "rest", s.Meshes[0].Rest[0], Vec3{1, 2, 3})
	if len(s.Joints) != 1 || s.Time != 0.5 || s.OnKey != 0.75 || !f.Metres {
		t.Errorf("read %+v", s)
	}
	if w := s.Weights[0]; w != (Weight{"Body", "smile", 0, 0.25}) {
		t.Errorf("weight %+v", w)
	}
}

func TestThreeNames(t *testing.T) {
	f := decoded(t, `{"tool": "three.js r187 (gltf loader)",
		"nodes": [{"name": "Node_7", "gltf_node": 7}, {"name": "Node_1", "gltf_node": 2}],
		"clips": [{"samples": [{"nodes": {"Node_7": {"pos": [1, 0, 0]}, "Node_1": {"pos": [2, 0, 0]}}}]}]}`)
	s := f.Clips[0].Samples[0]
	wantPoint(t, "unnamed node", s.Joints["nodes[7]"], Vec3{1, 0, 0})
	wantPoint(t, "node so named", s.Joints["Node_1"], Vec3{2, 0, 0})
	if !math.IsNaN(s.OnKey) {
		t.Errorf("OnKey %v, want none", s.OnKey)
	}

	f = decoded(t, `{"tool": "three.js r187 (bvh loader)",
		"nodes": [{"name": "ENDSITE#1", "parent": "Head"}],
		"clips": [{"samples": [{"nodes": {"ENDSITE#1": {"pos": [3, 4, 5]}}}]}]}`)
	wantPoint(t, "end site", f.Clips[0].Samples[0].Joints["EndSite_Head"], Vec3{3, 4, 5})
	if f.Metres {
		t.Error("a BVH file has no unit")
	}
}

func TestUFBXAxes(t *testing.T) {
	// Z up, front −Y, right +X, in inches.
	f := decoded(t, `{"tool": "ufbx 0.23.0", "unit_meters": 0.0254, "right_axis": 0, "up_axis": 4, "front_axis": 3,
		"meshes": {}, "clips": [{"clip": "c", "samples": [{"t": 1, "nodes": {"n": {"pos": [10, 20, 30]}}, "meshes": {}}]}]}`)
	wantPoint(t, "node", f.Clips[0].Samples[0].Joints["n"], Vec3{0.254, 0.762, -0.508})
}

func TestColladaAxes(t *testing.T) {
	f := decoded(t, `{"tool": "dae_eval.py", "up": "Z_UP", "unit": 0.01,
		"clips": [{"clip": "c", "samples": [{"t": 1, "nodes": {"n": {"pos": [1, 2, 3]}}}]}]}`)
	wantPoint(t, "node", f.Clips[0].Samples[0].Joints["n"], Vec3{0.01, 0.03, -0.02})
}

func TestOzz(t *testing.T) {
	f := decoded(t, `{"tool": "FBX SDK 2020", "name": "walk", "names": ["Hips"],
		"samples": [{"t": 0.2, "globals": [[1, 0, 0, 4, 0, 1, 0, 5, 0, 0, 1, 6, 0, 0, 0, 1]]}]}`)
	s := f.Clips[0].Samples[0]
	wantPoint(t, "hips", s.Joints["Hips"], Vec3{4, 5, 6})
	if s.OnKey != 1 {
		t.Errorf("OnKey %v, want 1", s.OnKey)
	}
}

func TestMD5(t *testing.T) {
	f := decoded(t, `{"tool": "md5_eval.py", "name": "Bob", "meshes": [{"shader": "skin"}, {"shader": "hair"}],
		"sample_vertices": [{"mesh": 0, "vert": 3}, {"mesh": 1, "vert": 0}, {"mesh": 0, "vert": 9}],
		"bind": {"verts": [[1, 0, 0], [2, 0, 0], [3, 0, 0]]},
		"samples": [{"frame": 2, "t": 0.1, "joints": {"head": {"pos": [1, 2, 3]}}, "verts": [[1, 1, 0], [1, 2, 0], [1, 3, 0]]},
			{"frame": 2.5, "t": 0.12, "interpolation": "slerp of quaternions", "joints": {"head": {"pos": [1, 2, 3]}},
			 "verts": [[1, 1, 0], [1, 2, 0], [1, 3, 0]]}]}`)
	s := f.Clips[0].Samples[0]
	wantPoint(t, "head", s.Joints["head"], Vec3{1, 3, -2})
	wantPoint(t, "second vertex of the skin", s.Meshes[0].Position[1], Vec3{1, 0, -3})
	wantPoint(t, "its rest", s.Meshes[0].Rest[1], Vec3{3, 0, 0})
	wantPoint(t, "vertex of the hair", s.Meshes[1].Position[0], Vec3{1, 0, -2})
	if half := f.Clips[0].Samples[1]; half.OnKey != 0 || half.Interpolation != "slerp" {
		t.Errorf("half frame %+v", half)
	}
}

func TestBlender(t *testing.T) {
	f := decoded(t, `{"tool": "Blender 3.4.1", "meshes": {"Body": {"sample_rest_local": [[0, 0, 1]], "sample_rest_world": [[1, 2, 3]]}},
		"clips": [{"clip": "walk", "samples": [{"t": 0, "bones": {"Rig": {"root": {"pos": [1, 2, 3]}}}, "objects": {"Ball": {"pos": [4, 5, 6]}},
			"meshes": {"Body": {"verts": [[7, 8, 9]]}}, "meshes_noshape": {"Body": {"verts": [[7, 8, 10]]}},
			"morph_weights": {"Body": {"Basis": 1, "puff": 0.5}}}]}]}`)
	s := f.Clips[0].Samples[0]
	wantPoint(t, "bone", s.Joints["root"], Vec3{1, 3, -2})
	wantPoint(t, "object", s.Joints["Ball"], Vec3{4, 6, -5})
	m := s.Meshes[0]
	wantPoint(t, "rest", m.Rest[0], Vec3{0, 0, 1})
	wantPoint(t, "rest in model space", m.RestModel[0], Vec3{1, 3, -2})
	wantPoint(t, "vertex", m.Position[0], Vec3{7, 9, -8})
	wantPoint(t, "unmorphed vertex", m.Unmorphed[0], Vec3{7, 10, -8})
	if len(s.Weights) != 1 || s.Weights[0].Target != "puff" || s.Weights[0].Value != 0.5 {
		t.Errorf("weights %+v", s.Weights)
	}
}

func TestLoadRejects(t *testing.T) {
	for name, data := range map[string]string{
		"not JSON":        `hello`,
		"unknown tool":    `{"tool": "abacus"}`,
		"no clips":        `{"tool": "dae_eval.py", "up": "Y_UP", "unit": 1}`,
		"no samples":      `{"tool": "dae_eval.py", "up": "Y_UP", "unit": 1, "clips": [{"clip": "c"}]}`,
		"no joints":       `{"tool": "dae_eval.py", "up": "Y_UP", "unit": 1, "clips": [{"clip": "c", "samples": [{"t": 0}]}]}`,
		"unknown up axis": `{"tool": "dae_eval.py", "up": "W_UP", "unit": 1}`,
		"FBX, no unit":    `{"tool": "three.js r187 (fbx loader)"}`,
		"unequal mesh": `{"tool": "three.js (gltf", "nodes": [{"name": "n"}], "meshes": {"m": {"sample_rest_local": [[0, 0, 0]]}},
			"clips": [{"samples": [{"nodes": {"n": {}}, "meshes": {"m": {"verts": []}}}]}]}`,
	} {
		if _, err := decode([]byte(data)); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: error %v, want ErrFormat", name, err)
		}
	}
}
