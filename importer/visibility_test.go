package importer_test

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// TestVisibility: meshes that a clip shows and hides are kept, each with the floats of its node and
// of nodes above; one that is hidden for good is left out, and one that nothing hides has none.
func TestVisibility(t *testing.T) {
	w := &gltfWriter{Name: object{"asset": object{"version": "2.0"}, "scene": 0, "scenes": []any{object{"nodes": []int{0, 2, 3}}}}}
	hidden := object{"KHR_node_visibility": object{"visible": false}}
	w.Name["extensionsUsed"] = []string{"KHR_node_visibility", "KHR_animation_pointer"}
	w.Name["nodes"] = []any{
		object{"name": "lamp", "mesh": 0, "extensions": hidden, "children": []int{1}}, object{"name": "bulb", "mesh": 0, "translation": []float64{0, 1, 0}},
		object{"name": "gone", "mesh": 0, "extensions": hidden}, object{"name": "table", "mesh": 0},
	}
	points := w.accessor("VEC3", gltfFloat, 3, []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, object{"min": []float32{0, 0, 0}, "max": []float32{1, 1, 0}})
	w.Name["meshes"] = []any{object{"name": "m", "primitives": []any{object{"attributes": object{"POSITION": points}}}}}
	times := w.accessor("SCALAR", gltfFloat, 3, []float32{0, 1, 2}, object{"min": []float32{0}, "max": []float32{2}})
	on := w.accessor("SCALAR", gltfFloat, 3, []float32{0, 1, 0}, nil)
	blink := w.accessor("SCALAR", gltfFloat, 3, []float32{1, 0, 1}, nil)
	drive := func(sampler int, node string) object {
		return object{"sampler": sampler, "target": object{"path": "pointer", "extensions": object{"KHR_animation_pointer": object{"pointer": "/nodes/" + node + "/extensions/KHR_node_visibility/visible"}}}}
	}
	w.Name["nodes"].([]any)[1].(object)["extensions"] = object{"KHR_node_visibility": object{"visible": true}}
	w.Name["animations"] = []any{object{
		"name": "switch", "samplers": []any{object{"input": times, "output": on, "interpolation": "STEP"}, object{"input": times, "output": blink, "interpolation": "STEP"}},
		"channels": []any{drive(0, "0"), drive(1, "1")},
	}}
	w.Name["accessors"], w.Name["bufferViews"] = w.accessors, w.views
	w.Name["buffers"] = []any{object{"byteLength": w.buffer.Len(), "uri": "data:application/gltf-buffer;base64," + base64.StdEncoding.EncodeToString(w.buffer.Bytes())}}
	data, err := json.Marshal(w.Name)
	must.Do(t, err)
	m := files.Load(t, store(t, "lamp.gltf", data))

	const name = "extensions/KHR_node_visibility/visible"
	float := func(node string) int { return m.Float(name, int16(m.Skeleton.Joint(node))) }
	want := map[string][]int{"lamp": {float("lamp")}, "bulb": {float("lamp"), float("bulb")}, "table": nil}
	if len(m.Meshes) != len(want) {
		t.Errorf("%d meshes", len(m.Meshes))
	}
	for k, mesh := range m.Meshes {
		list := want[mesh.Node]
		slices.Sort(list)
		if got := m.VisibilityOf(k); !slices.Equal(got, list) {
			t.Errorf("%q is shown by %v, want %v of %+v", mesh.Node, got, list, m.Floats)
		}
	}
	if lamp := m.Floats[float("lamp")]; lamp.Rest != 0 || m.Floats[float("bulb")].Rest != 1 || lamp.Joint == soa.NoJoint {
		t.Errorf("floats %+v", m.Floats)
	}
	compareFloat(t, m, "switch", name, "lamp", map[float64]float64{0: 0, 0.9: 0, 1: 1, 1.9: 1, 2: 0})
}
