package rig

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// rebind moves the vertices of skinned meshes into a pose, which becomes the rest pose,
// and binds them there:
//
//	v′ = skin(v, pose)        InverseBind′ = G(pose)⁻¹        in model space
//
// Morph targets move as their vertices do.
func rebind(ctx context.Context, m *soa.Model, to *exact.Pose, changed []int, r *SkeletonReport) (*soa.Model, error) {
	out, err := newRest(m, to, changed, r)
	if err != nil {
		return nil, err
	}
	// The rest as it is after rounding, which the vertices are bound in.
	pose := exact.NewSkeleton(out, nil).Rest
	out.Skins, out.Meshes = slices.Clone(m.Skins), slices.Clone(m.Meshes)
	vertices := 0
	for i, mesh := range m.Meshes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if mesh.Skin == soa.None {
			continue
		}
		if out.Meshes[i], err = inModelSpace(mesh, m.Skins[mesh.Skin], pose.Global); err != nil {
			return nil, err
		}
		vertices += mesh.Vertices()
	}
	for i, s := range m.Skins {
		if out.Skins[i], err = boundAt(m.Skeleton, s.Joint, pose.Global); err != nil {
			return nil, err
		}
	}
	r.note("%s of skins are bound anew", plural(vertices, "vertex"))
	return out, nil
}

// boundAt returns a skin of joints that moves no vertex of model space in a pose.
func boundAt(k *soa.Skeleton, list []uint16, global []exact.Matrix) (*soa.Skin, error) {
	s := &soa.Skin{Joint: list}
	for _, j := range list {
		back, ok := global[j].Inverse()
		if !ok {
			return nil, fmt.Errorf("%w: joint %q flattens space", ErrScale, k.Name[j])
		}
		s.InverseBind = append(s.InverseBind, back.Float32())
	}
	return s, nil
}

// inModelSpace returns a mesh with its vertices, and their morph targets, where a pose has them. Of a
// mesh without a skin global is its joint's.
func inModelSpace(mesh *soa.Mesh, s *soa.Skin, global []exact.Matrix) (*soa.Mesh, error) {
	palette := meshPalette(mesh, s, global)
	move := func(of *soa.Mesh) (position, normal []float32, err error) {
		position, normal = make([]float32, len(of.Position)), make([]float32, len(of.Normal))
		err = pose.SkinVertices(of, s, palette, nil, new(pose.SkinScratch), position, normal)
		return position, normal, err
	}
	out := *mesh
	var err error
	if out.Position, out.Normal, err = move(mesh); err != nil {
		return nil, err
	}
	if out.Tangent, err = moveTangents(mesh, move, out.Normal); err != nil {
		return nil, err
	}
	out.Morphs = slices.Clone(mesh.Morphs)
	for i := range out.Morphs {
		if err := moveMorph(mesh, &out, &out.Morphs[i], move); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// meshPalette returns the matrices that move a mesh.
func meshPalette(mesh *soa.Mesh, s *soa.Skin, global []exact.Matrix) (palette []float32) {
	add := func(m exact.Matrix) {
		f := m.Float32()
		palette = append(palette, f[:]...)
	}
	if mesh.Skin == soa.None {
		m := exact.FromFloat32(mesh.Offset)
		if mesh.Joint >= 0 {
			m = global[mesh.Joint].Mul(m)
		}
		add(m)
		return palette
	}
	for e, j := range s.Joint {
		add(global[j].Mul(exact.FromFloat32(s.InverseBind[e])))
	}
	return palette
}

// reach is how far from a vertex a point along a direction is moved, to see where the direction goes.
const reach = 1e-2

// moveTangents moves tangents as points beside their vertices, at right angles to normals.
func moveTangents(mesh *soa.Mesh, move func(*soa.Mesh) ([]float32, []float32, error), normal []float32) ([]float32, error) {
	if len(mesh.Tangent) == 0 {
		return nil, nil
	}
	beside := *mesh
	beside.Position = slices.Clone(mesh.Position)
	for i := range beside.Position {
		beside.Position[i] += float32(reach * mesh.Tangent[i/3*4+i%3])
	}
	from, _, err := move(mesh)
	if err != nil {
		return nil, err
	}
	to, _, err := move(&beside)
	if err != nil {
		return nil, err
	}
	out := slices.Clone(mesh.Tangent)
	for v := range mesh.Vertices() {
		d, n := vectorAt(to, v).Sub(vectorAt(from, v)), vectorAt(normal, v)
		if d = d.Sub(n.Scale(n.Dot(d))).Unit(); d == (exact.Vec{}) {
			continue
		}
		out[4*v], out[4*v+1], out[4*v+2] = float32(d[0]), float32(d[1]), float32(d[2])
	}
	return out, nil
}

func vectorAt(list []float32, v int) exact.Vec {
	return exact.Vec{float64(list[3*v]), float64(list[3*v+1]), float64(list[3*v+2])}
}

// moveMorph moves a morph target of a mesh: the difference of its vertices with it and without.
func moveMorph(mesh, moved *soa.Mesh, to *soa.MorphTarget, move func(*soa.Mesh) ([]float32, []float32, error)) error {
	with := *mesh
	with.Position, with.Normal = slices.Clone(mesh.Position), slices.Clone(mesh.Normal)
	for i, v := range to.Vertex {
		for c := range 3 {
			with.Position[3*int(v)+c] += to.Position[3*i+c]
			if len(to.Normal) > 0 {
				with.Normal[3*int(v)+c] += to.Normal[3*i+c]
			}
		}
	}
	position, normal, err := move(&with)
	if err != nil {
		return err
	}
	to.Position = slices.Clone(to.Position)
	for i, v := range to.Vertex {
		for c := range 3 {
			to.Position[3*i+c] = position[3*int(v)+c] - moved.Position[3*int(v)+c]
		}
	}
	if len(to.Normal) > 0 {
		to.Normal = slices.Clone(to.Normal)
		for i, v := range to.Vertex {
			for c := range 3 {
				to.Normal[3*i+c] = normal[3*int(v)+c] - moved.Normal[3*int(v)+c]
			}
		}
	}
	if len(to.Tangent) == 0 {
		return nil
	}
	with.Tangent = slices.Clone(mesh.Tangent)
	for i, v := range to.Vertex {
		for c := range 3 {
			with.Tangent[4*int(v)+c] += to.Tangent[3*i+c]
		}
	}
	tangent, err := moveTangents(&with, move, normal)
	if err != nil {
		return err
	}
	to.Tangent = slices.Clone(to.Tangent)
	for i, v := range to.Vertex {
		for c := range 3 {
			to.Tangent[3*i+c] = tangent[4*int(v)+c] - moved.Tangent[4*int(v)+c]
		}
	}
	return nil
}
