package pose

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// ErrForeignModel is wrapped by the error about a model of another layout.
var ErrForeignModel = errors.New("the layout belongs to another model")

// BindModel returns the model that a renderer draws with the palettes of a Crowd as
// they are: it has one skin, whose palette entry i is slot i of the layout, and every
// mesh that moves is bound to it. Meshes with a skin have their bones renumbered;
// meshes that a joint carries follow that joint's slot with all of their weight.
//
//	model ── NewCrowd ──▶ Palettes() [instance][slot][12]
//	   └──── BindModel ──▶ drawn ── gpu.Upload ──▶ one gpu.Item{Palettes: …}
//
// Skeleton, clips, weights, materials, textures and all arrays that need no change
// are the given model's own. The error wraps soa.ErrInvalid for a model that its
// Validate refuses, and ErrForeignModel for another model than the layout's.
func (l *Layout) BindModel(model *soa.Model) (*soa.Model, error) {
	if model == nil {
		return nil, fmt.Errorf("bind model: %w: no model", soa.ErrInvalid)
	}
	if err := model.Validate(); err != nil {
		return nil, fmt.Errorf("bind model %q: %w", model.Name, err)
	}
	if err := l.belongs(model); err != nil {
		return nil, fmt.Errorf("bind model %q: %w", model.Name, err)
	}
	out := *model
	out.Skins = []*soa.Skin{l.skin()}
	out.Meshes = make([]*soa.Mesh, len(model.Meshes))
	for i, mesh := range model.Meshes {
		bound, err := l.bindMesh(model, i)
		if err != nil {
			return nil, fmt.Errorf("bind model %q: mesh %d %q: %w", model.Name, i, mesh.Name, err)
		}
		out.Meshes[i] = bound
	}
	return &out, out.Validate()
}

// belongs checks that the layout has the parts that the model has.
func (l *Layout) belongs(model *soa.Model) error {
	for _, part := range []struct {
		name       string
		has, model int
	}{
		{"joints", len(l.Slot), model.Skeleton.Len()},
		{"skins", len(l.Skins), len(model.Skins)},
		{"meshes", len(l.Meshes), len(model.Meshes)},
	} {
		if part.has != part.model {
			return fmt.Errorf("%w: it has %d %s, the model %d", ErrForeignModel, part.has, part.name, part.model)
		}
	}
	for s, skin := range model.Skins {
		if n := len(l.Skins[s].Slot); n != skin.Len() {
			return fmt.Errorf("%w: skin %d has %d entries, the model's %d", ErrForeignModel, s, n, skin.Len())
		}
	}
	return nil
}

// skin is the skin whose palette a crowd computes.
func (l *Layout) skin() *soa.Skin {
	n := len(l.Joint)
	skin := &soa.Skin{Joint: make([]uint16, n), InverseBind: make([]soa.Affine, n)}
	for s, joint := range l.Joint {
		skin.InverseBind[s] = soa.IdentityAffine()
		if joint != soa.NoJoint { // padding: no mesh asks for it
			skin.Joint[s], skin.InverseBind[s] = uint16(joint), l.InverseBind[s]
		}
	}
	return skin
}

// bindMesh returns mesh i bound to the layout's slots.
func (l *Layout) bindMesh(model *soa.Model, i int) (*soa.Mesh, error) {
	mesh, place := *model.Meshes[i], l.Meshes[i]
	if mesh.Skin != soa.None {
		skin := &l.Skins[mesh.Skin]
		mesh.Skin = 0
		mesh.BoneIndex = renumber(mesh.BoneIndex, skin.Slot)
		if e := mesh.Exact; e != nil {
			mesh.Exact = &soa.Influences{Start: e.Start, Bone: renumber(e.Bone, skin.Slot), Weight: e.Weight}
		}
		return &mesh, move(&mesh, skin.Offset)
	}
	if place.Slot == soa.NoJoint { // it stands still
		mesh.Joint, mesh.Offset = soa.NoJoint, place.Offset
		return &mesh, nil
	}
	n := mesh.Vertices()
	mesh.Skin, mesh.Joint, mesh.Offset = 0, soa.NoJoint, soa.IdentityAffine()
	mesh.Influences, mesh.Skinning = 4, soa.Rigid
	mesh.BoneIndex, mesh.BoneWeight = make([]uint16, 4*n), make([]float32, 4*n)
	for v := range n {
		for k := range 4 {
			mesh.BoneIndex[4*v+k] = uint16(place.Slot)
		}
		mesh.BoneWeight[4*v] = 1
	}
	return &mesh, move(&mesh, place.Offset)
}

