package gltf

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// body is a mesh of the file: the meshes of the model that materials split, which one node shows.
type body struct {
	meshes  []int
	node    int
	bake    exact.Matrix // takes vertices to the space of the file's mesh
	baked   bool
	floats  bool  // its vertices are not put on a lattice
	weights []int // the morph weights, in the order of the targets
	shown   []int // the floats that show and hide it
}

// addBodies adds the meshes of the model.
func (b *builder) addBodies(ctx context.Context) error {
	b.carries = make(map[int16]bool)
	of := make(map[string][]*body) // by name of the node
	for i, m := range b.model.Meshes {
		if len(m.Index) == 0 || m.Vertices() == 0 || m.Skin != soa.None && b.skins[m.Skin].index < 0 {
			b.list.Loss("mesh "+m.Name, "it has no triangles, or a skin without joints")
			continue
		}
		weights, shown := weightsOf(m), b.model.VisibilityOf(i)
		var to *body
		for _, other := range of[m.Node] {
			if b.together(other, m) && slices.Equal(other.weights, weights) && slices.Equal(other.shown, shown) {
				to = other
			}
		}
		if to == nil {
			to = &body{weights: weights, shown: shown}
			of[m.Node] = append(of[m.Node], to)
			b.bodies = append(b.bodies, to)
		}
		to.meshes = append(to.meshes, i)
	}
	for _, to := range b.bodies {
		if err := b.addBody(ctx, to); err != nil {
			return err
		}
	}
	return nil
}

// weightsOf lists the morph weights of a mesh's targets.
func weightsOf(m *soa.Mesh) (list []int) {
	for i := range m.Morphs {
		list = append(list, m.Morphs[i].Weight)
	}
	return list
}

// together reports whether a mesh is shown by the node of others.
func (b *builder) together(with *body, m *soa.Mesh) bool {
	o := b.model.Meshes[with.meshes[0]]
	return o.Joint == m.Joint && o.Skin == m.Skin && (m.Skin != soa.None || o.Offset == m.Offset)
}

// addBody adds a mesh and the node that shows it.
func (b *builder) addBody(ctx context.Context, to *body) error {
	first := b.model.Meshes[to.meshes[0]]
	b.placeBody(to, first)
	m := &mesh{Name: bodyName(b.model, to.meshes)}
	var names []string
	for i := range first.Morphs {
		names = append(names, first.Morphs[i].Name)
		m.Weights = append(m.Weights, b.model.Weights[first.Morphs[i].Weight].Rest)
	}
	if names != nil {
		m.Extras = object{"targetNames": names}
	}
	for _, i := range to.meshes {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := b.primitive(b.model.Meshes[i], to)
		if err != nil {
			return fmt.Errorf("mesh %q: %w", b.model.Meshes[i].Name, err)
		}
		if name := b.model.Meshes[i].Name; len(to.meshes) > 1 && name != fmt.Sprintf("%s-%d", m.Name, len(m.Primitives)) {
			p.Extras = p.Extras.own("name", name)
		}
		m.Primitives = append(m.Primitives, p)
	}
	n := b.doc.Nodes[to.node]
	n.Mesh = ptr(add(&b.doc.Meshes, m))
	if first.Skin != soa.None {
		n.Skin = ptr(b.skins[first.Skin].index)
	}
	return nil
}

// placeBody finds or makes the node of a mesh. A skinned one stands at a root that does not move,
// since its own place does not count.
func (b *builder) placeBody(to *body, m *soa.Mesh) {
	if m.Skin != soa.None {
		s := &b.skins[m.Skin]
		to.bake, to.baked = s.bake, s.baked
		if to.node = b.freeNode(m, true); to.node < 0 {
			to.node = b.addNode(b.standIn(m), -1)
		}
		return
	}
	offset := exact.FromFloat32(m.Offset)
	to.bake = exact.Identity()
	parent := -1
	if b.turned {
		parent = b.wrapper
	}
	if m.Joint != soa.NoJoint {
		parent = b.joints[m.Joint]
	}
	if volume := offset.Determinant(); volume > 1e-30 && volume < 1e30 {
		to.bake, to.baked = offset, m.Offset != soa.IdentityAffine()
		if b.options.Quantize {
			var meshes []*soa.Mesh
			for _, i := range to.meshes {
				meshes = append(meshes, b.model.Meshes[i])
			}
			g := gridOf(meshes, offset)
			to.bake, to.baked = b.onGrid(g, offset), true
			n := &node{Name: m.Node, Extras: own("part", true)}
			n.setExact(g.origin, exact.IdentityQuat(), exact.Vec{g.step, g.step, g.step})
			to.node = b.addNode(n, parent)
			return
		}
		if to.node = b.freeNode(m, false); to.node < 0 {
			to.node = b.addNode(&node{Name: m.Node, Extras: own("part", true)}, parent)
		}
		return
	}
	to.node, to.floats = b.addStatic(&node{Name: m.Node, Extras: own("part", true)}, offset, parent), true
}

// standIn returns a node for a skinned mesh at a root. The first mesh of a joint of its name is that
// joint's own when it is read; others follow the joint, or none.
func (b *builder) standIn(m *soa.Mesh) *node {
	n, j := &node{Name: m.Node}, m.Joint
	if j != soa.NoJoint {
		n.Extras = own("of", b.joints[j])
		if b.model.Skeleton.Name[j] == m.Node && !b.carries[j] && b.doc.Nodes[b.joints[j]].Mesh == nil {
			b.carries[j] = true
			return n
		}
	}
	n.Extras = n.Extras.own("part", true)
	return n
}

// freeNode returns the node of a mesh's joint if it may show the mesh itself, or −1.
func (b *builder) freeNode(m *soa.Mesh, skinned bool) int {
	if m.Joint == soa.NoJoint || b.carries[m.Joint] || b.doc.Nodes[b.joints[m.Joint]].Mesh != nil {
		return -1
	}
	k, n := b.model.Skeleton, b.joints[m.Joint]
	if m.Node != "" && m.Node != k.Name[m.Joint] {
		return -1
	}
	if skinned {
		of := b.doc.Nodes[n]
		still := of.Translation == nil && of.Rotation == nil && of.Scale == nil && !b.driven[m.Joint]
		if !still || k.Parent[m.Joint] >= 0 || !slices.Contains(b.doc.Scenes[0].Nodes, n) || k.Name[m.Joint] != m.Node {
			return -1
		}
	}
	return n
}

// bodyName returns the name of a mesh whose primitives the reader names by their number, as in
// "body-0" and "body-1".
func bodyName(m *soa.Model, meshes []int) string {
	name := m.Meshes[meshes[0]].Name
	if len(meshes) == 1 {
		return name
	}
	if base, ok := strings.CutSuffix(name, "-0"); ok {
		for k, i := range meshes {
			if m.Meshes[i].Name != fmt.Sprintf("%s-%d", base, k) {
				return name
			}
		}
		return base
	}
	return name
}
