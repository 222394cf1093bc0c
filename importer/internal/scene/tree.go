package scene

import (
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
)

// Node is a node of the file, or one added for a bone without a node.
type Node struct {
	Name     string // as in the file
	Key      string // name that bones and channels use
	Parent   int    // −1 for the root; parents come first
	Children int
	Local    exact.Matrix
	Meshes   []uint32
	// Aside: the node is no joint, unless something moves it; its meshes follow the joint above.
	Aside bool

	Owner string // for a helper node of libassimp's FBX reader: the node that it belongs to
	Part  string // the part of that node's transform
}

// Tree is the node hierarchy in depth-first order.
type Tree struct {
	Nodes  []Node
	ByName map[string]int // first node with a key
	// OwnRoot: the root is a node of the file, not just a parent for the file's roots.
	OwnRoot bool
}

// fbxHelper separates, in the name of a helper node, the name of the node that it belongs to from
// the part of that node's transform.
const fbxHelper = "_$AssimpFbx$_"

// NewTree returns an empty tree.
func NewTree() *Tree { return &Tree{ByName: make(map[string]int)} }

// Add adds a node; its parent must exist. Owner and Part of a helper node are derived from its
// name.
func (t *Tree) Add(n Node, r *report.Report) int {
	i := len(t.Nodes)
	if owner, part, ok := strings.Cut(n.Name, fbxHelper); ok {
		n.Owner, n.Part = owner, part
	}
	if !track.FiniteMatrix(n.Local) {
		n.Local = exact.Identity()
		r.Add(report.Repair, report.InvalidTransform, n.Name, "its transform is not finite; replaced by the identity")
	}
	if _, ok := t.ByName[n.Key]; !ok {
		t.ByName[n.Key] = i
	}
	t.Nodes = append(t.Nodes, n)
	return i
}

// ReportSharedNames reports nodes with the same name.
func (t *Tree) ReportSharedNames(r *report.Report) {
	for i := range t.Nodes {
		name := t.Nodes[i].Key
		if first := t.ByName[name]; name != "" && first != i {
			r.Add(report.Info, report.SharedName, name, "several nodes have this name; bones and channels are bound to the first, below %q", t.parentName(first))
		}
	}
}

func (t *Tree) parentName(i int) string {
	if p := t.Nodes[i].Parent; p >= 0 {
		return t.Nodes[p].Name
	}
	return ""
}

// DropMeshes removes the meshes from all nodes.
func (t *Tree) DropMeshes() {
	for i := range t.Nodes {
		t.Nodes[i].Meshes = nil
	}
}

// global returns the product of the local matrices from the root to node i.
func (t *Tree) global(i int) exact.Matrix {
	m := t.Nodes[i].Local
	for p := t.Nodes[i].Parent; p >= 0; p = t.Nodes[p].Parent {
		m = t.Nodes[p].Local.Mul(m)
	}
	return m
}

// Geometric reports whether node i is an FBX geometric transform, which applies to the node's
// meshes but not to its children, or the inverse of one.
func (t *Tree) Geometric(i int) bool { return strings.HasPrefix(t.Nodes[i].Part, "Geometric") }

// BoneNode returns the node of a bone, adding one if missing.
func (t *Tree) BoneNode(bone *MeshBone, meshNode int, r *report.Report) int {
	name := bone.Name
	if i, ok := t.ByName[name]; ok {
		return i
	}
	inverse, ok := exact.FromFloat32(bone.Offset).Inverse()
	if !ok {
		inverse = exact.Identity()
	}
	rootInverse, ok := t.Nodes[0].Local.Inverse()
	if !ok {
		rootInverse = exact.Identity()
	}
	r.Add(report.Repair, report.BoneWithoutNode, name, "the bone has no node; it becomes a child of the root in its bind pose")
	i := len(t.Nodes)
	t.ByName[name] = i
	t.Nodes = append(t.Nodes, Node{Name: name, Local: rootInverse.Mul(t.global(meshNode)).Mul(inverse)})
	return i
}

// HasBones reports whether any mesh has bones.
func (s *Scene) HasBones() bool {
	return slices.ContainsFunc(s.Meshes, func(m *Mesh) bool { return len(m.Bones) > 0 })
}
