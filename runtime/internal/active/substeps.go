package active

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/runtime/internal/pace"
)

// If active clips come, go or change their pace in a step, it is divided into substeps between these
// changes:
//
//	fade    ──────┐ the active clips that it covers go
//	queue   ──────────────┐ the clip that waits comes
//	group   ──┬──┬──┬─────┼──┐ markers, another leader, a part of a fade
//	step    ──┴──┴┴──┴────┴──┴──────────►
//
// Within a substep each active clip follows a pace.Way and weights follow the curves of fades. Events
// and root motion follow from both, so no division of time into steps changes them.

// maxSubsteps is the most substeps of a step: what follows is one.
const maxSubsteps = 1 << 16

// markerSubsteps is the number of substeps up to which each of a group's markers ends one.
const markerSubsteps = 1 << 9

// substepsOfFade is into how many parts a fade is divided in which groups change pace.
const substepsOfFade = 16

// NoteOne keeps where the active clips of instance i stand before a step.
func (c *Table) NoteOne(s *StepScratch, i, slot int) {
	for k, a := range c.Clips.All(i) {
		b := &s.Events.before[k]
		b.cycle[slot], b.phase[slot] = c.Clocks.Time(a)
	}
}

// StepInSubsteps takes instance i through a step, from where note has found it.
func (c *Table) StepInSubsteps(s *StepScratch, i, slot int, dt float64) {
	x := &s.Substep
	x.Instance, x.Slot, x.Begun, x.starts = i, slot, false, false
	x.Stays = c.Heard(i)
	for k, a := range c.Clips.All(i) {
		b := s.Events.before[k].at(slot)
		c.Clocks.SetTime(a, b.cycle, b.phase)
	}
	x.due = 0
	left := dt
	for n := 0; ; n++ {
		x.Seconds, x.ends, x.curved, x.lapped = left, 0, 0, 0
		if dt > 0 {
			c.limitToQueued(s, x)
		}
		if started := c.startDue(s, x, left); started && n < maxSubsteps {
			continue
		}
		if n < maxSubsteps {
			c.limit(s, x, n)
		}
		if left == 0 && x.Begun && !x.starts {
			break
		}
		x.After = left - x.Seconds
		c.goOn(s, x)
		left = x.After
		if left == 0 && x.due == 0 {
			break
		}
	}
	c.InsideAll(s, x)
}

// Heard returns the active clips of instance i whose events counted in the last substep.
func (c *Table) Heard(i int) (clips uint8) {
	for k, a := range c.Clips.All(i) {
		if c.Clips.Seen[a]&seenHeard != 0 {
			clips |= 1 << k
		}
	}
	return clips
}

// limit shortens a substep to where a fade ends or a group changes.
func (c *Table) limit(s *StepScratch, x *Substep, n int) {
	if end := c.fadeEnd(x.Instance, x.Seconds); math.Abs(end) < math.Abs(x.Seconds) {
		x.Seconds, x.due, x.ends = end, 0, 0
	}
	x.limitGroups(c, s, n)
}

// limitToQueued shortens a substep to the start of the first queued clip whose layer plays no clip
// of a group.
func (c *Table) limitToQueued(s *StepScratch, x *Substep) {
	v, i, layers, due := &c.Clips, x.Instance, uint8(0), x.due
	x.due = 0
	for _, a := range v.All(i) {
		if v.Queued(a) {
			layers |= 1 << v.Layer[a]
		}
	}
	for ; layers != 0; layers &= layers - 1 {
		layer := bits.TrailingZeros8(layers)
		k, _ := v.firstQueued(i, layer)
		cur, plays := v.Current(i, layer)
		fade := v.comesInFor(v.At(i, k))
		wait, over := 0., 0.
		if plays && due>>layer&1 == 0 {
			b := v.At(i, cur)
			switch grouped := c.inGroup(b); {
			case grouped && c.timeLeftInGroup(s, i, b) > fade:
				continue // limitGroups knows when
			case !grouped: // else it is due: its clock may have the pace of the step before
				wait, over = max(0, c.timeLeft(b)-fade), c.rounding(i, cur, true)
			}
		}
		if wait > x.Seconds+over {
			continue
		}
		if wait = min(wait, x.Seconds); wait < x.Seconds {
			x.due, x.ends = 0, 0
		}
		x.Seconds = wait
		x.due |= 1 << layer
		if plays && fade == 0 {
			x.ends |= 1 << cur
		}
	}
}

