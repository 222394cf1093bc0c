package importer

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// bones is the result of findBones.
type bones struct {
	is    map[int]bool
	order map[carried][]int // see fileBones
}

// carried is a mesh on one of its nodes.
type carried struct {
	node int
	mesh uint32
}

// findBones finds the node of every bone and adds one where there is none:
// DirectX files have bones without nodes. Such a node is at the place where the
// mesh is bound.
func findBones(in *input, t *tree, gltf *gltfFile) *bones {
	out := &bones{make(map[int]bool), make(map[carried][]int)}
	for i := range t.nodes {
		if skin := in.skinOf(i); skin != nil {
			for _, b := range skin.bones {
				out.is[b.node] = true
			}
		}
		listed := gltf.node(i).bones
		for _, k := range t.nodes[i].meshes {
			mesh := in.scene.Mesh(int(k))
			index := fileBones(t, listed, mesh, in.report)
			out.order[carried{i, k}] = index
			for b := range mesh.Bones() {
				if index != nil {
					out.is[listed[index[b]]] = true
				} else {
					out.is[t.boneNode(mesh.Bone(b), i, in.report)] = true
				}
			}
		}
	}
	return out
}

func hasBones(scene *assimp.Scene) bool {
	for k := range scene.Meshes() {
		if scene.Mesh(k).Bones() > 0 {
			return true
		}
	}
	return false
}

// fileBones finds the bones of a mesh in a list of nodes that the file states:
// per bone of libassimp an index into the list, which has the same order.
// libassimp omits bones that a part of a split mesh does not use. The result is
// nil without a list or where a bone is not in it.
func fileBones(t *tree, listed []int, mesh assimp.Mesh, r *report.Report) []int {
	if listed == nil || mesh.Bones() == 0 {
		return nil
	}
	index := make([]int, mesh.Bones())
	if len(index) == len(listed) {
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
		for next < len(listed) && name != t.nodes[listed[next]].key && name != fmt.Sprintf("bone_%d", next) {
			next++
		}
		if next == len(listed) {
			r.Add(report.Info, report.BoneOrder, mesh.Name(), "its bone %q is not in the order of its skin; its bones are matched by name", name)
			return nil
		}
		index[b] = next
		next++
	}
	return index
}

// boneNode returns the node of a bone, which it adds where there is none.
func (t *tree) boneNode(bone assimp.Bone, meshNode int, r *report.Report) int {
	name := bone.Name()
	if i, ok := t.byName[name]; ok {
		return i
	}
	inverse, ok := exact.FromFloat32(bone.Offset()).Inverse()
	if !ok {
		inverse = exact.Identity()
	}
	rootInverse, ok := t.nodes[0].local.Inverse()
	if !ok {
		rootInverse = exact.Identity()
	}
	r.Add(report.Repair, report.BoneWithoutNode, name, "the bone has no node; it becomes a child of the root in its bind pose")
	i := len(t.nodes)
	t.byName[name] = i
	t.nodes = append(t.nodes, node{name: name, local: rootInverse.Mul(t.global(meshNode)).Mul(inverse)})
	return i
}

// shapes is the meshes of a file with their skins and morph weights.
type shapes struct {
	meshes  []*soa.Mesh
	skins   []*soa.Skin
	weights []soa.MorphWeight
	first   map[int]int // per node with morph targets: its first weight
}

// meshBuilder is the state of buildMeshes.
type meshBuilder struct {
	*input
	shapes
	palettes skinBuilder
	tree     *tree
	gltf     *gltfFile
	bones    *bones
	rig      rig
	surfaces surfaces
	counted  int // vertices of meshes and their morph targets
	searched int // morph targets of meshes
}

// buildMeshes builds a mesh for every node that carries one. A skinned mesh that
// several nodes carry with the same bones looks the same on each and is built
// once.
func buildMeshes(in *input, t *tree, gltf *gltfFile, bones *bones, rig rig, surfaces surfaces) (shapes, error) {
	b := &meshBuilder{
		input: in, tree: t, gltf: gltf, bones: bones, rig: rig, surfaces: surfaces,
		shapes: shapes{first: make(map[int]int)},
	}
	built := make(map[uint32][]int) // by mesh: the nodes that it was built for
	for i := range t.nodes {
		for _, k := range t.nodes[i].meshes {
			src := in.scene.Mesh(int(k))
			same := func(other int) bool { return slices.Equal(gltf.node(other).bones, gltf.node(i).bones) }
			if (src.Bones() > 0 || in.skinOf(i).readsOwn()) && slices.ContainsFunc(built[k], same) {
				in.report.Add(report.Info, report.SharedMesh, src.Name(), "several nodes carry this skinned mesh; it is kept once")
				continue
			}
			built[k] = append(built[k], i)
			if err := b.add(carried{i, k}, src); err != nil {
				return b.shapes, err
			}
		}
	}
	b.skins = b.palettes.skins
	return b.shapes, nil
}

