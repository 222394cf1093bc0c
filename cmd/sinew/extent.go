//go:build cgo

package main

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/runtime/motion"
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

// measure takes what the first instance needs in place throughout its clip: every
// vertex and, where the skeleton is drawn, every joint of a tree that counts.
func (s *stage) measure(e *extent) error {
	m := s.model
	counts := mainTrees(m.Skeleton)
	var scratch skin.Scratch
	var position []float32
	turned, err := s.turned()
	if err != nil {
		return err
	}
	add := func(p [3]float32) {
		for _, by := range turned {
			e.add(by.Apply(p))
		}
	}
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
				add([3]float32(position[v:]))
			}
		}
		for j := range counts {
			if counts[j] && s.item().Skeleton {
				x, y, z := s.item().Joints[j].Translation()
				add([3]float32{x, y, z})
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
// has room where one was measured in place, and returns the extent of them all, with
// the ways that they go.
func (s *stage) spread(one *extent) (*extent, error) {
	n := len(s.ahead)
	columns := int(math.Ceil(math.Sqrt(float64(n))))
	rows := (n + columns - 1) / columns
	size := [3]float64{}
	for k := range size {
		size[k] = float64(one.box.Max[k]) - float64(one.box.Min[k])
	}
	// What is thin still needs room for its arms beside its neighbour's.
	step := (1 + air) * max(size[0], size[2], 0.3*size[1])
	all := &extent{gpu.EmptyBounds(), one.framing.none()}
	for i := range n {
		row, column := i/columns, i%columns
		cell := &s.cell[i]
		*cell = motion.Identity()
		cell.X = step * (float64(column) - 0.5*float64(columns-1))
		if row%2 == 1 {
			cell.X += 0.5 * step // staggered, so that those behind show
		}
		cell.Z = step * (0.5*float64(rows-1) - float64(row))
		if err := s.along(i, func(at [3]float64) { all.union(one.moved(at)) }); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// moved is the extent of the same somewhere else.
func (e *extent) moved(by [3]float64) *extent {
	m := &extent{box: e.box, framing: e.framing.moved(by)}
	for k := range by {
		m.box.Min[k] += float32(by[k])
		m.box.Max[k] += float32(by[k])
	}
	return m
}

// union takes another extent in.
func (e *extent) union(o *extent) {
	e.framing.union(o.framing)
	e.box.Union(o.box)
}
