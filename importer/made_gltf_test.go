package importer_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
)

// gltfWriter gathers a .gltf with its buffer in a data URI.
type gltfWriter struct {
	Name      map[string]any
	buffer    bytes.Buffer
	views     []any
	accessors []any
}

type object = map[string]any

const (
	gltfFloat  = 5126
	gltfUint16 = 5123
)

// accessor adds numbers to the buffer and returns their accessor.
func (w *gltfWriter) accessor(kind string, component, count int, numbers any, extra object) int {
	for w.buffer.Len()%4 != 0 {
		w.buffer.WriteByte(0)
	}
	begin := w.buffer.Len()
	if err := binary.Write(&w.buffer, binary.LittleEndian, numbers); err != nil {
		panic(err) // a slice of numbers always encodes
	}
	w.views = append(w.views, object{"buffer": 0, "byteOffset": begin, "byteLength": w.buffer.Len() - begin})
	a := object{"bufferView": len(w.views) - 1, "componentType": component, "count": count, "type": kind}
	for k, v := range extra {
		a[k] = v
	}
	w.accessors = append(w.accessors, a)
	return len(w.accessors) - 1
}

func float32s[V ~[3]float64 | ~[4]float64 | ~[16]float64](rows []V) []float32 {
	var out []float32
	for _, r := range rows {
		for c := range len(r) {
			out = append(out, float32(r[c]))
		}
	}
	return out
}

// columns is a matrix as glTF lists it.
func columns(m exact.Matrix) (out [16]float64) {
	for r := range 3 {
		for c := range 4 {
			out[4*c+r] = m[4*r+c]
		}
	}
	out[15] = 1
	return out
}

func (s *made) gltf(t testing.TB) string {
	t.Helper()
	w := &gltfWriter{Name: object{"asset": object{"version": "2.0"}, "scene": 0}}
	var roots, nodes, cameras []any
	for i := range s.nodes {
		if s.nodes[i].parent < 0 {
			roots = append(roots, i)
		}
		if s.nodes[i].camera {
			cameras = append(cameras, object{"type": "perspective", "perspective": object{"yfov": 1, "znear": 0.1}})
		}
		nodes = append(nodes, s.gltfNode(i, len(cameras)-1))
	}
	w.Name["nodes"], w.Name["scenes"] = nodes, []any{object{"nodes": roots}}
	if cameras != nil {
		w.Name["cameras"] = cameras
	}
	s.gltfMeshes(w)
	s.gltfAnimation(w)
	w.Name["accessors"], w.Name["bufferViews"] = w.accessors, w.views
	w.Name["buffers"] = []any{object{
		"byteLength": w.buffer.Len(), "uri": "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(w.buffer.Bytes()),
	}}
	data, err := json.MarshalIndent(w.Name, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return store(t, "made.gltf", data)
}

func (s *made) gltfNode(i, camera int) object {
	n := &s.nodes[i]
	o := object{}
	if n.name != "" {
		o["name"] = n.name
	}
	if n.matrix != nil {
		o["matrix"] = columns(*n.matrix)
	} else {
		o["translation"], o["rotation"], o["scale"] = n.t, fbxfile.Euler(n.r, 0), fbxfile.OrOne(n.s)
	}
	var children []int
	for k := range s.nodes {
		if s.nodes[k].parent == i {
			children = append(children, k)
		}
	}
	if children != nil {
		o["children"] = children
	}
	if n.mesh > 0 {
		o["mesh"] = n.mesh - 1
	}
	if n.skin > 0 {
		o["skin"] = n.skin - 1
	}
	if n.camera {
		o["camera"] = camera
	}
	return o
}

func (s *made) gltfMeshes(w *gltfWriter) {
	var meshes, skins []any
	for _, m := range s.meshes {
		low, high := m.position[0], m.position[0]
		for _, p := range m.position {
			for c := range 3 {
				low[c], high[c] = min(low[c], p[c]), max(high[c], p[c])
			}
		}
		attributes := object{"POSITION": w.accessor("VEC3", gltfFloat, len(m.position), float32s(m.position), object{"min": low, "max": high})}
		if m.weights != nil {
			var joints []uint16
			var weights []float32
			for v := range m.weights {
				list := append(m.listed(v), make([]madeWeight, 4)...)
				for _, w := range list[:4] {
					joints, weights = append(joints, uint16(w.bone)), append(weights, float32(w.weight))
				}
			}
			attributes["JOINTS_0"] = w.accessor("VEC4", gltfUint16, len(m.weights), joints, nil)
			attributes["WEIGHTS_0"] = w.accessor("VEC4", gltfFloat, len(m.weights), weights, nil)
		}
		var index []uint16
		for v := range m.position {
			index = append(index, uint16(v))
		}
		meshes = append(meshes, object{"primitives": []any{object{
			"attributes": attributes, "indices": w.accessor("SCALAR", gltfUint16, len(index), index, nil),
		}}})
	}
	for _, k := range s.skins {
		var inverse [][16]float64
		for _, b := range k.bind {
			m, _ := b.Inverse()
			inverse = append(inverse, columns(m.Mul(k.shape)))
		}
		skins = append(skins, object{"joints": k.bones, "inverseBindMatrices": w.accessor("MAT4", gltfFloat, len(inverse), float32s(inverse), nil)})
	}
	if meshes != nil {
		w.Name["meshes"] = meshes
	}
	if skins != nil {
		w.Name["skins"] = skins
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s *made) gltfAnimation(w *gltfWriter) {
	if s.frames < 2 {
		return
	}
	var times []float32
	for f := range s.frames {
		times = append(times, float32(float64(f)/s.rate))
	}
	input := w.accessor("SCALAR", gltfFloat, s.frames, times, object{"min": []float32{times[0]}, "max": []float32{times[len(times)-1]}})
	var samplers, channels []any
	add := func(node int, path, kind string, values []float32) {
		samplers = append(samplers, object{"input": input, "output": w.accessor(kind, gltfFloat, s.frames, values, nil)})
		channels = append(channels, object{"sampler": len(samplers) - 1, "target": object{"node": node, "path": path}})
	}
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.move != nil {
			add(i, "translation", "VEC3", float32s(n.move))
		}
		if n.turn != nil {
			var quats []exact.Quat
			for _, v := range n.turn {
				quats = append(quats, fbxfile.Euler(v, 0))
			}
			add(i, "rotation", "VEC4", float32s(quats))
		}
		if n.size != nil {
			add(i, "scale", "VEC3", float32s(n.size))
		}
	}
	if channels != nil {
		w.Name["animations"] = []any{object{"name": "take", "samplers": samplers, "channels": channels}}
	}
}
