package frame

import (
	"fmt"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/mix"
	"github.com/sinew-anim/sinew/runtime/play"
)

// beginLayered prepares the layered instances of blocks for a step and advances all their active
// clips but the first.
func (c *Set) beginLayered(s *Scratch, first, blocks int, dt float64) {
	for n := range blocks {
		used := c.beginBlock(s, first, n, dt)
		for used &^= 1; used != 0; used &= used - 1 {
			k := bits.TrailingZeros8(used)
			at := s.Mix.Planes[k][n : n+1]
			plane := k*c.Active.Clips.Padded/simd.Lanes + first + n
			_ = c.Active.Clocks.Advance16(at, plane, c.Active.ClockStep(dt))
			c.Mix.Player.Place(at, plane, c.Active.Clip, c.Active.Clocks)
		}
	}
}

// beginBlock prepares the layered instances of block n of those from first on, and returns the
// active clips that any of them uses.
func (c *Set) beginBlock(s *Scratch, first, n int, dt float64) (used uint8) {
	v, from := &c.Active.Clips, simd.Lanes*(first+n)
	if s.layers.divided[n] = 0; c.Active.Graph.Of != nil { // which drives all
		for i := from; i < min(from+simd.Lanes, c.Len); i++ {
			c.drive(s, i, i-simd.Lanes*first, dt)
			used |= v.Used[i]
		}
		return used
	}
	watching := c.Active.Watching()
	for i := from; i < from+simd.Lanes; i++ {
		if flags := v.Flags[i]; active.Layered(flags) {
			if steps := flags & instanceSteps; steps != 0 && (steps != active.InstanceFades || watching || !c.Active.FadeOn(&s.Step, i, dt)) {
				c.beginStep(s, i, i-simd.Lanes*first, dt)
			}
			used |= v.Used[i]
		}
	}
	return used
}

// keepLayered stores the places of the first active clips of blocks, since evaluating the others may
// overwrite at.
func (c *Set) keepLayered(s *mix.Scratch, first int, at []simd.Frames) {
	for n := range at {
		if active.Layered(c.Active.Clips.FlagsOf(first+n, 1)) {
			s.Planes[0][n] = at[n]
		}
	}
}

// endLayered completes the step of the layered instances of blocks and, with evaluate, evaluates
// those due.
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

