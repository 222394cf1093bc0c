package importer

import (
	"fmt"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/native/assimp"
)

// bones is the result of findBones.
type bones struct {
	is    map[int]bool
	order map[carried][]int // see fileBones
}

// carried is a mesh on one of its nodes.
type carried struct {
	node int
	mesh uint32
}

// findBones finds the node of every bone and adds one where there is none:
// DirectX files have bones without nodes. Such a node is at the place where the
// mesh is bound.
func findBones(in *input, f format) *bones {
	t := in.tree
	out := &bones{make(map[int]bool), make(map[carried][]int)}
	for i := range t.nodes {
		skin := f.Skin(i)
		if skin != nil && !skin.listed {
			for _, b := range skin.bones {
				out.is[b.node] = true
			}
		}
		listed := skin.nodes()
		for _, k := range t.nodes[i].meshes {
			mesh := in.scene.Mesh(int(k))
			index := fileBones(t, listed, mesh, in.report)
			out.order[carried{i, k}] = index
			for b := range mesh.Bones() {
				if index != nil {
					out.is[listed[index[b]]] = true
				} else {
					out.is[t.boneNode(mesh.Bone(b), i, in.report)] = true
				}
			}
		}
	}
	return out
}

// fileBones finds the bones of a mesh in a list of nodes that the file states:
// per bone of libassimp an index into the list, which has the same order.
// libassimp omits bones that a part of a split mesh does not use. The result is
// nil without a list or where a bone is not in it.
func fileBones(t *tree, listed []int, mesh assimp.Mesh, r *report.Report) []int {
	if listed == nil || mesh.Bones() == 0 {
		return nil
	}
	index := make([]int, mesh.Bones())
	if len(index) == len(listed) {
		// Whatever they are called: of a mesh that several nodes carry libassimp
		// keeps the names of one.
		for b := range index {
			index[b] = b
		}
		return index
	}
	next := 0
	for b := range index {
		name := mesh.Bone(b).Name()
		for next < len(listed) && name != t.nodes[listed[next]].key && name != fmt.Sprintf("bone_%d", next) {
			next++
		}
		if next == len(listed) {
			r.Add(report.Info, report.BoneOrder, mesh.Name(), "its bone %q is not in the order of its skin; its bones are matched by name", name)
			return nil
		}
		index[b] = next
		next++
	}
	return index
}
