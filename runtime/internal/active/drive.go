package active

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/runtime/internal/pace"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// DropFaded ends the active clips of instance i whose weight has come to 0.
func (c *Table) DropFaded(s *StepScratch, i int) {
	v := &c.Clips
	for k, a := range v.All(i) {
		if v.Weight[a] != 0 {
			continue
		}
		c.leave(s, i, a)
		if v.Used[i] &^= 1 << k; k > 0 {
			c.Rest(a)
		}
		v.Plan[i].Links = 0
	}
}

// Obey applies what a graph has decided for an instance in a substep.
func (c *Table) Obey(s *StepScratch, x *Substep, d *play.Drive, watching bool) {
	v, i := &c.Clips, x.Instance
	used := v.Used[i]
	changed := d.Used != used
	s.Events.After = x.After + x.Seconds // what has gone went with the start
	for u := used &^ d.Used; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		c.leave(s, i, v.At(i, k))
		if k > 0 {
			c.Rest(v.At(i, k))
		}
	}
	if d.Used&(d.Used-1) == 0 && d.Used != 0 && !changed { // it is plain, or not
		k := bits.TrailingZeros8(d.Used)
		changed = v.Weight[v.At(i, k)] != min(d.Clips[k].Weight, play.MaxWeight)
	}
	if x.lead, x.lapped = math.MaxUint8, 0; watching {
		x.hear(c, d)
	}
	for u := d.Used; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		o, a := &d.Clips[k], v.At(i, k)
		if playing := used>>k&1 != 0; o.New || !playing {
			if changed = true; playing {
				c.leave(s, i, a)
			}
			c.beginDriven(a, k, o)
			x.Stays &^= 1 << k
		}
		weight := o.Weight
		if weight > play.MaxWeight {
			weight = play.MaxWeight
		}
		if v.Weight[a] = weight; weight == 0 {
			x.Vanishes = true
		}
		c.Clocks.SetSpeed(a, o.Speed)
		c.Clocks.SetTime(a, o.Cycle, o.To)
		if watching {
			x.follow(c, s, k, o)
		}
	}
	if v.Used[i] = d.Used; changed {
		v.Plan[i].Links = 0
	}
	for k := range d.Fired {
		f := &d.Fired[k]
		s.Events.add(&play.Event{Instance: i, Name: f.Name, Clip: soa.None, Index: soa.None, Weight: 1, Overshoot: d.Left + f.Overshoot})
	}
}

// hear finds the active clips of a substep whose weights count.
func (x *Substep) hear(c *Table, d *play.Drive) {
	x.heard &^= d.Used
	for u := d.Used; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		weight := max(d.Clips[k].Full, d.Clips[k].Weight)
		if d.Fade > 0 {
			weight = max(weight, c.Clips.Weight[c.Clips.At(x.Instance, k)])
		}
		if weight >= leastEventWeight {
			x.heard |= 1 << k
		}
	}
}

// follow notes the way of an active clip in a substep.
func (x *Substep) follow(c *Table, s *StepScratch, k int, o *play.Driven) {
	if o.Silent { // another clip leads
		x.lead &^= 1 << k
	}
	x.from[k] = moment{o.FromCycle, o.From}
	stays := o.Mode == play.Clamp && o.From == o.To // at its end: a cubic of its speeds would leave it
	if x.way[k] = (pace.Way{Speed: o.Speed}); o.Bends && !stays {
		period := c.Clocks.Period(c.Clips.At(x.Instance, k))
		x.way[k] = pace.Curved(x.Seconds, float64(float64(o.Cycle-o.FromCycle)*period)+(o.To-o.From), o.FromSpeed, o.Speed)
	}
	if !x.Begun || o.New {
		before := &s.Events.before[k]
		before.cycle[x.Slot], before.phase[x.Slot] = o.FromCycle, o.From
	}
}

// beginDriven makes an active clip, k of its instance, one that starts.
func (c *Table) beginDriven(a, k int, d *play.Driven) {
	v := &c.Clips
	mask := uint8(0)
	if d.Mask > 0 {
		mask = uint8(c.Graph.Masks) + d.Mask
	}
	c.Clip[a] = d.Clip
	v.Fade[a], v.Rate[a], v.Mask[a], v.How[a], v.Layer[a], v.Rank[a], v.Sync[a], v.More[a] = 1, 0, mask, uint8(d.Kind), d.Layer, uint8(k), 0, 0
	_ = c.Clocks.SetClip(a, int(d.Clip), clockModes[d.Mode]) // fits has checked the clips
	c.Clocks.Pause(a, false)
	v.Seen[a] = 0
	if d.Fresh {
		v.Seen[a] = seenFresh
	}
}
