package painting

import (
	"slices"

	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/runtime/skin"
	"github.com/sinew-anim/sinew/soa"
)

// Preview is the model's meshes in a pose, with the painted weights: what a renderer draws, and what a
// ray hits.
type Preview struct {
	// Shown is a model of meshes without skins, in model space, whose vertices move and change colour.
	Shown *soa.Model
	// Dual blends by dual quaternions, otherwise by matrices.
	Dual bool

	model    *soa.Model
	painter  *paint.Painter
	meshes   []*soa.Mesh // of the model, with the painted weights
	posed    [][]float32 // per mesh of the model, those of Shown
	palettes [][]float32 // per skin
	scratch  []skin.Scratch
	change   func(mesh, vertex int, row weights.Row)
	changed  [][]int  // per mesh: vertices with other weights than in Shown
	some     soa.Mesh // of these vertices, and where the pose takes them
	moved    [2][]float32
	state    state
	joints   []soa.Affine // of the last pose
	morphs   []float32
	bare     int // vertices without weights
}

// state is what Shown depends on, besides the pose.
type state struct {
	joint   int
	dual    bool
	painted int
}

// slots is the number of influences that a preview has.
const slots = 8

// begin copies the model's meshes.
func (v *Preview) begin(m *soa.Model, p *paint.Painter) {
	v.model, v.painter = m, p
	shown := &soa.Model{Name: m.Name, Skeleton: m.Skeleton, Weights: m.Weights, Floats: m.Floats, Visibility: m.Visibility}
	shown.Materials = []soa.Material{{Name: "weights", BaseColor: [4]float32{1, 1, 1, 1}, Roughness: 1, DoubleSided: true}}
	for i, from := range m.Meshes {
		mesh := *from
		mesh.Exact, mesh.Blend = nil, nil
		out := &soa.Mesh{
			Name: from.Name, Node: from.Node, Position: append([]float32(nil), from.Position...), Normal: append([]float32(nil), from.Normal...),
			Color: make([]float32, 4*from.Vertices()), Index: from.Index, Skin: soa.None, Joint: soa.NoJoint, Offset: soa.IdentityAffine(),
		}
		if from.Skin != soa.None {
			n := from.Vertices()
			mesh.Influences, mesh.BoneIndex, mesh.BoneWeight = slots, make([]uint16, slots*n), make([]float32, slots*n)
			v.fill(&mesh, p.Influences(i))
		} else {
			for k := range out.Color {
				out.Color[k] = [4]float32{0.25, 0.25, 0.25, 1}[k%4]
			}
		}
		v.meshes = append(v.meshes, &mesh)
		shown.Meshes = append(shown.Meshes, out)
		v.posed = append(v.posed, out.Position)
	}
	for _, s := range m.Skins {
		v.palettes = append(v.palettes, make([]float32, 12*s.Len()))
	}
	v.scratch, v.changed = make([]skin.Scratch, len(m.Meshes)), make([][]int, len(m.Meshes))
	v.Shown, v.state.joint = shown, -2
	v.change = v.repaint
	p.Changed(func(int, int, weights.Row) {})
}

// fill sets all weights of a mesh.
func (v *Preview) fill(mesh *soa.Mesh, f *soa.Influences) {
	var row weights.Row
	for vertex := range mesh.Vertices() {
		row = row[:0]
		for i := f.Start[vertex]; i < f.Start[vertex+1]; i++ {
			row = append(row, weights.Weight{Bone: f.Bone[i], Value: float64(f.Weight[i])})
		}
		put(mesh, vertex, row)
	}
}

// put sets the weights of a vertex: the largest that there is room for, scaled to a sum of 1 as far as
// they move the vertex. Without any it stays at its place at rest, by the skin's first entry.
func put(mesh *soa.Mesh, vertex int, row weights.Row) {
	bones, values := mesh.BoneIndex[slots*vertex:][:slots], mesh.BoneWeight[slots*vertex:][:slots]
	clear(bones)
	clear(values)
	row = row[:min(slots, len(row))]
	sum := row.Sum()
	for i, w := range row {
		bones[i], values[i] = w.Bone, float32(w.Value/sum)
	}
}

// Pose moves Shown to a pose, of joints in model space and the weights of morph targets, and shows the
// weights of a joint, or none for soa.NoJoint. It reports whether Shown is another than before.
func (v *Preview) Pose(joints []soa.Affine, morphs []float32, joint int) (changed bool, err error) {
	v.painter.Changed(v.change)
	now := state{joint, v.Dual, v.painter.Version()}
	if now == v.state && slices.Equal(joints, v.joints) && slices.Equal(morphs, v.morphs) {
		return false, nil
	}
	recolour := now.joint != v.state.joint
	still := v.joints != nil && now.dual == v.state.dual && slices.Equal(joints, v.joints) && slices.Equal(morphs, v.morphs)
	v.state = now
	v.joints, v.morphs = append(v.joints[:0], joints...), append(v.morphs[:0], morphs...)
	for s, palette := range v.palettes {
		of := v.model.Skins[s]
		for k, j := range of.Joint {
			m := joints[j].Mul(&of.InverseBind[k])
			copy(palette[12*k:], m[:])
		}
	}
	for i, mesh := range v.meshes {
		if still && (len(morphs) == 0 || len(mesh.Morphs) == 0) {
			err = v.poseSome(i, mesh)
		} else {
			err = v.poseMesh(i, mesh, joints, morphs)
		}
		if err != nil {
			return false, err
		}
		v.changed[i] = v.changed[i][:0]
	}
	if recolour {
		v.colour()
	}
	return true, nil
}

