package runtime

import (
	"fmt"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
)

// CrowdScratch is the memory in which one goroutine runs blocks.
type CrowdScratch struct {
	at            [crowdBlocks]simd.Frames
	pose, kernels []float32
	gather        gather
	due           due
	lanes         []uint16 // per kind of level
}

// NewScratch returns what a goroutine of the caller's needs for RunBlocks.
func (c *Crowd) NewScratch() *CrowdScratch {
	s := &CrowdScratch{lanes: make([]uint16, len(c.levels.kinds))}
	pose, kernels := 0, 0
	for _, kind := range c.levels.kinds {
		kernels = max(kernels, kind.scratchValues())
		if kind.general != nil {
			pose = max(pose, kind.rows.PoseValues())
		}
	}
	s.pose, s.kernels = simd.AlignedFloat32(pose), simd.AlignedFloat32(kernels)
	s.gather.prepare(c)
	return s
}

// Update moves all instances on by dt seconds, which may be negative, and
// computes the palettes and weights of those whose level of detail says so. It
// does nothing where dt is not a finite number.
func (c *Crowd) Update(dt float64) {
	if finite64(dt) {
		c.pool.run(c, c.Blocks(), dt)
	}
}

// RunBlocks does what Update does for the blocks from:to on the calling
// goroutine, for a job system of the caller's own. Ranges that do not overlap
// may run at the same time, each with its own scratch. The error wraps
// ErrRange or ErrTime.
func (c *Crowd) RunBlocks(s *CrowdScratch, from, to int, dt float64) error {
	if s == nil || from < 0 || to < from || to > c.Blocks() {
		return fmt.Errorf("run blocks: %w: %d to %d of %d", ErrRange, from, to, c.Blocks())
	}
	if !finite64(dt) {
		return fmt.Errorf("run blocks: %w: %v", ErrTime, dt)
	}
	c.run(s, from, to, dt)
	return nil
}

// Advance moves all instances on by dt seconds and computes nothing. The error
// wraps ErrTime.
func (c *Crowd) Advance(dt float64) error {
	if !finite64(dt) {
		return fmt.Errorf("advance: %w: %v", ErrTime, dt)
	}
	s := c.scratch[0]
	for b := 0; b < c.Blocks(); b += crowdBlocks {
		_ = c.clocks.Advance16(s.at[:min(crowdBlocks, c.Blocks()-b)], b, dt)
	}
	return nil
}

// runBlocks is a worker's part of an Update.
func (c *Crowd) runBlocks(worker, from, to int, dt float64) {
	if c.some != nil {
		c.runSome(c.scratch[worker], c.some[from*simd.Lanes:min(to*simd.Lanes, len(c.some))], dt)
		return
	}
	c.run(c.scratch[worker], from, to, dt)
}

// run ignores the errors of kernels: they are about lengths, which NewCrowd
// fixed.
func (c *Crowd) run(s *CrowdScratch, from, to int, dt float64) {
	for ; from < to; from += crowdBlocks {
		at := s.at[:min(crowdBlocks, to-from)]
		c.step(at, from, dt)
		if c.levels.single {
			c.evaluate(s, c.levels.kinds[0], from, at)
			continue
		}
		c.runLevels(s, from, at)
	}
	s.gather.flush(c, s)
}

// fewClocks is up to how many clocks are sooner moved on one by one.
const fewClocks = 4

// step moves the clocks of blocks on. Lanes without an instance may stay on some
// row of the bank.
func (c *Crowd) step(at []simd.Frames, first int, dt float64) {
	if c.n > fewClocks || !c.levels.single || c.levels.kinds[0].standIn != nil {
		_ = c.clocks.Advance16(at, first, dt)
		return
	}
	for i := range c.n {
		at[0].Row[i], at[0].Alpha[i] = c.clocks.Advance(i, dt)
	}
}

// evaluateAll computes all palettes as they stand.
func (c *Crowd) evaluateAll() {
	s := c.scratch[0]
	for b := 0; b < c.Blocks(); b += crowdBlocks {
		at := s.at[:min(crowdBlocks, c.Blocks()-b)]
		_ = c.clocks.Advance16(at, b, 0)
		c.evaluate(s, c.levels.bank[0], b, at)
	}
}

// runLevels evaluates the lanes that are due: blocks of one kind where they are,
// the others gathered.
func (c *Crowd) runLevels(s *CrowdScratch, first int, at []simd.Frames) {
	whole := 0 // blocks before b that the kind below evaluates together
	var of *bankLevel
	for b := range at {
		clear(s.lanes)
		c.levels.masks(&s.due, first+b, s.lanes)
		kind := c.oneKind(s, first+b)
		if whole > 0 && kind != of {
			c.evaluate(s, of, first+b-whole, at[b-whole:b])
			whole = 0
		}
		if kind != nil {
			of = kind
			whole++
			continue
		}
		for k, lanes := range s.lanes {
			for ; lanes != 0; lanes &= lanes - 1 {
				l := bits.TrailingZeros16(lanes)
				if i := simd.Lanes*(first+b) + l; i < c.n {
					s.gather.add(c, s, k, i, at[b].Row[l], at[b].Alpha[l])
				}
			}
		}
	}
	if whole > 0 {
		c.evaluate(s, of, first+len(at)-whole, at[len(at)-whole:])
	}
}

// oneKind returns the kind of level of which all lanes of a block are due, or
// nil. Lanes without an instance are of any kind.
func (c *Crowd) oneKind(s *CrowdScratch, block int) *bankLevel {
	none := uint16(0)
	if left := c.n - simd.Lanes*block; left < simd.Lanes {
		none = ^uint16(0) << left
	}
	for k, lanes := range s.lanes {
		if lanes|none == 1<<simd.Lanes-1 {
			return c.levels.kinds[k]
		}
	}
	return nil
}

// evaluate computes the palettes and weights of whole blocks.
func (c *Crowd) evaluate(s *CrowdScratch, of *bankLevel, first int, at []simd.Frames) {
	for b := range at {
		c.weights.evaluateBlock(simd.Lanes*(first+b), &at[b])
	}
	if of.standIn != nil {
		for b := range at {
			for l, row := range at[b].Row {
				at[b].Row[l] = of.row(row)
			}
		}
	}
	if last := first + len(at) - 1; of.alone(c.n - simd.Lanes*last) { // the crowd's last block
		lanes := &at[len(at)-1]
		at = at[:len(at)-1]
		for i := simd.Lanes * last; i < c.n; i++ {
			of.evaluateOne(c.Palette(i), lanes.Row[i%simd.Lanes], lanes.Alpha[i%simd.Lanes], s.kernels)
		}
	}
	out := simd.Palettes{Values: c.values[first*simd.Lanes*c.stride:], Stride: c.stride, Stream: c.stream}
	_ = of.evaluate(&out, at, s.pose, s.kernels)
	if of.standIn != nil {
		for i := range simd.Lanes * len(at) {
			of.spread(c.Palette(simd.Lanes*first + i))
		}
	}
}
