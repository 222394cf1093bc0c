package soa

import (
	"cmp"
	"fmt"
)

// None marks an absent index: no skin, no material, no texture.
const None = -1

// Mesh is a triangle list of one material. Its positions are in the space of
// the file; the palette of its skin or, for a mesh without a skin,
// model(Joint)·Offset takes them to model space.
type Mesh struct {
	Name string
	Node string // name of the mesh's node

	Position []float32 // 3 per vertex
	Normal   []float32 // 3 per vertex, unit
	Tangent  []float32 // 4 per vertex (w = ±1, the bitangent's side), or empty
	UV       []float32 // 2 per vertex, v = 0 at the picture's top, or empty
	UV2      []float32 // the same of a second set, for maps of UVSet 1, or empty
	Color    []float32 // 4 per vertex, linear RGBA, or empty
	Index    []uint32  // 3 per triangle, counter-clockwise in front

	Skin  int   // index of Model.Skins, or None
	Joint int16 // the joint that a mesh without a skin follows, or NoJoint
	// Offset takes the space of a mesh without a skin to the space of Joint or,
	// without one, to model space.
	Offset Affine

	// Influences is 4 or 8 with a skin, 0 without: vertex v is moved by
	// palette entries BoneIndex[v·Influences+i] with weights
	// BoneWeight[v·Influences+i], largest first, that sum to 1.
	Influences int
	BoneIndex  []uint16
	BoneWeight []float32
	// Exact holds all of the file's influences if some were dropped and the
	// import keeps them.
	Exact *Influences
	// Skinning combines the palette entries of a vertex's influences. Blend has a value
	// from 0 to 1 per vertex if Skinning is Blended.
	Skinning Skinning
	Blend    []float32

	Material int // index of Model.Materials, or None
	Morphs   []MorphTarget
}

// MorphTarget moves vertices by its weight times a delta. Only vertices that
// move are listed.
type MorphTarget struct {
	Name     string
	Weight   int       // index of Model.Weights
	Vertex   []uint32  // ascending
	Position []float32 // 3 per listed vertex, in mesh space
	Normal   []float32 // 3 per listed vertex, or empty
	Tangent  []float32 // 3 per listed vertex, of the tangent without its side, or empty
}

// Vertices returns the number of vertices.
func (m *Mesh) Vertices() int { return len(m.Position) / 3 }

// Validate checks the mesh's arrays, and its indices against the model. The error wraps ErrInvalid.
func (m *Mesh) Validate(model *Model) error {
	if err := checkNames("a mesh", m.Name, m.Node); err != nil {
		return err
	}
	for i := range m.Morphs {
		if err := checkNames("a morph target", m.Morphs[i].Name); err != nil {
			return err
		}
	}
	links := func() error { return m.validateLinks(model) }
	for _, check := range [...]func() error{m.validateArrays, links, m.validateSkinning} {
		if err := check(); err != nil {
			return fmt.Errorf("mesh %q: %w", m.Name, err)
		}
	}
	for i := range m.Morphs {
		if err := m.Morphs[i].validate(m.Vertices(), len(model.Weights)); err != nil {
			return fmt.Errorf("mesh %q, morph target %q: %w", m.Name, m.Morphs[i].Name, err)
		}
	}
	return nil
}

func (m *Mesh) validateArrays() error {
	n := m.Vertices()
	for _, a := range []struct {
		name     string
		values   []float32
		stride   int
		optional bool
	}{
		{"Position", m.Position, 3, false}, {"Normal", m.Normal, 3, false}, {"Tangent", m.Tangent, 4, true},
		{"UV", m.UV, 2, true}, {"UV2", m.UV2, 2, true}, {"Color", m.Color, 4, true}, {"BoneWeight", m.BoneWeight, m.Influences, false},
	} {
		if err := cmp.Or(checkLen(a.name, len(a.values), a.stride*n, a.optional), checkBounded(a.name, a.values)); err != nil {
			return err
		}
	}
	if err := checkLen("BoneIndex", len(m.BoneIndex), m.Influences*n, false); err != nil {
		return err
	}
	if len(m.Index)%3 != 0 {
		return fmt.Errorf("%w: %d indices are no whole triangles", ErrInvalid, len(m.Index))
	}
	for i, v := range m.Index {
		if int(v) >= n {
			return fmt.Errorf("%w: Index[%d] is %d of %d vertices", ErrInvalid, i, v, n)
		}
	}
	return checkBounded("Offset", m.Offset[:])
}

