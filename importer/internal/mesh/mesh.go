package mesh

import (
	"cmp"
	"fmt"
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/importer/internal/rig"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/surface"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// shapes holds a file's meshes with their skins and morph weights.
type shapes struct {
	scene.WeightSet
	Meshes []*soa.Mesh
	Nodes  []int // of the tree, per mesh
	From   []rig.Carried
	Skins  []*soa.Skin
	firsts []int // of First, in their order
}

// meshBuilder is the state of Build.
type meshBuilder struct {
	*scene.Input
	shapes
	palettes skinBuilder
	format   scene.Format
	bones    *rig.Bones
	rig      rig.Rig
	surfaces surface.Surfaces
	counted  int // vertices of meshes and of their morph targets
	targets  int // morph targets
}

// Build builds a mesh for every node that carries one. A skinned mesh on several nodes with the
// same bones looks the same on each and is built once.
func Build(in *scene.Input, f scene.Format, bones *rig.Bones, on rig.Rig, surfaces surface.Surfaces) (shapes, error) {
	t := in.Tree
	b := &meshBuilder{
		Input: in, format: f, bones: bones, rig: on, surfaces: surfaces,
		shapes: shapes{WeightSet: scene.WeightSet{First: make(map[int]int)}},
	}
	built := make(map[uint32][]int) // nodes per built mesh
	for i := range t.Nodes {
		if err := in.Meter.Step(50); err != nil {
			return b.shapes, err
		}
		for _, k := range t.Nodes[i].Meshes {
			src := in.Scene.Meshes[k]
			same := func(other int) bool {
				in.Meter.Step(50 + 10*f.Skin(i).Len())
				return f.Skin(other).ListsAs(f.Skin(i))
			}
			if (len(src.Bones) > 0 || f.Skin(i).ReadsOwn()) && slices.ContainsFunc(built[k], same) {
				in.Report.Add(report.Info, report.SharedMesh, src.Name, "several nodes carry this skinned mesh; it is kept once")
				continue
			}
			built[k] = append(built[k], i)
			if err := b.add(rig.Carried{Node: i, Mesh: k}, src); err != nil {
				return b.shapes, fmt.Errorf("mesh %q of node %q: %w", src.Name, t.Nodes[i].Name, err)
			}
		}
	}
	b.Skins = b.palettes.skins
	return b.shapes, nil
}

func (b *meshBuilder) add(at rig.Carried, src *scene.Mesh) error {
	nd := &b.Tree.Nodes[at.Node]
	if !src.Triangles {
		b.Report.Add(report.Info, report.LeftOut, src.Name, "a mesh of points or lines; left out")
		return nil
	}
	if err := b.take("meshes", 1, unsafe.Sizeof(soa.Mesh{})+unsafe.Sizeof(report.Mesh{})+bytesOfEntry, 2000); err != nil {
		return err
	}
	if err := cmp.Or(b.take("vertices", len(src.Positions), bytesOfJoining, 100), b.take("corners", len(src.Index), 4, 5)); err != nil {
		return err
	}
	m := &soa.Mesh{
		Name: b.format.MeshName(src.Name), Node: nd.Name, Skin: soa.None, Joint: soa.NoJoint, Material: soa.None,
		Index: scene.Indices(src, b.Report),
	}
	if m.Name == "" {
		m.Name = nd.Name
	}
	sets := []int{0}
	if k := src.Material; k >= 0 && k < len(b.surfaces.Materials) {
		m.Material, sets = k, b.surfaces.Sets[k]
	}
	r := report.Mesh{
		Name: m.Name, Node: nd.Name, Triangles: len(m.Index) / 3, Bones: len(src.Bones),
	}
	joint, offset := b.rig.Frame(at.Node)
	m.Joint, m.Offset = int16(joint), soa.Affine(offset.Float32())

	whole, err := b.format.WholeShapes(m, src, at.Node, &b.WeightSet)
	if err != nil {
		return err
	}
	key := keyOf(src, sets, whole)
	skin := b.format.Skin(at.Node)
	var bound *binding
	if len(src.Bones) > 0 || skin.ReadsOwn() {
		if bound = b.bind(src, at, &r); b.Meter.Err() != nil {
			return b.Meter.Err()
		}
		key.rows = bound.rows
		b.format.SetSkinning(m, src, at.Node, several(bound.rows))
		key.addBlend(m.Blend)
	}
	shown := b.format.SparseShapes(m, src, at.Node, &b.WeightSet)
	if shown != nil {
		key.class = shown.Class
	}
	if err := b.Meter.Err(); err != nil {
		return err
	}
	vertices := key.join(m.Index, len(src.Positions), b.Meter)
	if err := cmp.Or(b.Meter.Err(), b.count(len(vertices))); err != nil {
		return err
	}
	if err := b.take("vertices", len(vertices), bytesOfVertex, 100); err != nil {
		return err
	}
	fillAttributes(m, src, sets, vertices, b.Report)
	if bound != nil {
		if err := b.skin(m, bound, vertices, at, &r); err != nil {
			return err
		}
	}
	if shown != nil {
		err = shown.Add(m, vertices, b.count)
	} else {
		err = b.addMorphs(m, whole, vertices)
	}
	if err != nil {
		return err
	}
	if len(m.Morphs) == 0 && !b.format.KeepsNormals() { // morph normals are differences from these
		turnNormals(m, b.Report)
	}
	b.targets += len(m.Morphs)
	if err := scene.Most("morph targets", b.targets, "Targets", b.Settings.Bounds.Targets, ""); err != nil {
		return err
	}
	r.Vertices, r.MorphTargets, r.Skinning = m.Vertices(), len(m.Morphs), m.Skinning
	b.Meshes, b.Nodes, b.From = append(b.Meshes, m), append(b.Nodes, at.Node), append(b.From, at)
	b.Report.Meshes = append(b.Report.Meshes, r)
	return nil
}

// Memory of what is made: of a vertex of the file while equal ones are joined, of one of the model, and of
// a mesh besides its arrays.
const (
	bytesOfJoining = 4 + 4 + 8 + 8 + 4 + 4
	bytesOfVertex  = 12 + 12 + 8 + 8
	bytesOfEntry   = 200
)

// take counts the memory of n things, and the time that making them takes, in steps each.
func (b *meshBuilder) take(what string, n int, size uintptr, steps int) error {
	return cmp.Or(b.Meter.Take(what, n, size), b.Meter.Step(steps*n))
}

// count compares the number of vertices, including morph targets, with the bound.
func (b *meshBuilder) count(vertices int) error {
	if b.counted += vertices; b.counted > b.Settings.Bounds.Vertices {
		return fmt.Errorf("%w: more than %d vertices of meshes and morph targets (Bounds.Vertices)", soa.ErrTooLarge, b.Settings.Bounds.Vertices)
	}
	return nil
}

// fillAttributes copies the attributes of the kept vertices and repairs missing and invalid ones.
func fillAttributes(m *soa.Mesh, src *scene.Mesh, sets []int, vertices []uint32, r *report.Report) {
	all, n := len(src.Positions), len(vertices)
	m.Position = pick(src.Positions, vertices)
	if bad := replaceNotFinite(m.Position, 3, [4]float32{}); bad > 0 {
		r.Add(report.Repair, report.InvalidPosition, m.Name, "%d positions are not finite; moved to the origin", bad)
	}
	if len(src.Normals) == all {
		m.Normal = pick(src.Normals, vertices)
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
	m.UV = coordinates(src, sets[0], vertices)
	bad := replaceNotFinite(m.UV, 2, [4]float32{})
	if len(sets) > 1 {
		m.UV2 = coordinates(src, sets[1], vertices)
		bad += replaceNotFinite(m.UV2, 2, [4]float32{})
	}
	reportAttribute(r, m.Name, "texture coordinates", bad, "0")
	if len(src.Colors) == all && n > 0 {
		m.Color = make([]float32, 0, 4*n)
		for _, v := range vertices {
			m.Color = append(m.Color, src.Colors[v][:]...)
		}
		reportAttribute(r, m.Name, "colours", replaceNotFinite(m.Color, 4, [4]float32{1, 1, 1, 1}), "white")
	}
	if len(src.Tangents) == all && n > 0 {
		m.Tangent = tangents(m.Normal, src, vertices)
		reportAttribute(r, m.Name, "tangents", replaceNotFinite(m.Tangent, 4, [4]float32{1, 0, 0, 1}), "the X axis")
	}
	if len(m.Blend) > 0 {
		blend := make([]float32, n)
		for i, v := range vertices {
			blend[i] = m.Blend[v]
		}
		m.Blend = blend
	}
}

// coordinates copies a set of texture coordinates of the kept vertices, or returns nil if the
// mesh lacks it.
func coordinates(src *scene.Mesh, set int, vertices []uint32) []float32 {
	uv := src.UV[set]
	if len(uv) != len(src.Positions) || len(vertices) == 0 {
		return nil
	}
	out := make([]float32, 0, 2*len(vertices))
	for _, v := range vertices {
		if src.FromBottom {
			out = append(out, uv[v][0], 1-uv[v][1])
		} else {
			out = append(out, uv[v][0], uv[v][1])
		}
	}
	return out
}

// reportAttribute reports attributes of vertices that are not finite.
func reportAttribute(r *report.Report, mesh, what string, bad int, with string) {
	if bad > 0 {
		r.Add(report.Repair, report.InvalidNumber, mesh, "%d %s are not finite; replaced by %s", bad, what, with)
	}
}

// tangents combines tangents with their handedness, which bitangents may state.
func tangents(normal []float32, src *scene.Mesh, vertices []uint32) []float32 {
	wide := func(v []float32) exact.Vec { return exact.Vec{float64(v[0]), float64(v[1]), float64(v[2])} }
	t, bi := src.Tangents, src.Bitangents
	if len(src.Sides) != len(t) && len(bi) != len(t) {
		return nil
	}
	out := make([]float32, 0, 4*len(vertices))
	for i, v := range vertices {
		side := float32(1)
		if len(src.Sides) == len(t) {
			side = src.Sides[v]
		} else if wide(normal[3*i:]).Cross(wide(t[v][:])).Dot(wide(bi[v][:])) < 0 {
			side = -1
		}
		out = append(out, t[v][0], t[v][1], t[v][2], side)
	}
	return out
}

// replaceNotFinite overwrites rows of n values that contain an infinity, a NaN or a value beyond
// soa.MaxMagnitude, and returns their number.
func replaceNotFinite(values []float32, n int, with [4]float32) int {
	bad := 0
	for {
		i := slices.IndexFunc(values, func(v float32) bool { return !track.Finite(float64(v)) })
		if i < 0 {
			return bad
		}
		i -= i % n
		copy(values[i:i+n], with[:n])
		values = values[i+n:]
		bad++
	}
}
