package weights

import (
	"context"
	"math"
)

// Neighbours returns the neighbours of a vertex, in a fixed order.
type Neighbours func(vertex int) []int32

// Smoothed is a round of smoothing of the weights of one joint at a vertex:
//
//	w ← w + strength · (mean of the neighbours − w)
//
// with a strength from 0 to 1. Vertices without any weights, where weight returns false, neither
// get nor give one.
func (near Neighbours) Smoothed(vertex int, strength float64, weight func(vertex int32) (w float64, any bool)) float64 {
	w, any := weight(int32(vertex))
	if !any {
		return w
	}
	sum, count := 0., 0
	for _, q := range near(vertex) {
		if v, any := weight(q); any {
			sum += v
			count++
		}
	}
	if count == 0 {
		return w
	}
	return w + float64((sum/float64(count)-w)*strength)
}

// Smoothed returns the groups after some rounds of Neighbours.Smoothed for all joints. Locked weights
// stay.
func (g *Groups) Smoothed(near Neighbours, rounds int, strength float64) *Groups {
	for range rounds {
		g, _ = g.smoothed(context.Background(), near, strength)
	}
	return g
}

// smoothed is a round of Smoothed. The error is the context's.
func (g *Groups) smoothed(ctx context.Context, near Neighbours, strength float64) (*Groups, error) {
	before := g
	var bone uint16
	weight := func(v int32) (float64, bool) { return before.at(v, bone), before.Start[v] < before.Start[v+1] }
	return before.mapped(ctx, func(v int, r Row) Row {
		if len(r) == 0 {
			return r
		}
		proposed := append(make(Row, 0, 2*len(r)), r...)
		for _, q := range near(v) {
			for i := before.Start[q]; i < before.Start[q+1]; i++ {
				proposed = proposed.Add(before.Bone[i], 0)
			}
		}
		for i := range proposed {
			bone = proposed[i].Bone
			proposed[i].Value = near.Smoothed(v, strength, weight)
		}
		return before.Settle(r, proposed)
	})
}

// at returns the weight of a palette entry at a vertex, or 0.
func (g *Groups) at(v int32, bone uint16) float64 {
	for i := g.Start[v]; i < g.Start[v+1]; i++ {
		if g.Bone[i] == bone {
			return float64(g.Weight[i])
		}
	}
	return 0
}

// mean appends the mean of a vertex's neighbours that have weights and are not left out.
func (g *Groups) mean(near Neighbours, v int, without []bool, to Row) Row {
	count := 0
	for _, p := range near(v) {
		if without != nil && without[p] || g.Start[p] == g.Start[p+1] {
			continue
		}
		count++
		for i := g.Start[p]; i < g.Start[p+1]; i++ {
			to = to.Add(g.Bone[i], float64(g.Weight[i]))
		}
	}
	for i := range to {
		to[i].Value /= float64(count)
	}
	return to
}

// Hammered returns the groups with the weights of some vertices replaced by the mean of their
// neighbours that are not among them, layer by layer from the outside, as Maya's hammer does. Locked
// weights stay. Vertices that no others reach are unchanged; their number is returned. Each layer passes
// over all vertices. The error is the context's.
func (g *Groups) Hammered(ctx context.Context, near Neighbours, vertices []bool) (_ *Groups, unreached int, err error) {
	left := make([]bool, len(vertices))
	copy(left, vertices)
	for {
		before, done, todo := g, make(map[int]bool), 0
		for v := range left {
			if v%askRows == 0 && ctx.Err() != nil {
				return nil, 0, ctx.Err()
			}
			if !left[v] {
				continue
			}
			todo++
			for _, p := range near(v) {
				if !left[p] && g.Start[p] < g.Start[p+1] {
					done[v] = true
				}
			}
		}
		if len(done) == 0 {
			return g, todo, nil
		}
		var mean Row
		g, err = before.mapped(ctx, func(v int, r Row) Row {
			if !done[v] {
				return r
			}
			mean = before.mean(near, v, left, mean[:0])
			return before.Settle(r, mean)
		})
		if err != nil {
			return nil, 0, err
		}
		for v := range done {
			left[v] = false
		}
	}
}

// Outliers reports the vertices without weights, and those whose weights differ by more than a limit
// from the mean of their neighbours: ½·Σ|w − mean|, which is 1 where they have no joint in common.
func (g *Groups) Outliers(near Neighbours, above float64) []bool {
	out := make([]bool, g.Vertices())
	var row, mean Row
	for v := range out {
		row, mean = g.Row(v, row[:0]), g.mean(near, v, nil, mean[:0])
		out[v] = len(row) == 0 || len(mean) > 0 && distance(row, mean) > above
	}
	return out
}

// distance is half the sum of the differences of two rows: the weight that goes from one joint to
// another.
func distance(r, s Row) (d float64) {
	for _, w := range r {
		d += math.Abs(w.Value - s.At(w.Bone))
	}
	for _, w := range s {
		if r.At(w.Bone) == 0 {
			d += w.Value
		}
	}
	return float64(d / 2)
}
