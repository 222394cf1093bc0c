package rig

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// giveWeights gives the weights of a joint to its parent, in all skins, and returns the number of
// vertices that had some. Lists of skins and meshes are the model's own. Where a skin lacks the
// parent, the joint's entry becomes it and keeps the rest: InverseBind′ = L · InverseBind.
func giveWeights(m *soa.Model, joint, parent int) (vertices int, err error) {
	local := restLocal(m.Skeleton, joint)
	for i, skin := range m.Skins {
		if !slices.Contains(skin.Joint, uint16(joint)) {
			continue
		}
		n := 0
		for k, mesh := range m.Meshes {
			if mesh.Skin != i {
				continue
			}
			n += weighted(mesh, func(entry uint16) bool { return int(skin.Joint[entry]) == joint })
			if n > 0 && parent < 0 {
				return 0, fmt.Errorf("%w: %s of mesh %q are weighted to it, and it has no parent", ErrReference, plural(n, "vertex"), m.Meshes[k].Name)
			}
		}
		fresh, to, err := replaceEntries(skin, i, joint, parent, local)
		if err != nil {
			return 0, err
		}
		m.Skins[i] = fresh
		for k, mesh := range m.Meshes {
			if mesh.Skin == i {
				m.Meshes[k] = replaceInfluences(mesh, to)
			}
		}
		vertices += n
	}
	return vertices, nil
}

// weighted counts the vertices with a weight for one of some entries.
func weighted(mesh *soa.Mesh, of func(entry uint16) bool) (n int) {
	for v := range mesh.Vertices() {
		has := false
		for i := v * mesh.Influences; i < (v+1)*mesh.Influences; i++ {
			has = has || mesh.BoneWeight[i] != 0 && of(mesh.BoneIndex[i])
		}
		if x := mesh.Exact; x != nil {
			for i := x.Start[v]; i < x.Start[v+1]; i++ {
				has = has || x.Weight[i] != 0 && of(x.Bone[i])
			}
		}
		if has {
			n++
		}
	}
	return n
}

// replaceEntries returns a skin without entries of a joint, and what becomes of each entry.
func replaceEntries(skin *soa.Skin, index, joint, parent int, local exact.Matrix) (*soa.Skin, []uint16, error) {
	out, to := new(soa.Skin), make([]uint16, skin.Len())
	keep := func(e int, joint uint16, inverse soa.Affine) {
		to[e] = uint16(out.Len())
		out.Joint, out.InverseBind = append(out.Joint, joint), append(out.InverseBind, inverse)
	}
	heir := slices.IndexFunc(skin.Joint, func(j uint16) bool { return parent >= 0 && int(j) == parent })
	for e, j := range skin.Joint {
		switch {
		case int(j) != joint:
			keep(e, j, skin.InverseBind[e])
		case heir < 0 && parent >= 0:
			heir = e
			keep(e, uint16(parent), local.Mul(exact.FromFloat32(skin.InverseBind[e])).Float32())
		}
	}
	if out.Len() == 0 {
		return nil, nil, fmt.Errorf("%w: skin %d has no other joint", ErrReference, index)
	}
	for e, j := range skin.Joint {
		if int(j) == joint && e != heir {
			to[e] = 0 // of a root: no vertex has a weight for it
			if heir >= 0 {
				to[e] = to[heir]
			}
		}
	}
	return out, to, nil
}

// replaceInfluences returns a mesh with other palette entries. Weights of one entry are added up.
func replaceInfluences(mesh *soa.Mesh, to []uint16) *soa.Mesh {
	out := *mesh
	out.BoneIndex, out.BoneWeight = make([]uint16, 0, len(mesh.BoneIndex)), make([]float32, 0, len(mesh.BoneWeight))
	var row []influence
	for v := range mesh.Vertices() {
		from := v * mesh.Influences
		row = join(row[:0], mesh.BoneIndex[from:from+mesh.Influences], mesh.BoneWeight[from:from+mesh.Influences], to)
		for i := range mesh.Influences {
			var x influence
			if i < len(row) {
				x = row[i]
			}
			out.BoneIndex, out.BoneWeight = append(out.BoneIndex, x.bone), append(out.BoneWeight, x.weight)
		}
	}
	if x := mesh.Exact; x != nil {
		fresh := &soa.Influences{Start: make([]uint32, 1, len(x.Start))}
		for v := range mesh.Vertices() {
			row = join(row[:0], x.Bone[x.Start[v]:x.Start[v+1]], x.Weight[x.Start[v]:x.Start[v+1]], to)
			for _, y := range row {
				fresh.Bone, fresh.Weight = append(fresh.Bone, y.bone), append(fresh.Weight, y.weight)
			}
			fresh.Start = append(fresh.Start, uint32(len(fresh.Bone)))
		}
		out.Exact = fresh
	}
	return &out
}

// influence is one of a vertex.
type influence struct {
	bone   uint16
	weight float32
}

// join lists the influences of a vertex with other entries, the largest first.
func join(row []influence, bone []uint16, weight []float32, to []uint16) []influence {
	for i, b := range bone {
		b = to[b]
		at := slices.IndexFunc(row, func(x influence) bool { return x.bone == b })
		switch {
		case weight[i] == 0:
		case at < 0:
			row = append(row, influence{b, weight[i]})
		default:
			row[at].weight += weight[i]
		}
	}
	slices.SortStableFunc(row, func(a, b influence) int { return cmp.Compare(b.weight, a.weight) })
	return row
}
