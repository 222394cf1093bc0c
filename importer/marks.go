package importer

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
func markNodes(in *input, f format, t *tree, b *bones, clips []clipSource, floats *floatSet) []mark {
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
	for _, i := range f.Kept() {
		marks[i].keep = true
	}
	if in.scene.Meshes() == 0 && len(b.is) == 0 && len(clips) == 0 {
		for _, i := range f.Limbs() { // a skeleton is all there is
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
