package runtime

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/pace"
	"github.com/sinew-anim/sinew/native/simd"
)

// A step of an instance whose voices come, go or change their pace is divided into
// substeps in which they do not. What is left of the step follows each:
//
//	fade    ──────┐ the voices that it covers go
//	queue   ──────────────┐ the clip that waits comes
//	group   ──┬──┬──┬─────┼──┐ markers, another leader, a part of a fade
//	step    ──┴──┴┴──┴────┴──┴──────────►
//
// Within a substep each voice goes a way (way.go), weights follow the curves of fades, and
// events and root motion are those of the way and of the weight at each moment: so no
// division of time into steps changes them.

// maxSubsteps is the most substeps of a step: what follows is one.
const maxSubsteps = 1 << 10

// substepsOfFade is into how many parts a fade is divided in which groups change pace.
const substepsOfFade = 16

// noteOne keeps where the voices of instance i stand before a step.
func (c *table) noteOne(s *stepScratch, i, slot int) {
	for u := c.voices.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		b := &s.events.before[k]
		b.cycle[slot], b.phase[slot] = c.clocks.Time(c.voices.at(i, k))
	}
}

// stepInSubsteps takes instance i through a step, from where note has found it.
func (c *table) stepInSubsteps(s *stepScratch, i, slot int, dt float64) {
	v, x := &c.voices, &s.substep
	x.i, x.slot, x.begun, x.starts = i, slot, false, false
	x.stays = c.heard(i)
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		b := s.events.before[k].at(slot)
		c.clocks.SetTime(v.at(i, k), b.cycle, b.phase)
	}
	x.due = 0
	left := dt
	for n := 0; ; n++ {
		x.dt, x.ends, x.curved = left, 0, 0
		if dt > 0 {
			c.limitToQueued(s, x)
		}
		if started := c.startDue(s, x, left); started && n < maxSubsteps {
			continue
		}
		if n < maxSubsteps {
			c.limit(s, x, n)
		}
		if left == 0 && x.begun && !x.starts {
			break
		}
		x.after = left - x.dt
		c.goOn(s, x)
		left = x.after
		if left == 0 && x.due == 0 {
			break
		}
	}
	c.insideAll(s, x)
}

// heard returns the voices of instance i whose events counted in the last substep.
func (c *table) heard(i int) (voices uint8) {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		if k := bits.TrailingZeros8(u); v.seen[v.at(i, k)]&seenHeard != 0 {
			voices |= 1 << k
		}
	}
	return voices
}

// limit shortens a substep to where a fade ends or a group changes.
func (c *table) limit(s *stepScratch, x *substep, n int) {
	if end := c.fadeEnd(x.i, x.dt); math.Abs(end) < math.Abs(x.dt) {
		x.dt, x.due, x.ends = end, 0, 0
	}
	x.limitGroups(c, s, n)
}

// limitToQueued shortens a substep to where the first queued clip begins whose layer
// plays no clip of a group.
func (c *table) limitToQueued(s *stepScratch, x *substep) {
	v, i, layers, due := &c.voices, x.i, uint8(0), x.due
	x.due = 0
	for u := v.used[i]; u != 0; u &= u - 1 {
		if a := v.at(i, bits.TrailingZeros8(u)); v.queued(a) {
			layers |= 1 << v.layer[a]
		}
	}
	for ; layers != 0; layers &= layers - 1 {
		layer := bits.TrailingZeros8(layers)
		k, _ := v.firstQueued(i, layer)
		cur, plays := v.current(i, layer)
		fade := 0.
		if r := v.rate[v.at(i, k)]; r > 0 {
			fade = 1 / float64(r)
		}
		wait, over := 0., 0.
		if plays && due>>layer&1 == 0 {
			b := v.at(i, cur)
			if c.inGroup(b) && c.timeLeftInGroup(s, i, b) > fade {
				continue // limitGroups knows when
			}
			wait, over = max(0, c.timeLeft(b)-fade), c.rounding(i, cur, true)
		}
		if wait > x.dt+over {
			continue
		}
		if wait = min(wait, x.dt); wait < x.dt {
			x.due, x.ends = 0, 0
		}
		x.dt = wait
		x.due |= 1 << layer
		if plays && fade == 0 {
			x.ends |= 1 << cur
		}
	}
}

// startDue starts the queued clips whose moment it is, before the substep. It reports
// whether there is any.
func (c *table) startDue(s *stepScratch, x *substep, left float64) bool {
	if x.dt != 0 || x.due == 0 {
		return false
	}
	v, i := &c.voices, x.i
	s.events.after = left
	due := x.due
	x.due = 0
	for ; due != 0; due &= due - 1 {
		k, ok := v.firstQueued(i, bits.TrailingZeros8(due))
		if !ok {
			continue
		}
		a := v.at(i, k)
		v.how[a] &^= voiceQueued
		v.renew(i, k) // SetMask may have made younger ones meanwhile
		c.clocks.Pause(a, false)
		x.stays &^= 1 << k
		if v.fade[a] = 0; v.rate[a] == 0 {
			v.fade[a] = 1
			c.cover(s, i, k)
		}
		if v.used[i]>>k&1 == 0 {
			continue // it rests
		}
		if at, ok := c.joined(i, c.clip[a], c.clocks.Mode(a), v.sync[a], a); ok {
			c.clocks.SetTime(a, 0, at)
		}
		x.starts = true // that is observed, in a substep of no time if need be
	}
	return true
}

// goOn takes an instance through a substep.
func (c *table) goOn(s *stepScratch, x *substep) {
	v, i := &c.voices, x.i
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := v.at(i, k)
		if x.ends>>k&1 != 0 && !c.rests(a) && !v.held(a) {
			c.endNow(a)
		}
		x.from[k].cycle, x.from[k].phase = c.clocks.Time(a)
		switch {
		case v.queued(a):
			x.way[k] = pace.Way{}
		case x.curved>>k&1 != 0:
			c.clocks.SetTime(a, x.targets[k].cycle, x.targets[k].phase)
		default:
			x.way[k] = pace.Way{Speed: c.clocks.Speed(a)}
			c.clocks.Advance(a, x.dt)
		}
		if x.ends>>k&1 != 0 && !c.rests(a) && !v.held(a) {
			c.putAtEnd(a)
		}
	}
	if c.watching() {
		c.findLeads(s, x)
		c.observeSubstep(s, x)
	}
	x.begun, x.starts = true, false
	s.events.after = x.after
	c.grow(s, i, x.dt)
}

// endNow lets the clip of a voice end with its period.
func (c *table) endNow(a int) {
	if cycle, x := c.clocks.Time(a); x == 0 && c.clocks.Speed(a) < 0 && c.clocks.Mode(a)&simd.ClockClamp == 0 { // it ends at the start of the period before
		c.clocks.SetTime(a, cycle-1, c.clocks.Period(a))
	}
	c.clocks.Hold(a)
}

// putAtEnd puts a voice to the end of its period, which rounding may miss.
func (c *table) putAtEnd(a int) {
	cycle, _ := c.clocks.Time(a)
	if c.clocks.Speed(a) < 0 {
		c.clocks.SetTime(a, cycle, 0)
		return
	}
	c.clocks.SetTime(a, cycle, c.clocks.Period(a))
}
