package runtime

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/soa"
)

// queuedStart is a queued voice whose time has come during a step, and the seconds
// that are left of the step then.
type queuedStart struct {
	a    int
	left float64
}

// enqueue lets a clip wait for its layer. Where no voice is left fades end, or it
// replaces the youngest that waits.
func (c *Crowd) enqueue(i, clip int, o *PlayOptions, at, fade float64) {
	v := &c.voices
	if !c.waits(i, o, fade) {
		c.makeRoom(i, o.Layer)
		c.replace(i, clip, o, at)
		return
	}
	c.makeRoom(i, soa.None)
	k, _ := v.take(i)
	c.start(i, k, clip, o, at)
	a := v.at(i, k)
	if fade > 0 {
		v.rate[a] = rateOf(fade)
	}
	v.fade[a] = 0
	v.how[a] |= voiceQueued
	c.clocks.Pause(a, true)
}

// firstQueued returns the voice that has waited longest in a layer.
func (v *voices) firstQueued(i, layer int) (k int, ok bool) {
	rank := math.MaxUint8
	for u := v.used[i]; u != 0; u &= u - 1 {
		n := bits.TrailingZeros8(u)
		if a := v.at(i, n); v.queued(a) && int(v.layer[a]) == layer && int(v.rank[a]) < rank {
			k, rank = n, int(v.rank[a])
		}
	}
	return k, rank < math.MaxUint8
}

// startQueued finds the queued voices of instance i whose time comes within dt seconds.
// They stand still during the step; letIn lets them in after it.
func (c *Crowd) startQueued(s *Scratch, i, slot int, dt float64) {
	v := &c.voices
	layers := uint8(0)
	for u := v.used[i]; u != 0; u &= u - 1 {
		if a := v.at(i, bits.TrailingZeros8(u)); v.queued(a) {
			layers |= 1 << v.layer[a]
		}
	}
	for ; layers != 0; layers &= layers - 1 {
		layer := bits.TrailingZeros8(layers)
		before := 0. // seconds of the step until the voice that is waited for begins
		for {
			k, ok := v.firstQueued(i, layer)
			if !ok {
				break
			}
			a := v.at(i, k)
			wait := 0.
			cur, plays := v.current(i, layer)
			if plays {
				wait = before + c.timeLeft(v.at(i, cur))
				if v.rate[a] > 0 {
					wait = max(before, wait-1/float64(v.rate[a]))
				}
			}
			if !(wait <= dt+c.rounding(i, cur, plays)) {
				break
			}
			if b := v.at(i, cur); plays && v.rate[a] == 0 && !c.rests(b) && !v.held(b) {
				c.endNow(s, b, cur, slot) // what goes at once goes no further
				v.seen[b] |= seenEnding
			}
			v.how[a] &^= voiceQueued
			v.renew(i, k) // SetMask may have made younger ones meanwhile
			v.seen[a] |= seenLate
			s.layers.starts = append(s.layers.starts, queuedStart{a, max(0, dt-wait)})
			before = max(wait, math.SmallestNonzeroFloat64)
		}
	}
}

// rounding is the time within which the voice that is waited for, k of instance i, may
// come to its end: its clock adds up steps and may wrap where timeLeft is just more than one.
func (c *Crowd) rounding(i, k int, plays bool) float64 {
	const part = 1e-12 // of a period
	a := c.voices.at(i, k)
	if speed := math.Abs(c.clocks.Speed(a)); plays && speed > 0 {
		return min(float64(part*c.clocks.Period(a))/speed, 1e-9)
	}
	return 0
}

// endNow lets the clip of a voice, k of an instance, end with its period.
func (c *Crowd) endNow(s *Scratch, a, k, slot int) {
	if cycle, x := c.clocks.Time(a); x == 0 && c.clocks.Speed(a) < 0 && c.clocks.Mode(a) != clockModes[Clamp] { // it ends at the start of the period before
		c.clocks.SetTime(a, cycle-1, c.clocks.Period(a))
		s.events.before[k].cycle[slot], s.events.before[k].phase[slot] = cycle-1, c.clocks.Period(a)
	}
	c.clocks.Hold(a)
}

// timeLeft returns the seconds until the clip of a voice comes to its end, or to that
// of its period.
func (c *Crowd) timeLeft(a int) float64 {
	period, speed := c.clocks.Period(a), c.clocks.Speed(a)
	if !(period > 0) || c.clipOf(a) == Rest {
		return 0
	}
	if speed == 0 {
		return math.Inf(1)
	}
	_, x := c.clocks.Time(a)
	if speed > 0 {
		return (period - x) / speed
	}
	if x == 0 && c.clocks.Mode(a) != clockModes[Clamp] {
		x = period
	}
	return x / -speed
}

// letIn starts the voices that startQueued found, with what is left of the step.
func (c *Crowd) letIn(s *Scratch, i, slot int) {
	v, b := &c.voices, &s.layers
	for ; b.next < len(b.starts) && b.starts[b.next].a%v.padded == i; b.next++ {
		start := b.starts[b.next]
		k := start.a / v.padded
		if v.used[i]>>k&1 == 0 {
			continue // covered by one that came after it
		}
		c.clocks.Pause(start.a, false)
		left := start.left
		if x, ok := c.joined(i, c.clip[start.a], c.clocks.Mode(start.a), v.sync[start.a]); ok { // its group has gone on already
			c.clocks.SetTime(start.a, 0, x)
			left = 0
		}
		c.placeNow(s, k, slot, start.a, left)
		v.seen[start.a] &^= seenLate
		if c.watching() {
			c.observeVoice(s, i, k, start.a, slot, start.left, v.weight[start.a], true)
		}
		grown := float32(start.left) * v.rate[start.a]
		if v.rate[start.a] == 0 || grown >= 1 {
			v.rate[start.a], grown = 0, 1
			c.cover(s, i, k)
		}
		v.fade[start.a] = grown
		if c.roots.mode != RootIgnored {
			c.moveLate(s, i, k, start.a, slot)
		}
	}
}
