package soa

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"unsafe"
)

// Origin says which parts of its glTF file a model was made of, and what they were, so that
// package exporter keeps what was not edited since. Numbers are those of the file, −1 for none.
//
//	Skeleton   Name[j] Parent[j] Rest[j]    as imported     Joints[j]   node
//	Meshes[m]  Node, Mesh, Primitive, and prints of the vertices and of the influences
//	Weights[w] Node, Target
//	Clips[c]   Animation, Name, and prints of the keys and of the rest
//
// A print is a hash: what is edited has another.
type Origin struct {
	Skeleton *Skeleton
	Joints   []int // node of each joint
	Meshes   []MeshOrigin
	Weights  []WeightOrigin
	Clips    []ClipOrigin
	Floats   int    // number of custom properties
	Looks    uint64 // print of materials and textures
	Face     uint64 // print of morph weights, expressions, visibility and the avatar
}

// MeshOrigin is what a mesh was made of.
type MeshOrigin struct {
	Node, Mesh, Primitive int
	Shape, Influences     uint64 // prints
}

// WeightOrigin is a morph weight of a node.
type WeightOrigin struct{ Node, Target int }

// ClipOrigin is what a clip was made of.
type ClipOrigin struct {
	Animation  int
	Name       string
	Keys, Rest uint64 // prints; Rest is of the start, loop, events and root motion
}

// NewOrigin returns the prints of a model, without the numbers of its file.
func NewOrigin(m *Model) *Origin {
	k := *m.Skeleton
	k.Name, k.Parent, k.Depth, k.Unit = slices.Clone(k.Name), slices.Clone(k.Parent), slices.Clone(k.Depth), slices.Clone(k.Unit)
	k.Static = slices.Clone(k.Static)
	for _, list := range k.Rest.lists() {
		*list = slices.Clone(*list)
	}
	o := &Origin{
		Skeleton: &k, Joints: none(k.Len()), Floats: len(m.Floats), Looks: PrintOfLooks(m), Face: PrintOfFace(m),
		Meshes: make([]MeshOrigin, len(m.Meshes)), Weights: make([]WeightOrigin, len(m.Weights)), Clips: make([]ClipOrigin, len(m.Clips)),
	}
	for i, mesh := range m.Meshes {
		o.Meshes[i] = MeshOrigin{None, None, None, PrintOfShape(mesh), PrintOfInfluences(m, mesh)}
	}
	for i := range o.Weights {
		o.Weights[i] = WeightOrigin{None, None}
	}
	for i, c := range m.Clips {
		o.Clips[i] = ClipOrigin{None, c.Name, PrintOfKeys(c), PrintOfRest(c)}
	}
	return o
}

func none(n int) []int { return slices.Repeat([]int{None}, n) }

// lists returns the arrays of the transforms.
func (t *Transforms) lists() []*[]float32 {
	return []*[]float32{&t.TX, &t.TY, &t.TZ, &t.RX, &t.RY, &t.RZ, &t.RW, &t.SX, &t.SY, &t.SZ}
}

// PrintOfLooks returns the print of a model's materials and textures.
func PrintOfLooks(m *Model) uint64 { return printOf(m.Materials, m.Textures) }

// PrintOfFace returns the print of a model's morph weights, expressions, visibility and avatar.
func PrintOfFace(m *Model) uint64 {
	return printOf(m.Weights, m.Expressions, m.Visibility, m.Avatar)
}

// PrintOfShape returns the print of a mesh without its influences.
func PrintOfShape(m *Mesh) uint64 {
	bare := *m
	bare.Skin, bare.Influences, bare.BoneIndex, bare.BoneWeight, bare.Exact, bare.Skinning, bare.Blend = 0, 0, nil, nil, nil, 0, nil
	bare.Joint = 0 // whose number changes with the skeleton
	return printOf(bare)
}

// PrintOfInfluences returns the print of a mesh's influences, and of its skin.
func PrintOfInfluences(m *Model, mesh *Mesh) uint64 {
	return printOf(mesh.Influences, mesh.BoneIndex, mesh.BoneWeight, mesh.Exact, mesh.Skinning, mesh.Blend, m.SkinOf(mesh))
}

// PrintOfKeys returns the print of a clip's tracks.
func PrintOfKeys(c *Clip) uint64 {
	return printOf(c.TicksPerSecond, c.Duration, c.Tracks, c.Time, c.X, c.Y, c.Z, c.W, c.In, c.Out)
}

// PrintOfRest returns the print of what a clip has besides its name and its tracks.
func PrintOfRest(c *Clip) uint64 {
	return printOf(c.Start, c.Loop, c.Additive, c.Events, c.Motion)
}

// printOf returns a hash of values. It is the same in every process of one build.
func printOf(list ...any) uint64 {
	var p print = 1469598103934665603
	for _, v := range list {
		p.value(reflect.ValueOf(v))
	}
	return uint64(p)
}

// print is a hash while values are added.
type print uint64

func (p *print) word(w uint64) {
	h := (uint64(*p) ^ w) * 0x9E3779B97F4A7C15
	*p = print(h ^ h>>29)
}

func (p *print) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		p.word(map[bool]uint64{true: 1}[v.Bool()])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.word(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		p.word(v.Uint())
	case reflect.Float32, reflect.Float64:
		p.word(math.Float64bits(v.Float()))
	case reflect.String:
		p.bytes([]byte(v.String()))
	case reflect.Pointer:
		if p.word(1); !v.IsNil() {
			p.value(v.Elem())
		}
	case reflect.Slice:
		if p.word(uint64(v.Len())); v.Len() > 0 && plainNumbers(v.Type().Elem()) {
			p.bytes(unsafe.Slice((*byte)(v.UnsafePointer()), uintptr(v.Len())*v.Type().Elem().Size()))
			return
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			p.value(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			p.value(v.Field(i))
		}
	}
}

// plainNumbers reports whether a type is a number or an array of them, without gaps.
func plainNumbers(t reflect.Type) bool {
	for t.Kind() == reflect.Array {
		t = t.Elem()
	}
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64
}

func (p *print) bytes(b []byte) {
	p.word(uint64(len(b)))
	for ; len(b) >= 8; b = b[8:] {
		p.word(binary.NativeEndian.Uint64(b))
	}
	var last uint64
	for i, x := range b {
		last |= uint64(x) << (8 * i)
	}
	p.word(last)
}
