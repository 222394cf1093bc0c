package surface

import "math"

// Geodesic returns, per point, the length of the shortest way along edges from any of the points
// from, each of which is already start[i] away (0 for nil); +Inf where it is longer than within,
// or where there is no way.
func (s *Surface) Geodesic(from []int, start []float64, within float64) []float64 {
	far := make([]float64, len(s.Position))
	for p := range far {
		far[p] = math.Inf(1)
	}
	var q queue
	reach := func(p int, d float64) {
		if d <= within && d < far[p] {
			far[p] = d
			q.push(way{d, int32(p)})
		}
	}
	for i, p := range from {
		d := 0.0
		if start != nil {
			d = start[i]
		}
		reach(p, d)
	}
	for len(q) > 0 {
		w := q.pop()
		if w.length > far[w.point] {
			continue // reached on a shorter way since
		}
		for _, n := range s.Neighbours(int(w.point)) {
			reach(int(n), w.length+s.Position[n].Sub(s.Position[w.point]).Length())
		}
	}
	return far
}

// way is the way to a point.
type way struct {
	length float64
	point  int32
}

// queue is a heap of ways, the shortest first.
type queue []way

func (q *queue) push(w way) {
	h := append(*q, w)
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if h[up].length <= w.length {
			break
		}
		h[i], i = h[up], up
	}
	h[i] = w
	*q = h
}

func (q *queue) pop() way {
	h := *q
	first, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	if len(h) == 0 {
		return first
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].length < h[down].length {
			down++
		}
		if h[down].length >= last.length {
			break
		}
		h[i], i = h[down], down
	}
	h[i] = last
	return first
}
