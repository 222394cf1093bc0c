package voxel

import (
	"context"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// maxCovered is how many voxels triangles may cover, each counted for every triangle.
const maxCovered = 1 << 24

// touching is how near to a voxel, in its units, a triangle is in it.
const touching = 1e-6

// triangle is one in units of voxels. Corners may be equal: then it is a segment or a point.
type triangle [3]exact.Vec

// covers lists the voxels that each triangle touches: those of t are
// key[start[t]:start[t+1]].
type covers struct {
	start []int
	key   []int32
}

// coverAll covers at most some voxels of the grid with triangles.
func (g *grid) coverAll(ctx context.Context, triangles []triangle, most int) (c covers, err error) {
	c.start = make([]int, 1, len(triangles)+1)
	for t := range triangles {
		c.key = g.cover(c.key, &triangles[t])
		c.start = append(c.start, len(c.key))
		if len(c.key) > most {
			return c, fmt.Errorf("%w: triangles cover more than %d voxels", soa.ErrTooLarge, most)
		}
		if err := ctx.Err(); t%1024 == 0 && err != nil {
			return c, err
		}
	}
	return c, nil
}

// cover appends the keys of the voxels of the grid that a triangle touches.
func (g *grid) cover(to []int32, t *triangle) []int32 {
	var low, high [3]int32
	for k := range 3 {
		from := math.Floor(min(t[0][k], t[1][k], t[2][k]) - touching)
		end := math.Floor(max(t[0][k], t[1][k], t[2][k])+touching) + 1
		if from >= float64(g.n[k]) || end <= 0 {
			return to
		}
		low[k], high[k] = int32(max(from, 0)), int32(min(end, float64(g.n[k])))
	}
	return g.split(to, t, t[1].Sub(t[0]).Cross(t[2].Sub(t[0])), low, high)
}

// split appends the voxels of a box that a triangle touches: it halves the box until one
// voxel is left or the triangle is not in it.
func (g *grid) split(to []int32, t *triangle, normal exact.Vec, low, high [3]int32) []int32 {
	axis, longest := 0, int32(0)
	for k := range 3 {
		if side := high[k] - low[k]; side > longest {
			axis, longest = k, side
		}
	}
	if !t.touches(normal, low, high) {
		return to
	}
	if longest == 1 {
		return append(to, g.key(low))
	}
	middle := low[axis] + longest/2
	below, above := high, low
	below[axis], above[axis] = middle, middle
	return g.split(g.split(to, t, normal, low, below), t, normal, above, high)
}

// touches reports whether a triangle touches a box: no plane along an axis, the triangle, or
// an edge and an axis parts them (T. Akenine-Möller, Fast 3D Triangle-Box Overlap Testing,
// 2001).
func (t *triangle) touches(normal exact.Vec, low, high [3]int32) bool {
	var middle, half exact.Vec
	for k := range 3 {
		middle[k] = float64(float64(low[k]+high[k]) * 0.5)
		half[k] = float64(float64(high[k]-low[k])*0.5) + touching
	}
	var p triangle
	for i := range p {
		p[i] = t[i].Sub(middle)
	}
	for k, h := range half {
		if min(p[0][k], p[1][k], p[2][k]) > h || max(p[0][k], p[1][k], p[2][k]) < -h {
			return false
		}
	}
	reach := half.Dot(exact.Vec{math.Abs(normal[0]), math.Abs(normal[1]), math.Abs(normal[2])})
	if math.Abs(normal.Dot(p[0])) > reach {
		return false
	}
	for i := range p {
		if p.parted(&half, p[(i+1)%3].Sub(p[i])) {
			return false
		}
	}
	return true
}

// parted reports whether a plane along an edge and an axis lies between a triangle and a box
// around 0.
func (t *triangle) parted(half *exact.Vec, edge exact.Vec) bool {
	for k := range 3 {
		a, b := (k+1)%3, (k+2)%3 // the normal of the plane is axis k × edge: −edge[b] at a, edge[a] at b
		x, y := -edge[b], edge[a]
		low, high := math.Inf(1), math.Inf(-1)
		for i := range t {
			d := float64(x*t[i][a]) + float64(y*t[i][b])
			low, high = min(low, d), max(high, d)
		}
		if reach := float64(math.Abs(x)*half[a]) + float64(math.Abs(y)*half[b]); low > reach || high < -reach {
			return true
		}
	}
	return false
}
