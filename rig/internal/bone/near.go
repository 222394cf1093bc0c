package bone

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Rigid gives a place to the nearest bone.
func (l List) Rigid() Rule {
	return func(at exact.Vec, r Row) Row { return append(r, Weight{int32(l.Nearest(at)), 1}) }
}

// Distance gives a place to the most nearest bones, w ∝ 1/dᵏ.
func (l List) Distance(most int, k float64) Rule {
	most = min(most, len(l))
	return func(at exact.Vec, r Row) Row {
		for b := range l {
			r = insert(r, Weight{int32(b), l[b].Square(at)}, most)
		}
		return fall(r, k)
	}
}

// insert keeps the bones with the least values, ascending.
func insert(r Row, w Weight, most int) Row {
	if len(r) == most {
		if w.Value >= float64(r[most-1].Value*tie) {
			return r
		}
		r = r[:most-1]
	}
	r = append(r, w)
	for i := len(r) - 1; i > 0 && r[i].Value < float64(r[i-1].Value*tie); i-- {
		r[i], r[i-1] = r[i-1], r[i]
	}
	return r
}

// Hierarchy gives a place to the nearest bone and, again and again, the nearest one beside those
// chosen, up to most bones, w ∝ 1/dᵏ.
func (l List) Hierarchy(most int, k float64) Rule {
	g := grower{List: l, beside: make([][]int32, len(l)), seen: make([]int, len(l))}
	for b := range l {
		if up := l[b].Parent; up >= 0 {
			g.beside[b] = append(g.beside[b], int32(up))
			g.beside[up] = append(g.beside[up], int32(b))
		}
	}
	return func(at exact.Vec, r Row) Row {
		r = g.start(at, r)
		for len(r) < most && len(g.open) > 0 {
			r = g.grow(at, r)
		}
		return fall(r, k)
	}
}

// grower grows a connected part of a skeleton.
type grower struct {
	List
	beside [][]int32 // per bone: its parent and its children
	seen   []int     // per bone: the last place that had it as a candidate
	place  int
	open   Row // candidates, with squares of distances
}

func (g *grower) start(at exact.Vec, r Row) Row {
	g.place++
	g.open = g.open[:0]
	return g.take(at, append(r, g.candidate(at, int32(g.Nearest(at)))))
}

func (g *grower) candidate(at exact.Vec, b int32) Weight {
	g.seen[b] = g.place
	return Weight{b, g.List[b].Square(at)}
}

// take makes candidates of the bones beside the last one of r.
func (g *grower) take(at exact.Vec, r Row) Row {
	for _, b := range g.beside[r[len(r)-1].Bone] {
		if g.seen[b] != g.place {
			g.open = append(g.open, g.candidate(at, b))
		}
	}
	return r
}

// grow takes the nearest candidate.
func (g *grower) grow(at exact.Vec, r Row) Row {
	best := 0
	for i, w := range g.open {
		b := g.open[best]
		if w.Value < float64(b.Value*tie) || w.Bone < b.Bone && float64(w.Value*tie) <= b.Value {
			best = i
		}
	}
	r = append(r, g.open[best])
	last := len(g.open) - 1
	g.open[best] = g.open[last]
	g.open = g.open[:last]
	return g.take(at, r)
}

// least is the ratio of a weight to the largest below which Dropoff leaves it out.
const least = 1e-3

// Dropoff gives a place to all joints by their heads, w ∝ 1/dᵏ.
func (l List) Dropoff(k float64) Rule {
	return func(at exact.Vec, r Row) Row {
		nearest := math.Inf(1)
		for b := range l {
			d := l[b].Head.Sub(at)
			nearest = min(nearest, d.Dot(d))
		}
		farthest := 0.0
		if nearest > 0 {
			farthest = float64(nearest * exact.Exp(-2/k*exact.Log(least)))
		}
		for b := range l {
			if d := l[b].Head.Sub(at); d.Dot(d) <= farthest {
				r = append(r, Weight{int32(b), d.Dot(d)})
			}
		}
		return fall(r, k)
	}
}

// fall turns squares of distances into weights, w ∝ 1/dᵏ, with the sum 1. At the distance 0 there
// are no others.
func fall(r Row, k float64) Row {
	nearest := math.Inf(1)
	for _, w := range r {
		nearest = min(nearest, w.Value)
	}
	kept := r[:0]
	for _, w := range r {
		switch {
		case w.Value == nearest:
			w.Value = 1
		case nearest == 0:
			continue
		default:
			w.Value = exact.Exp(float64(k / 2 * exact.Log(nearest/w.Value)))
		}
		if w.Value > 0 {
			kept = append(kept, w)
		}
	}
	kept.Normalize()
	return kept
}
