package runtime

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// ErrGraph: a graph does not fit a crowd, or decides what the crowd plays.
var ErrGraph = errors.New("graph of the crowd")

// graphs is what decides for a crowd what its instances play.
type graphs struct {
	of    Graph // nil: Play does
	masks int   // of the crowd before those of the graph
}

// SetGraph lets a graph decide what the instances play from the next update on, or, with
// nil, Play again: then all rest. The graph's masks follow those of CrowdOptions.
// Scratches that NewScratch has made before are of no use then. The error wraps ErrGraph
// for a graph of another number of instances, of more layers, or of other clips,
// ErrOption or ErrBusy.
func (c *Crowd) SetGraph(g Graph) error {
	if !c.busy.CompareAndSwap(0, exclusive) {
		return fmt.Errorf("set graph: %w", ErrBusy)
	}
	defer c.busy.Store(0)
	if c.graph.of == nil {
		c.graph.masks = len(c.masks)
	}
	own, all := c.graph.masks, len(c.masks)
	if g != nil {
		if err := c.fits(g); err != nil {
			return fmt.Errorf("set graph: %w", err)
		}
		for k, mask := range g.Masks() {
			if err := c.addMask(mask); err != nil {
				c.masks = c.masks[:all]
				return fmt.Errorf("set graph: mask %d: %w", k, err)
			}
		}
	}
	for i := range c.voices.padded {
		c.silence(i)
	}
	c.masks = slices.Delete(c.masks, own, all)
	c.graph.of = g
	for i := range c.n {
		c.settle(i)
	}
	for k := range c.scratch {
		c.scratch[k] = c.NewScratch()
	}
	c.soloLock.Lock()
	c.solo = nil
	c.soloLock.Unlock()
	if g != nil && cap(c.watch.list.list) == 0 {
		c.watch.list.prepare()
	}
	return nil
}

func (c *Crowd) fits(g Graph) error {
	clips := g.Clips()
	switch {
	case g.Len() != c.n:
		return fmt.Errorf("%w: it has %d instances, the crowd has %d", ErrGraph, g.Len(), c.n)
	case g.Layers() > c.voices.each:
		return fmt.Errorf("%w: it plays up to %d clips at once, the crowd has %d layers", ErrGraph, g.Layers(), c.voices.each)
	case len(clips) != c.Clips():
		return fmt.Errorf("%w: it was compiled for %d clips, the crowd has %d", ErrGraph, len(clips), c.Clips())
	case c.graph.masks+len(g.Masks()) > math.MaxUint8:
		return fmt.Errorf("%w: %d masks, at most %d are possible", ErrOption, c.graph.masks+len(g.Masks()), math.MaxUint8)
	}
	for k, seconds := range clips {
		if own := c.played[k].clock.Seconds; math.Abs(own-seconds) > 1e-6*max(1, own) {
			return fmt.Errorf("%w: clip %q lasts %v s there and %v s here", ErrGraph, c.played[k].name, seconds, own)
		}
	}
	return nil
}

// silence lets instance i rest.
func (c *Crowd) silence(i int) {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		c.free(nil, i, bits.TrailingZeros8(u))
	}
	c.offsets.drop(i)
	c.play(i, Rest, PlayOptions{})
}

// ungoverned is an error where a graph decides what plays.
func (c *Crowd) ungoverned() error {
	if c.graph.of != nil {
		return fmt.Errorf("%w: it decides what plays", ErrGraph)
	}
	return nil
}

