package importer

import (
	"strings"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
)

// node is a node of libassimp, or a bone without one.
type node struct {
	name     string // as the file has it
	key      string // as libassimp has it
	parent   int    // −1 for the root; parents come first
	children int
	local    exact.Matrix
	meshes   []uint32

	owner string // for a helper node of libassimp's FBX reader: the node it serves
	part  string // and which part of that node's transform it holds
}

// tree is the node hierarchy in depth-first order.
type tree struct {
	nodes  []node
	byName map[string]int // first node of a key, as libassimp looks names up
}

// fbxHelper separates, in the name of a helper node, the node that it serves and
// the part of that node's transform.
const fbxHelper = "_$AssimpFbx$_"

// newTree reads the nodes of libassimp's scene.
func newTree(root assimp.Node, r *report.Report) *tree {
	t := &tree{byName: make(map[string]int)}
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

func (t *tree) add(n assimp.Node, parent int, r *report.Report) int {
	i := len(t.nodes)
	nd := node{name: n.Name(), key: n.Name(), parent: parent, children: n.Children(), meshes: n.Meshes(), local: exact.FromFloat32(n.Transform())}
	if owner, part, ok := strings.Cut(nd.name, fbxHelper); ok {
		nd.owner, nd.part = owner, part
	}
	if !finiteMatrix(nd.local) {
		nd.local = exact.Identity()
		r.Add(report.Repair, report.InvalidTransform, nd.name, "its transform is not finite; replaced by the identity")
	}
	if _, ok := t.byName[nd.key]; !ok {
		t.byName[nd.key] = i
	}
	t.nodes = append(t.nodes, nd)
	return i
}

// reportSharedNames reports nodes that cannot be distinguished.
func (t *tree) reportSharedNames(r *report.Report) {
	for i := range t.nodes {
		name := t.nodes[i].key
		if first := t.byName[name]; name != "" && first != i {
			r.Add(report.Info, report.SharedName, name, "several nodes have this name; bones and channels are bound to the first, below %q", t.parentName(first))
		}
	}
}

func (t *tree) parentName(i int) string {
	if p := t.nodes[i].parent; p >= 0 {
		return t.nodes[p].name
	}
	return ""
}

// dropMeshes removes the meshes of all nodes.
func (t *tree) dropMeshes() {
	for i := range t.nodes {
		t.nodes[i].meshes = nil
	}
}

// global returns the product of all local matrices down to node i.
func (t *tree) global(i int) exact.Matrix {
	m := t.nodes[i].local
	for p := t.nodes[i].parent; p >= 0; p = t.nodes[p].parent {
		m = t.nodes[p].local.Mul(m)
	}
	return m
}

// geometric reports whether node i is an FBX geometric transform, which applies
// to the node's meshes but not to its children, or the inverse of one.
func (t *tree) geometric(i int) bool { return strings.HasPrefix(t.nodes[i].part, "Geometric") }

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

// hasBones reports whether a mesh has bones.
func hasBones(scene *assimp.Scene) bool {
	for k := range scene.Meshes() {
		if scene.Mesh(k).Bones() > 0 {
			return true
		}
	}
	return false
}
