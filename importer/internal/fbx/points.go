package fbx

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/exact"
)

// pointGrid finds the control points of an FBX mesh by position, since libassimp does not keep
// their indices.
type pointGrid struct {
	points []exact.Vec
	near   float64 // maximum distance of a vertex from its point
	cells  map[[3]int64][]int32
}

func newPointGrid(numbers []float64) *pointGrid {
	g := &pointGrid{cells: make(map[[3]int64][]int32)}
	size := 0.0
	for i := 0; i+2 < len(numbers); i += 3 {
		p := exact.Vec{numbers[i], numbers[i+1], numbers[i+2]}
		g.points = append(g.points, p)
		for _, v := range p {
			if math.Abs(v) <= math.MaxFloat32 {
				size = math.Max(size, math.Abs(v))
			}
		}
	}
	g.near = math.Max(1e-6*size, 1e-30)
	for i, p := range g.points {
		if c, ok := g.cell(p); ok {
			g.cells[c] = append(g.cells[c], int32(i))
		}
	}
	return g
}

func (g *pointGrid) len() int { return len(g.points) }

// cell returns the cell of a position. Cells are several times larger than near.
func (g *pointGrid) cell(p exact.Vec) (c [3]int64, ok bool) {
	for i, v := range p {
		v = math.Floor(v / (8 * g.near))
		if !(math.Abs(v) < 1<<40) {
			return c, false
		}
		c[i] = int64(v)
	}
	return c, true
}

// maxCoincident limits the points examined at one position.
const maxCoincident = 64

// at lists the points at a position.
func (g *pointGrid) at(p exact.Vec, list []int32) []int32 {
	var seen [8][3]int64
	n := 0
	for corner := range 8 {
		q := p
		for i := range q {
			if corner>>i&1 != 0 {
				q[i] += g.near
			} else {
				q[i] -= g.near
			}
		}
		c, ok := g.cell(q)
		if !ok || slices.Contains(seen[:n], c) {
			continue
		}
		seen[n] = c
		n++
		for _, i := range g.cells[c][:min(len(g.cells[c]), maxCoincident)] {
			d := g.points[i].Sub(p)
			if math.Max(math.Max(math.Abs(d[0]), math.Abs(d[1])), math.Abs(d[2])) <= g.near {
				list = append(list, i)
			}
		}
	}
	slices.Sort(list)
	return list
}

// match returns the point of each vertex of a mesh, or −1. It also returns the number of vertex
// positions without a point, and of those with several points that have different rows; it takes
// the first of these.
func (g *pointGrid) match(src *scene.Mesh, rows [][]boneWeight) (at []int32, lost int) {
	vertices := src.Positions
	at = make([]int32, len(vertices))
	var list []int32
	known := make(map[[3]float32]int32) // corners of polygons share positions
	for v, p := range vertices {
		point, again := known[p]
		if !again {
			list = g.at(exact.Vec{float64(p[0]), float64(p[1]), float64(p[2])}, list[:0])
			point = -1
			if len(list) > 0 {
				point = list[0]
			}
			if len(list) == 0 || slices.ContainsFunc(list[1:], func(other int32) bool { return !sameRow(rows[point], rows[other]) }) {
				lost++
			}
			known[p] = point
		}
		at[v] = point
	}
	return at, lost
}

func sameRow(a, b []boneWeight) bool {
	return slices.EqualFunc(a, b, func(a, b boneWeight) bool {
		return a.bone == b.bone && math.Abs(a.weight-b.weight) <= 1e-6
	})
}

// boneWeight is the weight of a bone on a point.
type boneWeight struct {
	bone   int
	weight float64
}
