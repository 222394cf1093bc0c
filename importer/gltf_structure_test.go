package importer_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// gltfBase is the text that FuzzGLTFStructure changes: a mesh of four vertices with joints,
// weights, a sparse morph target, an instanced node, a strip and clips of each interpolation.
const gltfBase = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1,4]}],
"nodes":[{"mesh":0,"skin":0,"weights":[0.5]},{"name":"a","children":[2,3],"translation":[0,1,0]},{"name":"b","rotation":[0,0,0,1]},
{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,1,2,3,1]},{"mesh":1,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}},"KHR_node_visibility":{"visible":true}}}],
"meshes":[{"name":"m","weights":[0],"extras":{"targetNames":["t"]},"primitives":[{"attributes":{"POSITION":0,"NORMAL":0,"JOINTS_0":1,"WEIGHTS_0":2,"TEXCOORD_0":3,"COLOR_0":0},"indices":4,"material":0,"targets":[{"POSITION":5,"NORMAL":0}]}]},
{"primitives":[{"attributes":{"POSITION":0},"mode":5}]}],
"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0,"texCoord":0,"extensions":{"KHR_texture_transform":{"offset":[0.5,0],"rotation":1,"scale":[2,1]}}}},"alphaMode":"MASK"}],
"textures":[{"source":0,"sampler":0}],"samplers":[{}],"images":[{"bufferView":0,"mimeType":"image/png"}],
"skins":[{"joints":[1,2],"inverseBindMatrices":6,"skeleton":1}],
"animations":[{"name":"c","channels":[{"sampler":0,"target":{"node":1,"path":"translation"}},{"sampler":1,"target":{"node":2,"path":"rotation"}},{"sampler":2,"target":{"node":0,"path":"weights"}},
{"sampler":2,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/materials/0/alphaCutoff"}}}}],
"samplers":[{"input":7,"output":8},{"input":7,"output":9,"interpolation":"STEP"},{"input":7,"output":10,"interpolation":"CUBICSPLINE"}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},{"bufferView":0,"byteOffset":240,"componentType":5121,"count":4,"type":"VEC4"},
{"bufferView":0,"componentType":5126,"count":4,"type":"VEC4"},{"bufferView":0,"componentType":5126,"count":4,"type":"VEC2"},{"bufferView":0,"byteOffset":224,"componentType":5123,"count":6,"type":"SCALAR"},
{"componentType":5126,"count":4,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":0,"byteOffset":226,"componentType":5123},"values":{"bufferView":0}}},
{"bufferView":0,"byteOffset":64,"componentType":5126,"count":2,"type":"MAT4"},{"bufferView":0,"byteOffset":192,"componentType":5126,"count":2,"type":"SCALAR"},
{"bufferView":0,"componentType":5126,"count":2,"type":"VEC3"},{"bufferView":0,"byteOffset":64,"componentType":5126,"count":2,"type":"VEC4"},{"bufferView":0,"componentType":5126,"count":6,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":256}],"buffers":[{"byteLength":256}],"extensionsUsed":["EXT_mesh_primitive_restart"],"extensions":{"VRMC_vrm":{"humanoid":{"humanBones":{"hips":{"node":1}}}}}}`

// gltfBlob are the numbers of gltfBase: floats, a matrix twice, times, indices and joints.
func gltfBlob() []byte {
	var b []byte
	floats := func(list ...float32) {
		for _, v := range list {
			b, _ = binary.Append(b, binary.LittleEndian, v)
		}
	}
	floats(0.25, 0.25, 0.25, 0.25, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5)
	for range 2 {
		floats(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
	}
	floats(0, 1, 2, 3, 0, 1, 2, 3)
	b, _ = binary.Append(b, binary.LittleEndian, []uint16{0, 1, 2, 2, 1, 3, 0, 0})
	return append(b, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 0)
}

// change changes a value of a text: every four bytes of a plan choose one, and what becomes of
// it.
func change(root any, plan []byte) any {
	for ; len(plan) >= 4; plan = plan[4:] {
		var places []func(any) // set the value that is there
		var values []any
		var walk func(v any, set func(any))
		walk = func(v any, set func(any)) {
			places, values = append(places, set), append(values, v)
			switch v := v.(type) {
			case []any:
				for i := range v {
					walk(v[i], func(x any) { v[i] = x })
				}
			case map[string]any:
				keys := make([]string, 0, len(v))
				for k := range v {
					keys = append(keys, k)
				}
				slices.Sort(keys)
				for _, k := range keys {
					walk(v[k], func(x any) { v[k] = x })
				}
			}
		}
		walk(root, func(x any) { root = x })
		at := (int(plan[0])<<8 | int(plan[1])) % len(places)
		other := values[int(plan[3])*len(values)/256]
		number := []float64{0, 1, -1, 0.5, 1e9, 4294967295, 1e300, float64(plan[3])}[plan[3]%8]
		switch list, _ := values[at].([]any); plan[2] % 8 {
		case 0, 1, 2:
			places[at](number)
		case 3:
			places[at](nil)
		case 4:
			if len(list) > 0 {
				places[at](append(list[:len(list):len(list)], list[int(plan[3])%len(list)]))
			}
		case 5:
			if len(list) > 0 {
				places[at](list[:int(plan[3])%len(list)])
			}
		case 6:
			if data, err := json.Marshal(other); err == nil && len(data) < 2000 {
				var own any
				_ = json.Unmarshal(data, &own)
				places[at](own)
			}
		case 7:
			if n, ok := values[at].(float64); ok {
				places[at](n + float64(int8(plan[3])))
			}
		}
	}
	return root
}

// FuzzGLTFStructure is FuzzGLTF for files whose JSON is sound and whose values are not: a plan
// changes values of a text, and the numbers of its buffer.
func FuzzGLTFStructure(f *testing.F) {
	blob := gltfBlob()
	f.Add([]byte{}, blob)
	f.Add([]byte{0, 9, 0, 0, 0, 80, 3, 0, 1, 9, 6, 40, 0, 200, 7, 255}, blob)
	bounds := importer.Bounds{Joints: 500, Keys: 50_000, Vertices: 50_000, Triangles: 50_000}
	f.Fuzz(func(t *testing.T, plan, blob []byte) {
		var root any
		must.Do(t, json.Unmarshal([]byte(gltfBase), &root))
		text, err := json.Marshal(change(root, plan[:min(len(plan), 64)]))
		if err != nil || len(text) > 2_000_000 {
			return
		}
		m, err := importer.LoadReader(context.Background(), bytes.NewReader(binaryGLTF(text, blob)), "fuzzed.glb", importer.Options{Bounds: bounds, AllNodes: true})
		if err == nil {
			must.Do(t, m.Validate())
		}
	})
}

// TestGLTFStructure: what FuzzGLTFStructure begins with is read whole.
func TestGLTFStructure(t *testing.T) {
	m, err := importer.LoadReader(context.Background(), bytes.NewReader(binaryGLTF([]byte(gltfBase), gltfBlob())), "base.glb", importer.Options{})
	must.Do(t, err)
	if len(m.Clips) != 1 || len(m.Clips[0].Tracks) < 2 || len(m.Skins) != 1 || len(m.Meshes) < 2 || len(m.Weights) != 1 {
		t.Errorf("%d clips, %d skins, %d meshes, %d weights", len(m.Clips), len(m.Skins), len(m.Meshes), len(m.Weights))
	}
}

// binaryGLTF is a .glb of a text and a binary chunk.
func binaryGLTF(text, blob []byte) []byte {
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	word := binary.LittleEndian.AppendUint32
	out := word(word([]byte("glTF"), 2), uint32(28+len(text)+len(blob)))
	out = append(append(word(out, uint32(len(text))), "JSON"...), text...)
	return append(append(word(out, uint32(len(blob))), "BIN\x00"...), blob...)
}

// TestGLTFNodesAlone: a file of nodes is a skeleton, which an accessor of a type that an extension
// defines does not hinder.
func TestGLTFNodesAlone(t *testing.T) {
	load := func(text string) (*soa.Model, error) {
		return importer.LoadReader(context.Background(), strings.NewReader(text), "nodes.gltf", importer.Options{})
	}
	m, err := load(`{"asset":{"version":"2.0"},"nodes":[{"name":"hips","children":[1,2],"translation":[0,1,0]},{"name":"spine","translation":[0,0.5,0]},{"name":"eye","camera":0}],
		"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}],"accessors":[{"componentType":5126,"count":1,"type":"VEC9"}]}`)
	must.Do(t, err)
	if s := m.Skeleton; !slices.Equal(s.Name, []string{"hips", "spine", "eye"}) || s.Rest.TY[1] != 0.5 {
		t.Errorf("joints %q", s.Name)
	}
}
