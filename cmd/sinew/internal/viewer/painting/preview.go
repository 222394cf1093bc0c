package painting

import (
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// Preview is the model's meshes with the painted weights and their colours: what a renderer skins and
// draws, and what a ray hits in the pose.
type Preview struct {
	// Shown is the model that is drawn, each vertex with up to 8 influences and a colour. Refresh
	// uploads what changes of it. Vertices without weights follow the skin's first entry.
	Shown *soa.Model
	// Dual blends by dual quaternions, otherwise by matrices.
	Dual bool

	painter *paint.Painter
	groups  []*weights.Groups // per skin, without vertices
	row     weights.Row
	floats  []float32
	change  func(mesh, vertex int, row weights.Row)
	bare    [][]bool // per mesh and vertex: whether it has no weights
	count   int      // of these
	stale   [][]int  // per mesh: vertices that changed since Refresh
	all     bool     // all did
	state   state
	pose    posedModel
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
	v.painter = p
	shown := &soa.Model{Name: m.Name, Skeleton: m.Skeleton, Skins: m.Skins, Weights: m.Weights, Floats: m.Floats, Visibility: m.Visibility}
	shown.Materials = []soa.Material{{Name: "weights", BaseColor: [4]float32{1, 1, 1, 1}, Roughness: 1, DoubleSided: true}}
	for skin := range m.Skins {
		v.groups = append(v.groups, weights.EmptyGroups(m, skin))
	}
	v.bare, v.stale, v.Shown, v.state.joint = make([][]bool, len(m.Meshes)), make([][]int, len(m.Meshes)), shown, -2
	for i, from := range m.Meshes {
		n := from.Vertices()
		mesh := &soa.Mesh{
			Name: from.Name, Node: from.Node, Position: from.Position, Normal: from.Normal, Color: make([]float32, 4*n), Index: from.Index,
			Skin: from.Skin, Joint: from.Joint, Offset: from.Offset, Morphs: plain(from.Morphs),
		}
		shown.Meshes = append(shown.Meshes, mesh)
		if from.Skin == soa.None {
			for k := range mesh.Color {
				mesh.Color[k] = [4]float32{0.25, 0.25, 0.25, 1}[k%4]
			}
			continue
		}
		mesh.Influences, mesh.BoneIndex, mesh.BoneWeight = slots, make([]uint16, slots*n), make([]float32, slots*n)
		v.bare[i] = make([]bool, n)
		v.fill(i, p.Influences(i))
	}
	v.pose.begin(shown)
	v.change = v.repaint
	p.Changed(func(int, int, weights.Row) {})
}

// plain returns morph targets without tangents.
func plain(list []soa.MorphTarget) (out []soa.MorphTarget) {
	for _, t := range list {
		t.Tangent = nil
		out = append(out, t)
	}
	return out
}

// fill sets all weights of a mesh.
func (v *Preview) fill(mesh int, f *soa.Influences) {
	var row weights.Row
	for vertex := range len(f.Start) - 1 {
		row = row[:0]
		for i := f.Start[vertex]; i < f.Start[vertex+1]; i++ {
			row = append(row, weights.Weight{Bone: f.Bone[i], Value: float64(f.Weight[i])})
		}
		v.put(mesh, vertex, row)
	}
}

// put sets the weights of a vertex as the painted model has them: with a sum of 1, and the largest
// that there is room for.
func (v *Preview) put(mesh, vertex int, row weights.Row) {
	m := v.Shown.Meshes[mesh]
	bones, values := m.BoneIndex[slots*vertex:][:slots], m.BoneWeight[slots*vertex:][:slots]
	v.row = v.groups[m.Skin].Normal(append(v.row[:0], row...))
	v.floats = v.floats[:0]
	clear(bones)
	for i, w := range v.row {
		v.floats = append(v.floats, float32(w.Value))
		if i < slots {
			bones[i] = w.Bone
		}
	}
	soa.PackWeights(values, v.floats)
	bare := len(v.row) == 0
	if bare {
		values[0] = 1
	}
	if bare != v.bare[mesh][vertex] {
		v.bare[mesh][vertex] = bare
		v.count += map[bool]int{true: 1, false: -1}[bare]
	}
}

// Pose takes Shown to a pose, of joints in model space and the weights of morph targets, and shows the
// weights of a joint, or none for soa.NoJoint. It reports whether what is drawn is another picture than before.
// After another Dual the whole model has to be uploaded again.
func (v *Preview) Pose(joints []soa.Affine, morphs []float32, joint int) (changed bool, err error) {
	v.painter.Changed(v.change)
	now := state{joint, v.Dual, v.painter.Version()}
	moved := v.pose.set(joints, morphs)
	if now == v.state && !moved {
		return false, v.pose.err
	}
	if now.joint != v.state.joint {
		v.state.joint = now.joint
		v.colour()
	}
	if now.dual != v.state.dual {
		for _, mesh := range v.Shown.Meshes {
			if mesh.Skin != soa.None {
				mesh.Skinning = map[bool]soa.Skinning{false: soa.LinearBlend, true: soa.DualQuaternion}[now.dual]
			}
		}
		v.pose.forget()
	}
	v.state = now
	return true, v.pose.err
}

// Palettes returns the palette of each skin in the pose, 12 values per entry.
func (v *Preview) Palettes() [][]float32 { return v.pose.palettes }

// Uploaded is the preview on the GPU.
type Uploaded interface {
	Refresh() error
	RefreshVertices(mesh int, vertices []int) error
}

// Refresh uploads the vertices whose weights or colours have changed since it was last called.
func (v *Preview) Refresh(to Uploaded) (err error) {
	if v.all {
		err = to.Refresh()
	}
	for mesh, list := range v.stale {
		if err == nil && !v.all && len(list) > 0 {
			err = to.RefreshVertices(mesh, list)
		}
		v.stale[mesh] = list[:0]
	}
	v.all = false
	return err
}

// repaint sets the weights of a vertex, and its colour.
func (v *Preview) repaint(mesh, vertex int, row weights.Row) {
	v.put(mesh, vertex, row)
	v.pose.reweighed(mesh, vertex)
	v.stale[mesh] = append(v.stale[mesh], vertex)
	v.colourVertex(mesh, vertex)
}

// colour shows the weights of the joint at all vertices.
func (v *Preview) colour() {
	for i, mesh := range v.Shown.Meshes {
		if mesh.Skin != soa.None {
			for vertex := range mesh.Vertices() {
				v.colourVertex(i, vertex)
			}
		}
	}
	v.all = true
}

// colourVertex shows a vertex from cold to hot, grey without a joint, and marks one that has no weights.
func (v *Preview) colourVertex(mesh, vertex int) {
	m, joint := v.Shown.Meshes[mesh], v.state.joint
	c := weights.HeatColor(weightOf(m, v.Shown.Skins[m.Skin], vertex, joint))
	switch {
	case v.bare[mesh][vertex]:
		c = weights.UnweightedColor()
	case joint < 0:
		c = [3]float32{0.3, 0.3, 0.3}
	}
	color := m.Color[4*vertex:][:4]
	copy(color, c[:])
	color[3] = 1
}

// weightOf returns a joint's weight of a vertex.
func weightOf(mesh *soa.Mesh, of *soa.Skin, vertex, joint int) (w float32) {
	for k := slots * vertex; k < slots*(vertex+1) && mesh.BoneWeight[k] > 0; k++ {
		if int(of.Joint[mesh.BoneIndex[k]]) == joint {
			w += mesh.BoneWeight[k]
		}
	}
	return w
}

// Bare returns the number of vertices without weights, as of the last Pose.
func (v *Preview) Bare() int { return v.count }
