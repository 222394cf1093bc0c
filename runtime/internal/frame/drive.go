package frame

import (
	"math/bits"

	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/mix"
	"github.com/sinew-anim/sinew/runtime/play"
)

// drive lets the graph decide what instance i plays in a step of dt seconds, substep by
// substep, and where it stands at its end.
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

// obeyInertialized is obey where a difference dies out from a moment of the substep on, which
// ends some seconds after the start of the step.
func (c *Set) obeyInertialized(s *Scratch, x *active.Substep, d *play.Drive, watching bool, end float64) {
	c.Mix.AloneLock.Lock()
	defer c.Mix.AloneLock.Unlock()
	c.leaveBehind(c.Mix.AloneScratch(), x.Instance, x.Seconds-d.Late, end-d.Late)
	c.Active.Obey(&s.Step, x, d, watching)
	c.dieOutFrom(c.Mix.AloneScratch(), x.Instance, d, end-d.Late)
}

// leaveBehind computes what instance i shows some seconds on, all of the step till then, from
// where dieOutFrom starts. The scratch is none whose blocks are at work.
func (c *Set) leaveBehind(s *mix.Scratch, i int, seconds, all float64) {
	v := &c.Active.Clips
	for u := v.Used[i]; u != 0; u &= u - 1 {
		_, _ = c.Active.Clocks.Advance(v.At(i, bits.TrailingZeros8(u)), seconds)
	}
	c.Active.GrowOffset(i, all)
	c.Mix.Shown(s, i)
}

// dieOutFrom lets the difference from what leaveBehind has computed, some seconds into the
// step, die out.
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
		c.Active.Clocks.SetTime(v.At(i, k), d.Voice[k].Cycle, d.Voice[k].To)
	}
}
