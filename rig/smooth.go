package rig

import (
	"slices"

	"github.com/sinew-anim/sinew/rig/internal/bone"
	"github.com/sinew-anim/sinew/rig/weights"
)

// negligible is a weight that smoothing leaves and that moves nothing.
const negligible = 1e-5

// smooth is a round of smoothing over the points. The error is the context's.
func (t *task) smooth(rows []bone.Row) ([]bone.Row, error) {
	out, near := make([]bone.Row, len(rows)), weights.Neighbours(t.surface.Neighbours)
	var b int32
	weight := func(p int32) (float64, bool) { return rows[p].At(b), len(rows[p]) > 0 }
	for p := range rows {
		if p%askPoints == 0 && t.ctx.Err() != nil {
			return nil, t.ctx.Err()
		}
		beside := near(p)
		if len(beside) == 0 {
			out[p] = rows[p]
			continue
		}
		r := bone.Row(nil).Add(rows[p], 1)
		for _, q := range beside {
			r = r.Add(rows[q], 0)
		}
		for i := range r {
			b = r[i].Bone
			r[i].Value = near.Smoothed(p, 0.5, weight)
		}
		r = slices.DeleteFunc(r, func(w bone.Weight) bool { return w.Value < negligible })
		r.Normalize()
		out[p] = r
	}
	return out, nil
}

// limit keeps the largest weights of each point, and makes their sum 1. The error is the context's.
func (t *task) limit(rows []bone.Row) error {
	most := t.options.MaxInfluences
	if most == 0 {
		most = len(t.bones)
	}
	for p, r := range rows {
		if p%askPoints == 0 && t.ctx.Err() != nil {
			return t.ctx.Err()
		}
		r.Normalize()
		r.Sort()
		if len(r) > most {
			t.report.lose(r[most:].Sum())
			r = r[:most]
			r.Normalize()
		}
		rows[p] = r
	}
	return nil
}
