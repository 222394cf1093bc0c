package rig

import (
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
)

// Mark is the use of a node.
type Mark struct {
	bone     bool // of a mesh
	animated bool // has a channel in a clip
	Keep     bool // it becomes a joint
}

// MarkNodes decides which nodes become joints: bones, nodes with meshes, animated
// nodes, their ancestors, and the descendants of bones and animated nodes
// (sockets, end sites). Other nodes (cameras, lights, empties, the scene root) do
// not affect the model.
func MarkNodes(in *scene.Input, f scene.Format, t *scene.Tree, b *Bones, clips []track.Clip, floats *track.Floats) []Mark {
	marks := make([]Mark, len(t.Nodes))
	for i := range b.is {
		marks[i].bone = true
	}
	for c := range clips {
		for i := range clips[c].ByNode {
			marks[i].animated = true
		}
	}
	for _, fl := range floats.List {
		if fl.Index >= 0 && fl.Node >= 0 {
			marks[fl.Node].Keep = true
		}
	}
	for _, i := range f.Kept() {
		marks[i].Keep = marks[i].Keep || !t.Nodes[i].Aside
	}
	shown := len(in.Scene.Meshes) > 0 // and perhaps skipped
	if !in.Settings.SkipMeshes {
		shown = slices.ContainsFunc(t.Nodes, func(n scene.Node) bool { return len(n.Meshes) > 0 })
	}
	if !shown && len(b.is) == 0 && len(clips) == 0 {
		for _, i := range f.Limbs() { // the file has only a skeleton
			marks[i].Keep = true
		}
	}
	for i := len(marks) - 1; i >= 0; i-- {
		m := &marks[i]
		m.Keep = m.Keep || in.Settings.KeepNodes || m.bone || m.animated || len(t.Nodes[i].Meshes) > 0 && !t.Nodes[i].Aside
		if p := t.Nodes[i].Parent; m.Keep && p >= 0 {
			marks[p].Keep = true
		}
	}
	under := make([]bool, len(marks))
	for i := range marks {
		p := t.Nodes[i].Parent
		under[i] = marks[i].bone || marks[i].animated || p >= 0 && under[p]
		marks[i].Keep = marks[i].Keep || under[i] && !(t.Nodes[i].Aside && !marks[i].animated)
	}
	return marks
}
