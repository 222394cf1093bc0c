package rig

import (
	"fmt"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
)

// Bones is the result of FindBones.
type Bones struct {
	is    map[int]bool
	Order map[Carried][]int // see fileBones
}

// Carried is a mesh on one of its nodes.
type Carried struct {
	Node int
	Mesh uint32
}

// FindBones finds the node of every bone and adds one where there is none:
// DirectX files have bones without nodes. Such a node is at the place where the
// mesh is bound.
func FindBones(in *scene.Input, f scene.Format) *Bones {
	t := in.Tree
	out := &Bones{make(map[int]bool), make(map[Carried][]int)}
	for i := range t.Nodes {
		skin := f.Skin(i)
		if skin != nil && !skin.Listed {
			for _, b := range skin.Bones {
				out.is[b.Node] = true
			}
		}
		listed := skin.Listing()
		for _, k := range t.Nodes[i].Meshes {
			mesh := in.Scene.Meshes[k]
			index := fileBones(t, listed, mesh, in.Report)
			out.Order[Carried{i, k}] = index
			for b := range mesh.Bones {
				if index != nil {
					out.is[listed[index[b]].Node] = true
				} else {
					out.is[t.BoneNode(&mesh.Bones[b], i, in.Report)] = true
				}
			}
		}
	}
	return out
}

// fileBones finds the bones of a mesh in a list of bones that the file states:
// per bone of libassimp an index into the list, which has the same order.
// libassimp omits bones that a part of a split mesh does not use. The result is
// nil without a list or where a bone is not in it.
func fileBones(t *scene.Tree, listed []scene.Bone, mesh *scene.Mesh, r *report.Report) []int {
	if listed == nil || len(mesh.Bones) == 0 {
		return nil
	}
	index := make([]int, len(mesh.Bones))
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
		name := mesh.Bones[b].Name
		for next < len(listed) && name != t.Nodes[listed[next].Node].Key && name != fmt.Sprintf("bone_%d", next) {
			next++
		}
		if next == len(listed) {
			r.Add(report.Info, report.BoneOrder, mesh.Name, "its bone %q is not in the order of its skin; its bones are matched by name", name)
			return nil
		}
		index[b] = next
		next++
	}
	return index
}