// startDue starts the queued clips that are due before the substep, and reports whether any is.
func (c *Table) startDue(s *StepScratch, x *Substep, left float64) bool {
	if x.Seconds != 0 || x.due == 0 {
		return false
	}
	v, i := &c.Clips, x.Instance
	s.Events.After = left
	due := x.due
	x.due = 0
	for ; due != 0; due &= due - 1 {
		k, ok := v.firstQueued(i, bits.TrailingZeros8(due))
		if !ok {
			continue
		}
		a := v.At(i, k)
		v.How[a] &^= ClipQueued
		v.renew(i, k) // SetMask may have made younger ones meanwhile
		c.Clocks.Pause(a, false)
		x.Stays &^= 1 << k
		if v.Fade[a] = 0; v.Rate[a] == 0 {
			v.Fade[a] = 1
			c.cover(s, i, k)
		}
		if v.Used[i]>>k&1 == 0 {
			continue // it rests
		}
		if at, ok := c.joined(i, c.Clip[a], c.Clocks.Mode(a), v.Sync[a], a); ok {
			c.Clocks.SetTime(a, 0, at)
		}
		x.starts = true // that is observed, in a substep of no time if need be
	}
	return true
}

// goOn takes an instance through a substep.
func (c *Table) goOn(s *StepScratch, x *Substep) {
	v, i := &c.Clips, x.Instance
	watching := c.Watching()
	if watching {
		c.findLeads(s, x) // before clips end, which lead to the end of the substep
	}
	c.endCovered(x)
	for k, a := range v.All(i) {
		if x.ends>>k&1 != 0 && !c.Rests(a) && !v.HoldsPose(a) {
			c.endNow(a)
		}
		x.from[k].cycle, x.from[k].phase = c.Clocks.Time(a)
		switch {
		case v.Queued(a):
			x.way[k] = pace.Way{}
		case x.curved>>k&1 != 0 && x.ends>>k&1 != 0: // put there below: by rounding it may come to the next period
		case x.curved>>k&1 != 0:
			c.Clocks.SetTime(a, x.targets[k].cycle, x.targets[k].phase)
		default:
			x.way[k] = pace.Way{Speed: c.Clocks.Speed(a)}
			c.Clocks.Advance(a, x.Seconds)
		}
		if x.ends>>k&1 != 0 && !c.Rests(a) && !v.HoldsPose(a) {
			c.putAtEnd(a)
		}
	}
	if watching {
		c.ObserveSubstep(s, x)
	}
	x.Begun, x.starts = true, false
	s.Events.After = x.After
	c.Grow(s, i, x.Seconds)
}

// endCovered lets clips end with their periods that are covered by a fade in that moment, as the one
// before a queued clip is. Rounding would have some of them begin another period.
func (c *Table) endCovered(x *Substep) {
	v, i := &c.Clips, x.Instance
	for _, a := range v.All(i) {
		if rate := float64(v.Rate[a]); !(rate > 0) || v.Queued(a) || c.Clocks.Paused(a) || v.Fade[a]+float64(rate*x.Seconds) < faded {
			continue
		}
		for k, b := range v.All(i) {
			if v.Layer[b] == v.Layer[a] && v.Rank[b] < v.Rank[a] && !v.Queued(b) && !c.Rests(b) && c.comesToEnd(x, k, b) {
				x.ends |= 1 << k
			}
		}
	}
}

// comesToEnd reports whether an active clip is at the end of its period at the end of a substep, but
// for rounding.
func (c *Table) comesToEnd(x *Substep, k, a int) bool {
	far := float64(c.Clocks.Speed(a) * x.Seconds)
	if x.curved>>k&1 != 0 {
		far = x.way[k].At(x.Seconds)
	}
	period := c.Clocks.Period(a)
	_, left := c.Clocks.Time(a)
	if far > 0 {
		left = period - left
	} else if left == 0 && c.Clocks.Mode(a)&kernel.ClockClamp == 0 {
		left = period
	}
	return math.Abs(left-math.Abs(far)) <= float64(1e-9*period) && far != 0
}

// endNow lets the clip of an active clip end with its period.
func (c *Table) endNow(a int) {
	if cycle, x := c.Clocks.Time(a); x == 0 && c.Clocks.Speed(a) < 0 && c.Clocks.Mode(a)&kernel.ClockClamp == 0 { // it ends at the start of the period before
		c.Clocks.SetTime(a, cycle-1, c.Clocks.Period(a))
	}
	c.Clocks.Hold(a)
}

// putAtEnd puts an active clip to the end of its period, which rounding may miss.
func (c *Table) putAtEnd(a int) {
	cycle, _ := c.Clocks.Time(a)
	if c.Clocks.Speed(a) < 0 {
		c.Clocks.SetTime(a, cycle, 0)
		return
	}
	c.Clocks.SetTime(a, cycle, c.Clocks.Period(a))
}
