package runtime

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// ErrControl: a control does not fit a crowd.
var ErrControl = errors.New("control of the crowd")

// Control changes the poses of instances once their clips are blended, see package
// runtime/control.
type Control interface {
	// Len is the number of instances, Layout that of the poses that it changes.
	Len() int
	Layout() *pose.Layout
	// Acting is a byte per instance, not 0 where it changes the pose. It is read when an
	// update begins.
	Acting() []uint8
	// Columns are those of the layout that controllers read or write.
	Columns() []int
	NewController() pose.Controller
}

// ControlMemory is a control that goes on from what it did last, which Instance.Save and
// Instance.Restore take along.
type ControlMemory interface {
	// Save appends what the control remembers of instance i, and Restore takes it back, or
	// changes nothing.
	Save(data []byte, i int) []byte
	Restore(i int, data []byte) error
}

// controls is what changes the poses of a crowd.
type controls struct {
	of      Control // nil: nothing
	acting  []uint8
	columns []int
	owed    []float32 // per instance: seconds since its pose was changed last
	fresh   []byte    // what it remembered of instance 0 when SetControl was called, see forget
}

// SetControl lets a control change poses from the next update on, or nothing with nil.
// Scratches that NewScratch has made before are of no use then. The error wraps ErrControl
// for a control of another number of instances or another layout, or ErrBusy.
func (c *Crowd) SetControl(k Control) error {
	if !c.busy.CompareAndSwap(0, exclusive) {
		return fmt.Errorf("set control: %w", ErrBusy)
	}
	defer c.busy.Store(0)
	next := controls{}
	if k != nil {
		switch {
		case k.Len() != c.n || len(k.Acting()) != c.n:
			return fmt.Errorf("set control: %w: it has %d instances, the crowd has %d", ErrControl, k.Len(), c.n)
		case k.Layout() != c.poses:
			return fmt.Errorf("set control: %w: it is for another layout", ErrControl)
		}
		next = controls{of: k, acting: k.Acting(), columns: k.Columns(), owed: make([]float32, c.n)}
		if keeper, ok := k.(ControlMemory); ok && len(c.mapped) > 0 {
			next.fresh = keeper.Save(nil, 0)
		}
	}
	c.set.active.control = next
	for i := range c.n {
		c.set.active.settle(i)
	}
	for k := range c.scratch {
		c.scratch[k] = c.NewScratch()
	}
	return nil
}

// controlled reports whether the control changes instance i.
func (c *table) controlled(i int) bool {
	return c.control.of != nil && i < c.n && c.control.acting[i] != 0
}

// meetControl finds out which of the instances from:to the control changes.
func (c *table) meetControl(from, to int) {
	if c.control.of == nil {
		return
	}
	for i := from; i < min(to, c.n); i++ {
		if c.controlled(i) != (c.voices.busy[i]&instanceControlled != 0) {
			c.settle(i)
		}
	}
}

// onlyControlled reports whether the control changes all instances of blocks, each of which
// plays one clip and has no events that anybody wants.
func (c *table) onlyControlled(first, blocks int) bool {
	from, to := first*simd.Lanes, (first+blocks)*simd.Lanes
	if to > c.n || c.watching() {
		return false
	}
	for _, busy := range c.voices.busy[from:to] {
		if busy != instanceControlled {
			return false
		}
	}
	return true
}

// evaluateControlled computes the palettes and morph weights of blocks that onlyControlled
// has found, where they lie, with the bits of the mixer.
func (c *mixing) evaluateControlled(s *mixScratch, first int, at []simd.Frames, dt float64) {
	f := &s.plain
	for b := range at {
		i := (first + b) * simd.Lanes
		f.At = at[b]
		instance := &f.instance
		for lane := range simd.Lanes {
			f.Clip[lane], instance[lane] = c.active.clip[i+lane], int32(i+lane)
			c.active.control.owed[i+lane] += float32(dt)
		}
		c.player.Sample(&s.source, s.pose, &f.Part, 1<<simd.Lanes-1)
		c.changeBlock(s, s.pose, instance, simd.Lanes)
		s.source.Overwritten()
		_ = c.poses.Detail(c.levels.kinds[0]).ToPalettes(c.palettesOf(i, 0), s.pose, s.kernels)
		if c.weights.moving() {
			c.weights.ofBlock(instance[:], s.pose)
		}
	}
}

// plainFrames are the instances of a block, each of which plays one clip.
type plainFrames struct {
	source.Part
	instance [simd.Lanes]int32
}

// changeBlock changes the first n lanes of a block. The others, which are spare, stay what
// the first is.
func (c *mixing) changeBlock(s *mixScratch, block []float32, instance *[simd.Lanes]int32, n int) {
	at := &s.changing
	at.Len, at.Instance, at.Whole = n, *instance, n == simd.Lanes && instance[0]%simd.Lanes == 0
	for lane, i := range instance[:n] {
		at.Seconds[lane], c.active.control.owed[i] = float64(c.active.control.owed[i]), 0
		at.Whole = at.Whole && i == instance[0]+int32(lane)
	}
	s.controller.Change(block, at)
	if n == simd.Lanes {
		return
	}
	for row := block[:c.poses.BlockValues()]; len(row) > 0; row = row[simd.Lanes:] {
		for lane := n; lane < simd.Lanes; lane++ {
			row[lane] = row[0]
		}
	}
}

// changeRow changes the pose of an instance, a row, as the first of a block.
func (c *mixing) changeRow(s *mixScratch, row []float32, i int) {
	at := &s.changing
	at.Len, at.Instance[0], at.Whole = 1, int32(i), false
	at.Seconds[0], c.active.control.owed[i] = float64(c.active.control.owed[i]), 0
	columns := c.active.control.columns
	_ = c.poses.SetLane(s.changed, row, 0, columns...)
	s.controller.Change(s.changed, at)
	_ = c.poses.GetLane(row, s.changed, 0, columns...)
}
