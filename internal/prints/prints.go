// Package prints tells whether parts of a model were edited since they were read from a glTF file: a print is a hash of a part,
// and what is edited has another. A soa.Origin keeps the prints of a model as it was imported.
package prints

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/soa"
)

// NewOrigin returns the prints of a model, without the numbers of its file.
func NewOrigin(m *soa.Model) *soa.Origin {
	k := *m.Skeleton
	k.Name, k.Parent, k.Depth, k.Unit = slices.Clone(k.Name), slices.Clone(k.Parent), slices.Clone(k.Depth), slices.Clone(k.Unit)
	k.Static, k.Rest = slices.Clone(k.Static), soa.MakeTransforms(k.Len())
	k.Rest.CopyFrom(&m.Skeleton.Rest)
	o := &soa.Origin{
		Skeleton: &k, Joints: none(k.Len()), Floats: len(m.Floats), Looks: Looks(m), Face: Face(m),
		Meshes: make([]soa.MeshOrigin, len(m.Meshes)), Weights: make([]soa.WeightOrigin, len(m.Weights)), Clips: make([]soa.ClipOrigin, len(m.Clips)),
	}
	for i, mesh := range m.Meshes {
		o.Meshes[i] = soa.MeshOrigin{Node: soa.None, Mesh: soa.None, Primitive: soa.None, Shape: Shape(mesh), Influences: Influences(m, mesh)}
	}
	for i := range o.Weights {
		o.Weights[i] = soa.WeightOrigin{Node: soa.None, Target: soa.None}
	}
	for i, c := range m.Clips {
		o.Clips[i] = soa.ClipOrigin{Animation: soa.None, Name: c.Name, Keys: Keys(c), Rest: Rest(c)}
	}
	return o
}

func none(n int) []int { return slices.Repeat([]int{soa.None}, n) }

// Looks returns the print of a model's materials and textures.
func Looks(m *soa.Model) uint64 { return printOf(m.Materials, m.Textures) }

// Face returns the print of a model's morph weights, expressions, visibility and avatar.
func Face(m *soa.Model) uint64 {
	return printOf(m.Weights, m.Expressions, m.Visibility, m.Avatar)
}

// Shape returns the print of a mesh without its influences.
func Shape(m *soa.Mesh) uint64 {
	bare := *m
	bare.Skin, bare.Influences, bare.BoneIndex, bare.BoneWeight, bare.Exact, bare.Skinning, bare.Blend = 0, 0, nil, nil, nil, 0, nil
	bare.Joint = 0 // whose number changes with the skeleton
	return printOf(bare)
}

// Influences returns the print of a mesh's influences, and of its skin.
func Influences(m *soa.Model, mesh *soa.Mesh) uint64 {
	return printOf(mesh.Influences, mesh.BoneIndex, mesh.BoneWeight, mesh.Exact, mesh.Skinning, mesh.Blend, m.SkinOf(mesh))
}

// Keys returns the print of a clip's tracks.
func Keys(c *soa.Clip) uint64 {
	return printOf(c.TicksPerSecond, c.Duration, c.Tracks, c.Time, c.X, c.Y, c.Z, c.W, c.In, c.Out)
}

// Rest returns the print of what a clip has besides its name and its tracks.
func Rest(c *soa.Clip) uint64 {
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
