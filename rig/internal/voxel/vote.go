package voxel

import (
	"context"
	"math"
	"slices"
)

// maxVoted is how many voxels the boxes of shells that vote by themselves may have together.
const maxVoted = 1 << 27

// inside is a bit per voxel.
type inside []uint64

func (in inside) add(key int32)      { in[key>>6] |= 1 << (key & 63) }
func (in inside) has(key int32) bool { return in[key>>6]>>(key&63)&1 != 0 }

// vote adds the voxels within shells, even open ones, as far as holes leave an inside: a voxel
// is within if at least four of its six rays along the axes pass through the shell an odd
// number of times (after the votes of views of O. Dionne and M. de Lasa, Geodesic Voxel
// Binding for Production Character Meshes, SCA 2013). The triangles vote as a whole, so that
// patches that only lie side by side have an inside, and each connected shell for itself, so
// that shells may overlap.
func (g *grid) vote(ctx context.Context, in inside, triangles []triangle, shells [][]int32) error {
	all := make([]int32, len(triangles))
	for t := range all {
		all[t] = int32(t)
	}
	if len(shells) != 1 {
		shells = append([][]int32{all}, shells...)
	}
	budget := maxVoted
	for k, shell := range shells {
		if len(shell) < 4 { // no inside
			continue
		}
		b := g.newBallot(triangles, shell)
		if budget -= b.voxels(); k > 0 && budget < 0 {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		b.count(in, triangles, shell)
	}
	return nil
}

// ballot is the box of one shell: voxels low:high.
type ballot struct {
	*grid
	low, high [3]int32
}

func (b *ballot) voxels() int {
	return int(b.high[0]-b.low[0]) * int(b.high[1]-b.low[1]) * int(b.high[2]-b.low[2])
}

func (g *grid) newBallot(triangles []triangle, shell []int32) *ballot {
	b := &ballot{grid: g, low: g.n}
	for _, t := range shell {
		for _, p := range triangles[t] {
			for k, x := range g.cell(p) {
				b.low[k], b.high[k] = min(b.low[k], x), max(b.high[k], x+1)
			}
		}
	}
	return b
}

// place is the number of a voxel's y and z within the box.
func (b *ballot) place(y, z int32) int32 { return (y-b.low[1])*(b.high[2]-b.low[2]) + z - b.low[2] }

// crossing is where a ray passes through a triangle: the first voxel whose centre is beyond.
type crossing struct{ x, at int32 }

// count counts the votes of a shell, layer by layer along x.
func (b *ballot) count(in inside, triangles []triangle, shell []int32) {
	var crossings [3][]crossing // by axis of the ray, ascending x
	for axis := range crossings {
		for _, t := range shell {
			b.cross(axis, &triangles[t], &crossings[axis])
		}
		slices.SortFunc(crossings[axis], func(p, q crossing) int { return int(p.x - q.x) })
	}
	size := (b.high[1] - b.low[1]) * (b.high[2] - b.low[2])
	var before, total [3][]uint8 // crossings of each ray so far and in all, odd or even
	for axis := range before {
		before[axis], total[axis] = make([]uint8, size), make([]uint8, size)
	}
	for _, c := range crossings[0] {
		total[0][c.at] ^= 1
	}
	var next [3]int
	for x := b.low[0]; x < b.high[0]; x++ {
		clear(before[1])
		clear(before[2])
		for axis, list := range crossings {
			for ; next[axis] < len(list) && list[next[axis]].x == x; next[axis]++ {
				before[axis][list[next[axis]].at] ^= 1
			}
		}
		b.layer(in, x, before, total)
	}
}

// layer adds the voxels of one x that have the votes. The crossings of the rays along y and z
// are where they happen.
func (b *ballot) layer(in inside, x int32, before, total [3][]uint8) {
	wide := b.high[2] - b.low[2]
	size := int32(len(before[0]))
	for p := wide; p < size; p++ {
		before[1][p] ^= before[1][p-wide]
	}
	ends := before[1][size-wide:]
	for row := int32(0); row < size; row += wide {
		along := before[2][row : row+wide]
		for z := int32(1); z < wide; z++ {
			along[z] ^= along[z-1]
		}
		key := b.key([3]int32{x, b.low[1] + row/wide, b.low[2]})
		end := along[wide-1]
		for z, pz := range along {
			p := row + int32(z)
			px, py := before[0][p], before[1][p]
			if px+(px^total[0][p])+py+(py^ends[z])+pz+(pz^end) >= 4 {
				in.add(key + int32(z))
			}
		}
	}
}

// cross adds where the rays along an axis through the centres of voxels pass through a
// triangle. A ray through an edge passes through exactly one of two triangles at it: both
// compute the edge alike, from its lower end to its higher.
func (b *ballot) cross(axis int, t *triangle, to *[]crossing) {
	u, v := (axis+1)%3, (axis+2)%3
	normal := t[1].Sub(t[0]).Cross(t[2].Sub(t[0]))
	if normal[axis] == 0 {
		return
	}
	first := max(b.low[v], ceil(min(t[0][v], t[1][v], t[2][v])-0.5))
	last := min(b.high[v]-1, ceil(max(t[0][v], t[1][v], t[2][v])-0.5))
	for j := first; j <= last; j++ {
		y := float64(j) + 0.5
		from, end, ok := t.row(u, v, y)
		if !ok {
			continue
		}
		for i := max(b.low[u], ceil(from-0.5)); i < min(b.high[u], ceil(end-0.5)); i++ {
			x := float64(i) + 0.5
			rise := float64(normal[u]*(x-t[0][u])) + float64(normal[v]*(y-t[0][v]))
			k := min(max(ceil(t[0][axis]-rise/normal[axis]-0.5), b.low[axis]), b.high[axis]-1)
			var c [3]int32
			c[axis], c[u], c[v] = k, i, j
			*to = append(*to, crossing{c[0], b.place(c[1], c[2])})
		}
	}
}

// row returns where the line at y along u enters and leaves a triangle seen along the third
// axis.
func (t *triangle) row(u, v int, y float64) (from, to float64, ok bool) {
	var at [3]float64
	n := 0
	for i := range t {
		p, q := t[i], t[(i+1)%3]
		if (p[v] > y) == (q[v] > y) {
			continue
		}
		if p[v] > q[v] || p[v] == q[v] && p[u] > q[u] {
			p, q = q, p
		}
		at[n] = p[u] + float64((q[u]-p[u])*((y-p[v])/(q[v]-p[v])))
		n++
	}
	return min(at[0], at[1]), max(at[0], at[1]), n == 2
}

func ceil(x float64) int32 { return int32(math.Ceil(x)) }
