//go:build cgo

package main

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/runtime/skin"
	"github.com/sinew-anim/sinew/soa"
)

// extent is how much room something takes: as a box, and in a camera's picture.
type extent struct {
	box     gpu.Bounds
	framing *framing
}

func newExtent(f *framing) *extent { return &extent{gpu.EmptyBounds(), f} }

func (e *extent) add(p [3]float32) {
	e.box.Add(p)
	e.framing.add([3]float64{float64(p[0]), float64(p[1]), float64(p[2])})
}

// moments is at how many times of a clip its extent is taken.
const moments = 24

// measure takes what the first instance needs throughout its clip: every
// vertex and, where the skeleton is drawn, every joint of a tree that counts.
func (s *stage) measure(e *extent) error {
	m := s.model
	counts := mainTrees(m.Skeleton)
	var scratch skin.Scratch
	var position []float32
	for i := range moments {
		if i > 0 && s.end == s.start {
			break
		}
		if err := s.at(s.start + (s.end-s.start)*float64(i)/(moments-1)); err != nil {
			return err
		}
		for _, mesh := range m.Meshes {
			var err error
			if position, err = skinned(s.crowd, mesh, &scratch, position); err != nil {
				return err
			}
			for v := 0; v+3 <= len(position); v += 3 {
				e.add([3]float32(position[v:]))
			}
		}
		for j := range counts {
			if counts[j] && s.item().Skeleton {
				x, y, z := s.item().Joints[j].Translation()
				e.add([3]float32{x, y, z})
			}
		}
	}
	if e.framing.empty() {
		return fmt.Errorf("%s has nothing to show: no triangles, and no joints", m.Name)
	}
	return nil
}

// mainTrees marks the joints of the skeleton's large trees. Motion files have
// cameras and lights as trees of a joint or two, far away.
func mainTrees(s *soa.Skeleton) []bool {
	root := make([]int, s.Len())
	size := make([]int, s.Len())
	largest := 0
	for j, p := range s.Parent {
		root[j] = j
		if p >= 0 {
			root[j] = root[p]
		}
		size[root[j]]++
		largest = max(largest, size[root[j]])
	}
	counts := make([]bool, s.Len())
	for j := range counts {
		counts[j] = 4*size[root[j]] >= largest
	}
	return counts
}

// air is the space between instances, as a part of their size.
const air = 0.15

// spread puts the instances on a grid, as many wide as deep, the first of which
// has room where one was measured, and returns the extent of them all.
func (s *stage) spread(one *extent) *extent {
	n := len(s.ahead)
	columns := int(math.Ceil(math.Sqrt(float64(n))))
	rows := (n + columns - 1) / columns
	size := [3]float64{}
	for k := range size {
		size[k] = float64(one.box.Max[k]) - float64(one.box.Min[k])
	}
	// What is thin still needs room for its arms beside its neighbour's.
	step := (1 + air) * max(size[0], size[2], 0.3*size[1])
	var all *extent
	for i := range n {
		row, column := i/columns, i%columns
		x := step * (float64(column) - 0.5*float64(columns-1))
		if row%2 == 1 {
			x += 0.5 * step // staggered, so that those behind show
		}
		z := step * (0.5*float64(rows-1) - float64(row))
		world := &s.item().World[i]
		*world = soa.IdentityAffine()
		world[3], world[11] = float32(x), float32(z)
		here := one.moved(x, z)
		if all == nil {
			all = here
			continue
		}
		all.framing.union(here.framing)
		all.box.Union(here.box)
	}
	return all
}

// moved is the extent of the same somewhere else on the ground.
func (e *extent) moved(x, z float64) *extent {
	m := &extent{box: e.box, framing: e.framing.moved([3]float64{x, 0, z})}
	for _, p := range []*[3]float32{&m.box.Min, &m.box.Max} {
		p[0] += float32(x)
		p[2] += float32(z)
	}
	return m
}
