package rig

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/surface"
)

// outline is a connected part of a cross-section: where a plane cuts a limb, say. The plane's axes u and
// v are at right angles to its normal.
type outline struct {
	segments [][2][2]float64 // in the plane's axes, around the inside where the surface's front is outside
	low      exact.Vec       // the box around it, in space
	high     exact.Vec
}

// plane is a plane with axes.
type plane struct{ at, normal, u, v exact.Vec }

func newPlane(at, normal exact.Vec) plane {
	n := normal.Unit()
	u := n.Perpendicular()
	return plane{at, n, u, n.Cross(u)}
}

func (p *plane) flat(x exact.Vec) [2]float64 {
	d := x.Sub(p.at)
	return [2]float64{d.Dot(p.u), d.Dot(p.v)}
}

func (p *plane) space(x [2]float64) exact.Vec { return p.at.Add(p.u.Scale(x[0])).Add(p.v.Scale(x[1])) }

// cut returns the outlines of a surface in a plane. Segments of triangles that share an edge belong
// together.
func cut(s *surface.Surface, p plane) (list []outline) {
	side := make([]float64, len(s.Position))
	for i, x := range s.Position {
		side[i] = x.Sub(p.at).Dot(p.normal)
	}
	group := make(map[[2]int32]int) // by edge: a segment that ends on it
	var parent []int
	var ends [][2]exact.Vec
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for t, corner := range s.Triangle {
		var on [2]exact.Vec
		n := 0
		here := len(ends)
		for k := range 3 {
			a, b := corner[k], corner[(k+1)%3]
			if (side[a] < 0) == (side[b] < 0) {
				continue
			}
			if a > b { // the same point from both sides
				a, b = b, a
			}
			if n == 0 {
				parent = append(parent, here)
			}
			if other, ok := group[[2]int32{a, b}]; ok {
				parent[find(here)] = find(other)
			}
			group[[2]int32{a, b}] = here
			on[n] = s.Position[a].Lerp(s.Position[b], side[a]/(side[a]-side[b]))
			n++
		}
		if n == 0 {
			continue
		}
		if on[1].Sub(on[0]).Dot(p.normal.Cross(s.FaceNormal[t])) < 0 {
			on[0], on[1] = on[1], on[0]
		}
		ends = append(ends, on)
	}
	at := make(map[int]int)
	for i, on := range ends {
		root := find(i)
		k, ok := at[root]
		if !ok {
			k = len(list)
			at[root] = k
			list = append(list, outline{low: on[0], high: on[0]})
		}
		o := &list[k]
		o.segments = append(o.segments, [2][2]float64{p.flat(on[0]), p.flat(on[1])})
		for _, x := range on {
			for c := range 3 {
				o.low[c], o.high[c] = min(o.low[c], x[c]), max(o.high[c], x[c])
			}
		}
	}
	return list
}

// distance returns how far the plane's origin is from the outline, 0 inside of it, and the area.
func (o *outline) distance() (distance, area float64) {
	inside := false
	distance = math.Inf(1)
	for _, e := range o.segments {
		a, b := e[0], e[1]
		area += float64((float64(a[0]*b[1]) - float64(a[1]*b[0])) / 2)
		if (a[1] > 0) != (b[1] > 0) && a[0]-float64(a[1]*(b[0]-a[0]))/(b[1]-a[1]) > 0 {
			inside = !inside
		}
		d := [2]float64{b[0] - a[0], b[1] - a[1]}
		f := 0.
		if l := float64(d[0]*d[0]) + float64(d[1]*d[1]); l > 0 {
			f = min(max(-(float64(a[0]*d[0])+float64(a[1]*d[1]))/l, 0), 1)
		}
		x, y := a[0]+float64(f*d[0]), a[1]+float64(f*d[1])
		distance = min(distance, math.Sqrt(float64(x*x)+float64(y*y)))
	}
	if inside {
		distance = 0
	}
	return distance, math.Abs(area)
}

// thin is the area of an outline, in parts of its length squared, below which it is taken for a line.
const thin = 1e-3

// centre returns the centroid of the area, or of the line where the outline is open or thin.
func (o *outline) centre() [2]float64 {
	var area, length float64
	var of, along [2]float64
	for _, e := range o.segments {
		a, b := e[0], e[1]
		w := float64(a[0]*b[1]) - float64(a[1]*b[0])
		x, y := b[0]-a[0], b[1]-a[1]
		l := math.Sqrt(float64(x*x) + float64(y*y))
		area, length = area+float64(w/2), length+l
		for c := range 2 {
			of[c] += float64(float64((a[c]+b[c])*w) / 6)
			along[c] += float64(float64((a[c]+b[c])*l) / 2)
		}
	}
	if math.Abs(area) > float64(thin*float64(length*length)) {
		if c := [2]float64{of[0] / area, of[1] / area}; o.holds(c) {
			return c
		}
	}
	if length == 0 {
		return o.segments[0][0]
	}
	return [2]float64{along[0] / length, along[1] / length}
}

// holds reports whether a point is in the box around the outline, as the centroid of a closed one is.
func (o *outline) holds(c [2]float64) bool {
	for k := range 2 {
		low, high := math.Inf(1), math.Inf(-1)
		for _, e := range o.segments {
			low, high = min(low, e[0][k], e[1][k]), max(high, e[0][k], e[1][k])
		}
		if c[k] < low || c[k] > high {
			return false
		}
	}
	return true
}

// outlineAround returns the outline around a point in a plane, or nearest to it: of several around it that of
// the smallest area, as of an arm in a sleeve. ok is false where none is within a distance.
func outlineAround(s *surface.Surface, at, normal exact.Vec, within float64) (o outline, centre exact.Vec, ok bool) {
	p := newPlane(at, normal)
	best, least := within, math.Inf(1)
	for _, x := range cut(s, p) {
		d, area := x.distance()
		if d < best || d == best && area < least {
			best, least, o, ok = d, area, x, true
		}
	}
	if !ok {
		return o, at, false
	}
	return o, p.space(o.centre()), true
}