// drive lets the graph decide what instance i plays in a step of dt seconds, and where it
// stands at its end.
func (c *Crowd) drive(s *Scratch, i, slot int, dt float64) {
	v := &c.voices
	paused := c.clocks.Paused(i)
	if paused {
		dt = 0
	}
	d := s.driver.Drive(i, dt)
	if d.Inertialize > 0 {
		c.soloLock.Lock()
		defer c.soloLock.Unlock()
		c.leaveBehind(c.soloScratch(), i, dt-d.Late)
	}
	changed := d.Used != v.used[i]
	for u := v.used[i] &^ d.Used; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		c.leave(s, i, v.at(i, k))
		if k > 0 {
			c.rest(v.at(i, k))
		}
	}
	watching, alone := c.watching(), d.Used&(d.Used-1) == 0
	for u := d.Used; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		x, a := &d.Voice[k], v.at(i, k)
		if x.New {
			if changed = true; v.used[i]>>k&1 != 0 {
				c.leave(s, i, a)
			}
			c.beginDriven(a, k, x)
		}
		changed = changed || alone && v.weight[a] != x.Weight // it is plain, or not
		v.weight[a] = x.Weight
		c.clocks.SetSpeed(a, x.Speed)
		c.clocks.SetTime(a, x.Cycle, x.To)
		if !watching {
			continue
		}
		if v.sync[a] = 0; x.Silent {
			v.sync[a] = 1
		}
		before := &s.events.before[k]
		before.cycle[slot], before.phase[slot] = x.FromCycle, x.From
	}
	v.used[i] = d.Used
	if changed {
		v.plan[i].n = 0
	}
	if d.Inertialize > 0 {
		c.dieOutFrom(c.soloScratch(), i, d, dt)
	}
	for k := range d.Fired {
		f := &d.Fired[k]
		s.events.add(&Event{Instance: i, Name: f.Name, Clip: soa.None, Index: soa.None, Weight: 1, Overshoot: f.Overshoot})
	}
	if paused { // voice 0 says so, even where it plays nothing
		c.clocks.Pause(i, true)
	}
}

// beginDriven makes a voice, k of its instance, one that starts.
func (c *Crowd) beginDriven(a, k int, d *Driven) {
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

// leaveBehind computes what instance i shows some seconds on, from where dieOutFrom
// starts. The scratch is none whose blocks are at work.
func (c *Crowd) leaveBehind(s *Scratch, i int, seconds float64) {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		_, _ = c.clocks.Advance(v.at(i, bits.TrailingZeros8(u)), seconds)
	}
	c.growOffset(i, seconds)
	c.shown(s, i)
}

// dieOutFrom lets the difference from what leaveBehind has computed die out.
func (c *Crowd) dieOutFrom(s *Scratch, i int, d *Drive, dt float64) {
	v, o := &c.voices, &c.offsets
	for u := d.Used; u != 0; u &= u - 1 {
		_, _ = c.clocks.Advance(v.at(i, bits.TrailingZeros8(u)), -d.Late)
	}
	c.diesOut(s, i, d.Inertialize)
	if !o.none(i) { // the step lets it grow by dt
		o.s[i] = float32(o.rate[i] * float32(d.Late-dt))
	}
	for u := d.Used; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		c.clocks.SetTime(v.at(i, k), d.Voice[k].Cycle, d.Voice[k].To)
	}
}

// clockStep is by how much clocks advance in a step of dt seconds: a graph puts them where
// they have to be.
func (c *Crowd) clockStep(dt float64) float64 {
	if c.graph.of != nil {
		return 0
	}
	return dt
}

// putDriven writes an instance for which a graph decides, by its plan, into a lane. It
// returns false where the plan does not hold.
func (l *mixList) putDriven(c *Crowd, s *Scratch, i int, p *plan, to, slot int) bool {
	v := &c.voices
	for _, link := range p.link[:p.n] {
		k, part := int(link%MaxLayers), link&^firstOfLayer/MaxLayers
		a := v.at(i, k)
		weight := v.weight[a]
		if (weight == 0) != (part == noPart) {
			return false
		}
		if part == noPart {
			continue
		}
		if v.kind(a) == Subtract {
			weight = -weight
		}
		f, at := &l.part[part], &s.layers.planes[k][slot/simd.Lanes]
		f.clip[to], f.at.Row[to], f.at.Alpha[to], f.weight[to] = c.clip[a], at.Row[slot%simd.Lanes], at.Alpha[slot%simd.Lanes], weight
	}
	return true
}
