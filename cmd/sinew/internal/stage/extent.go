//go:build cgo

package stage

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// extent is the room that something takes: its box, and its framing in a picture.
type extent struct {
	box     gpu.Bounds
	framing *framing
	body    [3]float32 // the largest size of the box at one time
}

func newExtent(f *framing) *extent { return &extent{box: gpu.EmptyBounds(), framing: f} }

func (e *extent) add(p [3]float32) {
	e.box.Add(p)
	e.framing.add([3]float64{float64(p[0]), float64(p[1]), float64(p[2])})
}

// The number of times at which extents are measured: of a clip, and the largest of times
// shown.
const (
	moments  = 24
	maxShown = 32
)

// measure adds the first instance to an extent: every vertex and, if the skeleton is drawn,
// every joint of the body. An instance alone is measured where it is at the times shown; one
// of many in place, at all times.
func (s *Stage) measure(e *extent) error {
	var scratch pose.SkinScratch
	var position []float32
	turned, err := s.turned()
	if err != nil {
		return err
	}
	reach := s.addRotated(e.add)
	times, many := s.sampled(), len(s.ahead) > 1
	if many || s.Way != nil {
		times = s.sampleTimes()
	}
	for _, t := range times {
		if err := s.At(t); err != nil {
			return err
		}
		by := s.Lead()
		if many && s.Way == nil {
			c, _ := s.center(0)
			by[0], by[2] = c[0], c[2]
		}
		body := gpu.EmptyBounds()
		add := func(p [3]float32) {
			for k := range p {
				p[k] -= float32(by[k])
			}
			body.Add(p)
			for _, to := range turned {
				reach(to.Apply(p))
			}
		}
		for _, mesh := range s.Model.Meshes {
			if position, err = performance.Skinned(s.Crowd, s.Model, mesh, &scratch, position); err != nil {
				return err
			}
			for v := 0; v+3 <= len(position); v += 3 {
				add([3]float32(position[v:]))
			}
		}
		if s.Item().Skeleton {
			s.addJoints(add)
		}
		if !body.Empty() {
			for k := range e.body {
				e.body[k] = max(e.body[k], body.Max[k]-body.Min[k])
			}
		}
	}
	if e.framing.empty() {
		return fmt.Errorf("%s has nothing to show: no triangles, and no joints", s.Model.Name)
	}
	return nil
}

// loneRoom is how far a picture reaches around a joint that is alone, in metres: it is drawn 5 cm high.
const loneRoom = 0.1

// addJoints adds the places of the body's joints, and the room around them if they are one place
// and there is nothing else to see.
func (s *Stage) addJoints(add func([3]float32)) {
	box := gpu.EmptyBounds()
	for _, j := range s.body.list {
		x, y, z := s.Item().Joints[j].Translation()
		box.Add([3]float32{x, y, z})
		add([3]float32{x, y, z})
	}
	if len(s.Model.Meshes) > 0 || box.Min != box.Max {
		return
	}
	for k := range box.Min {
		for _, reach := range [...]float32{-loneRoom, loneRoom} {
			p := box.Min
			p[k] += reach
			add(p)
		}
	}
}

// air is the space between instances as a fraction of their size.
const air = 0.15

// spread puts the instances on a square grid, whose cells have room for a body, and returns
// the extent of all with their movement.
func (s *Stage) spread(one *extent) (*extent, error) {
	n := len(s.ahead)
	columns := int(math.Ceil(math.Sqrt(float64(n))))
	rows := (n + columns - 1) / columns
	// A thin body still needs room for its arms.
	step := (1 + air) * float64(max(one.body[0], one.body[2], 0.3*one.body[1]))
	for i := range n {
		row, column := i/columns, i%columns
		cell := &s.Cell[i]
		*cell = soa.IdentityRoot()
		cell.X = step * (float64(column) - 0.5*float64(columns-1))
		if row%2 == 1 {
			cell.X += 0.5 * step // staggered, so that the rows behind are visible
		}
		cell.Z = step * (0.5*float64(rows-1) - float64(row))
	}
	all := &extent{box: gpu.EmptyBounds(), framing: one.framing.none()}
	if n > 1 && s.Way == nil {
		return all, s.settle(one, all)
	}
	for i := range n {
		if err := s.forEachPosition(i, func(at [3]float64) { all.union(one.moved(at)) }); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// settle centres the bodies of instances in their cells at the first time shown, and adds
// their extents at all times.
func (s *Stage) settle(one, all *extent) error {
	for k, t := range s.sampled() {
		if err := s.At(t); err != nil {
			return err
		}
		for i := range s.ahead {
			c, _ := s.center(i)
			if cell := &s.Cell[i]; k == 0 {
				x, z := cell.X, cell.Z
				cell.X, cell.Z = 2*x-c[0], 2*z-c[2]
				c[0], c[2] = x, z
			}
			all.union(one.moved([3]float64{c[0], 0, c[2]}))
		}
	}
	return nil
}

// moved returns the extent displaced.
func (e *extent) moved(by [3]float64) *extent {
	m := &extent{box: e.box, framing: e.framing.moved(by), body: e.body}
	for k := range by {
		m.box.Min[k] += float32(by[k])
		m.box.Max[k] += float32(by[k])
	}
	return m
}

// union adds another extent.
func (e *extent) union(o *extent) {
	e.framing.union(o.framing)
	e.box.Union(o.box)
}

// addRotated returns a function that adds a position as all directions of sprites see it: rotated
// about the body's axis.
func (s *Stage) addRotated(add func([3]float32)) func([3]float32) {
	if s.Directions < 2 {
		return add
	}
	return func(p [3]float32) {
		x, z := float64(p[0])-s.Home[0], float64(p[2])-s.Home[2]
		for d := range s.Directions {
			sin, cos := math.Sincos(2 * math.Pi * float64(d) / float64(s.Directions))
			add([3]float32{float32(s.Home[0] + cos*x + sin*z), p[1], float32(s.Home[2] + cos*z - sin*x)})
		}
	}
}
