package importer

import (
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
)

// node is one aiNode, or a bone that has none, in the importer's own terms.
type node struct {
	name     string
	key      string // what libassimp calls it
	parent   int    // −1 for the root; parents come first
	children int
	local    exact.Matrix
	meshes   []uint32

	bone     bool // some mesh's bone has this name
	animated bool // some clip has a channel for it
	keep     bool // becomes a joint

	label string // what the file calls it, where libassimp calls it otherwise
	bones []int  // of its skinned meshes, per bone: the node, where the file tells it better than names do
	binds []exact.Matrix
	trs   *statedTRS // as the file states it, where it does

	owner string // for a helper node of libassimp's FBX reader: the node it serves
	part  string // and which part of that node's transform it holds
}

// statedTRS is a node's transform as its file states it: of a matrix that
// mirrors, no decomposition tells along which axis.
type statedTRS struct {
	t exact.Vec
	r exact.Quat
	s exact.Vec
}

// tree is the node hierarchy in depth-first order.
type tree struct {
	nodes  []node
	byName map[string]int // first node of a name, as libassimp looks names up
}

// fbxHelper is what libassimp puts between a node's name and the transform
// part that a helper node holds.
const fbxHelper = "_$AssimpFbx$_"

func newTree(root assimp.Node, r *Report) *tree {
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

func (t *tree) add(n assimp.Node, parent int, r *Report) int {
	i := len(t.nodes)
	nd := node{name: n.Name(), key: n.Name(), parent: parent, children: n.Children(), meshes: n.Meshes(), local: exact.FromFloat32(n.Transform())}
	if owner, part, ok := strings.Cut(nd.name, fbxHelper); ok {
		nd.owner, nd.part = owner, part
	}
	if !nd.local.Finite() {
		nd.local = exact.Identity()
		r.add(Repair, InvalidTransform, nd.name, "its transform was not a number; the identity stands in")
	}
	if _, ok := t.byName[nd.name]; !ok {
		t.byName[nd.name] = i
	}
	t.nodes = append(t.nodes, nd)
	return i
}

// reportSharedNames tells of nodes that nothing tells apart.
func (t *tree) reportSharedNames(r *Report) {
	for i := range t.nodes {
		name := t.nodes[i].name
		if first := t.byName[name]; name != "" && first != i {
			r.add(Info, SharedName, name, "several nodes have this name; bones and channels go to the first, under %q", t.parentName(first))
		}
	}
}

func (t *tree) parentName(i int) string {
	if p := t.nodes[i].parent; p >= 0 {
		return t.nodes[p].name
	}
	return ""
}

// dropMeshes takes the meshes off all nodes.
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

// geometric reports whether node i holds an FBX geometric transform, which
// moves the node's meshes and not its children, or undoes one.
func (t *tree) geometric(i int) bool { return strings.HasPrefix(t.nodes[i].part, "Geometric") }

// markKept decides which nodes become joints: bones, nodes with meshes,
// animated nodes, everything above them and everything below a bone or an
// animated node (sockets, end sites). The rest (cameras, lights, empties, the
// scene root) moves nothing that Sinew keeps.
func (t *tree) markKept(all bool) {
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := &t.nodes[i]
		n.keep = n.keep || all || n.bone || n.animated || len(n.meshes) > 0
		if n.keep && n.parent >= 0 {
			t.nodes[n.parent].keep = true
		}
	}
	under := make([]bool, len(t.nodes))
	for i := range t.nodes {
		n := &t.nodes[i]
		under[i] = n.bone || n.animated || n.parent >= 0 && under[n.parent]
		n.keep = n.keep || under[i]
	}
}
