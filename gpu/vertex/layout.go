package vertex

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// Semantic is the meaning of an attribute.
type Semantic uint8

const (
	Position Semantic = iota
	Normal
	UV
	Color
	Joints  // indices of palette entries
	Weights // of these
	Blend   // 0: by matrices, 1: by dual quaternions
	Tangent // and the side of the bitangent
)

// String returns the name of the meaning, such as "normal".
func (s Semantic) String() string {
	return nameOf(s, "position", "normal", "uv", "color", "joints", "weights", "blend", "tangent")
}

// Type is the type of a component in memory, little-endian.
type Type uint8

const (
	Float32 Type = iota
	Unorm8       // 0 to 255 for 0 to 1
	Unorm16      // 0 to 65535 for 0 to 1
	Uint8
	Uint16
	Uint32
	// Octahedral is a pair of uint16 for a unit vector: with c = u·65535/32767 − 1 of the
	// normalized values u, it has the direction of (c.x, c.y, z), z = 1 − |c.x| − |c.y|, where
	// x and y move toward 0 by −z if z is negative, or away where they are 0.
	Octahedral
)

// String returns the name of the type, such as "unorm16".
func (t Type) String() string {
	return nameOf(t, "float32", "unorm8", "unorm16", "uint8", "uint16", "uint32", "octahedral")
}

// Bytes returns the size of a component.
func (t Type) Bytes() int {
	switch t {
	case Unorm8, Uint8:
		return 1
	case Unorm16, Uint16, Octahedral:
		return 2
	}
	return 4
}

// nameOf returns the name of a value of an enumeration, or its number.
func nameOf[T ~uint8](value T, names ...string) string {
	if int(value) < len(names) {
		return names[value]
	}
	return fmt.Sprintf("%T(%d)", value, uint8(value))
}

// Attribute is a part of each vertex.
type Attribute struct {
	Semantic   Semantic
	Set        int // 0, or 1 for influences 4 to 7 and the second texture coordinates
	Components int
	Type       Type
	Offset     int // bytes from the start of the vertex, a multiple of 4
}

// Layout is the form of a mesh's vertices in one interleaved buffer, and of its indices.
type Layout struct {
	Attributes []Attribute
	Stride     int     // bytes per vertex
	Influences int     // per vertex: 0 without a skin, 1 in a rigid mesh, 4 or 8
	Index      Type    // Uint16 or Uint32
	Error      float64 // metres by which packed weights displace a vertex at most, in any pose
	// Refused is the error that 16 bits per weight would have, where it is beyond the bound:
	// infinite where none is known.
	Refused float64
}

// Attribute returns the attribute of a meaning and set, if the layout has it.
func (l *Layout) Attribute(s Semantic, set int) (a Attribute, ok bool) {
	for _, a := range l.Attributes {
		if a.Semantic == s && a.Set == set {
			return a, true
		}
	}
	return Attribute{}, false
}

// String describes the layout, such as "32 bytes: position 3 float32, normal 2 octahedral,
// joints 4 uint8, weights 4 unorm16 within 0.004 mm".
func (l *Layout) String() string {
	var parts []string
	for _, a := range l.Attributes {
		part := fmt.Sprintf("%v %d %v", a.Semantic, a.Components, a.Type)
		if a.Semantic == Weights && a.Type != Float32 {
			part += fmt.Sprintf(" within %.2g mm", 1000*l.Error)
		} else if a.Semantic == Weights && l.Refused > 0 && !math.IsInf(l.Refused, 1) {
			part += fmt.Sprintf(", 16 bits would displace by %.2g mm", 1000*l.Refused)
		}
		parts = append(parts, part)
	}
	return fmt.Sprintf("%d bytes: %s", l.Stride, strings.Join(parts, ", "))
}

// add appends an attribute.
func (l *Layout) add(s Semantic, set, components int, t Type) {
	l.Attributes = append(l.Attributes, Attribute{s, set, components, t, l.Stride})
	l.Stride += (components*t.Bytes() + 3) &^ 3
}

// Options are the settings of a Packer.
type Options struct {
	// Error is how far integer weights may displace a vertex in any pose, in metres. 0 means
	// 0.05 mm. Below 0 every attribute has its widest format.
	Error float64
}

// defaultError is Options.Error where that is 0.
const defaultError = 50e-6

