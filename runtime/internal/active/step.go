package active

import (
	"math/bits"
	"slices"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
)

// What a step of dt seconds moves that needs no substeps: fades, offsets and the time that a
// control is owed.

// TakeGone lists the interval events of the instances from:to since the last step, at the start of
// this one.
func (c *Table) TakeGone(s *StepScratch, from, to int, dt float64) {
	w := &c.Watch
	if len(w.events) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.gone = slices.DeleteFunc(w.gone, func(e play.Event) bool {
		if e.Instance < from || e.Instance >= to {
			return false
		}
		e.Overshoot = dt
		s.Events.add(&e)
		return true
	})
}

// faded is where a fade ends, but for the rounding of the steps that it accumulates: what ends in the
// same moment, as a clip that makes way for a queued one does, then ends in the same step.
const faded = 1 - 1e-11

// FadeOn advances the fades of instance i by dt seconds unless one ends by then, forwards or back.
// It reports whether it has.
func (c *Table) FadeOn(s *StepScratch, i int, dt float64) bool {
	v, to, moving := &c.Clips, &s.fades, uint8(0)
	for u := v.fading[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u) & (play.MaxLayers - 1)
		a := v.At(i, k)
		if v.Queued(a) || c.Clocks.Paused(a) {
			continue
		}
		fade := v.Fade[a]
		end := fade + float64(float64(v.Rate[a])*dt)
		if end >= faded || end <= 0 && fade > 0 {
			return false
		}
		if end = grown(end, dt); moving == 0 && u&(u-1) == 0 { // the only one
			v.Fade[a] = end
			return true
		}
		to[k] = end
		moving |= 1 << k
	}
	for ; moving != 0; moving &= moving - 1 {
		k := bits.TrailingZeros8(moving) & (play.MaxLayers - 1)
		v.Fade[v.At(i, k)] = to[k]
	}
	return true
}

// FadeEnds reports whether a fade of instance i ends within dt seconds, forwards or back.
func (c *Table) FadeEnds(i int, dt float64) bool {
	v := &c.Clips
	for u := v.Used[i]; u != 0; u &= u - 1 {
		a := v.At(i, bits.TrailingZeros8(u))
		rate, fade := float64(v.Rate[a]), v.Fade[a]
		if rate == 0 {
			continue
		}
		if end := fade + float64(rate*dt); (end >= faded || end <= 0 && fade > 0) && !v.Queued(a) {
			return true
		}
	}
	return false
}

// ClockStep returns by how much clocks advance in a step of dt seconds: 0 with a graph, which sets
// them.
func (c *Table) ClockStep(dt float64) float64 {
	if c.Graph.Of != nil {
		return 0
	}
	return dt
}

// Grow advances fades by dt seconds, and frees the active clips that one covers.
func (c *Table) Grow(s *StepScratch, i int, dt float64) {
	v := &c.Clips
	for u := v.Used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := v.At(i, k)
		if v.Rate[a] == 0 || v.Queued(a) || c.Clocks.Paused(a) {
			continue
		}
		fade := v.Fade[a] + float64(float64(v.Rate[a])*dt)
		if fade >= faded {
			v.Fade[a], v.Rate[a], v.Plan[i].Links = 1, 0, 0
			c.cover(s, i, k)
			u &= v.Used[i] | 1<<k // cover may free k too
			continue
		}
		v.Fade[a] = grown(fade, dt)
	}
}

// grown is a fade after a step of dt seconds, which has brought it to a value below 1: back
// at its start, but for rounding, it is there.
func grown(fade, dt float64) float64 {
	if dt < 0 && fade < 1e-15 {
		return 0
	}
	return fade
}

// GrowOffsets advances the offsets of the instances of blocks that play one clip.
func (c *Table) GrowOffsets(first, blocks int, dt float64) {
	from := first * simd.Lanes
	for lane, flags := range c.Clips.Flags[from : from+blocks*simd.Lanes] {
		if flags == InstanceOffset {
			c.GrowPlain(from+lane, dt)
		}
	}
}

// GrowPlain is GrowOffset of an instance that plays one clip.
func (c *Table) GrowPlain(i int, dt float64) {
	if c.GrowOffset(i, dt); c.Offsets.None(i) {
		c.Clips.Flags[i] = 0
	}
}

// GrowOffset advances the offset of instance i by dt seconds.
func (c *Table) GrowOffset(i int, dt float64) {
	o := &c.Offsets
	if o.Place[i] == 0 || c.Clocks.Paused(c.Main(i)) {
		return
	}
	s := max(0, o.Progress[i]+float32(o.Rate[i]*float32(dt)))
	if o.Progress[i] = s; s >= 1 {
		o.Drop(i)
		c.Clips.Plan[i].Links = 0
	}
}

// Owe adds dt to the time since the control last changed n instances from first on.
func (c *Table) Owe(first, n int, dt float64) {
	for i := range c.Control.Owed[first:][:n] {
		c.Control.Owed[first+i] += float32(dt)
	}
}
