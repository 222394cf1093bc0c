package runtime

import (
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
)

// beginBusy prepares the busy instances of blocks for a step and advances their voices
// but the first.
func (c *set) beginBusy(s *frameScratch, first, blocks int, dt float64) {
	v, b, watching := &c.active.voices, &s.layers, c.active.watching()
	for n := range blocks {
		any := uint8(0)
		b.divided[n] = 0
		for i := simd.Lanes * (first + n); i < simd.Lanes*(first+n+1); i++ {
			if busy := v.busy[i]; mixes(busy) {
				if steps := busy & instanceSteps; steps != 0 && (steps != instanceFades || watching || !c.active.fadeOn(&s.step, i, dt)) {
					c.beginStep(s, i, i-simd.Lanes*first, dt)
				}
				any |= v.used[i]
			}
		}
		for any &^= 1; any != 0; any &= any - 1 {
			k := bits.TrailingZeros8(any)
			at := s.mix.planes[k][n : n+1]
			plane := k*v.padded/simd.Lanes + first + n
			_ = c.active.clocks.Advance16(at, plane, c.active.clockStep(dt))
			c.mix.player.Place(at, plane, c.active.clip, c.active.clocks)
		}
	}
}

// keepBusy notes where the first voices of blocks stand: evaluation of the others may
// overwrite at.
func (c *set) keepBusy(s *mixScratch, first int, at []simd.Frames) {
	for n := range at {
		if mixes(c.active.voices.flags(first+n, 1)) {
			s.planes[0][n] = at[n]
		}
	}
}

// endBusy completes the step of the busy instances of blocks, and evaluates those that
// are due where evaluate is set.
func (c *set) endBusy(s *frameScratch, first, blocks int, dt float64, evaluate bool) {
	v, b := &c.active.voices, &s.layers
	for n := range blocks {
		for lane := range simd.Lanes {
			i := simd.Lanes*(first+n) + lane
			if !mixes(v.busy[i]) || i >= c.n {
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
	v := &c.active.voices
	busy := v.busy[i]
	if busy&instanceHolds != 0 {
		c.mix.placeHeld(&s.mix, i, slot)
	}
	switch {
	case busy&instanceDriven != 0: // drive has done it
	case s.layers.divided[slot/simd.Lanes]>>(slot%simd.Lanes)&1 != 0:
		c.active.stepInSubsteps(&s.step, i, slot, dt)
		for u := v.used[i]; u != 0; u &= u - 1 {
			k := bits.TrailingZeros8(u)
			c.mix.placeNow(&s.mix, k, slot, v.at(i, k), 0)
		}
	default:
		if c.active.watching() {
			c.active.observeBusy(&s.step, i, slot, dt)
		}
		if busy&instanceFades != 0 && c.active.watching() { // else beginStep has done it
			c.active.grow(&s.step, i, dt)
		}
	}
	if !c.active.offsets.none(i) {
		c.active.growOffset(i, dt)
	}
	if busy&instanceControlled != 0 {
		c.active.control.owed[i] += float32(dt)
	}
	changed := v.plan[i].n == 0
	if kind != notDue {
		c.mix.mix(&s.mix, i, slot, kind)
	}
	if changed {
		c.active.tidy(i)
	}
}

// runOne advances a busy instance and evaluates it.
func (c *set) runOne(s *frameScratch, i int, dt float64) {
	v := &c.active.voices
	if c.active.watching() {
		c.active.note(&s.step, i, 1)
	}
	s.layers.divided[0] = 0
	if steps := c.active.voices.busy[i] & instanceSteps; steps != 0 && (steps != instanceFades || c.active.watching() || !c.active.fadeOn(&s.step, i, dt)) {
		c.beginStep(s, i, 0, dt)
	}
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		c.mix.placeNow(&s.mix, k, 0, v.at(i, k), c.active.clockStep(dt))
	}
	c.endOne(s, i, 0, c.mix.levels.kindOf(i), dt)
}

// instanceSteps are the flags of instances for which beginStep has something to do.
const instanceSteps = instanceSyncs | instanceQueues | instanceDriven | instanceFades

// beginStep does what has to be done before the clocks of a busy instance advance, which has
// one of instanceSteps; where it only fades and nothing is observed, fadeOn has been asked
// and a fade ends. It finds out whether the step has to be divided, whether or not it is
// observed: so events change no pose.
func (c *set) beginStep(s *frameScratch, i, slot int, dt float64) {
	switch busy := c.active.voices.busy[i]; {
	case busy&instanceDriven != 0:
		c.drive(s, i, slot, dt)
		return
	case busy&(instanceSyncs|instanceQueues) != 0:
	case c.active.watching() && !c.active.fadeEnds(i, dt): // what is heard depends on where fades begin
		return
	}
	if c.active.clocks.Paused(c.active.main(i)) {
		return
	}
	s.layers.divided[slot/simd.Lanes] |= 1 << (slot % simd.Lanes)
	if !c.active.watching() {
		c.active.noteOne(&s.step, i, slot)
	}
}