func renumber(bones, slot []uint16) []uint16 {
	out := make([]uint16, len(bones))
	for i, b := range bones {
		out[i] = slot[b]
	}
	return out
}

// move applies an affine to the mesh's vertices once and for all, giving it
// arrays of its own. Normals go by the inverse transpose.
func move(mesh *soa.Mesh, by soa.Affine) error {
	if by == soa.IdentityAffine() {
		return nil
	}
	m := exact.FromFloat32(by)
	inverse, ok := m.Inverse()
	if !ok {
		return fmt.Errorf("%w: its offset %v has no inverse", soa.ErrInvalid, by)
	}
	turn := func(x, y, z float32) exact.Vec { // by the transpose of inverse
		v := exact.Vec{float64(x), float64(y), float64(z)}
		return exact.Vec{inverse.Column(0).Dot(v), inverse.Column(1).Dot(v), inverse.Column(2).Dot(v)}
	}
	length := make([]float64, mesh.Vertices()) // of turned normals
	position, normal := make([]float32, len(mesh.Position)), make([]float32, len(mesh.Normal))
	for v := range length {
		put(position[3*v:], m.Point(exact.WidenVec([3]float32(mesh.Position[3*v:]))))
		n := turn(mesh.Normal[3*v], mesh.Normal[3*v+1], mesh.Normal[3*v+2])
		if length[v] = n.Length(); length[v] > 0 {
			put(normal[3*v:], n.Scale(1/length[v]))
		}
	}
	mesh.Position, mesh.Normal = position, normal
	mirrored := m.Determinant() < 0
	mesh.Morphs = moveMorphs(mesh, &m, turn, length)
	mesh.Tangent = moveTangents(mesh.Tangent, &m, mirrored)
	if mirrored {
		mesh.Index = rewind(mesh.Index)
	}
	return nil
}

func put(f []float32, v exact.Vec) {
	f[0], f[1], f[2] = float32(v[0]), float32(v[1]), float32(v[2])
}

func moveTangents(tangent []float32, m *exact.Matrix, mirrored bool) []float32 {
	out := make([]float32, len(tangent))
	for v := 0; v < len(out); v += 4 {
		t := m.Direction(exact.WidenVec([3]float32(tangent[v:])))
		if l := t.Length(); l > 0 {
			put(out[v:], t.Scale(1/l))
		}
		if out[v+3] = tangent[v+3]; mirrored {
			out[v+3] = -out[v+3]
		}
	}
	return out
}

// moveMorphs moves deltas as the vertices they belong to: those of normals are
// divided by what the vertex's normal was divided by, and those of tangents likewise.
func moveMorphs(mesh *soa.Mesh, m *exact.Matrix, turn func(x, y, z float32) exact.Vec, length []float64) []soa.MorphTarget {
	out := make([]soa.MorphTarget, len(mesh.Morphs))
	for i, t := range mesh.Morphs {
		position, normal, tangent := make([]float32, len(t.Position)), make([]float32, len(t.Normal)), make([]float32, len(t.Tangent))
		for k, v := range t.Vertex {
			put(position[3*k:], m.Direction(exact.WidenVec([3]float32(t.Position[3*k:]))))
			if len(normal) > 0 && length[v] > 0 {
				put(normal[3*k:], turn(t.Normal[3*k], t.Normal[3*k+1], t.Normal[3*k+2]).Scale(1/length[v]))
			}
			if len(tangent) > 0 && len(mesh.Tangent) > 0 {
				if l := m.Direction(exact.WidenVec([3]float32(mesh.Tangent[4*v:]))).Length(); l > 0 {
					put(tangent[3*k:], m.Direction(exact.WidenVec([3]float32(t.Tangent[3*k:]))).Scale(1/l))
				}
			}
		}
		t.Position, t.Normal, t.Tangent = position, normal, tangent
		out[i] = t
	}
	return out
}

// rewind turns triangles over.
func rewind(index []uint32) []uint32 {
	out := make([]uint32, len(index))
	for i := 0; i < len(out); i += 3 {
		out[i], out[i+1], out[i+2] = index[i], index[i+2], index[i+1]
	}
	return out
}
