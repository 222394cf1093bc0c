package scene

import (
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
)

// node is a node of libassimp, or a bone without one.
type node struct {
	Name     string // as the file has it
	Key      string // as libassimp has it
	Parent   int    // −1 for the root; parents come first
	Children int
	Local    exact.Matrix
	Meshes   []uint32

	Owner string // for a helper node of libassimp's FBX reader: the node it serves
	Part  string // and which part of that node's transform it holds
}

// Tree is the node hierarchy in depth-first order.
type Tree struct {
	Nodes  []node
	ByName map[string]int // first node of a key, as libassimp looks names up
}

// fbxHelper separates, in the name of a helper node, the node that it serves and
// the part of that node's transform.
const fbxHelper = "_$AssimpFbx$_"

// NewTree reads the nodes of libassimp's scene.
func NewTree(root assimp.Node, r *report.Report) *Tree {
	t := &Tree{ByName: make(map[string]int)}
	type visit struct {
		node   assimp.Node
		parent int
	}
	// An explicit stack: files may nest deeper than a goroutine should.
	stack := []visit{{root, -1}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		i := t.add(v.node, v.parent, r)
		for c := v.node.Children() - 1; c >= 0; c-- {
			stack = append(stack, visit{v.node.Child(c), i})
		}
	}
	return t
}

func (t *Tree) add(n assimp.Node, parent int, r *report.Report) int {
	i := len(t.Nodes)
	nd := node{Name: n.Name(), Key: n.Name(), Parent: parent, Children: n.Children(), Meshes: n.Meshes(), Local: exact.FromFloat32(n.Transform())}
	if owner, part, ok := strings.Cut(nd.Name, fbxHelper); ok {
		nd.Owner, nd.Part = owner, part
	}
	if !track.FiniteMatrix(nd.Local) {
		nd.Local = exact.Identity()
		r.Add(report.Repair, report.InvalidTransform, nd.Name, "its transform is not finite; replaced by the identity")
	}
	if _, ok := t.ByName[nd.Key]; !ok {
		t.ByName[nd.Key] = i
	}
	t.Nodes = append(t.Nodes, nd)
	return i
}

// ReportSharedNames reports nodes that cannot be distinguished.
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

// DropMeshes removes the meshes of all nodes.
func (t *Tree) DropMeshes() {
	for i := range t.Nodes {
		t.Nodes[i].Meshes = nil
	}
}

// global returns the product of all local matrices down to node i.
func (t *Tree) global(i int) exact.Matrix {
	m := t.Nodes[i].Local
	for p := t.Nodes[i].Parent; p >= 0; p = t.Nodes[p].Parent {
		m = t.Nodes[p].Local.Mul(m)
	}
	return m
}

// Geometric reports whether node i is an FBX geometric transform, which applies
// to the node's meshes but not to its children, or the inverse of one.
func (t *Tree) Geometric(i int) bool { return strings.HasPrefix(t.Nodes[i].Part, "Geometric") }

// BoneNode returns the node of a bone, which it adds where there is none.
func (t *Tree) BoneNode(bone assimp.Bone, meshNode int, r *report.Report) int {
	name := bone.Name()
	if i, ok := t.ByName[name]; ok {
		return i
	}
	inverse, ok := exact.FromFloat32(bone.Offset()).Inverse()
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
	t.Nodes = append(t.Nodes, node{Name: name, Local: rootInverse.Mul(t.global(meshNode)).Mul(inverse)})
	return i
}

// HasBones reports whether a mesh has bones.
func HasBones(scene *assimp.Scene) bool {
	for k := range scene.Meshes() {
		if scene.Mesh(k).Bones() > 0 {
			return true
		}
	}
	return false
}
