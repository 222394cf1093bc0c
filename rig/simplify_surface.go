package rig

import (
	"container/heap"
	"context"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// fineSurface is a mesh whose triangles meet in points: vertices at one position, on the sides of a
// seam, are one point.
type fineSurface struct {
	from      *soa.Mesh
	point     []int32 // of each vertex
	points    []point
	triangles []triangle
	left      int // triangles
	queue     queue
}

type point struct {
	at        exact.Vec
	triangles []int32
	planes    quadric
	area      float64
	version   int32 // counts changes, so that older entries of the queue are known
	vertex    int32 // one of them, for its weights
	gone      bool
}

type triangle struct {
	vertex [3]uint32
	gone   bool
}

// quadric is the sum of squared distances from planes: the upper half of a symmetric
// matrix of four rows.
type quadric [10]float64

func (q *quadric) add(o *quadric) {
	for i := range q {
		q[i] += o[i]
	}
}

// addPlane adds the plane through p with the unit normal n.
func (q *quadric) addPlane(n, p exact.Vec, weight float64) {
	d := -n.Dot(p)
	v := [4]float64{n[0], n[1], n[2], d}
	i := 0
	for r := range 4 {
		for c := r; c < 4; c++ {
			q[i] += float64(weight * v[r] * v[c])
			i++
		}
	}
}

// at returns the sum for a point.
func (q *quadric) at(p exact.Vec) float64 {
	x, y, z := p[0], p[1], p[2]
	row := func(a, b, c, d float64) float64 { return float64(a*x) + float64(b*y) + float64(c*z) + d }
	return exact.Vec{row(q[0], 2*q[1], 2*q[2], 2*q[3]), row(0, q[4], 2*q[5], 2*q[6]), row(0, 0, q[7], 2*q[8])}.Dot(p) + q[9]
}

// merge is an entry of the queue: a collapse of point from into to.
type merge struct {
	cost                 float64
	from, to             int32
	fromVersion, version int32 // of from and to
}

// queue is a heap of merges. Equal costs are ordered by points, so that results are reproducible.
type queue []merge

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	a, b := &q[i], &q[j]
	if a.cost != b.cost {
		return a.cost < b.cost
	}
	if a.from != b.from {
		return a.from < b.from
	}
	return a.to < b.to
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(m any)   { *q = append(*q, m.(merge)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// skinWeight is the cost of the squared distance of points with entirely different bones, relative
// to the area around.
const skinWeight = 0.02

// borderWeight is the weight of planes perpendicular to borders, relative to those of triangles.
const borderWeight = 10

// Numbers of vertices or triangles, and of merges, between two checks of the context.
const (
	ask       = 1 << 11
	askMerges = 1 << 5
)

// newSurface finds the points of a mesh and their planes. The error is the context's.
func newSurface(ctx context.Context, m *soa.Mesh) (*fineSurface, error) {
	s := &fineSurface{from: m, point: make([]int32, m.Vertices())}
	places := map[[3]float32]int32{}
	for v := range s.point {
		if v%ask == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		at := [3]float32(m.Position[3*v:])
		p, known := places[at]
		if !known {
			p = int32(len(s.points))
			places[at] = p
			s.points = append(s.points, point{at: exact.Vec{float64(at[0]), float64(at[1]), float64(at[2])}, vertex: int32(v)})
		}
		s.point[v] = p
	}
	for i := 0; i < len(m.Index); i += 3 {
		if i%(3*ask) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t := triangle{vertex: [3]uint32(m.Index[i:])}
		a, b, c := s.corner(&t, 0), s.corner(&t, 1), s.corner(&t, 2)
		if a == b || b == c || c == a {
			continue // covers nothing
		}
		n := s.points[b].at.Sub(s.points[a].at).Cross(s.points[c].at.Sub(s.points[a].at))
		area := float64(n.Length() / 2)
		for _, p := range [3]int32{a, b, c} {
			s.points[p].triangles = append(s.points[p].triangles, int32(len(s.triangles)))
			s.points[p].area += area
			if area > 0 {
				s.points[p].planes.addPlane(n.Scale(0.5/area), s.points[a].at, area)
			}
		}
		s.triangles = append(s.triangles, t)
	}
	s.left = len(s.triangles)
	return s, s.addBorders(ctx)
}

// corner returns the point of a triangle's corner.
func (s *fineSurface) corner(t *triangle, k int) int32 { return s.point[t.vertex[k]] }

// addBorders adds planes perpendicular to the triangles at edges of a single triangle. The error is the
// context's.
func (s *fineSurface) addBorders(ctx context.Context) error {
	for i := range s.triangles {
		if i%askMerges == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		t := &s.triangles[i]
		for k := range 3 {
			a, b := s.corner(t, k), s.corner(t, (k+1)%3)
			if s.sharing(a, b) != 1 {
				continue
			}
			c := s.corner(t, (k+2)%3)
			edge := s.points[b].at.Sub(s.points[a].at)
			up := edge.Cross(edge.Cross(s.points[c].at.Sub(s.points[a].at)))
			if n := up.Length(); n > 0 {
				weight := borderWeight * edge.Dot(edge)
				s.points[a].planes.addPlane(up.Scale(1/n), s.points[a].at, weight)
				s.points[b].planes.addPlane(up.Scale(1/n), s.points[a].at, weight)
			}
		}
	}
	return nil
}

// sharing returns the number of triangles with both points.
func (s *fineSurface) sharing(a, b int32) (n int) {
	for _, t := range s.points[a].triangles {
		if s.has(t, b) {
			n++
		}
	}
	return n
}

func (s *fineSurface) has(t, p int32) bool {
	tr := &s.triangles[t]
	return s.corner(tr, 0) == p || s.corner(tr, 1) == p || s.corner(tr, 2) == p
}

// reduce merges points until a number of triangles is left, or none can be merged. The error is the
// context's.
func (s *fineSurface) reduce(ctx context.Context, triangles int) error {
	for p := range s.points {
		if p%askMerges == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s.enqueue(int32(p), false)
	}
	for popped := 0; s.left > triangles && len(s.queue) > 0; popped++ {
		if popped%askMerges == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		m := heap.Pop(&s.queue).(merge)
		from, to := &s.points[m.from], &s.points[m.to]
		if from.gone || to.gone || from.version != m.fromVersion || to.version != m.version {
			continue
		}
		if vertices, ok := s.partners(m.from, m.to); ok && s.keepsShape(m.from, m.to) {
			s.merge(m.from, m.to, vertices)
		}
	}
	return nil
}

// enqueue adds the merges of a point with its neighbours, in both directions.
func (s *fineSurface) enqueue(p int32, back bool) {
	for _, n := range s.neighbours(p) {
		s.push(p, n)
		if back {
			s.push(n, p)
		}
	}
}

func (s *fineSurface) push(from, to int32) {
	a, b := &s.points[from], &s.points[to]
	sum := a.planes
	sum.add(&b.planes)
	away := a.at.Sub(b.at).Length() * s.boneDifference(a.vertex, b.vertex)
	cost := max(sum.at(b.at), 0) + float64(skinWeight*a.area*away*away)
	heap.Push(&s.queue, merge{cost, from, to, a.version, b.version})
}

// boneDifference returns the difference of the bones of two vertices, from 0 to 1.
func (s *fineSurface) boneDifference(a, b int32) (d float64) {
	n := int32(s.from.Influences)
	weight := func(v int32, bone uint16) (w float64) {
		for k := v * n; k < (v+1)*n; k++ {
			if s.from.BoneIndex[k] == bone {
				w += float64(s.from.BoneWeight[k])
			}
		}
		return w
	}
	same := 0.0
	for k := a * n; k < (a+1)*n; k++ {
		if w := s.from.BoneWeight[k]; w > 0 {
			same += min(float64(w), weight(b, s.from.BoneIndex[k]))
		}
	}
	if n == 0 {
		return 0
	}
	return max(0, 1-same)
}

// neighbours returns the points that share a triangle with p, in ascending order.
func (s *fineSurface) neighbours(p int32) (list []int32) {
	for _, t := range s.points[p].triangles {
		for k := range 3 {
			if q := s.corner(&s.triangles[t], k); q != p {
				list = append(list, q)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// partners returns, for each vertex of from, the vertex of to that it becomes: one that shares a
// triangle with it. A vertex without one would tear a seam.
func (s *fineSurface) partners(from, to int32) (map[uint32]uint32, bool) {
	found := map[uint32]uint32{}
	for _, t := range s.points[from].triangles {
		var a, b uint32
		meets := false
		for _, v := range s.triangles[t].vertex {
			switch s.point[v] {
			case from:
				a = v
			case to:
				b, meets = v, true
			}
		}
		if meets {
			if other, known := found[a]; known && other != b {
				return nil, false // a seam begins here
			}
			found[a] = b
		}
	}
	for _, t := range s.points[from].triangles {
		for _, v := range s.triangles[t].vertex {
			if _, known := found[v]; s.point[v] == from && !known {
				return nil, false
			}
		}
	}
	return found, true
}

// keepsShape reports whether from can become to without moving a border inwards, joining surfaces
// in more than an edge or flipping a triangle.
func (s *fineSurface) keepsShape(from, to int32) bool {
	sharing := s.sharing(from, to)
	if sharing > 2 || sharing == 1 && len(s.points[from].triangles) == 1 {
		return false
	}
	if sharing == 2 {
		for _, n := range s.neighbours(from) {
			if s.sharing(from, n) == 1 {
				return false // from is on a border, the edge is not
			}
		}
	}
	others := s.neighbours(to)
	common := 0
	for _, n := range s.neighbours(from) {
		if _, is := slices.BinarySearch(others, n); is {
			common++
		}
	}
	if common != sharing {
		return false
	}
	for _, t := range s.points[from].triangles {
		if s.has(t, to) {
			continue
		}
		var old, moved [3]exact.Vec
		for k := range 3 {
			p := s.corner(&s.triangles[t], k)
			old[k], moved[k] = s.points[p].at, s.points[p].at
			if p == from {
				moved[k] = s.points[to].at
			}
		}
		a := old[1].Sub(old[0]).Cross(old[2].Sub(old[0]))
		b := moved[1].Sub(moved[0]).Cross(moved[2].Sub(moved[0]))
		if a.Dot(b) < 0.2*a.Length()*b.Length() || b.Length() == 0 {
			return false
		}
	}
	return s.left > 4
}

// merge moves the triangles of from to to.
func (s *fineSurface) merge(from, to int32, vertices map[uint32]uint32) {
	a, b := &s.points[from], &s.points[to]
	for _, t := range a.triangles {
		tr := &s.triangles[t]
		if s.has(t, to) {
			tr.gone = true
			s.left--
			for k := range 3 {
				if p := &s.points[s.corner(tr, k)]; p != a {
					p.triangles = slices.DeleteFunc(slices.Clone(p.triangles), func(other int32) bool { return other == t })
					p.version++
				}
			}
			continue
		}
		for k, v := range tr.vertex {
			if s.point[v] == from {
				tr.vertex[k] = vertices[v]
			}
		}
		b.triangles = append(b.triangles, t)
	}
	b.planes.add(&a.planes)
	b.area += a.area
	b.version++
	a.gone, a.triangles = true, nil
	s.enqueue(to, true)
	for _, n := range s.neighbours(to) {
		s.enqueue(n, false)
	}
}
