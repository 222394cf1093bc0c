package runtime

import (
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/mix"
)

// forget drops what a goroutine has begun, and what it keeps of the source.
func (s *frameScratch) forget() {
	s.mix.Forget()
	s.step.Events.Clear()
}

// runSome evaluates instances of a list: whole blocks of one kind of level and one
// group where they lie, the others gathered.
func (c *set) runSome(s *frameScratch, instances []int, dt float64) {
	for len(instances) > 0 {
		if kind, group, blocks := c.wholeBlocks(instances); blocks > 0 {
			first, at := instances[0]/simd.Lanes, s.at[:blocks]
			if c.active.Watching() {
				c.active.Note(&s.step, first*simd.Lanes, blocks*simd.Lanes)
			}
			c.mix.Step(at, first, dt)
			if c.active.Watching() {
				c.active.ObservePlain(&s.step, first*simd.Lanes, blocks*simd.Lanes, dt)
			}
			c.active.GrowOffsets(first, blocks, dt)
			c.mix.Evaluate(&s.mix, kind, group, first, at)
			instances = instances[blocks*simd.Lanes:]
			continue
		}
		i := instances[0]
		if active.Layered(c.active.Clips.Flags[i]) {
			c.runOne(s, i, dt)
			instances = instances[1:]
			continue
		}
		if c.active.Watching() {
			c.active.Note(&s.step, i, 1)
		}
		row, alpha := c.active.Clocks.Advance(i, dt)
		if c.active.Watching() {
			c.active.ObservePlain(&s.step, i, 1, dt)
		}
		c.active.GrowPlain(i, dt)
		row, alpha = c.mix.Player.PlaceOne(i, c.active.Clip, c.active.Clocks, row, alpha)
		s.mix.Gather.Add(&c.mix, &s.mix, c.mix.LODs.KindOf(i), i, row, alpha)
		instances = instances[1:]
	}
	s.mix.Gather.Flush(&c.mix, &s.mix)
	s.mix.Mixer.Flush(&c.mix, &s.mix)
}

// wholeBlocks returns how many blocks an ascending list begins with, all lanes of
// which are of one kind of level and one group, and play one clip.
func (c *set) wholeBlocks(instances []int) (kind, group, blocks int) {
	const last = simd.Lanes - 1
	for blocks < active.CrowdBlocks && len(instances) >= simd.Lanes {
		i := instances[0]
		if i%simd.Lanes != 0 || instances[last] != i+last {
			break
		}
		k, ok := c.mix.LODs.KindOfBlock(i)
		g, one := c.mix.OneGroup(i, i+simd.Lanes)
		if !ok || !one || active.Layered(c.active.Clips.FlagsOf(i/simd.Lanes, 1)) || blocks > 0 && (k != kind || g != group) {
			break
		}
		kind, group = k, g
		blocks++
		instances = instances[simd.Lanes:]
		if len(instances) > 0 && instances[0] != i+simd.Lanes {
			break
		}
	}
	return kind, group, blocks
}

// run ignores the errors of kernels: they are about lengths, which NewCrowd fixed.
func (c *set) run(s *frameScratch, from, to int, dt float64) {
	if from < to && c.n <= maxScalarClocks && c.mix.LODs.Single {
		c.runFew(s, dt)
		return
	}
	dense := c.mix.LODs.Single && c.mix.Player.Groups() == 1
	for ; from < to; from += active.CrowdBlocks {
		at := s.at[:min(active.CrowdBlocks, to-from)]
		flags := c.active.Clips.FlagsOf(from, len(at))
		busy := active.Layered(flags)
		if dense && flags == active.InstanceControlled && c.active.OnlyControlled(from, len(at)) {
			c.mix.Step(at, from, dt)
			c.mix.EvaluateControlled(&s.mix, from, at, dt)
			continue
		}
		if c.active.Watching() {
			c.active.Note(&s.step, from*simd.Lanes, len(at)*simd.Lanes)
		}
		if busy {
			c.beginBusy(s, from, len(at), dt)
		}
		c.mix.Step(at, from, dt)
		if c.active.Watching() {
			c.active.ObservePlain(&s.step, from*simd.Lanes, len(at)*simd.Lanes, dt)
		}
		if flags&active.InstanceOffset != 0 {
			c.active.GrowOffsets(from, len(at), dt)
		}
		if dense && !busy {
			c.mix.Evaluate(&s.mix, 0, 0, from, at)
			continue
		}
		if busy {
			c.keepBusy(&s.mix, from, at)
		}
		c.runMixed(s, from, at, busy)
		if busy {
			c.endBusy(s, from, len(at), dt, true)
		}
	}
	s.mix.Gather.Flush(&c.mix, &s.mix)
	s.mix.Mixer.Flush(&c.mix, &s.mix)
}

