package gltf

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

func floatBytes(values ...float32) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

// document is a file with one node and one channel over the given buffer; the
// accessors are the test's.
func document(buffer []byte, views, accessors, mode, path string) []byte {
	return fmt.Appendf(nil, `{"nodes":[{"name":"a"}],"buffers":[{"byteLength":%d,"uri":"data:application/octet-stream;base64,%s"}],
		"bufferViews":[%s],"accessors":[%s],
		"animations":[{"name":"x","samplers":[{"input":0,"output":1,"interpolation":%q}],"channels":[{"sampler":0,"target":{"node":0,"path":%q}}]}]}`,
		len(buffer), base64.StdEncoding.EncodeToString(buffer), views, accessors, mode, path)
}

const twoViews = `{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":%d}`

func TestChannelModes(t *testing.T) {
	for _, c := range []struct {
		mode, path string
		rows       int
	}{{Linear, "translation", 2}, {Step, "scale", 2}, {Cubic, "translation", 6}} {
		values := make([]float32, 3*c.rows)
		for i := range values {
			values[i] = float32(i)
		}
		buffer := append(floatBytes(0.5, 1.5), floatBytes(values...)...)
		doc, err := Parse(document(buffer, fmt.Sprintf(twoViews, 12*c.rows),
			fmt.Sprintf(`{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"},{"bufferView":1,"componentType":5126,"count":%d,"type":"VEC3"}`, c.rows),
			c.mode, c.path), Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := doc.Animations[0].Channels[0]
		if got.Interpolation != c.mode || got.Path != c.path || got.Width != 3 || !slices.Equal(got.Times, []float32{0.5, 1.5}) || !slices.Equal(got.Values, values) {
			t.Errorf("%s: %+v", c.mode, got)
		}
	}
}

func TestNormalizedAndStrided(t *testing.T) {
	buffer := append(floatBytes(0, 1), 0x7f, 0, 0x80, 0x40, 9, 9, 0, 0x81, 0, 0x7f, 9, 9)
	doc, err := Parse(document(buffer, `{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":12,"byteStride":6}`,
		`{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"},{"bufferView":1,"componentType":5120,"normalized":true,"count":2,"type":"VEC4"}`,
		Linear, "rotation"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []float32{1, 0, -1, 64.0 / 127, 0, -1, 0, 1}
	if got := doc.Animations[0].Channels[0].Values; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestSparse(t *testing.T) {
	buffer := append(floatBytes(0, 1), floatBytes(0, 0, 0, 0, 0, 0)...)
	buffer = append(buffer, 1, 0)
	buffer = append(buffer, floatBytes(7, 8, 9)...)
	doc, err := Parse(document(buffer, `{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24},{"buffer":0,"byteOffset":32,"byteLength":2},{"buffer":0,"byteOffset":34,"byteLength":12}`,
		`{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"},
		{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":2,"componentType":5123},"values":{"bufferView":3}}}`,
		Linear, "translation"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := doc.Animations[0].Channels[0].Values; !slices.Equal(got, []float32{0, 0, 0, 7, 8, 9}) {
		t.Errorf("%v", got)
	}
}

func TestRealFile(t *testing.T) {
	data, err := os.ReadFile("../../testdata/strider/strider.glb")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := Parse(data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Animations) != 3 || len(doc.Roots) != 2 {
		t.Fatalf("%d animations, %d roots", len(doc.Animations), len(doc.Roots))
	}
	for _, a := range doc.Animations {
		for _, c := range a.Channels {
			if c.Path == "weights" && c.Width != 3 {
				t.Errorf("%s: %d weights, want 3", a.Name, c.Width)
			}
		}
	}
	for _, n := range []int{5, 11, 12, 40, 1000, len(data) / 2} {
		if _, err := Parse(data[:n], Options{}); !errors.Is(err, soa.ErrFormat) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
}

func TestOtherFile(t *testing.T) {
	text := strings.Replace(string(document(make([]byte, 32), fmt.Sprintf(twoViews, 24),
		`{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"},{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}`,
		Linear, "translation")), "data:application/octet-stream;base64,"+base64.StdEncoding.EncodeToString(make([]byte, 32)), "my%20data.bin", 1)
	asked := ""
	if _, err := Parse([]byte(text), Options{Open: func(name string) ([]byte, error) { asked = name; return make([]byte, 32), nil }}); err != nil || asked != "my data.bin" {
		t.Errorf("asked for %q: %v", asked, err)
	}
	if _, err := Parse([]byte(text), Options{Open: func(string) ([]byte, error) { return nil, os.ErrNotExist }}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing buffer: %v", err)
	}
}

// TestNestedRoots: of the nodes that a scene lists those below others are no roots.
func TestNestedRoots(t *testing.T) {
	doc, err := Parse([]byte(`{"scenes":[{"nodes":[2,1,0,4]}],"nodes":[{"children":[1]},{"children":[2]},{},{"children":[4]},{}]}`), Options{})
	if err != nil || !slices.Equal(doc.Roots, []int{0, 4}) {
		t.Errorf("%v: %v", doc, err)
	}
	if _, err := Parse([]byte(`{"scenes":[{"nodes":[0,0]}],"nodes":[{}]}`), Options{}); !errors.Is(err, soa.ErrFormat) {
		t.Errorf("a node twice: %v", err)
	}
}

// FuzzParse holds that no input panics or makes the reader allocate more than
// the input can vouch for.
func FuzzParse(f *testing.F) {
	f.Add(document(floatBytes(0, 1, 1, 2, 3, 4, 5, 6), fmt.Sprintf(twoViews, 24),
		`{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"},{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}`, Linear, "translation"))
	f.Add([]byte("glTF\x02\x00\x00\x00\x20\x00\x00\x00\x02\x00\x00\x00JSON{}"))
	f.Add([]byte(`{"nodes":[{"children":[1]},{"children":[0],"extensions":{"VRMC_node_constraint":{"constraint":{"aim":{"source":0,"aimAxis":"PositiveX"}}}}}],"extensions":{
		"VRMC_vrm":{"humanoid":{"humanBones":{"hips":{"node":0}}},"lookAt":{"type":"bone"}},"VRMC_springBone":{"colliders":[{"node":0,"shape":{"capsule":{"radius":1}}}],"colliderGroups":[{"colliders":[0]}],"springs":[{"joints":[{"node":0},{"node":1}],"colliderGroups":[0]}]}}}`))
	f.Add([]byte(`{"nodes":[{"children":[1,0]},{"children":[-1]}],"extensions":{"VRM":{"humanoid":{"humanBones":[{"bone":"hips","node":9}]},"firstPerson":{"lookAtTypeName":"Bone"},"secondaryAnimation":{
		"boneGroups":[{"bones":[0,1,7],"colliderGroups":[0,3],"gravityDir":{"x":1}}],"colliderGroups":[{"node":0,"colliders":[{"radius":1}]}]}}}}`))
	f.Add([]byte(`{"asset":{"version":"2.0"},"meshes":[{"primitives":[{"mode":6,"indices":1,"attributes":{"POSITION":0,"JOINTS_0":0},"targets":[{"POSITION":0}],
		"extensions":{"KHR_materials_variants":{"mappings":[{"material":0,"variants":[0]}]}}}]}],"materials":[{"normalTexture":{"index":0,"extensions":{"KHR_texture_transform":{"offset":[1,2]}}}}],
		"textures":[{"source":0}],"images":[{"uri":"data:image/png;base64,AAAA"}],"extensions":{"KHR_materials_variants":{"variants":[{"name":"a"}]}},
		"accessors":[{"componentType":5126,"count":3,"type":"VEC3"},{"componentType":5123,"count":4,"type":"SCALAR"}],"nodes":[{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}}}}],
		"skins":[{"joints":[0]}],"bufferViews":[{"buffer":0,"byteLength":8,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":4,"byteStride":4,"count":2,"mode":"ATTRIBUTES"}}}],"buffers":[{"byteLength":8,"uri":"data:,"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := Parse(data, Options{})
		if err != nil {
			return
		}
		for _, a := range doc.Animations {
			for _, c := range a.Channels {
				if c.Node >= len(doc.Nodes) || len(c.Values) < len(c.Times)*c.Width {
					t.Fatalf("%+v", c)
				}
			}
		}
		for m := range doc.Meshes {
			for k := range doc.Meshes[m].Primitives {
				_ = doc.Expand(&doc.Meshes[m].Primitives[k], 1000, 1000)
				exercise(t, doc, &doc.Meshes[m].Primitives[k])
			}
		}
		for i := range doc.Images {
			_, _ = doc.Picture(i)
		}
		_ = doc.Unseen()
	})
}

// exercise reads all of a primitive.
func exercise(t *testing.T, doc *Document, p *Primitive) {
	for _, a := range p.Attributes {
		if list, err := doc.Floats(a.Accessor); err == nil && len(list) != doc.Accessors[a.Accessor].Count*doc.Accessors[a.Accessor].Width() {
			t.Fatalf("%d numbers of %q", len(list), a.Name)
		}
		_, _ = doc.Integers(a.Accessor)
	}
	if at := p.Attribute("POSITION"); at >= 0 {
		n := doc.Accessors[at].Count
		corners, _ := doc.Corners(p, n)
		for _, c := range corners {
			if int(c) >= n {
				t.Fatalf("corner %d of %d vertices", c, n)
			}
		}
	}
	for k := range p.Targets {
		_, _, _ = doc.Deltas(p.Target(k, "POSITION"))
	}
}

// TestNullIndex: null is no number of a node, as a member that is left out may be.
func TestNullIndex(t *testing.T) {
	for _, text := range []string{`{"scenes":[{"nodes":[null]}],"nodes":[{}]}`, `{"nodes":[{"children":[null]}]}`, `{"nodes":[{}],"skins":[{"joints":[null]}]}`} {
		if _, err := Parse([]byte(text), Options{}); !errors.Is(err, soa.ErrFormat) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
