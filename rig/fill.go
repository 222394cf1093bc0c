package rig

import (
	"math"

	"github.com/sinew-anim/sinew/rig/internal/bone"
	"github.com/sinew-anim/sinew/rig/internal/surface"
)

// fill gives weights to the points that have none: those of the nearest place on a triangle whose
// corners all have some, of the same piece if there is one, or else those that Distance gives.
func (t *task) fill(rows []bone.Row) error {
	empty := 0
	pieces := make([]int, t.surface.Pieces) // points with weights
	filled := make([]bool, len(rows))
	for p, r := range rows {
		if filled[p] = len(r) > 0; filled[p] {
			pieces[t.surface.Component[p]]++
		} else {
			empty++
		}
	}
	if empty == 0 {
		return nil
	}
	whole, err := t.surface.Filter(t.ctx, func(i int) bool { // triangles whose corners have weights
		c := t.surface.Triangle[i]
		return filled[c[0]] && filled[c[1]] && filled[c[2]]
	})
	if err != nil {
		return err
	}
	lone := map[int32]int{} // pieces without a weight: their points
	done := 0
	for p := range rows {
		if filled[p] {
			continue
		}
		if done++; done%64 == 0 {
			if err := t.ctx.Err(); err != nil {
				return err
			}
		}
		piece := t.surface.Component[p]
		if pieces[piece] == 0 {
			lone[piece]++
		}
		rows[p] = t.borrow(rows, p, whole, pieces[piece] > 0)
	}
	t.report.Filled += empty
	if len(lone) > 0 {
		points := total(lone)
		t.report.add(Unreached, t.name(), points, "%d points of %d pieces have no weight of the method; filled from the nearest surface", points, len(lone))
	}
	if rest := empty - total(lone); rest > 0 {
		t.report.add(Unreached, t.name(), rest, "%d points have no weight of the method; filled from around them", rest)
	}
	return nil
}

func total(counts map[int32]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// borrow returns the weights of the nearest of the triangles that have some.
func (t *task) borrow(rows []bone.Row, p int, whole *surface.Surface, own bool) (r bone.Row) {
	var accept func(int) bool
	if piece := whole.Component[p]; own {
		accept = func(i int) bool { return whole.Component[whole.Triangle[i][0]] == piece }
	}
	hit, ok := whole.Nearest(whole.Position[p], math.Inf(1), accept)
	if !ok && own {
		hit, ok = whole.Nearest(whole.Position[p], math.Inf(1), nil)
	}
	if !ok {
		return t.distance()(t.surface.Position[p], nil)
	}
	for k, c := range whole.Triangle[hit.Triangle] {
		r = r.Add(rows[c], hit.Weight[k])
	}
	kept := r[:0]
	for _, w := range r {
		if w.Value > 0 {
			kept = append(kept, w)
		}
	}
	return kept
}

// name is that of the group's first mesh.
func (t *task) name() string { return t.model.Meshes[t.group.Mesh[0]].Name }
