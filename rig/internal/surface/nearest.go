package surface

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Hit is a place on the surface: Σ Weight[k]·Position[Triangle[k]].
type Hit struct {
	Triangle int
	Weight   [3]float64 // ≥ 0, with the sum 1
	Place    exact.Vec
	Distance float64
}

// Nearest returns the place nearest to p that is at most within away and on a triangle that
// accept accepts, or on any for nil. Of places equally near it is the one on the first triangle.
func (s *Surface) Nearest(p exact.Vec, within float64, accept func(triangle int) bool) (hit Hit, ok bool) {
	nodes := s.tree.node
	if len(nodes) == 0 || !(within >= 0) {
		return hit, false
	}
	type open struct {
		node     int32
		distance float64
	}
	most := float64(within * within)
	hit.Triangle = -1
	stack := append(make([]open, 0, 64), open{0, nodes[0].distance(&p)})
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.distance > most {
			continue
		}
		n := &nodes[top.node]
		if n.count == 0 {
			a, b := open{top.node + 1, nodes[top.node+1].distance(&p)}, open{n.first, nodes[n.first].distance(&p)}
			if a.distance < b.distance {
				a, b = b, a
			}
			stack = append(stack, a, b) // the nearer one is next
			continue
		}
		for _, t := range s.tree.of[n.first : n.first+n.count] {
			if accept != nil && !accept(int(t)) {
				continue
			}
			weight := s.closest(s.Triangle[t], p)
			place := s.At(int(t), weight)
			d := place.Sub(p)
			if e := d.Dot(d); e < most || e == most && (hit.Triangle < 0 || int(t) < hit.Triangle) {
				most, hit = e, Hit{Triangle: int(t), Weight: weight, Place: place}
			}
		}
	}
	if hit.Triangle < 0 {
		return Hit{}, false
	}
	hit.Distance = math.Sqrt(most)
	return hit, true
}

// At returns the place on a triangle with the given weights of its corners.
func (s *Surface) At(triangle int, weight [3]float64) (p exact.Vec) {
	for k, c := range s.Triangle[triangle] {
		p = p.Add(s.Position[c].Scale(weight[k]))
	}
	return p
}

// closest returns the weights of the corners at the place of a triangle that is nearest to p
// (C. Ericson: Real-Time Collision Detection, 2005, 5.1.5).
func (s *Surface) closest(corner [3]int32, p exact.Vec) [3]float64 {
	a, b, c := s.Position[corner[0]], s.Position[corner[1]], s.Position[corner[2]]
	ab, ac := b.Sub(a), c.Sub(a)
	ap, bp, cp := p.Sub(a), p.Sub(b), p.Sub(c)
	d1, d2, d3 := ab.Dot(ap), ac.Dot(ap), ab.Dot(bp)
	d4, d5, d6 := ac.Dot(bp), ab.Dot(cp), ac.Dot(cp)
	va := float64(d3*d6) - float64(d5*d4)
	vb := float64(d5*d2) - float64(d1*d6)
	vc := float64(d1*d4) - float64(d3*d2)
	switch {
	case d1 <= 0 && d2 <= 0:
		return [3]float64{1, 0, 0}
	case d3 >= 0 && d4 <= d3:
		return [3]float64{0, 1, 0}
	case d6 >= 0 && d5 <= d6:
		return [3]float64{0, 0, 1}
	case vc <= 0 && d1 >= 0 && d3 <= 0:
		t := d1 / (d1 - d3)
		return [3]float64{1 - t, t, 0}
	case vb <= 0 && d2 >= 0 && d6 <= 0:
		t := d2 / (d2 - d6)
		return [3]float64{1 - t, 0, t}
	case va <= 0 && d4-d3 >= 0 && d5-d6 >= 0:
		t := (d4 - d3) / ((d4 - d3) + (d5 - d6))
		return [3]float64{0, 1 - t, t}
	}
	sum := va + vb + vc
	v, w := vb/sum, vc/sum
	return [3]float64{max(0, 1-v-w), v, w}
}
