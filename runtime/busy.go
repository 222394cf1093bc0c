package runtime

import (
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/mix"
)

// beginBusy prepares the busy instances of blocks for a step and advances their voices
// but the first.
func (c *set) beginBusy(s *frameScratch, first, blocks int, dt float64) {
	v, b, watching := &c.active.Clips, &s.layers, c.active.Watching()
	for n := range blocks {
		any := uint8(0)
		b.divided[n] = 0
		for i := simd.Lanes * (first + n); i < simd.Lanes*(first+n+1); i++ {
			if busy := v.Flags[i]; active.Layered(busy) {
				if steps := busy & instanceSteps; steps != 0 && (steps != active.InstanceFades || watching || !c.active.FadeOn(&s.step, i, dt)) {
					c.beginStep(s, i, i-simd.Lanes*first, dt)
				}
				any |= v.Used[i]
			}
		}
		for any &^= 1; any != 0; any &= any - 1 {
			k := bits.TrailingZeros8(any)
			at := s.mix.Planes[k][n : n+1]
			plane := k*v.Padded/simd.Lanes + first + n
			_ = c.active.Clocks.Advance16(at, plane, c.active.ClockStep(dt))
			c.mix.Player.Place(at, plane, c.active.Clip, c.active.Clocks)
		}
	}
}

// keepBusy notes where the first voices of blocks stand: evaluation of the others may
// overwrite at.
func (c *set) keepBusy(s *mix.Scratch, first int, at []simd.Frames) {
	for n := range at {
		if active.Layered(c.active.Clips.FlagsOf(first+n, 1)) {
			s.Planes[0][n] = at[n]
		}
	}
}

// endBusy completes the step of the busy instances of blocks, and evaluates those that
// are due where evaluate is set.
func (c *set) endBusy(s *frameScratch, first, blocks int, dt float64, evaluate bool) {
	v, b := &c.active.Clips, &s.layers
	for n := range blocks {
		for lane := range simd.Lanes {
			i := simd.Lanes*(first+n) + lane
			if !active.Layered(v.Flags[i]) || i >= c.n {
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

// endOne completes the step of a busy instance and evaluates it where it is due.
func (c *set) endOne(s *frameScratch, i, slot, kind int, dt float64) {
	v := &c.active.Clips
	busy := v.Flags[i]
	if busy&active.InstanceHolds != 0 {
		c.mix.PlaceHeld(&s.mix, i, slot)
	}
	switch {
	case busy&active.InstanceDriven != 0: // drive has done it
	case s.layers.divided[slot/simd.Lanes]>>(slot%simd.Lanes)&1 != 0:
		c.active.StepInSubsteps(&s.step, i, slot, dt)
		for u := v.Used[i]; u != 0; u &= u - 1 {
			k := bits.TrailingZeros8(u)
			c.mix.PlaceNow(&s.mix, k, slot, v.At(i, k), 0)
		}
	default:
		if c.active.Watching() {
			c.active.ObserveBusy(&s.step, i, slot, dt)
		}
		if busy&active.InstanceFades != 0 && c.active.Watching() { // else beginStep has done it
			c.active.Grow(&s.step, i, dt)
		}
	}
	if !c.active.Offsets.None(i) {
		c.active.GrowOffset(i, dt)
	}
	if busy&active.InstanceControlled != 0 {
		c.active.Control.Owed[i] += float32(dt)
	}
	changed := v.Plan[i].Links == 0
	if kind != notDue {
		c.mix.Add(&s.mix, i, slot, kind)
	}
	if changed {
		c.active.Tidy(i)
	}
}

// runOne advances a busy instance and evaluates it.
func (c *set) runOne(s *frameScratch, i int, dt float64) {
	v := &c.active.Clips
	if c.active.Watching() {
		c.active.Note(&s.step, i, 1)
	}
	s.layers.divided[0] = 0
	if steps := c.active.Clips.Flags[i] & instanceSteps; steps != 0 && (steps != active.InstanceFades || c.active.Watching() || !c.active.FadeOn(&s.step, i, dt)) {
		c.beginStep(s, i, 0, dt)
	}
	for u := v.Used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		c.mix.PlaceNow(&s.mix, k, 0, v.At(i, k), c.active.ClockStep(dt))
	}
	c.endOne(s, i, 0, c.mix.LODs.KindOf(i), dt)
}

// instanceSteps are the flags of instances for which beginStep has something to do.
const instanceSteps = active.InstanceSyncs | active.InstanceQueues | active.InstanceDriven | active.InstanceFades

// beginStep does what has to be done before the clocks of a busy instance advance, which has
// one of instanceSteps; where it only fades and nothing is observed, fadeOn has been asked
// and a fade ends. It finds out whether the step has to be divided, whether or not it is
// observed: so events change no pose.
func (c *set) beginStep(s *frameScratch, i, slot int, dt float64) {
	switch busy := c.active.Clips.Flags[i]; {
	case busy&active.InstanceDriven != 0:
		c.drive(s, i, slot, dt)
		return
	case busy&(active.InstanceSyncs|active.InstanceQueues) != 0:
	case c.active.Watching() && !c.active.FadeEnds(i, dt): // what is heard depends on where fades begin
		return
	}
	if c.active.Clocks.Paused(c.active.Main(i)) {
		return
	}
	s.layers.divided[slot/simd.Lanes] |= 1 << (slot % simd.Lanes)
	if !c.active.Watching() {
		c.active.NoteOne(&s.step, i, slot)
	}
}
