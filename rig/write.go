package rig

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/rig/internal/bone"
	"github.com/sinew-anim/sinew/soa"
)

// writer makes the new model.
type writer struct {
	model  *soa.Model
	report *Report
	used   []bool // per joint: whether it has a weight
}

func newWriter(m *soa.Model, report *Report) *writer {
	out := *m
	out.Meshes, out.Skins = slices.Clone(m.Meshes), slices.Clone(m.Skins)
	return &writer{&out, report, make([]bool, m.Skeleton.Len())}
}

// write gives the weights of points to the vertices of a group.
func (w *writer) write(t *task, rows []bone.Row) error {
	unskinned := soa.None // the new skin of meshes without one, if they are in one space
	for i, index := range t.group.Mesh {
		mesh := *w.model.Meshes[index]
		if mesh.Skin == soa.None {
			if unskinned == soa.None || t.group.To[i] != t.group.To[i-1] {
				unskinned = len(w.model.Skins)
				w.model.Skins = append(w.model.Skins, &soa.Skin{})
			}
			mesh.Skin, mesh.Joint, mesh.Offset = unskinned, soa.NoJoint, soa.IdentityAffine()
		}
		entry, err := w.palette(t, i, mesh.Skin, rows)
		if err != nil {
			return fmt.Errorf("mesh %q: %w", mesh.Name, err)
		}
		list := make([]bone.Row, mesh.Vertices())
		for v, p := range t.surface.Of[i] {
			list[v] = rows[p]
		}
		pack(&mesh, list, entry)
		w.model.Meshes[index] = &mesh
	}
	w.report.Vertices += vertices(t)
	w.report.Points += len(t.surface.Position)
	w.report.Pieces += t.surface.Pieces
	return nil
}

// finish reports the joints that got no weight.
func (w *writer) finish(joints []int) {
	for _, j := range joints {
		if !w.used[j] {
			w.report.add(NoWeight, w.model.Skeleton.Name[j], 1, "joint %d has no weight of any vertex", j)
		}
	}
}

func vertices(t *task) (n int) {
	for _, of := range t.surface.Of {
		n += len(of)
	}
	return n
}

// palette returns, per bone, its palette entry in the skin of the group's mesh i. Joints that the mesh
// needs and the skin lacks are added.
func (w *writer) palette(t *task, i, skin int, rows []bone.Row) (entry []uint16, err error) {
	needed := make([]bool, len(t.bones))
	for _, p := range t.surface.Of[i] {
		for _, x := range rows[p] {
			needed[x.Bone] = true
		}
	}
	s := soa.Skin{Joint: slices.Clone(w.model.Skins[skin].Joint), InverseBind: slices.Clone(w.model.Skins[skin].InverseBind)}
	first := make(map[int]int, s.Len())
	for k := s.Len() - 1; k >= 0; k-- {
		first[int(s.Joint[k])] = k
	}
	entry = make([]uint16, len(t.bones))
	for b := range t.bones {
		if !needed[b] {
			continue
		}
		j := t.bones[b].Joint
		w.used[j] = true
		k, ok := first[j]
		if !ok {
			k = s.Len()
			inverse, _ := t.group.InverseBind(t.group.To[i], j)
			s.Joint, s.InverseBind = append(s.Joint, uint16(j)), append(s.InverseBind, inverse)
		}
		if k > math.MaxUint16 {
			return nil, fmt.Errorf("%w: a skin of more than %d palette entries", soa.ErrTooLarge, math.MaxUint16+1)
		}
		entry[b] = uint16(k)
	}
	w.model.Skins[skin] = &s
	return entry, nil
}

// pack writes rows, whose bones have palette entries, to a mesh.
func pack(mesh *soa.Mesh, rows []bone.Row, entry []uint16) {
	rigid := true
	for _, r := range rows {
		r.Sort()
		rigid = rigid && len(r) == 1 && r[0].Value == 1
	}
	mesh.PackInfluences(allInfluences(rows, entry), 8)
	switch {
	case rigid && mesh.Skinning == soa.LinearBlend:
		mesh.Skinning = soa.Rigid
	case !rigid && mesh.Skinning == soa.Rigid:
		mesh.Skinning = soa.LinearBlend
	}
}

// allInfluences returns all influences.
func allInfluences(rows []bone.Row, entry []uint16) *soa.Influences {
	f := &soa.Influences{Start: make([]uint32, 1, len(rows)+1)}
	for _, r := range rows {
		for _, x := range r {
			f.Bone, f.Weight = append(f.Bone, entry[x.Bone]), append(f.Weight, float32(x.Value))
		}
		f.Start = append(f.Start, uint32(len(f.Bone)))
	}
	return f
}
