package surface

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// ends is how much of a line is left out at each end, so that the triangles around a point of the surface do not count.
const ends = 1e-5

// AnyAlong reports whether f holds for a triangle whose box the way between two points meets, or passes by less than
// beside along each axis. It asks about others, too.
func (s *Surface) AnyAlong(from, to exact.Vec, beside float64, f func(triangle int) bool) bool {
	r := newRay(from, to)
	d := exact.Vec{beside, beside, beside}
	r.low, r.high = from.Add(d), from.Sub(d)
	return r.walk(s, func(t int32) bool {
		if !f(int(t)) {
			return false
		}
		own := s.boundingBox(t)
		return r.meets(&own)
	})
}

// boundingBox returns the box of a triangle.
func (s *Surface) boundingBox(t int32) node {
	corner := s.Triangle[t]
	n := node{min: s.Position[corner[0]], max: s.Position[corner[0]]}
	for _, p := range corner[1:] {
		for k, x := range s.Position[p] {
			n.min[k], n.max[k] = min(n.min[k], x), max(n.max[k], x)
		}
	}
	return n
}

// walk calls f for triangles that the line may meet until it returns true, and reports whether it did.
func (r *ray) walk(s *Surface, f func(t int32) bool) bool {
	nodes := s.tree.node
	if len(nodes) == 0 {
		return false
	}
	var room [64]int32
	stack := append(room[:0], 0)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &nodes[at]
		if !r.meets(n) {
			continue
		}
		if n.count == 0 {
			stack = append(stack, n.first, at+1)
			continue
		}
		for _, t := range s.tree.of[n.first : n.first+n.count] {
			if f(t) {
				return true
			}
		}
	}
	return false
}

// ray is the line from + along·t with t from ends to 1 − ends.
type ray struct {
	from, along exact.Vec
	inverse     exact.Vec // 1/along
	low, high   exact.Vec // from, moved so far up and down as boxes count as larger
}

func newRay(from, to exact.Vec) *ray {
	r := &ray{from: from, along: to.Sub(from), low: from, high: from}
	for k, d := range r.along {
		r.inverse[k] = 1 / d
	}
	return r
}

// meets reports whether the line may meet a box.
func (r *ray) meets(n *node) bool {
	first, last := 0.0, 1.0
	for k := range 3 {
		if math.IsInf(r.inverse[k], 0) {
			if r.low[k] < n.min[k] || r.high[k] > n.max[k] {
				return false
			}
			continue
		}
		a, b := float64((n.min[k]-r.low[k])*r.inverse[k]), float64((n.max[k]-r.high[k])*r.inverse[k])
		if a > b {
			a, b = b, a
		}
		// Rounding may not part a box from the line on its face.
		first, last = max(first, a-float64(1e-12*math.Abs(a))), min(last, b+float64(1e-12*math.Abs(b)))
	}
	return first <= last
}

// crosses returns where the line meets a triangle, and whether it does (T. Möller, B. Trumbore: Fast, Minimum Storage
// Ray/Triangle Intersection, 1997).
func (r *ray) crosses(s *Surface, corner [3]int32) (t float64, ok bool) {
	a := s.Position[corner[0]]
	ab, ac := s.Position[corner[1]].Sub(a), s.Position[corner[2]].Sub(a)
	across := r.along.Cross(ac)
	det := ab.Dot(across)
	if det == 0 {
		return 0, false
	}
	to := r.from.Sub(a)
	u := to.Dot(across) / det
	if u < 0 || u > 1 {
		return 0, false
	}
	q := to.Cross(ab)
	if v := r.along.Dot(q) / det; v < 0 || u+v > 1 {
		return 0, false
	}
	t = ac.Dot(q) / det
	return t, t >= ends && t <= 1-ends
}

// Leaves returns how much of the way from one point to another lies before a triangle through whose
// back it passes, 1 if there is none: where a line from within leaves the surface.
func (s *Surface) Leaves(from, to exact.Vec) float64 {
	first := 1.0
	r := newRay(from, to)
	r.walk(s, func(t int32) bool {
		if s.FaceNormal[t].Dot(r.along) > 0 {
			if at, ok := r.crosses(s, s.Triangle[t]); ok {
				first = min(first, at)
			}
		}
		return false
	})
	return first
}