// poseMesh moves one mesh.
func (v *Preview) poseMesh(i int, mesh *soa.Mesh, joints []soa.Affine, morphs []float32) error {
	out := v.Shown.Meshes[i]
	if mesh.Skin == soa.None {
		to := mesh.Offset
		if mesh.Joint != soa.NoJoint {
			to = joints[mesh.Joint].Mul(&mesh.Offset)
		}
		return skin.Vertices(mesh, nil, to[:], morphs, &v.scratch[i], out.Position, out.Normal)
	}
	mesh.Skinning = soa.LinearBlend
	if v.Dual {
		mesh.Skinning = soa.DualQuaternion
	}
	return skin.Vertices(mesh, v.model.Skins[mesh.Skin], v.palettes[mesh.Skin], morphs, &v.scratch[i], out.Position, out.Normal)
}

// poseSome moves the vertices of a mesh that have other weights, in a pose that has not changed.
func (v *Preview) poseSome(i int, mesh *soa.Mesh) error {
	list, some, out := v.changed[i], &v.some, v.Shown.Meshes[i]
	if len(list) == 0 {
		return nil
	}
	some.Skin, some.Skinning, some.Influences = mesh.Skin, mesh.Skinning, slots
	some.Position, some.Normal, some.BoneIndex, some.BoneWeight = some.Position[:0], some.Normal[:0], some.BoneIndex[:0], some.BoneWeight[:0]
	for _, vertex := range list {
		some.Position = append(some.Position, mesh.Position[3*vertex:3*vertex+3]...)
		some.Normal = append(some.Normal, mesh.Normal[3*vertex:3*vertex+3]...)
		some.BoneIndex = append(some.BoneIndex, mesh.BoneIndex[slots*vertex:][:slots]...)
		some.BoneWeight = append(some.BoneWeight, mesh.BoneWeight[slots*vertex:][:slots]...)
	}
	n := 3 * len(list)
	for k := range v.moved {
		v.moved[k] = slices.Grow(v.moved[k][:0], n)[:n]
	}
	if err := skin.Vertices(some, v.model.Skins[mesh.Skin], v.palettes[mesh.Skin], nil, &v.scratch[i], v.moved[0], v.moved[1]); err != nil {
		return err
	}
	for k, vertex := range list {
		copy(out.Position[3*vertex:3*vertex+3], v.moved[0][3*k:])
		copy(out.Normal[3*vertex:3*vertex+3], v.moved[1][3*k:])
	}
	return nil
}

// repaint sets the weights of a vertex, and its colour.
func (v *Preview) repaint(mesh, vertex int, row weights.Row) {
	m := v.meshes[mesh]
	if m.BoneWeight[slots*vertex] == 0 {
		v.bare--
	}
	put(m, vertex, row)
	v.changed[mesh] = append(v.changed[mesh], vertex)
	v.colourVertex(mesh, vertex)
}

// colour shows the weights of the joint at all vertices.
func (v *Preview) colour() {
	v.bare = 0
	for i, mesh := range v.meshes {
		if mesh.Skin != soa.None {
			for vertex := range mesh.Vertices() {
				v.colourVertex(i, vertex)
			}
		}
	}
}

// colourVertex shows a vertex from cold to hot, grey without a joint, and counts it if it has no weights.
func (v *Preview) colourVertex(mesh, vertex int) {
	m, joint := v.meshes[mesh], v.state.joint
	w, any := weightOf(m, v.model.Skins[m.Skin], vertex, joint)
	c := weights.Heat(w)
	switch {
	case !any:
		v.bare++
		c = weights.Unweighted
	case joint < 0:
		c = [3]float32{0.3, 0.3, 0.3}
	}
	color := v.Shown.Meshes[mesh].Color[4*vertex:][:4]
	copy(color, c[:])
	color[3] = 1
}

// weightOf returns a joint's weight of a vertex, and whether the vertex has any.
func weightOf(mesh *soa.Mesh, of *soa.Skin, vertex, joint int) (w float32, any bool) {
	for k := slots * vertex; k < slots*(vertex+1) && mesh.BoneWeight[k] > 0; k++ {
		any = true
		if int(of.Joint[mesh.BoneIndex[k]]) == joint {
			w += mesh.BoneWeight[k]
		}
	}
	return w, any
}

// Bare returns the number of vertices without weights, as of the last Pose.
func (v *Preview) Bare() int { return v.bare }
