package voxel

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

const (
	// MaxResolution is the most voxels along the longest side.
	MaxResolution = 512
	// maxVoxels is the most voxels of a volume, for which distances are below 2³², and
	// maxSlots the most with the gaps in columns, of 12 bytes each.
	maxVoxels, maxSlots = 3 << 20, 1 << 25
)

// Volume is the voxels on and within a surface, and the ways between them.
//
// Slots are the voxels of each column from its first in the volume to its last, column after
// column, so that a neighbour's slot needs no list:
//
//	column c       slots  … origin[c]+z …           z, the voxel in the column
//	its neighbour  slot i + origin[c'] − origin[c] + dz
type Volume struct {
	grid
	diagonal float64 // of the box around all points, in metres

	origin []int32 // per column: the slot of its voxel 0, if it had one
	span   []span  // per column: its slots
	column []int32 // per slot: its column
	// links has a bit per direction, if a way leads to the neighbour there; bit self, if the
	// slot is in the volume.
	links []uint32
	count int // of voxels in the volume

	point []int32     // per point: its slot
	place []exact.Vec // per point, in units of voxels
}

// New returns the volume of a surface of triangles between points, which are finite, with
// resolution voxels, 1 to MaxResolution, along the longest side of their box. Every point is in
// it. The error wraps soa.ErrTooLarge, for which a lower resolution helps, or is that of ctx.
func New(ctx context.Context, points []exact.Vec, triangles [][3]int32, resolution int) (*Volume, error) {
	if err := ctx.Err(); err != nil || len(points) == 0 {
		return &Volume{}, err
	}
	v := &Volume{grid: newGrid(points, min(max(resolution, 1), MaxResolution))}
	low, high := box(points)
	if v.diagonal = high.Sub(low).Length(); v.diagonal == 0 {
		v.diagonal = v.edge
	}
	v.place = make([]exact.Vec, len(points))
	for i, p := range points {
		v.place[i] = v.local(p)
	}
	corners := make([]triangle, len(triangles), len(triangles)+len(points))
	for t, c := range triangles {
		corners[t] = triangle{v.place[c[0]], v.place[c[1]], v.place[c[2]]}
	}
	c, err := v.coverAll(ctx, corners, maxCovered)
	if err != nil {
		return nil, err
	}
	in, err := v.interior(ctx, corners, c.key, shells(len(points), triangles))
	if err != nil {
		return nil, err
	}
	if err := v.list(in); err != nil {
		return nil, err
	}
	v.point = make([]int32, len(points))
	for i := range points {
		v.point[i], _ = v.slot(v.key(v.cell(v.place[i])))
	}
	v.link()
	v.unlink(c)
	return v, nil
}

// interior returns the voxels on and within the surface.
func (v *Volume) interior(ctx context.Context, triangles []triangle, covered []int32, shells [][]int32) (inside, error) {
	in := make(inside, v.voxels()/64+1)
	if err := v.vote(ctx, in, triangles, shells); err != nil {
		return nil, err
	}
	for _, p := range v.place {
		in.add(v.key(v.cell(p)))
	}
	sorted := slices.Clone(covered)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	for _, key := range sorted {
		in.add(key)
	}
	newSpace(&v.grid, sorted).enclosed(func(run span) {
		for key := run.from; key < run.to; key++ {
			in.add(key)
		}
	})
	return in, nil
}

// list gives the voxels of the volume their slots.
func (v *Volume) list(in inside) error {
	v.origin, v.span = make([]int32, v.columns()), make([]span, v.columns())
	for c := range v.columns() {
		first, end := int32(0), int32(0)
		for z := range v.n[2] {
			if in.has(c*v.n[2] + z) {
				if end == 0 {
					first = z
				}
				end = z + 1
				v.count++
			}
		}
		from := int32(len(v.links))
		v.origin[c], v.span[c] = from-first, span{from, from + end - first}
		if v.count > maxVoxels || len(v.links) > maxSlots {
			return fmt.Errorf("%w: more than %d voxels, or %d with gaps", soa.ErrTooLarge, maxVoxels, maxSlots)
		}
		for z := first; z < end; z++ {
			mask := uint32(0)
			if in.has(c*v.n[2] + z) {
				mask = 1 << self
			}
			v.column, v.links = append(v.column, c), append(v.links, mask)
		}
	}
	return nil
}

// slot returns the slot of the voxel with a key, and whether it is in the volume.
func (v *Volume) slot(key int32) (int32, bool) {
	c := key / v.n[2]
	i := v.origin[c] + key%v.n[2]
	return i, i >= v.span[c].from && i < v.span[c].to && v.links[i]>>self&1 != 0
}

// centre returns the middle of a slot's voxel in units of voxels.
func (v *Volume) centre(i int32) exact.Vec {
	c := v.column[i]
	return exact.Vec{float64(c/v.n[1]) + 0.5, float64(c%v.n[1]) + 0.5, float64(i-v.origin[c]) + 0.5}
}

// shells lists the triangles of each connected part, by first triangles.
func shells(points int, triangles [][3]int32) (list [][]int32) {
	group := make([]int32, points)
	for p := range group {
		group[p] = int32(p)
	}
	root := func(p int32) int32 {
		for group[p] != p {
			group[p] = group[group[p]]
			p = group[p]
		}
		return p
	}
	for _, c := range triangles {
		a, b, c := root(c[0]), root(c[1]), root(c[2])
		least := min(a, b, c)
		group[a], group[b], group[c] = least, least, least
	}
	number := make(map[int32]int)
	for t, c := range triangles {
		r := root(c[0])
		n, ok := number[r]
		if !ok {
			n = len(list)
			number[r] = n
			list = append(list, nil)
		}
		list[n] = append(list[n], int32(t))
	}
	return list
}
