package runtime

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/sinew-anim/sinew/internal/pace"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// ErrGraph: a graph does not fit a crowd, or decides what the crowd plays.
var ErrGraph = errors.New("graph of the crowd")

// graphs is what decides for a crowd what its instances play.
type graphs struct {
	of    play.Graph // nil: Play does
	masks int        // of the crowd before those of the graph
}

// SetGraph lets a graph decide what the instances play from the next update on, or, with
// nil, Play again: then all rest. The graph's masks follow those of CrowdOptions.
// Scratches that NewScratch has made before are of no use then. The error wraps ErrGraph
// for a graph of another number of instances, of more layers, or of other clips,
// ErrOption or ErrBusy.
func (c *Crowd) SetGraph(g play.Graph) error {
	if !c.busy.CompareAndSwap(0, exclusive) {
		return fmt.Errorf("set graph: %w", ErrBusy)
	}
	defer c.busy.Store(0)
	if c.set.active.graph.of == nil {
		c.set.active.graph.masks = len(c.set.active.masks)
	}
	own, all := c.set.active.graph.masks, len(c.set.active.masks)
	if g != nil {
		if err := c.set.active.fits(g); err != nil {
			return fmt.Errorf("set graph: %w", err)
		}
		for k, mask := range g.Masks() {
			if err := c.addMask(mask); err != nil {
				c.set.active.masks = c.set.active.masks[:all]
				return fmt.Errorf("set graph: mask %d: %w", k, err)
			}
		}
	}
	for i := range c.set.active.voices.padded {
		c.set.silence(i)
	}
	c.set.active.masks = slices.Delete(c.set.active.masks, own, all)
	c.set.active.graph.of = g
	for i := range c.n {
		c.set.active.settle(i)
	}
	for k := range c.scratch {
		c.scratch[k] = c.NewScratch()
	}
	c.set.mix.soloLock.Lock()
	c.set.mix.solo = nil
	c.set.mix.soloLock.Unlock()
	if g != nil && cap(c.set.active.watch.list.list) == 0 {
		c.set.active.watch.list.prepare()
	}
	return nil
}

func (c *table) fits(g play.Graph) error {
	clips := g.Clips()
	switch {
	case g.Len() != c.n:
		return fmt.Errorf("%w: it has %d instances, the crowd has %d", ErrGraph, g.Len(), c.n)
	case g.Layers() > c.voices.each:
		return fmt.Errorf("%w: it plays up to %d clips at once, the crowd has %d layers", ErrGraph, g.Layers(), c.voices.each)
	case len(clips) != c.clips():
		return fmt.Errorf("%w: it was compiled for %d clips, the crowd has %d", ErrGraph, len(clips), c.clips())
	case c.graph.masks+len(g.Masks()) > math.MaxUint8:
		return fmt.Errorf("%w: %d masks, at most %d are possible", ErrOption, c.graph.masks+len(g.Masks()), math.MaxUint8)
	}
	for k, seconds := range clips {
		if own := c.played[k].Clock.Seconds; math.Abs(own-seconds) > 1e-6*max(1, own) {
			return fmt.Errorf("%w: clip %q lasts %v s there and %v s here", ErrGraph, c.played[k].Name, seconds, own)
		}
	}
	return nil
}

// silence lets instance i rest.
func (c *set) silence(i int) {
	v := &c.active.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		c.active.free(nil, i, bits.TrailingZeros8(u))
	}
	c.active.offsets.drop(i)
	c.play(i, play.Rest, play.Options{})
}

// ungoverned is an error where a graph decides what plays.
func (c *table) ungoverned() error {
	if c.graph.of != nil {
		return fmt.Errorf("%w: it decides what plays", ErrGraph)
	}
	return nil
}

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

// obeyInertialized is obey where a difference dies out from a moment of the substep on, which
// ends some seconds after the start of the step.
func (c *set) obeyInertialized(s *frameScratch, x *substep, d *play.Drive, watching bool, end float64) {
	c.mix.soloLock.Lock()
	defer c.mix.soloLock.Unlock()
	c.leaveBehind(c.mix.soloScratch(), x.i, x.dt-d.Late, end-d.Late)
	c.active.obey(&s.step, x, d, watching)
	c.dieOutFrom(c.mix.soloScratch(), x.i, d, end-d.Late)
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

// clockStep is by how much clocks advance in a step of dt seconds: a graph puts them where
// they have to be.
func (c *table) clockStep(dt float64) float64 {
	if c.graph.of != nil {
		return 0
	}
	return dt
}

// putDriven writes an instance for which a graph decides, by its plan, into a lane. It
// returns false where the plan does not hold.
func (l *mixList) putDriven(c *mixing, s *mixScratch, i int, p *plan, to, slot int) bool {
	v := &c.active.voices
	covers, adds := float32(0), float32(0)
	for _, link := range p.link[:p.n] {
		k, part := int(link%play.MaxLayers), link&^firstOfLayer/play.MaxLayers
		a := v.at(i, k)
		weight := v.weight[a]
		if (weight == 0) != (part == noPart) {
			return false
		}
		if part == noPart {
			continue
		}
		if kind := v.kind(a); !kind.Adds() {
			covers += weight
		} else if adds = max(adds, weight); kind == play.Subtract {
			weight = -weight
		}
		f, at := &l.part[part], &s.planes[k][slot/simd.Lanes]
		f.Clip[to], f.At.Row[to], f.At.Alpha[to], f.Weight[to] = c.active.clip[a], at.Row[slot%simd.Lanes], at.Alpha[slot%simd.Lanes], weight
	}
	l.heaviest = max(l.heaviest, covers, adds)
	return true
}
