package weights

import "math"

// Neighbours returns the neighbours of a vertex, in a fixed order.
type Neighbours func(vertex int) []int32

// Smoothed returns the groups after some rounds of
//
//	w ← w + strength · (mean of the neighbours − w)
//
// for all joints, with a strength from 0 to 1. Locked weights stay. Vertices without weights neither
// get nor give any.
func (g *Groups) Smoothed(near Neighbours, rounds int, strength float64) *Groups {
	for range rounds {
		before := g
		var mean Row
		g = before.Map(func(v int, r Row) Row {
			mean = before.mean(near, v, nil, mean[:0])
			if len(r) == 0 || len(mean) == 0 {
				return r
			}
			proposed := before.mix(append(make(Row, 0, len(r)+len(mean)), r...), mean, strength)
			return before.Settle(r, proposed)
		})
	}
	return g
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
// weights stay. Vertices that no others reach are unchanged; their number is returned.
func (g *Groups) Hammered(near Neighbours, vertices []bool) (_ *Groups, unreached int) {
	left := make([]bool, len(vertices))
	copy(left, vertices)
	for {
		before, done, todo := g, make(map[int]bool), 0
		for v := range left {
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
			return g, todo
		}
		var mean Row
		g = before.Map(func(v int, r Row) Row {
			if !done[v] {
				return r
			}
			mean = before.mean(near, v, left, mean[:0])
			return before.Settle(r, mean)
		})
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
