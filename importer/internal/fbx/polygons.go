package fbx

import (
	"math"

	"github.com/sinew-anim/sinew/internal/fbx"
)

// polygons holds the polygons of an FBX mesh by material, in the order in which libassimp makes
// one mesh of each.
type polygons struct {
	mesh   *fbx.ShapedMesh
	start  []int32   // polygon p has corners start[p] to start[p+1]
	groups [][]int32 // polygons by material
	budget int       // comparisons of corners left
	last   int       // the last corner found in its polygon
}

const noPoint = math.MaxUint32

// newPolygons collects the polygons of a mesh.
func newPolygons(m *fbx.ShapedMesh) *polygons {
	p := &polygons{mesh: m, start: []int32{0}, budget: 1<<24 + len(m.Corners)<<10}
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

// match returns the control points of vertices if the triangles are those of the polygons, in
// order; else nil. libassimp's triangulation depends on positions, so the order of corners is not
// significant.
func (p *polygons) match(positions []float32, index []uint32, group []int32) []uint32 {
	size := float32(0)
	for _, x := range positions {
		if x-x == 0 {
			size = max(size, x, -x)
		}
	}
	// Coordinates of text files are parsed less exactly.
	near := 2e-5 + float64(4e-7*float64(size))
	out := make([]uint32, len(positions)/3)
	for v := range out {
		out[v] = noPoint
	}
	at, used := 0, 0
	for t := 0; t < len(index); t += 3 {
		for {
			if at == len(group) || p.budget < 0 {
				return nil
			}
			corners := p.mesh.Corners[p.start[group[at]]:p.start[group[at]+1]]
			if used < len(corners)-2 && p.triangle(positions, index[t:t+3], corners, near*near, out) {
				used++
				break
			}
			at, used = at+1, 0
		}
	}
	return out
}

// triangle finds three different corners of a polygon at the vertices' positions, and sets their
// points.
func (p *polygons) triangle(positions []float32, vertices []uint32, corners []int32, near float64, out []uint32) bool {
	taken := [3]int{-1, -1, -1}
	var points [3]uint32
	for i, v := range vertices {
		best := near
		// Triangles of a polygon follow one another around it.
		for n, k := 0, p.last; n < len(corners) && best > 1e-4*near; n, k = n+1, k+1 {
			if k >= len(corners) {
				k = 0
			}
			p.budget--
			if k == taken[0] || k == taken[1] {
				continue
			}
			c := corners[k]
			point := uint32(max(c, ^c)) // the last corner of a polygon is negative
			if int(point) >= len(p.mesh.Points)/3 {
				return false
			}
			if d := squareDistance(positions[3*v:], p.mesh.Points[3*point:]); d < best {
				best, taken[i], points[i] = d, k, point
			}
		}
		if taken[i] < 0 {
			return false
		}
		p.last = taken[i]
	}
	p.last = taken[0]
	for i, v := range vertices {
		out[v] = points[i]
	}
	return true
}

func squareDistance(a, b []float32) (d float64) {
	for c := range 3 {
		by := float64(a[c]) - float64(b[c])
		d += float64(by * by)
	}
	return d
}
