package importer

import (
	"fmt"
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

// readTree reads the nodes and gives them the names of the file.
func readTree(in *input) (*tree, error) {
	root := in.scene.Root()
	if root.IsNil() {
		return nil, fmt.Errorf("%w: no nodes", ErrEmpty)
	}
	t := newTree(root, in.report)
	switch in.format {
	case "dae":
		apart, err := colladaTree(in, t)
		if err != nil {
			return nil, err
		}
		t = apart
		in.matchCollada(t)
	case "zae":
		if in.scene.Animations() > 0 {
			in.report.Add(report.Loss, report.LostInterpolation, "", "curves of a packed Collada file are straight between their keys; unpack the .dae in it to play them as they are")
		}
	case "fbx":
		in.fbx.rename(t)
		t.nodes[0].local = exact.Identity() // some versions of libassimp turn it
	case "md5anim":
		t.dropMeshes() // libassimp puts a dummy skeleton's there
	}
	in.report.Nodes = len(t.nodes)
	return t, nil
}

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

// mark is the use of a node.
type mark struct {
	bone     bool // of some mesh
	animated bool // some clip has a channel for it
	keep     bool // it becomes a joint
}

// markNodes decides which nodes become joints: bones, nodes with meshes, animated
// nodes, their ancestors, and the descendants of bones and animated nodes
// (sockets, end sites). Other nodes (cameras, lights, empties, the scene root) do
// not affect the model.
func markNodes(in *input, t *tree, b *bones, clips []clipSource, floats *floatSet, needed []int) []mark {
	marks := make([]mark, len(t.nodes))
	for i := range b.is {
		marks[i].bone = true
	}
	for c := range clips {
		for i := range clips[c].byNode {
			marks[i].animated = true
		}
	}
	for _, fl := range floats.list {
		if fl.index >= 0 && fl.node >= 0 {
			marks[fl.node].keep = true
		}
	}
	for _, i := range needed {
		marks[i].keep = true
	}
	if in.scene.Meshes() == 0 && len(b.is) == 0 && len(clips) == 0 {
		for _, i := range in.limbs() { // a skeleton is all there is
			marks[i].keep = true
		}
	}
	for i := len(marks) - 1; i >= 0; i-- {
		m := &marks[i]
		m.keep = m.keep || in.opt.KeepNodes || m.bone || m.animated || len(t.nodes[i].meshes) > 0
		if p := t.nodes[i].parent; m.keep && p >= 0 {
			marks[p].keep = true
		}
	}
	under := make([]bool, len(marks))
	for i := range marks {
		p := t.nodes[i].parent
		under[i] = marks[i].bone || marks[i].animated || p >= 0 && under[p]
		marks[i].keep = marks[i].keep || under[i]
	}
	return marks
}
