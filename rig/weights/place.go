package weights

import "math"

// Place is a point on a surface: its three vertices, and their parts, which sum to 1.
type Place struct {
	Vertex [3]int32
	Part   [3]float64
}

// alone is the part from which on a vertex counts alone, so that what lies on it gets its weights
// as they are.
const alone = 1 - 1e-6

// At appends the weights at a place to a row: the mean of its vertices that have any, by their parts.
func (g *Groups) At(p Place, to Row) Row {
	for i, part := range p.Part {
		if part >= alone {
			return g.Row(int(p.Vertex[i]), to)
		}
	}
	sum := 0.
	for i, part := range p.Part {
		v := p.Vertex[i]
		if g.Start[v] == g.Start[v+1] || !(part > 0) {
			continue
		}
		sum += part
		for k := g.Start[v]; k < g.Start[v+1]; k++ {
			to = to.Add(g.Bone[k], float64(float64(g.Weight[k])*part))
		}
	}
	if sum > 0 && math.Abs(sum-1) > exactSum {
		for i := range to {
			to[i].Value /= sum
		}
	}
	return to
}
