package weights

import (
	"context"
	"slices"

	"github.com/sinew-anim/sinew/rig/internal/sparse"
)

// least is the weight below which an inpainted one is dropped: a smooth solution has a little of
// everything.
const least = 1e-3

// inpaint gives the points that are neither known nor left out the smoothest weights between those
// that are: of each joint the solution of
//
//	Σ (w(p) − w(q)) / |p − q| = 0      over the neighbours q of p
//
// which lies between the known ones, and sums to 1 over joints as they do.
func (b *body) inpaint(ctx context.Context, g *Groups, known, without []bool) (*Groups, error) {
	number, free := make([]int, len(known)), []int{}
	for p := range known {
		number[p] = -1
		if !known[p] && !without[p] {
			number[p] = len(free)
			free = append(free, p)
		}
	}
	if len(free) == 0 {
		return g, nil
	}
	factor, err := b.factorize(ctx, number, free)
	if err != nil {
		return nil, err
	}
	type border struct {
		free int
		row  Row // of a known neighbour, by the edge between them
	}
	var borders []border
	for i, p := range free {
		for _, q := range b.Neighbours(p) {
			if known[q] {
				row := g.Row(int(q), nil)
				for k := range row {
					row[k].Value *= b.edge(p, q)
				}
				borders = append(borders, border{i, row})
			}
		}
	}
	rows, right := make([]Row, len(free)), make([]float64, len(free))
	for _, bone := range g.used(known) {
		clear(right)
		for _, e := range borders {
			right[e.free] += e.row.At(bone)
		}
		if err := factor.Solve(right); err != nil {
			return nil, err
		}
		for i, w := range right {
			if w >= least {
				rows[i] = append(rows[i], Weight{bone, w})
			}
		}
	}
	return g.Map(func(p int, r Row) Row {
		if number[p] < 0 {
			return r
		}
		row := rows[number[p]]
		sum := row.Sum()
		for i := range row {
			row[i].Value /= sum
		}
		return row.tidy()
	}), nil
}

// factorize returns the factor of the equations of the free points.
func (b *body) factorize(ctx context.Context, number, free []int) (*sparse.Factor, error) {
	build := sparse.NewBuilder(len(free))
	for i, p := range free {
		for _, q := range b.Neighbours(p) {
			c := b.edge(p, q)
			build.Add(i, i, c)
			if k := number[q]; k >= 0 && k < i {
				build.Add(i, k, -c)
			}
		}
	}
	m, err := build.Matrix()
	if err != nil {
		return nil, err
	}
	return sparse.Factorize(ctx, m)
}

// edge is one over the length of an edge, relative to the size of the body.
func (b *body) edge(p int, q int32) float64 {
	d := b.Position[p].Sub(b.Position[q]).Length() / b.Size()
	return 1 / max(d, 1e-9)
}

// used returns the palette entries that known points have, ascending.
func (g *Groups) used(known []bool) (list []uint16) {
	has := make([]bool, len(g.Name))
	for v, k := range known {
		for i := g.Start[v]; k && i < g.Start[v+1]; i++ {
			has[g.Bone[i]] = true
		}
	}
	for b, h := range has {
		if h {
			list = append(list, uint16(b))
		}
	}
	slices.Sort(list)
	return list
}
