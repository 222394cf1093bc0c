package runtime

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/pace"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// dropFaded ends the voices of instance i whose weight has come to 0.
func (c *table) dropFaded(s *stepScratch, i int) {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := v.at(i, k)
		if v.weight[a] != 0 {
			continue
		}
		c.leave(s, i, a)
		if v.used[i] &^= 1 << k; k > 0 {
			c.rest(a)
		}
		v.plan[i].n = 0
	}
}

// obey lets an instance play what its graph has decided in a substep.
func (c *table) obey(s *stepScratch, x *substep, d *play.Drive, watching bool) {
	v, i := &c.voices, x.i
	used := v.used[i]
	changed := d.Used != used
	s.events.after = x.after + x.dt // what has gone went with the start
	for u := used &^ d.Used; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		c.leave(s, i, v.at(i, k))
		if k > 0 {
			c.rest(v.at(i, k))
		}
	}
	if d.Used&(d.Used-1) == 0 && d.Used != 0 && !changed { // it is plain, or not
		k := bits.TrailingZeros8(d.Used)
		changed = v.weight[v.at(i, k)] != min(d.Voice[k].Weight, play.MaxWeight)
	}
	if x.lead = math.MaxUint8; watching {
		x.hear(c, d)
	}
	for u := d.Used; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		o, a := &d.Voice[k], v.at(i, k)
		if playing := used>>k&1 != 0; o.New || !playing {
			if changed = true; playing {
				c.leave(s, i, a)
			}
			c.beginDriven(a, k, o)
			x.stays &^= 1 << k
		}
		weight := o.Weight
		if weight > play.MaxWeight {
			weight = play.MaxWeight
		}
		if v.weight[a] = weight; weight == 0 {
			x.vanishes = true
		}
		c.clocks.SetSpeed(a, o.Speed)
		c.clocks.SetTime(a, o.Cycle, o.To)
		if watching {
			x.follow(c, s, k, o)
		}
	}
	if v.used[i] = d.Used; changed {
		v.plan[i].n = 0
	}
	for k := range d.Fired {
		f := &d.Fired[k]
		s.events.add(&play.Event{Instance: i, Name: f.Name, Clip: soa.None, Index: soa.None, Weight: 1, Overshoot: d.Left + f.Overshoot})
	}
}

// hear finds the voices of a substep whose weights count.
func (x *substep) hear(c *table, d *play.Drive) {
	x.heard &^= d.Used
	if !(d.Fade > 0) {
		return
	}
	for u := d.Used; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		if c.voices.weight[c.voices.at(x.i, k)] >= leastEventWeight || d.Voice[k].Weight >= leastEventWeight {
			x.heard |= 1 << k
		}
	}
}

// follow notes the way of a voice in a substep.
func (x *substep) follow(c *table, s *stepScratch, k int, o *play.Driven) {
	if o.Silent { // another clip leads
		x.lead &^= 1 << k
	}
	x.from[k] = moment{o.FromCycle, o.From}
	if x.way[k] = (pace.Way{Speed: o.Speed}); o.Bends {
		period := c.clocks.Period(c.voices.at(x.i, k))
		x.way[k] = pace.Curved(x.dt, float64(float64(o.Cycle-o.FromCycle)*period)+(o.To-o.From), o.FromSpeed, o.Speed)
	}
	if !x.begun || o.New {
		before := &s.events.before[k]
		before.cycle[x.slot], before.phase[x.slot] = o.FromCycle, o.From
	}
}

// beginDriven makes a voice, k of its instance, one that starts.
func (c *table) beginDriven(a, k int, d *play.Driven) {
	v := &c.voices
	mask := uint8(0)
	if d.Mask > 0 {
		mask = uint8(c.graph.masks) + d.Mask
	}
	c.clip[a] = d.Clip
	v.fade[a], v.rate[a], v.mask[a], v.how[a], v.layer[a], v.rank[a], v.sync[a], v.more[a] = 1, 0, mask, uint8(d.Kind), d.Layer, uint8(k), 0, 0
	_ = c.clocks.SetClip(a, int(d.Clip), clockModes[d.Mode]) // fits has checked the clips
	c.clocks.Pause(a, false)
	v.seen[a] = 0
	if d.Fresh {
		v.seen[a] = seenFresh
	}
}
