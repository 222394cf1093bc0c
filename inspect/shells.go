package inspect

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// shells finds connected parts of a skinned mesh that no clip moves while others move by more than
// the limit in millimetres: painted or computed weights left them out.
func shells(s *subject, limit float64, report func(Finding)) {
	moved := s.moved()
	if moved == nil {
		return
	}
	for of, meshes := range s.parts() {
		skin := s.model.Skins[of.skin]
		list := connected(meshes)
		var still worst
		most := 0.
		for i, shell := range list {
			far := 0.
			for _, at := range shell {
				influences(at.mesh, at.v, func(bone int, w float64) {
					if w > 0 {
						far = max(far, moved[skin.Joint[bone]])
					}
				})
			}
			if most = max(most, far); far < 1e-6 {
				still.add(float64(len(shell)), i, 0)
			}
		}
		if mm := 1000 * most; still.count > 0 && mm > s.scaled(limit) {
			at := list[still.of][0]
			report(Finding{Mesh: at.mesh.Name, Size: mm, Unit: "mm", Count: still.count,
				Message: fmt.Sprintf("connected parts that stay where they are: %d of %d, while others move by up to %.3g mm; the largest has %d vertices, with vertex %d",
					still.count, len(list), mm, int(still.size), at.v)})
		}
	}
}

// moved is how far each joint, or a point 3 cm from it, is moved by a clip; nil if none moves one.
func (s *subject) moved() []float64 {
	const moments = 8
	moved, any := make([]float64, s.model.Skeleton.Len()), false
	for _, clip := range s.model.Clips {
		c, first, pose := s.skeleton.NewClip(clip), s.skeleton.NewPose(), s.skeleton.NewPose()
		c.At(0, false, &first)
		for i := 1; i <= moments; i++ {
			c.At(float64(clip.Duration*float64(i)/moments), false, &pose)
			for j := range moved {
				if d := first.Global[j].Distance(&pose.Global[j], exact.Distance); d > moved[j] {
					moved[j], any = d, true
				}
			}
		}
	}
	if !any {
		return nil
	}
	return moved
}

// parts groups the skinned meshes by node and skin.
func (s *subject) parts() map[part][]*soa.Mesh {
	list := make(map[part][]*soa.Mesh)
	s.skinnedMeshes(func(mesh *soa.Mesh, _ *soa.Skin) {
		key := part{mesh.Node, mesh.Skin}
		list[key] = append(list[key], mesh)
	})
	return list
}

// connected returns the parts of meshes that triangles, and places that vertices share, connect.
func connected(meshes []*soa.Mesh) [][]vertexOf {
	var all []vertexOf
	var up []int
	find := func(i int) int {
		for up[i] != i {
			up[i] = up[up[i]]
			i = up[i]
		}
		return i
	}
	join := func(a, b int) {
		if a, b = find(a), find(b); a != b {
			up[max(a, b)] = min(a, b)
		}
	}
	at := make(map[[3]float32]int)
	for _, mesh := range meshes {
		base := len(all)
		for v := range mesh.Vertices() {
			all, up = append(all, vertexOf{mesh, v}), append(up, base+v)
			place := [3]float32(mesh.Position[3*v : 3*v+3])
			if other, ok := at[place]; ok {
				join(other, base+v)
			} else {
				at[place] = base + v
			}
		}
		for i := 0; i < len(mesh.Index); i += 3 {
			join(base+int(mesh.Index[i]), base+int(mesh.Index[i+1]))
			join(base+int(mesh.Index[i]), base+int(mesh.Index[i+2]))
		}
	}
	number := make(map[int]int)
	var list [][]vertexOf
	for i, of := range all {
		r := find(i)
		k, ok := number[r]
		if !ok {
			k = len(list)
			number[r] = k
			list = append(list, nil)
		}
		list[k] = append(list[k], of)
	}
	return list
}
