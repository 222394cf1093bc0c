package contexts

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// shape is a kind of file.
type shape struct {
	name     string
	children func(j, n int) []int // of joint j of n; those that are none are left out
	joint    func(j int) string   // its name
}

func chain(j, _ int) []int { return []int{j + 1} }

func wide(j, n int) (list []int) {
	for k := 1; j == 0 && k < n; k++ {
		list = append(list, k)
	}
	return list
}

// comb is a chain with a leaf at each joint.
func comb(j, _ int) []int {
	if j%2 == 1 {
		return nil
	}
	return []int{j + 1, j + 2}
}

func binaryTree(j, _ int) []int { return []int{2*j + 1, 2*j + 2} }

func numbered(j int) string { return "j" + strconv.Itoa(j) }
func same(int) string       { return "j" }
func nameless(int) string   { return "" }
func long(j int) string     { return "n" + strconv.Itoa(j) + "_" + strings.Repeat("x", 300) }

// shapes are the kinds of files.
var shapes = []shape{
	{"chain", chain, numbered}, {"wide", wide, numbered}, {"comb", comb, numbered}, {"binary", binaryTree, numbered},
	{"chain of one name", chain, same}, {"wide of one name", wide, same}, {"chain without names", chain, nameless},
	{"wide without names", wide, nameless}, {"chain of long names", chain, long},
}

// subject is a model of a shape and the file that it was read from.
type subject struct {
	*soa.Model
	clip    *soa.Clip
	file    []byte
	origin  *soa.Origin
	folder  string
	deepest int   // joint
	legs    []int // joints below each other, of whatever depth
}

type object = map[string]any

// glb is the file of a shape: a skinned triangle, and a clip that turns each joint.
func (s *shape) glb(n int) []byte {
	var bin bytes.Buffer
	put := func(values ...any) (view object) {
		at := bin.Len()
		for _, v := range values {
			_ = binary.Write(&bin, binary.LittleEndian, v) // a buffer takes all
		}
		return object{"buffer": 0, "byteOffset": at, "byteLength": bin.Len() - at}
	}
	views := []any{
		put([]float32{0, 0, 0, 1, 0, 0, 0, 1, 0}), put([]float32{0, 0, 1, 0, 0, 1, 0, 0, 1}), put([]byte{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}),
		put([]float32{.25, .25, .25, .25, .25, .25, .25, .25, .25, .25, .25, .25}), put([]float32{0, 1}), put([]float32{0, 0, 0, 1, 0, .7071068, 0, .7071068}),
	}
	accessor := func(view, component, count int, kind string) object {
		return object{"bufferView": view, "componentType": component, "count": count, "type": kind}
	}
	accessors := []any{
		accessor(0, 5126, 3, "VEC3"), accessor(1, 5126, 3, "VEC3"), accessor(2, 5121, 3, "VEC4"), accessor(3, 5126, 3, "VEC4"),
		accessor(4, 5126, 2, "SCALAR"), accessor(5, 5126, 2, "VEC4"),
	}
	var nodes, channels []any
	var joints []int
	for j := range n {
		node := object{"name": s.joint(j), "translation": []float64{0, .001, 0}}
		var below []int
		for _, c := range s.children(j, n) {
			if c < n {
				below = append(below, c)
			}
		}
		if below != nil {
			node["children"] = below
		}
		nodes, joints = append(nodes, node), append(joints, j)
		channels = append(channels, object{"sampler": 0, "target": object{"node": j, "path": "rotation"}})
	}
	nodes = append(nodes, object{"name": "body", "mesh": 0, "skin": 0})
	top := object{
		"asset": object{"version": "2.0"}, "scene": 0, "scenes": []any{object{"nodes": []int{0, n}}}, "nodes": nodes,
		"accessors": accessors, "bufferViews": views, "buffers": []any{object{"byteLength": bin.Len()}},
		"meshes":     []any{object{"primitives": []any{object{"attributes": object{"POSITION": 0, "NORMAL": 1, "JOINTS_0": 2, "WEIGHTS_0": 3}}}}},
		"skins":      []any{object{"joints": joints}},
		"animations": []any{object{"name": "a", "samplers": []any{object{"input": 4, "output": 5}}, "channels": channels}},
	}
	text, _ := json.Marshal(top) // of maps and numbers
	text = append(text, "    "[:3&-len(text)]...)
	out := binary.LittleEndian.AppendUint32([]byte("glTF\x02\x00\x00\x00"), uint32(28+len(text)+bin.Len()))
	out = append(binary.LittleEndian.AppendUint32(out, uint32(len(text))), "JSON"...)
	out = binary.LittleEndian.AppendUint32(append(out, text...), uint32(bin.Len()))
	return append(append(out, "BIN\x00"...), bin.Bytes()...)
}

// read imports the file of a shape.
func (s *shape) read(t *testing.T, n int) *subject {
	t.Helper()
	of := &subject{file: s.glb(n), folder: t.TempDir()}
	var found report.Report
	var err error
	of.Model, err = importer.LoadReader(t.Context(), bytes.NewReader(of.file), "shape.glb", importer.Options{Report: &found, Origin: true})
	must.Do(t, err)
	of.origin, of.clip = found.Origin, of.Clips[0]
	k := of.Skeleton
	for j := range k.Parent {
		if k.Depth[j] > k.Depth[of.deepest] {
			of.deepest = j
		}
	}
	if depth := int(k.Depth[of.deepest]); k.Len() < n || len(of.clip.Tracks) < n {
		t.Fatalf("%s: %d joints, %d tracks", s.name, k.Len(), len(of.clip.Tracks))
	} else if depth >= 3 {
		for j, up := of.deepest, 0; j >= 0; j, up = int(k.Parent[j]), up+1 {
			if up%(depth/3) == 0 {
				of.legs = append([]int{j}, of.legs...)
			}
		}
	}
	return of
}