func (m *Mesh) validateLinks(model *Model) error {
	switch {
	case m.Skin < None || m.Skin >= len(model.Skins):
		return fmt.Errorf("%w: skin %d of %d", ErrInvalid, m.Skin, len(model.Skins))
	case m.Joint < NoJoint || int(m.Joint) >= model.Skeleton.Len():
		return fmt.Errorf("%w: joint %d of %d", ErrInvalid, m.Joint, model.Skeleton.Len())
	case m.Material < None || m.Material >= len(model.Materials):
		return fmt.Errorf("%w: material %d of %d", ErrInvalid, m.Material, len(model.Materials))
	case m.Skin == None:
		if m.Influences != 0 || m.Exact != nil {
			return fmt.Errorf("%w: %d influences without a skin", ErrInvalid, m.Influences)
		}
		return nil
	case m.Influences != 4 && m.Influences != 8:
		return fmt.Errorf("%w: %d influences per vertex, want 4 or 8", ErrInvalid, m.Influences)
	}
	bones := model.Skins[m.Skin].Len()
	for i, b := range m.BoneIndex {
		if int(b) >= bones {
			return fmt.Errorf("%w: BoneIndex[%d] is %d of %d palette entries", ErrInvalid, i, b, bones)
		}
	}
	if m.Exact != nil {
		return m.Exact.validate(m.Vertices(), bones)
	}
	return nil
}

func (f *Influences) validate(vertices, bones int) error {
	if err := cmp.Or(
		checkLen("Exact.Start", len(f.Start), vertices+1, false), checkLen("Exact.Weight", len(f.Weight), len(f.Bone), false),
	); err != nil {
		return err
	}
	for v := range vertices {
		if f.Start[v] > f.Start[v+1] {
			return fmt.Errorf("%w: Exact.Start falls at vertex %d", ErrInvalid, v)
		}
	}
	if f.Start[0] != 0 || int(f.Start[vertices]) != len(f.Bone) {
		return fmt.Errorf("%w: Exact.Start does not span the %d influences", ErrInvalid, len(f.Bone))
	}
	for i, b := range f.Bone {
		if int(b) >= bones {
			return fmt.Errorf("%w: Exact.Bone[%d] is %d of %d palette entries", ErrInvalid, i, b, bones)
		}
	}
	return checkBounded("Exact.Weight", f.Weight)
}

func (t *MorphTarget) validate(vertices, weights int) error {
	if t.Weight < 0 || t.Weight >= weights {
		return fmt.Errorf("%w: weight %d of %d", ErrInvalid, t.Weight, weights)
	}
	last := -1
	for i, v := range t.Vertex {
		if int(v) <= last || int(v) >= vertices {
			return fmt.Errorf("%w: Vertex[%d] is %d: want ascending indices below %d", ErrInvalid, i, v, vertices)
		}
		last = int(v)
	}
	return cmp.Or(
		checkLen("Position", len(t.Position), 3*len(t.Vertex), false), checkLen("Normal", len(t.Normal), 3*len(t.Vertex), true),
		checkLen("Tangent", len(t.Tangent), 3*len(t.Vertex), true),
		checkBounded("Position", t.Position), checkBounded("Normal", t.Normal), checkBounded("Tangent", t.Tangent),
	)
}
