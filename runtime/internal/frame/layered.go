package frame

import (
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/mix"
)

// beginLayered prepares the layered instances of blocks for a step and advances their active clips
// but the first.
func (c *Set) beginLayered(s *Scratch, first, blocks int, dt float64) {
	v, b, watching := &c.Active.Clips, &s.layers, c.Active.Watching()
	for n := range blocks {
		any := uint8(0)
		b.divided[n] = 0
		for i := simd.Lanes * (first + n); i < simd.Lanes*(first+n+1); i++ {
			if busy := v.Flags[i]; active.Layered(busy) {
				if steps := busy & instanceSteps; steps != 0 && (steps != active.InstanceFades || watching || !c.Active.FadeOn(&s.Step, i, dt)) {
					c.beginStep(s, i, i-simd.Lanes*first, dt)
				}
				any |= v.Used[i]
			}
		}
		for any &^= 1; any != 0; any &= any - 1 {
			k := bits.TrailingZeros8(any)
			at := s.Mix.Planes[k][n : n+1]
			plane := k*v.Padded/simd.Lanes + first + n
			_ = c.Active.Clocks.Advance16(at, plane, c.Active.ClockStep(dt))
			c.Mix.Player.Place(at, plane, c.Active.Clip, c.Active.Clocks)
		}
	}
}

// keepLayered notes where the first active clips of blocks stand: evaluation of the others may
// overwrite at.
func (c *Set) keepLayered(s *mix.Scratch, first int, at []simd.Frames) {
	for n := range at {
		if active.Layered(c.Active.Clips.FlagsOf(first+n, 1)) {
			s.Planes[0][n] = at[n]
		}
	}
}

// endLayered completes the step of the layered instances of blocks, and evaluates those that
// are due where evaluate is set.
func (c *Set) endLayered(s *Scratch, first, blocks int, dt float64, evaluate bool) {
	v, b := &c.Active.Clips, &s.layers
	for n := range blocks {
		for lane := range simd.Lanes {
			i := simd.Lanes*(first+n) + lane
			if !active.Layered(v.Flags[i]) || i >= c.Len {
				continue
			}
			kind := notDue
			if evaluate && b.lanes[n]>>lane&1 != 0 {
				kind = int(b.kind[n*simd.Lanes+lane])
			}
			c.endOne(s, i, n*simd.Lanes+lane, kind, dt)
		}
	}
}

// notDue is the kind of level of an instance that is not evaluated.
const notDue = -1

// endOne completes the step of a layered instance and evaluates it where it is due.
func (c *Set) endOne(s *Scratch, i, slot, kind int, dt float64) {
	v := &c.Active.Clips
	busy := v.Flags[i]
	if busy&active.InstanceHolds != 0 {
		c.Mix.PlaceHeld(&s.Mix, i, slot)
	}
	switch {
	case busy&active.InstanceDriven != 0: // drive has done it
	case s.layers.divided[slot/simd.Lanes]>>(slot%simd.Lanes)&1 != 0:
		c.Active.StepInSubsteps(&s.Step, i, slot, dt)
		for u := v.Used[i]; u != 0; u &= u - 1 {
			k := bits.TrailingZeros8(u)
			row, alpha := c.Active.Clocks.Advance(v.At(i, k), 0)
			c.Mix.Place(&s.Mix, k, slot, v.At(i, k), row, alpha)
		}
	default:
		if c.Active.Watching() {
			c.Active.ObserveBusy(&s.Step, i, slot, dt)
		}
		if busy&active.InstanceFades != 0 && c.Active.Watching() { // else beginStep has done it
			c.Active.Grow(&s.Step, i, dt)
		}
	}
	if !c.Active.Offsets.None(i) {
		c.Active.GrowOffset(i, dt)
	}
	if busy&active.InstanceControlled != 0 {
		c.Active.Control.Owed[i] += float32(dt)
	}
	changed := v.Plan[i].Links == 0
	if kind != notDue {
		c.Mix.Add(&s.Mix, i, slot, kind)
	}
	if changed {
		c.Active.Tidy(i)
	}
}

// runOne advances a layered instance and evaluates it.
func (c *Set) runOne(s *Scratch, i int, dt float64) {
	v := &c.Active.Clips
	if c.Active.Watching() {
		c.Active.Note(&s.Step, i, 1)
	}
	s.layers.divided[0] = 0
	if steps := c.Active.Clips.Flags[i] & instanceSteps; steps != 0 && (steps != active.InstanceFades || c.Active.Watching() || !c.Active.FadeOn(&s.Step, i, dt)) {
		c.beginStep(s, i, 0, dt)
	}
	for u := v.Used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		row, alpha := c.Active.Clocks.Advance(v.At(i, k), c.Active.ClockStep(dt))
		c.Mix.Place(&s.Mix, k, 0, v.At(i, k), row, alpha)
	}
	c.endOne(s, i, 0, c.Mix.LODs.KindOf(i), dt)
}

// instanceSteps are the flags of instances for which beginStep has something to do.
const instanceSteps = active.InstanceSyncs | active.InstanceQueues | active.InstanceDriven | active.InstanceFades

// beginStep does what has to be done before the clocks of a layered instance advance, which has
// one of instanceSteps; where it only fades and nothing is observed, FadeOn has been asked
// and a fade ends. It finds out whether the step has to be divided, whether or not it is
// observed: so events change no pose.
func (c *Set) beginStep(s *Scratch, i, slot int, dt float64) {
	switch busy := c.Active.Clips.Flags[i]; {
	case busy&active.InstanceDriven != 0:
		c.drive(s, i, slot, dt)
		return
	case busy&(active.InstanceSyncs|active.InstanceQueues) != 0:
	case c.Active.Watching() && !c.Active.FadeEnds(i, dt): // what is heard depends on where fades begin
		return
	}
	if c.Active.Clocks.Paused(c.Active.Main(i)) {
		return
	}
	s.layers.divided[slot/simd.Lanes] |= 1 << (slot % simd.Lanes)
	if !c.Active.Watching() {
		c.Active.NoteOne(&s.Step, i, slot)
	}
}
