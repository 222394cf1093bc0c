package runtime

import (
	"fmt"
	"sync/atomic"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/frame"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Scratch is the memory in which one goroutine runs blocks of one crowd.
type Scratch struct {
	crowd   *Crowd
	busy    atomic.Bool
	graph   play.Graph // for which it was made
	control play.Control
	frame   frame.Scratch
}

// NewScratch returns working memory for RunBlocks. Each goroutine that calls RunBlocks needs its own.
// It may be called at any time: it waits while SetGraph or SetControl runs.
func (c *Crowd) NewScratch() *Scratch {
	c.deciding.RLock()
	defer c.deciding.RUnlock()
	s := &Scratch{crowd: c, graph: c.set.Active.Graph.Of, control: c.set.Active.Control.Of}
	c.set.PrepareScratch(&s.frame)
	return s
}

// Blocks returns the number of blocks of 16 instances that RunBlocks can run. The last one may be
// incomplete.
func (s *Scratch) Blocks() int { return s.crowd.blocks() }

func (c *Crowd) blocks() int { return c.set.Active.Clips.Padded / simd.Lanes }

// Update advances all instances by dt seconds, which may be negative. It computes the palettes and
// morph weights of those due by their level of detail. The error wraps play.ErrTime where dt is not a
// finite number, play.ErrLongStep for root motion of too many pieces, or ErrBusy, and nothing has changed
// then; play.ErrTransitions, see graph.MaxSubsteps: all have been advanced; or archive.ErrTruncated or
// archive.ErrChanged, see Archived: all instances show the rest pose, and some have been advanced.
func (c *Crowd) Update(dt float64) error {
	return c.step("update", dt, func() error { return c.set.CheckStep(0, c.n, dt) }, func() {
		c.set.Active.Roots.MoveAll()
		c.pool.Run(c.work, c.blocks(), dt)
	})
}

// step takes instances through a step that check allows, which one goroutine does at a time.
func (c *Crowd) step(what string, dt float64, check func() error, do func()) error {
	if !play.Finite(dt) {
		return fmt.Errorf("%s: %w: %v", what, play.ErrTime, dt)
	}
	if !c.busy.CompareAndSwap(0, exclusive) {
		return fmt.Errorf("%s: %w", what, ErrBusy)
	}
	defer c.busy.Store(0)
	if err := check(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	err := c.guard(what, nil, 0, c.n, func() {
		c.set.Begin(c.set.Workers[0], 0, c.n, dt)
		do()
		c.set.Collect()
	})
	if late := c.set.TakeErr(); late != nil && err == nil {
		err = fmt.Errorf("%s: %w", what, late)
	}
	return err
}

// alone does something while no update runs.
func (c *Crowd) alone(what string, do func() error) error {
	if !c.busy.CompareAndSwap(0, exclusive) {
		return fmt.Errorf("%s: %w", what, ErrBusy)
	}
	defer c.busy.Store(0)
	return do()
}

// exclusive is Crowd.busy while an update of all instances runs; otherwise it is
// the number of RunBlocks that run.
const exclusive = -1

// RunBlocks is Update of the blocks from:to on the calling goroutine, for a job system of the
// caller's own. Ranges that do not overlap may run at the same time, each with its own scratch. The
// error wraps ErrRange, play.ErrTime, play.ErrLongStep, ErrScratch for the scratch of another crowd, or
// ErrBusy while an update of the crowd, an overlapping range or another goroutine with the same
// scratch runs; nothing has changed then. It wraps play.ErrTransitions once all have been advanced.
func (c *Crowd) RunBlocks(s *Scratch, from, to int, dt float64) error {
	switch {
	case s == nil || s.crowd != c:
		return fmt.Errorf("run blocks: %w", ErrScratch)
	case from < 0 || to < from || to > c.blocks():
		return fmt.Errorf("run blocks: %w: %d to %d of %d", ErrRange, from, to, c.blocks())
	case !play.Finite(dt):
		return fmt.Errorf("run blocks: %w: %v", play.ErrTime, dt)
	}
	if !s.busy.CompareAndSwap(false, true) {
		return fmt.Errorf("run blocks: %w: the scratch is in use", ErrBusy)
	}
	defer s.busy.Store(false)
	for {
		n := c.busy.Load()
		if n == exclusive {
			return fmt.Errorf("run blocks: %w", ErrBusy)
		}
		if c.busy.CompareAndSwap(n, n+1) {
			break
		}
	}
	defer c.busy.Add(-1)
	if !c.ranges.claim(from, to) {
		return fmt.Errorf("run blocks: %w: a range that overlaps %d to %d runs", ErrBusy, from, to)
	}
	defer c.ranges.release(from, to)
	if s.graph != c.set.Active.Graph.Of || s.control != c.set.Active.Control.Of {
		return fmt.Errorf("run blocks: %w", ErrScratch)
	}
	if err := c.set.CheckStep(from*simd.Lanes, to*simd.Lanes, dt); err != nil {
		return fmt.Errorf("run blocks: %w", err)
	}
	c.set.Active.Roots.MoveAll()
	err := c.guard("run blocks", s, from*simd.Lanes, to*simd.Lanes, func() {
		s.frame.Step.Events.Clear()
		c.set.Begin(&s.frame, from*simd.Lanes, to*simd.Lanes, dt)
		c.set.Run(&s.frame, from, to, dt)
		s.frame.Step.Events.Sort()
	})
	if late := s.frame.TakeErr(); late != nil && err == nil {
		err = fmt.Errorf("run blocks: %w", late)
	}
	return err
}

// Advance advances all instances by dt seconds and computes nothing. The error
// wraps play.ErrTime, play.ErrLongStep or ErrBusy, and nothing has changed then, or play.ErrTransitions.
func (c *Crowd) Advance(dt float64) error {
	return c.step("advance", dt, func() error { return c.set.CheckStep(0, c.n, dt) }, func() {
		c.set.Active.Roots.MoveAll()
		c.set.Advance(c.set.Workers[0], dt)
	})
}

// UpdateSome advances chosen instances by dt seconds and computes their palettes and morph weights,
// whatever their level of detail; the others stay as they are. instances are in ascending order,
// each once. The error wraps ErrRange, play.ErrTime, play.ErrLongStep or ErrBusy, and nothing has changed then,
// or play.ErrTransitions.
func (c *Crowd) UpdateSome(instances []int, dt float64) error {
	last := -1
	for k, i := range instances {
		if i <= last || i >= c.n {
			return fmt.Errorf("update some: %w: entry %d is instance %d of %d, after %d", ErrRange, k, i, c.n, last)
		}
		last = i
	}
	return c.step("update some", dt, func() error { return c.set.CheckSome(instances, dt) }, func() {
		c.set.Active.Roots.MoveSome(instances)
		if len(instances) > 0 {
			c.set.Some = instances
			defer func() { c.set.Some = nil }()
			c.pool.Run(c.work, (len(instances)+simd.Lanes-1)/simd.Lanes, dt)
		}
	})
}

// Events returns the events that instances have passed in the last Update, UpdateSome
// or Advance: by instance, and then in the order of time. The next one overwrites
// them. Where there are more than CrowdOptions.MaxEvents, each instance keeps its first ones, see there.
func (c *Crowd) Events() []play.Event { return c.set.Active.Watch.List.List }

// LostEvents returns the number of events for which the last update had no room, see
// CrowdOptions.MaxEvents.
func (c *Crowd) LostEvents() int { return c.set.Active.Watch.List.Lost }

// Events returns the events of the last RunBlocks with this scratch.
func (s *Scratch) Events() []play.Event { return s.frame.Step.Events.List }

// LostEvents returns the number of events for which the last RunBlocks with this scratch had no room.
func (s *Scratch) LostEvents() int { return s.frame.Step.Events.Lost }

// guard runs what reads the source for the instances from:to. Where that is a mapped file that has
// become shorter or was written to, it drops what was computed from zeros, and the instances show the
// rest pose.
func (c *Crowd) guard(what string, s *Scratch, from, to int, do func()) error {
	if len(c.mapped) == 0 {
		do()
		return nil
	}
	err := c.mapped.Guard(func() error {
		do()
		c.parts.Wait()
		return nil
	})
	if err != nil {
		c.parts.Drop()
		c.forget(s, from, to)
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// runMapped is a worker's part of an update of a crowd that plays a mapped file. After a fault the
// other parts are left out: all is dropped, and the worker's scratch is as the fault left it.
func (c *Crowd) runMapped(worker, from, to int, dt float64) {
	if !c.parts.Failed() {
		c.parts.Call(func() { c.set.Work(worker, from, to, dt) })
	}
}
