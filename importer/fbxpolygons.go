package importer

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/soa"
)

// polygons is the polygons of a mesh of an FBX file by material, in the order in which
// libassimp makes a mesh of each.
type polygons struct {
	start  []int32   // of polygon p: corners start[p] to start[p+1]
	groups [][]int32 // polygons
	budget int       // comparisons of corners that are left
	last   int       // the corner of its polygon that was found last
}

// newPolygons finds the polygons of a mesh.
func newPolygons(m *fbx.ShapedMesh) *polygons {
	p := &polygons{start: []int32{0}, budget: 1<<24 + len(m.Corners)<<10}
	group := make(map[int32]int)
	for i, c := range m.Corners {
		if c >= 0 {
			continue
		}
		number := len(p.start) - 1
		p.start = append(p.start, int32(i+1))
		material := int32(0)
		if len(m.Material) > 0 {
			material = m.Material[number]
		}
		g, known := group[material]
		if !known {
			g = len(p.groups)
			group[material] = g
			p.groups = append(p.groups, nil)
		}
		p.groups[g] = append(p.groups[g], int32(number))
	}
	return p
}

// match returns the control points of a mesh's corners where its triangles are those of
// polygons, in order; else nil. libassimp joins vertices, so that these do not tell.
func (s *shapedMesh) match(m *soa.Mesh, group []int32) []uint32 {
	size := float32(0)
	for _, p := range m.Position {
		size = max(size, p, -p)
	}
	// Vertices so near are joined, and coordinates of text files are read less exactly.
	near := 2e-5 + float64(4e-7*float64(size))
	out := make([]uint32, len(m.Index))
	at, used := 0, 0
	for t := 0; t < len(out); t += 3 {
		for {
			if at == len(group) || s.budget < 0 {
				return nil
			}
			corners := s.Corners[s.start[group[at]]:s.start[group[at]+1]]
			if used < len(corners)-2 && s.triangle(m, m.Index[t:t+3], corners, near*near, out[t:t+3]) {
				used++
				break
			}
			at, used = at+1, 0
		}
	}
	return out
}

// triangle finds three different corners of a polygon where vertices of a mesh are.
func (s *shapedMesh) triangle(m *soa.Mesh, vertices []uint32, corners []int32, near float64, out []uint32) bool {
	taken := [3]int{-1, -1, -1}
	for i, v := range vertices {
		best := near
		// Triangles of a polygon follow one another around it.
		for n, k := 0, s.last; n < len(corners) && best > 1e-4*near; n, k = n+1, k+1 {
			if k >= len(corners) {
				k = 0
			}
			s.budget--
			if k == taken[0] || k == taken[1] {
				continue
			}
			c := corners[k]
			p := uint32(max(c, ^c)) // the last one is negative
			if int(p) >= len(s.Points)/3 {
				return false
			}
			if d := squareDistance(m.Position[3*v:], s.Points[3*p:]); d < best {
				best, taken[i], out[i] = d, k, p
			}
		}
		if taken[i] < 0 {
			return false
		}
		s.last = taken[i]
	}
	s.last = taken[0]
	return true
}

func squareDistance(a, b []float32) (d float64) {
	for c := range 3 {
		by := float64(a[c]) - float64(b[c])
		d += float64(by * by)
	}
	return d
}

// moves returns a number for each control point, the same for points that all shapes
// move alike.
func (s *shapedMesh) moves() []uint64 {
	out := make([]uint64, len(s.Points)/3)
	mix := func(h uint64, v uint64) uint64 {
		h = (h ^ v) * 0x9e3779b97f4a7c15
		return h ^ h>>29
	}
	for i := range s.targets {
		shape := s.targets[i].of()
		for k, p := range shape.Point {
			if int(p) >= len(out) {
				break
			}
			h := mix(out[p], uint64(i)+1)
			for c := range 3 {
				h = mix(h, uint64(math.Float32bits(shape.Position[3*k+c])))
				if len(shape.Normal) > 0 {
					h = mix(h, uint64(math.Float32bits(shape.Normal[3*k+c])))
				}
			}
			out[p] = h
		}
	}
	return out
}

// apart returns how far a shape moves two control points apart, at most.
func (s *shapedMesh) apart(a, b uint32) (most float64) {
	for i := range s.targets {
		shape := s.targets[i].of()
		most = math.Max(most, squareDistance(offset(shape, a), offset(shape, b)))
	}
	return math.Sqrt(most)
}

// offset returns how a shape moves a control point.
func offset(s *fbx.Shape, point uint32) []float32 {
	if i, found := slices.BinarySearch(s.Point, point); found {
		return s.Position[3*i : 3*i+3]
	}
	return []float32{0, 0, 0}
}
