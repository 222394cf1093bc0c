package edit

import (
	"context"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// reaches finds how far the farthest joint below each joint is. Joints stand in an order in which
// those below a joint follow it, and boxes around them make a tree: most are too near to be opened.
type reaches struct {
	order []int // joints, those below one after it
	place []int // per joint: its place in order
	end   []int // per place: the place after the last one below
	leafs int   // of the tree, a power of two; box leafs+i is around place i
	boxes []bounds
	stack []farBox
}

// mostOpened is the number of boxes opened for one joint. Where more would have to be, as at the
// centre of a ball, the others count as far as their farthest corners.
const mostOpened = 1 << 8

// bounds is a box with sides along the axes.
type bounds struct{ low, high exact.Vec }

// union is the smallest box around two.
func (b *bounds) union(o *bounds) (all bounds) {
	for i := range all.low {
		all.low[i], all.high[i] = min(b.low[i], o.low[i]), max(b.high[i], o.high[i])
	}
	return all
}

// farthest is the square of the distance of the farthest corner.
func (b *bounds) farthest(at exact.Vec) float64 {
	low, high := at.Sub(b.low), b.high.Sub(at)
	far := exact.Vec{max(low[0], high[0]), max(low[1], high[1]), max(low[2], high[2])}
	return far.Dot(far)
}

// farBox is a box of the tree around some places, and the square of how far it reaches.
type farBox struct {
	box, from, to int
	far           float64
}

func newReaches(parent []int16) *reaches {
	n := len(parent)
	r := &reaches{order: make([]int, n), place: make([]int, n), end: make([]int, n), leafs: 1}
	for r.leafs < n {
		r.leafs *= 2
	}
	r.boxes = make([]bounds, 2*r.leafs)
	below := make([]int, n) // joints below, and itself
	for j := n - 1; j >= 0; j-- {
		if below[j]++; parent[j] >= 0 {
			below[parent[j]] += below[j]
		}
	}
	free := make([]int, n) // the next place below a joint
	next := 0
	for j, up := range parent {
		at := &next
		if up >= 0 {
			at = &free[up]
		}
		r.place[j], r.order[*at], r.end[*at], free[j] = *at, j, *at+below[j], *at+1
		*at += below[j]
	}
	return r
}

// askReach is the number of joints between two checks of the context.
const askReach = 1 << 6

// widen raises, per joint, a length to the distance of the farthest joint below it and a margin. The
// error is the context's.
func (r *reaches) widen(ctx context.Context, lengths []float64, g []exact.Matrix, margin float64) error {
	for i := range r.leafs {
		b := &r.boxes[r.leafs+i]
		at := g[r.order[min(i, len(r.order)-1)]].Translation() // those after the last one are never asked for
		*b = bounds{at, at}
	}
	for i := r.leafs - 1; i > 0; i-- {
		r.boxes[i] = r.boxes[2*i].union(&r.boxes[2*i+1])
	}
	for j := range lengths {
		if j%askReach == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		lengths[j] = max(lengths[j], r.farthest(j, g[j].Translation())+margin)
	}
	return nil
}

// farthest returns the distance of a joint's place from that of the farthest joint below it, or one
// that is larger where mostOpened boxes do not tell.
func (r *reaches) farthest(j int, at exact.Vec) float64 {
	first, end := r.place[j], r.end[r.place[j]]
	root := &r.boxes[1]
	r.stack = append(r.stack[:0], farBox{1, 0, r.leafs, root.farthest(at)})
	most := 0. // squared, as far is
	for opened := 0; len(r.stack) > 0; {
		b := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		switch {
		case !(b.far > most) || b.to <= first || b.from >= end:
			continue
		case b.box >= r.leafs || b.from >= first && b.to <= end && opened >= mostOpened:
			most = b.far
			continue
		case b.from >= first && b.to <= end:
			opened++
		}
		mid := (b.from + b.to) / 2
		left := farBox{2 * b.box, b.from, mid, r.boxes[2*b.box].farthest(at)}
		right := farBox{2*b.box + 1, mid, b.to, r.boxes[2*b.box+1].farthest(at)}
		if left.far > right.far { // the farther one is opened first
			left, right = right, left
		}
		r.stack = append(r.stack, left, right)
	}
	return math.Sqrt(most)
}