// add builds one mesh.
func (b *meshBuilder) add(at carried, src assimp.Mesh) error {
	nd := &b.tree.nodes[at.node]
	if src.PrimitiveTypes()&assimp.PrimitiveTriangle == 0 {
		b.report.Add(report.Info, report.LeftOut, src.Name(), "a mesh of points or lines; left out")
		return nil
	}
	m := &soa.Mesh{
		Name: src.Name(), Node: nd.name, Skin: soa.None, Joint: soa.NoJoint, Material: soa.None,
		Index: indices(src, b.report),
	}
	if b.fbx != nil && b.fbx.original[m.Name] != "" {
		m.Name = b.fbx.original[m.Name]
	}
	if m.Name == "" {
		m.Name = nd.name
	}
	uvSet := 0
	if k := src.Material(); k >= 0 && k < len(b.surfaces.materials) {
		m.Material, uvSet = k, b.surfaces.uvSet[k]
	}
	r := report.Mesh{
		Name: m.Name, Node: nd.name, Triangles: len(m.Index) / 3, Bones: src.Bones(),
	}
	joint, offset := b.rig.frame(at.node)
	m.Joint, m.Offset = int16(joint), soa.Affine(offset.Float32())

	whole, err := b.wholeShapes(m, src, at.node)
	if err != nil {
		return err
	}
	key := keyOf(src, uvSet, whole)
	skin := b.skinOf(at.node)
	var bound *binding
	if src.Bones() > 0 || skin.readsOwn() {
		bound = b.bind(src, at, &r)
		key.rows = bound.rows
		b.skinningOf(m, src, skin, bound)
		key.addBlend(m.Blend)
	}
	var shown *shownShapes
	if b.hasFBXShapes() {
		if shown = b.shapesOf(m, src, at.node); shown != nil {
			key.class = shown.moves()
		}
	}
	vertices := key.join(m.Index, len(src.Vertices()))
	if err := b.count(len(vertices)); err != nil {
		return err
	}
	fillAttributes(m, src, uvSet, vertices, b.report)
	if bound != nil {
		if err := b.skin(m, bound, vertices, at, &r); err != nil {
			return err
		}
	}
	if shown != nil {
		err = b.addShapes(m, shown, shown.pointed(vertices))
	} else {
		err = b.addMorphs(m, whole, vertices)
	}
	if err != nil {
		return err
	}
	if len(m.Morphs) == 0 { // whose normals are differences from these
		turnNormals(m, b.report)
	}
	r.Vertices, r.MorphTargets, r.Skinning = m.Vertices(), len(m.Morphs), m.Skinning
	b.meshes = append(b.meshes, m)
	b.report.Meshes = append(b.report.Meshes, r)
	return nil
}

// count compares the vertices of meshes and their morph targets with the bound.
func (b *meshBuilder) count(vertices int) error {
	if b.counted += vertices; b.counted > b.opt.Bounds.Vertices {
		return fmt.Errorf("%w: more than %d vertices", ErrTooLarge, b.opt.Bounds.Vertices)
	}
	return nil
}

// fillAttributes copies the attributes of some vertices of the file and repairs missing and
// invalid ones.
func fillAttributes(m *soa.Mesh, src assimp.Mesh, uvSet int, vertices []uint32, r *report.Report) {
	all, n := len(src.Vertices()), len(vertices)
	m.Position = pick(src.Vertices(), vertices)
	if bad := replaceNotFinite(m.Position, 3, [4]float32{}); bad > 0 {
		r.Add(report.Repair, report.InvalidPosition, m.Name, "%d positions are not finite; moved to the origin", bad)
	}
	if len(src.Normals()) == all {
		m.Normal = pick(src.Normals(), vertices)
	} else {
		m.Normal = make([]float32, 3*n)
		for v := range n {
			m.Normal[3*v+1] = 1
		}
		r.Add(report.Repair, report.InvalidNormal, m.Name, "no normals; replaced by up")
	}
	if bad := replaceNotFinite(m.Normal, 3, [4]float32{1: 1}); bad > 0 {
		r.Add(report.Repair, report.InvalidNormal, m.Name, "%d normals are not finite (triangles without area); replaced by up", bad)
	}
	if uv := src.UV(uvSet); len(uv) == all && n > 0 {
		m.UV = make([]float32, 0, 2*n)
		for _, v := range vertices {
			// libassimp counts v from the picture's bottom.
			m.UV = append(m.UV, uv[v][0], 1-uv[v][1])
		}
		replaceNotFinite(m.UV, 2, [4]float32{})
	}
	if colors := src.Colors(0); len(colors) == all && n > 0 {
		m.Color = make([]float32, 0, 4*n)
		for _, v := range vertices {
			m.Color = append(m.Color, colors[v][:]...)
		}
		replaceNotFinite(m.Color, 4, [4]float32{1, 1, 1, 1})
	}
	if t, b := src.Tangents(), src.Bitangents(); len(t) == all && len(b) == all && n > 0 {
		m.Tangent = tangents(m.Normal, t, b, vertices)
	}
	if len(m.Blend) > 0 {
		blend := make([]float32, n)
		for i, v := range vertices {
			blend[i] = m.Blend[v]
		}
		m.Blend = blend
	}
}

// tangents joins tangents and the side of their bitangents.
func tangents(normal []float32, t, b [][3]float32, vertices []uint32) []float32 {
	out := make([]float32, 0, 4*len(vertices))
	for i, v := range vertices {
		n := exact.Vec{float64(normal[3*i]), float64(normal[3*i+1]), float64(normal[3*i+2])}
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

// replaceNotFinite overwrites rows of n values in which one is infinite, NaN or
// beyond soa.MaxMagnitude, and returns how many.
func replaceNotFinite(values []float32, n int, with [4]float32) int {
	bad := 0
	for i := 0; i+n <= len(values); i += n {
		row := values[i : i+n]
		if slices.ContainsFunc(row, func(v float32) bool { return !finite(float64(v)) }) {
			copy(row, with[:n])
			bad++
		}
	}
	return bad
}

// indices lists the triangles' corners. Other primitives and corners beyond
// the vertices are dropped.
func indices(src assimp.Mesh, r *report.Report) []uint32 {
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
		r.Add(report.Loss, report.InvalidTriangle, src.Name(), "%d triangles have corners beyond the vertices; dropped", bad)
	}
	return out
}
