package importer_test

import (
	"encoding/base64"
	"encoding/json"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestVRMA: an animation for any avatar has the bones of a body, and expressions as custom
// properties from 0 to 1.
func TestVRMA(t *testing.T) {
	w := &gltfWriter{Name: object{"asset": object{"version": "2.0"}, "scene": 0, "scenes": []any{object{"nodes": []int{0, 2, 3}}}}}
	w.Name["nodes"] = []any{
		object{"name": "J_hips", "translation": []float64{0, 1, 0}, "children": []int{1}}, object{"name": "J_spine"},
		object{"name": "happy"}, object{"name": "wink", "translation": []float64{0.25, 0, 0}},
	}
	times := w.accessor("SCALAR", gltfFloat, 2, []float32{0, 1}, object{"min": []float32{0}, "max": []float32{1}})
	moves := w.accessor("VEC3", gltfFloat, 2, []float32{-1, 0, 0, 2, 5, 5}, nil)
	turns := w.accessor("VEC4", gltfFloat, 2, []float32{0, 0, 0, 1, 0, 1, 0, 0}, nil)
	w.Name["animations"] = []any{object{
		"name": "cheer", "samplers": []any{object{"input": times, "output": moves}, object{"input": times, "output": turns}},
		"channels": []any{
			object{"sampler": 0, "target": object{"node": 2, "path": "translation"}}, object{"sampler": 1, "target": object{"node": 1, "path": "rotation"}},
		},
	}}
	w.Name["extensions"] = object{"VRMC_vrm_animation": object{
		"specVersion": "1.0", "humanoid": object{"humanBones": object{"hips": object{"node": 0}, "spine": object{"node": 1}}},
		"expressions": object{"preset": object{"happy": object{"node": 2}}, "custom": object{"wink": object{"node": 3}}},
	}}
	w.Name["accessors"], w.Name["bufferViews"] = w.accessors, w.views
	w.Name["buffers"] = []any{object{"byteLength": w.buffer.Len(), "uri": "data:application/gltf-buffer;base64," + base64.StdEncoding.EncodeToString(w.buffer.Bytes())}}
	data, err := json.Marshal(w.Name)
	must.Do(t, err)

	var r report.Report
	m := files.LoadWith(t, store(t, "cheer.vrma", data), importer.Options{Report: &r})
	if len(m.Clips) != 1 || m.Skeleton.Joint("happy") >= 0 || r.Importer != "sinew" {
		t.Fatalf("%d clips of the joints %q, by %q", len(m.Clips), m.Skeleton.Name, r.Importer)
	}
	compareFloat(t, m, "cheer", "expressions/happy", "", map[float64]float64{0: 0, 0.5: 0.5, 1: 1})
	if a := m.Avatar; a == nil || len(a.Bones) != 2 || a.Bones[0].Bone != "hips" || m.Skeleton.Name[a.Bones[0].Node.Joint] != "J_hips" || m.Skeleton.Name[a.Bones[1].Node.Joint] != "J_spine" {
		t.Errorf("%+v", a)
	}
}