// maxScalarClocks is the largest crowd whose clocks are advanced one at a time;
// above it Advance16 is faster. inBlocks leaves as many instances alone.
const maxScalarClocks = 4

// runFew advances and evaluates the instances of a small crowd one by one.
func (c *set) runFew(s *frameScratch, dt float64) {
	one, watching := mix.Lone{Level: c.mix.LODs.Kinds[0]}, c.active.Watching()
	for one.Instance = range c.n {
		if active.Layered(c.active.Clips.Flags[one.Instance]) {
			c.runOne(s, one.Instance, dt)
			continue
		}
		if watching {
			c.active.Note(&s.step, one.Instance, 1)
		}
		row, alpha := c.active.Clocks.Advance(one.Instance, dt)
		if watching {
			c.active.ObservePlain(&s.step, one.Instance, 1, dt)
		}
		c.active.GrowPlain(one.Instance, dt)
		one.Row, one.Alpha = c.mix.Player.PlaceOne(one.Instance, c.active.Clip, c.active.Clocks, row, alpha)
		one.Group = c.mix.Player.Group(c.active.Clip[one.Instance])
		c.mix.Alone(&s.mix, one)
	}
	s.mix.Mixer.Flush(&c.mix, &s.mix)
}

// runMixed evaluates the lanes that are due and not busy: blocks of one kind of level
// and one group where they lie, the others gathered.
func (c *set) runMixed(s *frameScratch, first int, at []simd.Frames, busy bool) {
	whole := 0 // blocks before b that are evaluated together
	kind, group := 0, 0
	for b := range at {
		clear(s.lanes)
		c.mix.LODs.Masks(&s.due, first+b, s.lanes)
		k, g, one := c.mix.OneKind(s.lanes, first+b)
		if busy {
			one = c.leaveBusy(s, first+b, b) <= maxBusyInBlock && one
		}
		if whole > 0 && (!one || k != kind || g != group) {
			c.mix.Evaluate(&s.mix, kind, group, first+b-whole, at[b-whole:b])
			whole = 0
		}
		if one {
			kind, group = k, g
			whole++
			continue
		}
		for k, lanes := range s.lanes {
			for ; lanes != 0; lanes &= lanes - 1 {
				l := bits.TrailingZeros16(lanes)
				if i := simd.Lanes*(first+b) + l; i < c.n {
					s.mix.Gather.Add(&c.mix, &s.mix, k, i, at[b].Row[l], at[b].Alpha[l])
				}
			}
		}
	}
	if whole > 0 {
		c.mix.Evaluate(&s.mix, kind, group, first+len(at)-whole, at[len(at)-whole:])
	}
}

// maxBusyInBlock is the greatest number of busy instances in a block that is evaluated
// as a whole all the same: they are evaluated again.
const maxBusyInBlock = 6

// leaveBusy takes the busy lanes of a block out of those that are due, notes them for
// endBusy and returns their number.
func (c *set) leaveBusy(s *frameScratch, block, n int) int {
	busy := uint16(0)
	for lane, x := range c.active.Clips.Flags[block*simd.Lanes:][:simd.Lanes] {
		if active.Layered(x) {
			busy |= 1 << lane
		}
	}
	s.layers.lanes[n] = 0
	for k := range s.lanes {
		due := s.lanes[k] & busy
		s.layers.lanes[n] |= due
		for ; due != 0; due &= due - 1 {
			s.layers.kind[n*simd.Lanes+bits.TrailingZeros16(due)] = uint8(k)
		}
		s.lanes[k] &^= busy
	}
	return bits.OnesCount16(busy)
}
