package importer

import (
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// addBoneNodes gives every bone a node: some files (DirectX) skin to bones
// that no node carries. Such a bone rests where its mesh was bound.
func (f *flattener) addBoneNodes() {
	for i := range f.tree.nodes {
		for _, k := range f.tree.nodes[i].meshes {
			mesh := f.scene.Mesh(int(k))
			index := f.fileBones(i, mesh)
			for b := range mesh.Bones() {
				if index != nil {
					f.tree.nodes[f.tree.nodes[i].bones[index[b]]].bone = true
				} else {
					f.addBoneNode(mesh.Bone(b), i)
				}
			}
		}
	}
}

// fileBones finds a mesh's bones in the list that the file gives for its node:
// per bone of libassimp's an index, or nil where there is no list or the bones
// are not of it. They are in the list's order, but where libassimp splits a mesh
// it leaves out those that the part does not use.
func (f *flattener) fileBones(node int, mesh assimp.Mesh) []int {
	n := &f.tree.nodes[node]
	if n.bones == nil || mesh.Bones() == 0 {
		return nil
	}
	index := make([]int, mesh.Bones())
	if len(index) == len(n.bones) {
		// Whatever they are called: of a mesh that several nodes carry libassimp
		// keeps the names of one.
		for b := range index {
			index[b] = b
		}
		return index
	}
	next := 0
	for b := range index {
		name := mesh.Bone(b).Name()
		for next < len(n.bones) && name != f.tree.nodes[n.bones[next]].key && name != fmt.Sprintf("bone_%d", next) {
			next++
		}
		if next == len(n.bones) {
			f.report.add(Info, BoneOrder, mesh.Name(), "its bone %q is not where its skin lists it; its bones are found by name", name)
			return nil
		}
		index[b] = next
		next++
	}
	return index
}

func (f *flattener) addBoneNode(bone assimp.Bone, meshNode int) {
	name := bone.Name()
	if i, ok := f.tree.byName[name]; ok {
		f.tree.nodes[i].bone = true
		return
	}
	inverse, ok := exact.FromFloat32(bone.Offset()).Inverse()
	if !ok || !inverse.Finite() {
		inverse = exact.Identity()
	}
	rootInverse, ok := f.tree.nodes[0].local.Inverse()
	if !ok {
		rootInverse = exact.Identity()
	}
	f.report.add(Repair, BoneWithoutNode, name, "the bone has no node; it rests at the root, where it was bound")
	f.tree.byName[name] = len(f.tree.nodes)
	f.tree.nodes = append(f.tree.nodes, node{
		name: name, parent: 0, bone: true,
		local: rootInverse.Mul(f.tree.global(meshNode)).Mul(inverse),
	})
}

// emitMeshes builds a mesh for every node that carries one. A skinned mesh
// that several nodes carry with the same bones looks the same on each and is
// built once.
func (f *flattener) emitMeshes() error {
	built := make(map[uint32][]int) // by mesh: the nodes that it was built for
	for i := range f.tree.nodes {
		for _, k := range f.tree.nodes[i].meshes {
			src := f.scene.Mesh(int(k))
			same := func(other int) bool { return slices.Equal(f.tree.nodes[other].bones, f.tree.nodes[i].bones) }
			if src.Bones() > 0 && slices.ContainsFunc(built[k], same) {
				f.report.add(Info, SharedMesh, src.Name(), "several nodes carry this skinned mesh; it is kept once")
				continue
			}
			built[k] = append(built[k], i)
			if err := f.emitMesh(i, src); err != nil {
				return err
			}
		}
	}
	f.model.Skins = f.skins.skins
	return nil
}

func (f *flattener) emitMesh(nodeIndex int, src assimp.Mesh) error {
	nd := &f.tree.nodes[nodeIndex]
	if src.PrimitiveTypes()&assimp.PrimitiveTriangle == 0 {
		f.report.add(Info, LeftOut, src.Name(), "a mesh of points or lines; left out")
		return nil
	}
	m := &soa.Mesh{
		Name: src.Name(), Node: nd.name, Skin: soa.None, Joint: soa.NoJoint, Material: soa.None,
		Position: floats(src.Vertices()), Normal: floats(src.Normals()), Index: f.indices(src),
	}
	if f.fbx != nil && f.fbx.original[m.Name] != "" {
		m.Name = f.fbx.original[m.Name]
	}
	if m.Name == "" {
		m.Name = nd.name
	}
	if k := src.Material(); k >= 0 && k < len(f.model.Materials) {
		m.Material = k
	}
	f.fillAttributes(m, src)
	r := MeshReport{
		Name: m.Name, Node: nd.name, Vertices: m.Vertices(), Triangles: len(m.Index) / 3,
		Bones: src.Bones(), MorphTargets: src.AnimMeshes(),
	}
	joint, offset := f.bindFrame(nodeIndex)
	m.Joint, m.Offset = int16(joint), soa.Affine(offset.Float32())
	if src.Bones() > 0 {
		if err := f.skinMesh(m, src, nodeIndex, &r); err != nil {
			return err
		}
	}
	f.emitMorphs(m, src, nodeIndex)
	f.model.Meshes = append(f.model.Meshes, m)
	f.report.Meshes = append(f.report.Meshes, r)
	return nil
}

// fillAttributes copies what else the vertices carry and mends what is no
// number or missing.
func (f *flattener) fillAttributes(m *soa.Mesh, src assimp.Mesh) {
	n := m.Vertices()
	if bad := replaceNotFinite(m.Position, 3, [4]float32{}); bad > 0 {
		f.report.add(Repair, InvalidPosition, m.Name, "%d positions are not numbers; moved to the origin", bad)
	}
	if len(m.Normal) != 3*n {
		m.Normal = make([]float32, 3*n)
		for v := range n {
			m.Normal[3*v+1] = 1
		}
		f.report.add(Repair, InvalidNormal, m.Name, "no normals; they point up")
	}
	if bad := replaceNotFinite(m.Normal, 3, [4]float32{1: 1}); bad > 0 {
		f.report.add(Repair, InvalidNormal, m.Name, "%d normals are not numbers (triangles without area); they point up", bad)
	}
	set := 0
	if m.Material != soa.None {
		set = f.uvSet[m.Material]
	}
	if uv := src.UV(set); len(uv) == n && n > 0 {
		m.UV = make([]float32, 2*n)
		for v := range uv {
			// libassimp counts v from the picture's bottom.
			m.UV[2*v], m.UV[2*v+1] = uv[v][0], 1-uv[v][1]
		}
		replaceNotFinite(m.UV, 2, [4]float32{})
	}
	if colors := src.Colors(0); len(colors) == n && n > 0 {
		m.Color = make([]float32, 0, 4*n)
		for v := range colors {
			m.Color = append(m.Color, colors[v][:]...)
		}
		replaceNotFinite(m.Color, 4, [4]float32{1, 1, 1, 1})
	}
	m.Tangent = tangents(m.Normal, src.Tangents(), src.Bitangents())
}

// tangents joins tangents and the side of their bitangents.
func tangents(normal []float32, t, b [][3]float32) []float32 {
	if len(t) == 0 || len(t) != len(b) || 3*len(t) != len(normal) {
		return nil
	}
	out := make([]float32, 0, 4*len(t))
	for v := range t {
		n := exact.Vec{float64(normal[3*v]), float64(normal[3*v+1]), float64(normal[3*v+2])}
		tv := exact.Vec{float64(t[v][0]), float64(t[v][1]), float64(t[v][2])}
		bv := exact.Vec{float64(b[v][0]), float64(b[v][1]), float64(b[v][2])}
		side := float32(1)
		if n.Cross(tv).Dot(bv) < 0 {
			side = -1
		}
		out = append(out, t[v][0], t[v][1], t[v][2], side)
	}
	replaceNotFinite(out, 4, [4]float32{1, 0, 0, 1})
	return out
}

// replaceNotFinite overwrites rows of n values in which one is infinite or
// NaN, and returns how many.
func replaceNotFinite(values []float32, n int, with [4]float32) int {
	bad := 0
	for i := 0; i+n <= len(values); i += n {
		row := values[i : i+n]
		sum := float32(0)
		for _, v := range row {
			sum += v - v // 0 but for what is not finite
		}
		if sum != 0 || math.IsNaN(float64(sum)) {
			copy(row, with[:n])
			bad++
		}
	}
	return bad
}

// indices lists the triangles' corners. Other primitives and corners beyond
// the vertices are dropped.
func (f *flattener) indices(src assimp.Mesh) []uint32 {
	n := uint32(len(src.Vertices()))
	faces := src.Faces()
	out := make([]uint32, 0, 3*faces)
	bad := 0
	for i := range faces {
		c := src.Face(i)
		if len(c) != 3 {
			continue
		}
		if c[0] >= n || c[1] >= n || c[2] >= n {
			bad++
			continue
		}
		out = append(out, c[0], c[1], c[2])
	}
	if bad > 0 {
		f.report.add(Loss, InvalidTriangle, src.Name(), "%d triangles have corners beyond the vertices; dropped", bad)
	}
	return out
}

// floats copies vectors out of libassimp's memory as one flat slice.
func floats(v [][3]float32) []float32 {
	if len(v) == 0 {
		return nil
	}
	return append([]float32(nil), unsafe.Slice(&v[0][0], 3*len(v))...)
}