// Packer chooses layouts for the meshes of one model. Methods may be called concurrently.
type Packer struct {
	model *soa.Model
	error float64
	reach reach
}

// NewPacker examines the motion of a valid model, which must not change while the result is in
// use.
func NewPacker(model *soa.Model, o Options) *Packer {
	p := &Packer{model: model, error: o.Error}
	if o.Error == 0 {
		p.error = defaultError
	}
	if p.error > 0 {
		p.reach = newReach(model)
	}
	return p
}

// Layout chooses the layout of one of the model's meshes, or of a part of one.
func (p *Packer) Layout(m *Mesh) Layout {
	src, small := m.whole(), p.error > 0
	l := Layout{Influences: src.Influences, Index: Uint32}
	l.add(Position, 0, 3, Float32)
	if normals := choose(small && octahedral(src), Octahedral, Float32); normals == Octahedral {
		l.add(Normal, 0, 2, normals)
	} else {
		l.add(Normal, 0, 3, normals)
	}
	for set, uv := range [...][]float32{src.UV, src.UV2} {
		if len(uv) > 0 && (!small || p.reads(src, func(t *soa.TextureMap) bool { return int(t.UVSet) == set })) {
			l.add(UV, set, 2, choose(small && (multiples(uv, unorm16) || multiples(uv, unorm8)), Unorm16, Float32))
		}
	}
	if len(src.Tangent) > 0 && (!small || p.reads(src, func(t *soa.TextureMap) bool { return t.Role == soa.NormalMap })) {
		if small && foldable(src.Tangent, 4, movesTangents(src)) {
			l.add(Tangent, 0, 3, Octahedral)
		} else {
			l.add(Tangent, 0, 4, Float32)
		}
	}
	if len(src.Color) > 0 {
		l.add(Color, 0, 4, p.colorType(src))
	}
	p.addInfluences(&l, m)
	if len(src.Blend) > 0 {
		l.add(Blend, 0, 1, Float32)
	}
	if small && m.Vertices() <= 1<<16 {
		l.Index = Uint16
	}
	return l
}

// choose returns one of two types.
func choose(first bool, a, b Type) Type {
	if first {
		return a
	}
	return b
}

// reads reports whether a mesh's material has a map of a kind.
func (p *Packer) reads(m *soa.Mesh, kind func(*soa.TextureMap) bool) bool {
	if m.Material == soa.None {
		return false
	}
	maps := p.model.Materials[m.Material].Maps
	for i := range maps {
		if kind(&maps[i]) {
			return true
		}
	}
	return false
}

func (p *Packer) colorType(m *soa.Mesh) Type {
	switch {
	case p.error < 0 || !allInRange(m.Color, 0, 1):
		return Float32
	case multiples(m.Color, unorm8):
		return Unorm8
	}
	return Unorm16
}

// addInfluences appends joints and weights.
func (p *Packer) addInfluences(l *Layout, m *Mesh) {
	src := m.whole()
	if src.Skin == soa.None {
		return
	}
	if src.Skinning == soa.Rigid {
		l.Influences = 1
	}
	joints := choose(p.error > 0 && m.entries() <= 1<<8, Uint8, Uint16)
	if p.error > 0 && l.Influences == 1 {
		l.add(Joints, 0, 1, joints)
		return
	}
	if p.error > 0 && l.Influences == 8 && unused(src, 4) {
		l.Influences = 4
	}
	weights := Float32
	if p.error > 0 {
		weights = p.packWeights(l, src)
	}
	for set := range max(l.Influences/4, 1) {
		l.add(Joints, set, 4, joints)
		l.add(Weights, set, 4, weights)
	}
}

// unused reports whether no vertex has influences from first on.
func unused(m *soa.Mesh, first int) bool {
	for v := range m.Vertices() {
		for _, w := range m.BoneWeight[v*m.Influences:][first:m.Influences] {
			if w != 0 {
				return false
			}
		}
	}
	return true
}

// packWeights returns the narrowest type whose error is within the bound, and notes the error.
func (p *Packer) packWeights(l *Layout, m *soa.Mesh) Type {
	for _, t := range [...]Type{Unorm8, Unorm16} {
		e := p.weightError(m, t)
		if e <= p.error {
			l.Error, l.Refused = e, 0
			return t
		}
		l.Refused = e
	}
	return Float32
}
