package figure

import (
	"strconv"

	"github.com/sinew-anim/sinew/soa"
)

// skinnedMesh returns a cloud of vertices; kind 0 has 4 influences, 1 has 8,
// and 2 keeps an unlimited list besides its 4.
func (s source) skinnedMesh(m *soa.Model, kind int) *soa.Mesh {
	mesh := s.cloud(m, "skinned "+strconv.Itoa(kind))
	mesh.Skin = s.IntN(len(m.Skins))
	mesh.Influences = 4
	if kind == 1 {
		mesh.Influences = 8
	}
	bones := m.Skins[mesh.Skin].Len()
	for range mesh.Vertices() {
		b, w := s.influences(bones, mesh.Influences)
		mesh.BoneIndex, mesh.BoneWeight = append(mesh.BoneIndex, b...), append(mesh.BoneWeight, w...)
	}
	if kind != 2 {
		return mesh
	}
	mesh.Exact = &soa.Influences{Start: []uint32{0}}
	for range mesh.Vertices() {
		b, w := s.influences(bones, 1+s.IntN(12))
		mesh.Exact.Bone, mesh.Exact.Weight = append(mesh.Exact.Bone, b...), append(mesh.Exact.Weight, w...)
		mesh.Exact.Start = append(mesh.Exact.Start, uint32(len(mesh.Exact.Bone)))
	}
	return mesh
}

// rigidMesh returns a cloud that a joint carries.
func (s source) rigidMesh(m *soa.Model, joint int16) *soa.Mesh {
	mesh := s.cloud(m, "rigid")
	mesh.Skin, mesh.Joint, mesh.Offset = soa.None, joint, s.affine()
	return mesh
}

// cloud returns loose vertices with two sparse morph targets.
func (s source) cloud(m *soa.Model, name string) *soa.Mesh {
	mesh := &soa.Mesh{Name: name, Node: name, Joint: soa.NoJoint, Offset: soa.IdentityAffine(), Material: soa.None}
	vertices := s.IntN(100)
	for range vertices {
		p, q := s.vector(1), s.rotation()
		mesh.Position = append(mesh.Position, p[0], p[1], p[2])
		n := unit([4]float32{q[0], q[1], q[2]})
		mesh.Normal = append(mesh.Normal, n[0], n[1], n[2])
	}
	for target := range 2 {
		mt := soa.MorphTarget{Name: strconv.Itoa(target), Weight: s.IntN(len(m.Weights))}
		for v := range vertices {
			if s.chance(30) {
				p, n := s.vector(0.2), s.vector(0.2)
				mt.Vertex = append(mt.Vertex, uint32(v))
				mt.Position = append(mt.Position, p[0], p[1], p[2])
				if target == 0 {
					mt.Normal = append(mt.Normal, n[0], n[1], n[2])
				}
			}
		}
		mesh.Morphs = append(mesh.Morphs, mt)
	}
	return mesh
}

// influences returns n palette indices and their weights, largest first, which
// sum to 1 but for rounding.
func (s source) influences(bones, n int) (bone []uint16, weight []float32) {
	left := float32(1)
	for i := range n {
		w := left
		if i < n-1 {
			w = float32(left * s.uniform(0.55, 1))
		}
		bone, weight = append(bone, uint16(s.IntN(bones))), append(weight, w)
		left -= w
	}
	return bone, weight
}
