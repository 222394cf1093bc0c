package passes

import (
	"unsafe"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/soa"
)

// visibility lists the custom properties that show and hide meshes: of their nodes, and of those
// above. nodes has the node of each mesh.
func visibility(in *scene.Input, floats *track.Floats, nodes []int) (list []soa.Visibility) {
	if !hides(floats) {
		return nil
	}
	float := make([]int, len(in.Tree.Nodes))  // by node, or −1
	next := make([]int, len(in.Tree.Nodes))   // by node: itself, or the next one above, that has a float
	hiding := make([]int, len(in.Tree.Nodes)) // by node: the floats of it and of those above
	for n := range in.Tree.Nodes {
		float[n], next[n] = -1, n
		if i, ok := floats.At[track.FloatKey{On: n, Name: scene.Visible}]; ok {
			float[n] = floats.List[i].Index
		}
		p := in.Tree.Nodes[n].Parent
		if float[n] < 0 && p >= 0 {
			next[n] = next[p]
		}
		if p >= 0 {
			hiding[n] = hiding[p]
		}
		if float[n] >= 0 {
			hiding[n]++
		}
	}
	total := 0
	for _, n := range nodes {
		total += hiding[n]
	}
	if in.Meter.Take("visibilities of meshes", total, unsafe.Sizeof(soa.Visibility{})) != nil {
		return nil
	}
	list = make([]soa.Visibility, 0, total)
	for mesh, n := range nodes {
		if in.Meter.Step(100+20*hiding[n]) != nil {
			return nil
		}
		for range hiding[n] {
			n = next[n]
			list = append(list, soa.Visibility{Mesh: mesh, Float: float[n]})
			n = max(in.Tree.Nodes[n].Parent, 0)
		}
	}
	return list
}

// hides reports whether clips show and hide anything.
func hides(floats *track.Floats) bool {
	for i := range floats.List {
		if floats.List[i].Name == scene.Visible {
			return true
		}
	}
	return false
}
