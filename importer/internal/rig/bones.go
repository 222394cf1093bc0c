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

// FindBones finds the node of every bone. A bone without a node, as in DirectX files, gets one at
// the place where the mesh is bound.
func FindBones(in *scene.Input, f scene.Format) *Bones {
	t := in.Tree
	out := &Bones{make(map[int]bool), make(map[Carried][]int)}
	marked := make(map[*scene.Skin]bool)
	for i := range t.Nodes {
		skin := f.Skin(i)
		if in.Meter.Step(100+100*len(t.Nodes[i].Meshes)) != nil {
			return out
		}
		if skin != nil && !skin.Listed && !marked[skin] {
			marked[skin] = true
			if in.Meter.Take("bones", len(skin.Bones), 40) != nil {
				return out
			}
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

// fileBones maps libassimp's bones of a mesh to indices into the file's bone list, which has the
// same order. libassimp omits bones that a part of a split mesh does not use. The result is nil
// if there is no list or a bone is missing from it.
func fileBones(t *scene.Tree, listed []scene.Bone, mesh *scene.Mesh, r *report.Report) []int {
	if listed == nil || len(mesh.Bones) == 0 {
		return nil
	}
	index := make([]int, len(mesh.Bones))
	if len(index) == len(listed) {
		// Names are ignored: if several nodes share a mesh, libassimp keeps the bone names of
		// one.
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