// endOne completes the step of a layered instance, and evaluates it if due.
func (c *Set) endOne(s *Scratch, i, slot, kind int, dt float64) {
	v := &c.Active.Clips
	flags := v.Flags[i]
	if flags&active.InstanceHolds != 0 {
		c.Mix.PlaceHeld(&s.Mix, i, slot)
	}
	switch {
	case flags&active.InstanceDriven != 0: // drive has done it
	case s.layers.divided[slot/simd.Lanes]>>(slot%simd.Lanes)&1 != 0:
		c.Active.StepInSubsteps(&s.Step, i, slot, dt)
		for u := v.Used[i]; u != 0; u &= u - 1 {
			k := bits.TrailingZeros8(u)
			row, alpha := c.Active.Clocks.Advance(v.At(i, k), 0)
			c.Mix.Place(&s.Mix, k, slot, v.At(i, k), row, alpha)
		}
	default:
		if c.Active.Watching() {
			c.Active.ObserveLayered(&s.Step, i, slot, dt)
		}
		if flags&active.InstanceFades != 0 && c.Active.Watching() { // else beginStep has done it
			c.Active.Grow(&s.Step, i, dt)
		}
	}
	if !c.Active.Offsets.None(i) {
		c.Active.GrowOffset(i, dt)
	}
	if flags&active.InstanceControlled != 0 {
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

// runOne advances a layered instance and evaluates it, unless kind is notDue.
func (c *Set) runOne(s *Scratch, i, kind int, dt float64) {
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
	c.endOne(s, i, 0, kind, dt)
}

// instanceSteps are the flags of instances for which beginStep has something to do.
const instanceSteps = active.InstanceSyncs | active.InstanceQueues | active.InstanceDriven | active.InstanceFades

// beginStep prepares a layered instance with one of instanceSteps before its clocks advance, and
// finds out whether its step is divided. Of an instance that only fades, unobserved, FadeOn has
// reported that a fade ends. Observed or not, a step is divided alike: so events change no pose.
func (c *Set) beginStep(s *Scratch, i, slot int, dt float64) {
	switch flags := c.Active.Clips.Flags[i]; {
	case flags&active.InstanceDriven != 0:
		c.drive(s, i, slot, dt)
		return
	case flags&(active.InstanceSyncs|active.InstanceQueues) != 0:
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

// drive lets the graph decide what instance i plays in a step of dt seconds, by substeps.
func (c *Set) drive(s *Scratch, i, slot int, dt float64) {
	x, watching := &s.Step.Substep, c.Active.Watching()
	paused := c.Active.Clocks.Paused(i)
	if paused {
		dt = 0
	}
	x.Instance, x.Slot, x.Begun, x.Whole, x.Vanishes = i, slot, false, false, false
	if watching {
		x.Stays = c.Active.Heard(i)
	}
	for left := dt; ; {
		d := s.driver.Drive(i, left)
		if d.Err != nil && s.err == nil {
			s.err = fmt.Errorf("instance %d: %w", i, d.Err)
		}
		if d.Inertialize < 0 {
			c.Active.Offsets.Drop(i)
			c.Active.Clips.Plan[i].Links = 0
		}
		x.Seconds, x.After, x.Fade = left-d.Left, d.Left, d.Fade
		if d.Inertialize > 0 {
			c.obeyInertialized(s, x, d, watching, dt-d.Left)
		} else {
			c.Active.Obey(&s.Step, x, d, watching)
		}
		if left = d.Left; watching {
			x.Whole = left == 0 && !x.Begun
			c.Active.ObserveSubstep(&s.Step, x)
		}
		if x.Begun = true; left == 0 {
			break
		}
	}
	x.Fade, s.Step.Events.After = 0, 0 // weights are those of the end
	if watching && !x.Whole {
		c.Active.InsideAll(&s.Step, x)
	}
	x.Whole = false
	if x.Vanishes {
		c.Active.DropFaded(&s.Step, i)
	}
	if paused { // active clip 0 says so, even where it plays nothing
		c.Active.Clocks.Pause(i, true)
	}
}

// obeyInertialized is Obey where inertialization begins in the substep, which ends some seconds after
// the start of the step.
func (c *Set) obeyInertialized(s *Scratch, x *active.Substep, d *play.Drive, watching bool, end float64) {
	c.Mix.AloneLock.Lock()
	defer c.Mix.AloneLock.Unlock()
	c.leaveBehind(c.Mix.AloneScratch(), x.Instance, x.Seconds-d.Late, end-d.Late)
	c.Active.Obey(&s.Step, x, d, watching)
	c.dieOutFrom(c.Mix.AloneScratch(), x.Instance, d, end-d.Late)
}

// leaveBehind computes the pose that dieOutFrom starts from: instance i some seconds on, with all
// seconds of the step passed. The scratch must have no blocks at work.
func (c *Set) leaveBehind(s *mix.Scratch, i int, seconds, all float64) {
	for _, a := range c.Active.Clips.All(i) {
		_, _ = c.Active.Clocks.Advance(a, seconds)
	}
	c.Active.GrowOffset(i, all)
	c.Mix.Shown(s, i)
}

// dieOutFrom inertializes from the pose of leaveBehind, some seconds into the step.
func (c *Set) dieOutFrom(s *mix.Scratch, i int, d *play.Drive, all float64) {
	v, o := &c.Active.Clips, &c.Active.Offsets
	for u := d.Used; u != 0; u &= u - 1 {
		_, _ = c.Active.Clocks.Advance(v.At(i, bits.TrailingZeros8(u)), -d.Late)
	}
	c.Mix.DiesOut(s, i, d.Inertialize)
	if !o.None(i) { // the step lets it grow by all of its seconds
		o.Progress[i] = -float32(o.Rate[i] * float32(all))
	}
	for u := d.Used; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		c.Active.Clocks.SetTime(v.At(i, k), d.Clips[k].Cycle, d.Clips[k].To)
	}
}
