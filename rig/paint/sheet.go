package paint

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/surface"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// sheet is the meshes of one skin, welded, with the weights of each point. Rows are never changed
// in place: a changed point has another one.
type sheet struct {
	*surface.Surface
	model  *soa.Model
	skin   int
	meshes []sheetMesh
	groups *weights.Groups // of the skin, without vertices
	rows   []weights.Row   // per point, values of float32
	first  []weights.Row   // the same, as the model has them
	stale  []int32         // points whose rows have changed since they were last shown
	tree   tree
	memory arena
}

// field is a sheet with the rows before a step.
type field struct {
	*sheet
	before []weights.Row
}

// setting is a sheet with what operations on all joints need besides.
type setting struct {
	*sheet
	mirror *mirror    // of a mirrored step or a Mirror
	source *soa.Model // of a Transfer: the model with the weights that it gives
}

// sheetMesh is a mesh of a sheet.
type sheetMesh struct {
	index  int // of the model's
	mesh   *soa.Mesh
	groups *weights.Groups // as the model has them
}

// newSheet welds the meshes of a skin.
func newSheet(ctx context.Context, m *soa.Model, skin int) (*sheet, error) {
	s := &sheet{model: m, skin: skin, groups: weights.EmptyGroups(m, skin)}
	var meshes []int
	var err error
	if s.Surface, meshes, err = surface.OfSkin(ctx, m, skin); err != nil {
		return nil, err
	}
	for _, i := range meshes {
		g, err := weights.GroupsOf(m, i)
		if err != nil {
			return nil, err
		}
		s.meshes = append(s.meshes, sheetMesh{i, m.Meshes[i], g})
	}
	s.tree = newTree(s.Position)
	s.rows = make([]weights.Row, len(s.Position))
	var row weights.Row
	for p := range s.rows {
		for _, v := range s.Copies(p) {
			if row = s.meshes[v.Part].groups.Row(int(v.Vertex), row[:0]); len(row) > 0 {
				s.rows[p] = s.memory.keep(row)
				break
			}
		}
	}
	s.first = slices.Clone(s.rows)
	return s, nil
}

// put gives a point another row.
func (s *sheet) put(p int32, row weights.Row) {
	if !same(s.rows[p], row) {
		s.rows[p] = row
		s.stale = append(s.stale, p)
	}
}

// same reports whether two rows are one in memory: rows do not change, and equal ones are kept.
func same(a, b weights.Row) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// restore takes rows back.
func (s *sheet) restore(before []weights.Row) {
	for p, row := range before {
		s.put(int32(p), row)
	}
}

// find returns the palette entry of a joint of a list that was checked, or −1 if the skin lacks it.
func (s *sheet) find(name string) (int, error) {
	j, problem := suggestJoint(s.model, name)
	if problem != "" {
		return -1, fmt.Errorf("%w: %s", ErrList, problem)
	}
	return slices.Index(s.model.Skins[s.skin].Joint, uint16(j)), nil
}

// closest returns the point that is nearest to a place.
func (s *sheet) closest(to exact.Vec) (p int32, ok bool) {
	hit, ok := s.Nearest(to, math.Inf(1), nil)
	if !ok {
		return 0, false
	}
	corner := s.Triangle[hit.Triangle]
	p = corner[0]
	for _, c := range corner[1:] {
		if hit.Weight[slices.Index(corner[:], c)] > hit.Weight[slices.Index(corner[:], p)] {
			p = c
		}
	}
	return p, true
}

// locked returns the skin's groups with joints locked. Joints that the skin lacks are none of its.
func (s *sheet) locked(names []string) (*weights.Groups, error) {
	out := *s.groups
	out.Locked = make([]bool, len(s.groups.Name))
	for _, name := range names {
		bone, err := s.find(name)
		if err != nil {
			return nil, err
		}
		if bone >= 0 {
			out.Locked[bone] = true
		}
	}
	return &out, nil
}

// points returns the weights of all points as groups.
func (s *sheet) points(locked *weights.Groups) *weights.Groups {
	out := *locked
	out.Influences = influences(len(s.rows), func(p int) weights.Row { return s.rows[p] })
	return &out
}

// influences packs rows.
func influences(n int, row func(v int) weights.Row) (f soa.Influences) {
	f.Start = make([]uint32, 1, n+1)
	for v := range n {
		for _, w := range row(v) {
			f.Bone, f.Weight = append(f.Bone, w.Bone), append(f.Weight, float32(w.Value))
		}
		f.Start = append(f.Start, uint32(len(f.Bone)))
	}
	return f
}

// arena holds rows in large pieces of memory.
type arena struct{ free weights.Row }

// keep returns a copy of a row with values rounded to float32.
func (a *arena) keep(row weights.Row) weights.Row {
	n := len(row)
	if n == 0 {
		return nil
	}
	if len(a.free) < n {
		a.free = make(weights.Row, max(4096, n))
	}
	out := a.free[:n:n]
	a.free = a.free[n:]
	for i, w := range row {
		out[i] = weights.Weight{Bone: w.Bone, Value: float64(float32(w.Value))}
	}
	return out
}
