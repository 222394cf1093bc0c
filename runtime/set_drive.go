package runtime

import (
	"math/bits"

	"github.com/sinew-anim/sinew/runtime/play"
)

// drive lets the graph decide what instance i plays in a step of dt seconds, substep by
// substep, and where it stands at its end.
func (c *set) drive(s *frameScratch, i, slot int, dt float64) {
	x, watching := &s.step.substep, c.active.watching()
	paused := c.active.clocks.Paused(i)
	if paused {
		dt = 0
	}
	x.i, x.slot, x.begun, x.whole, x.vanishes = i, slot, false, false, false
	if watching {
		x.stays = c.active.heard(i)
	}
	for left := dt; ; {
		d := s.driver.Drive(i, left)
		x.dt, x.after, x.fade = left-d.Left, d.Left, d.Fade
		if d.Inertialize > 0 {
			c.obeyInertialized(s, x, d, watching, dt-d.Left)
		} else {
			c.active.obey(&s.step, x, d, watching)
		}
		if left = d.Left; watching {
			x.whole = left == 0 && !x.begun
			c.active.observeSubstep(&s.step, x)
		}
		if x.begun = true; left == 0 {
			break
		}
	}
	x.fade, s.step.events.after = 0, 0 // weights are those of the end
	if watching && !x.whole {
		c.active.insideAll(&s.step, x)
	}
	x.whole = false
	if x.vanishes {
		c.active.dropFaded(&s.step, i)
	}
	if paused { // voice 0 says so, even where it plays nothing
		c.active.clocks.Pause(i, true)
	}
}

// obeyInertialized is obey where a difference dies out from a moment of the substep on, which
// ends some seconds after the start of the step.
func (c *set) obeyInertialized(s *frameScratch, x *substep, d *play.Drive, watching bool, end float64) {
	c.mix.soloLock.Lock()
	defer c.mix.soloLock.Unlock()
	c.leaveBehind(c.mix.soloScratch(), x.i, x.dt-d.Late, end-d.Late)
	c.active.obey(&s.step, x, d, watching)
	c.dieOutFrom(c.mix.soloScratch(), x.i, d, end-d.Late)
}

// leaveBehind computes what instance i shows some seconds on, all of the step till then, from
// where dieOutFrom starts. The scratch is none whose blocks are at work.
func (c *set) leaveBehind(s *mixScratch, i int, seconds, all float64) {
	v := &c.active.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		_, _ = c.active.clocks.Advance(v.at(i, bits.TrailingZeros8(u)), seconds)
	}
	c.active.growOffset(i, all)
	c.mix.shown(s, i)
}

// dieOutFrom lets the difference from what leaveBehind has computed, some seconds into the
// step, die out.
func (c *set) dieOutFrom(s *mixScratch, i int, d *play.Drive, all float64) {
	v, o := &c.active.voices, &c.active.offsets
	for u := d.Used; u != 0; u &= u - 1 {
		_, _ = c.active.clocks.Advance(v.at(i, bits.TrailingZeros8(u)), -d.Late)
	}
	c.mix.diesOut(s, i, d.Inertialize)
	if !o.none(i) { // the step lets it grow by all of its seconds
		o.s[i] = -float32(o.rate[i] * float32(all))
	}
	for u := d.Used; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		c.active.clocks.SetTime(v.at(i, k), d.Voice[k].Cycle, d.Voice[k].To)
	}
}
