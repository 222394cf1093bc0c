package voxel

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// grid is cubes that fill a box. Voxel x, y, z has the key (x·n[1] + y)·n[2] + z. A column is
// the voxels of one x and y, along the shortest side of the box.
type grid struct {
	axis   [3]int    // the axes of space that are x, y and z of the grid
	corner exact.Vec // of voxel 0, 0, 0, along the axes of the grid
	edge   float64   // of a voxel, in metres
	n      [3]int32
}

// newGrid returns the grid around points, with voxels along the longest side of their box
// and two or three empty ones beyond each end. The middle of the box is that of the grid, so
// that what is symmetric in one is in the other.
func newGrid(points []exact.Vec, resolution int) grid {
	low, high := box(points)
	side := high.Sub(low)
	g := grid{axis: [3]int{0, 1, 2}, edge: max(side[0], side[1], side[2]) / float64(resolution)}
	for k := range side {
		if side[k] < side[g.axis[2]] || k == 2 && side[k] == side[g.axis[2]] {
			g.axis = [3]int{(k + 1) % 3, (k + 2) % 3, k}
		}
	}
	if !(g.edge > 0) {
		g.edge = 1
	}
	for k, a := range g.axis {
		g.n[k] = 5 + int32(math.Floor(side[a]/g.edge))
		g.corner[k] = float64((low[a]+high[a])*0.5) - float64(0.5*float64(float64(g.n[k])*g.edge))
	}
	return g
}

func box(points []exact.Vec) (low, high exact.Vec) {
	low, high = points[0], points[0]
	for _, p := range points {
		for k, x := range p {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	return low, high
}

// local returns a place along the axes of the grid in units of voxels.
func (g *grid) local(p exact.Vec) (q exact.Vec) {
	for k, a := range g.axis {
		q[k] = (p[a] - g.corner[k]) / g.edge
	}
	return q
}

// cell returns the voxel of a place in units of voxels, or the nearest one.
func (g *grid) cell(p exact.Vec) (c [3]int32) {
	for k, x := range p {
		c[k] = int32(min(max(math.Floor(x), 0), float64(g.n[k]-1)))
	}
	return c
}

func (g *grid) key(c [3]int32) int32 { return (c[0]*g.n[1]+c[1])*g.n[2] + c[2] }

func (g *grid) columns() int32 { return g.n[0] * g.n[1] }

func (g *grid) voxels() int { return int(g.columns()) * int(g.n[2]) }

// neighbour returns the column at some distance, or none.
func (g *grid) neighbour(column, dx, dy int32) (int32, bool) {
	x, y := column/g.n[1]+dx, column%g.n[1]+dy
	return x*g.n[1] + y, x >= 0 && y >= 0 && x < g.n[0] && y < g.n[1]
}
