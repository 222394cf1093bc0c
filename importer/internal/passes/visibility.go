package passes

import (
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/soa"
)

// visibility lists the custom properties that show and hide meshes: of their nodes, and of those
// above. nodes has the node of each mesh.
func visibility(tree *scene.Tree, floats *track.Floats, nodes []int) (list []soa.Visibility) {
	if !hides(floats) {
		return nil
	}
	for mesh, n := range nodes {
		for ; n >= 0; n = tree.Nodes[n].Parent {
			if i, ok := floats.At[track.FloatKey{On: n, Name: scene.Visible}]; ok && floats.List[i].Index >= 0 {
				list = append(list, soa.Visibility{Mesh: mesh, Float: floats.List[i].Index})
			}
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
