package active

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/runtime/internal/pace"
	"github.com/sinew-anim/sinew/runtime/play"
)

// leastEventWeight is the weight from which on events count.
const leastEventWeight = 1e-5

// Note stores the times of the active clips of instances from first on before a step. With a graph
// Obey does it.
func (c *Table) Note(s *StepScratch, first, instances int) {
	if s.Events.After = 0; c.Graph.Of != nil {
		return
	}
	v := &c.Clips
	used := uint8(0)
	for _, u := range v.Used[first : first+instances] {
		used |= u
	}
	for ; used != 0; used &= used - 1 {
		k := bits.TrailingZeros8(used)
		cycles, phases := c.Clocks.Times(v.At(first, k), instances)
		copy(s.Events.before[k].cycle[:], cycles)
		copy(s.Events.before[k].phase[:], phases)
	}
}

// ObservePlain lists the events that the instances from first on with one clip have passed since
// Note, and moves the instances.
func (c *Table) ObservePlain(s *StepScratch, first, instances int, dt float64) {
	n := min(instances, c.Len-first)
	cycles, phases := c.Clocks.Times(first, n)
	before := &s.Events.before[0]
	flags, seen, clips := c.Clips.Flags[first:][:n], c.Clips.Seen[first:][:n], c.Clip[first:][:n]
	var along []alongTrack
	if c.Roots.Mode != play.RootIgnored {
		along = c.Roots.along[first:][:n]
	}
	for slot := range n {
		if Layered(flags[slot]) {
			continue
		}
		w := c.Watch.entry(clips[slot], c.Clocks.Mode(first+slot))
		from, to := before.at(slot), moment{cycles[slot], phases[slot]}
		same := from.cycle == to.cycle
		if seen[slot] != seenHeard || !same || !w.busy.silent(from.phase, to.phase) {
			x := &s.Substep
			x.Instance, x.Seconds, x.After, x.Whole, x.lead = first+slot, dt, 0, true, math.MaxUint8
			x.from[0], x.way[0] = from, pace.Way{Speed: c.Clocks.Speed(first + slot)}
			c.observeClip(s, x, 0, first+slot, false)
			x.Whole = false
		}
		if slot >= len(along) {
			continue
		}
		if a := &along[slot]; same && a.track == w.track && a.to == from.phase {
			a.from, a.to, a.loops = from.phase, to.phase, 0
		} else {
			c.Roots.step(first+slot, w.track, from, to)
		}
	}
}

// ObserveLayered does so for layered instance i, in a step of one substep without a graph.
func (c *Table) ObserveLayered(s *StepScratch, i, slot int, dt float64) {
	x, v := &s.Substep, &c.Clips
	x.Instance, x.Slot, x.Seconds, x.After, x.Whole, x.Begun, x.lead, x.lapped = i, slot, dt, 0, true, false, math.MaxUint8, 0
	still := c.Clocks.Paused(c.Main(i))
	for k, a := range v.All(i) {
		x.from[k] = s.Events.before[k].at(slot)
		if x.way[k] = (pace.Way{Speed: c.Clocks.Speed(a)}); still {
			x.way[k] = pace.Way{}
		}
	}
	c.ObserveSubstep(s, x)
	x.Whole = false
}

// ObserveSubstep lists the events of an instance's active clips in a substep, and moves it.
func (c *Table) ObserveSubstep(s *StepScratch, x *Substep) {
	v := &c.Clips
	var order [play.MaxLayers]uint8
	sorted := v.Sorted(x.Instance, &order)
	if len(c.Watch.events) > 0 {
		for _, n := range sorted {
			if a := v.At(x.Instance, int(n)); v.Seen[a]&seenShadow == 0 {
				c.observeClip(s, x, int(n), a, true)
			}
		}
	}
	if c.Roots.Mode != play.RootIgnored {
		c.moveSubstep(s, x, sorted)
	}
}

// observeClip lists the events of one active clip in a substep; mixed: it is one of several.
func (c *Table) observeClip(s *StepScratch, x *Substep, k, a int, mixed bool) {
	v := &c.Clips
	seen := v.Seen[a]
	if seen&seenStopped != 0 {
		return
	}
	v.Seen[a] = 0
	if v.HoldsPose(a) || len(c.Watch.events) == 0 {
		return
	}
	heard := x.lead>>k&1 != 0 && (v.Weight[a] >= leastEventWeight || x.Driver != nil && x.heard>>k&1 != 0)
	if !heard {
		x.Stays &^= 1 << k
	}
	e := &c.Watch.events[c.Clip[a]]
	if len(e.events) == 0 {
		if heard {
			v.Seen[a] = seenHeard
		}
		return
	}
	cycle, phase := c.Clocks.Time(a)
	from, to := x.from[k], moment{cycle, phase}
	if mode := c.Clocks.Mode(a); mode == endingPingPong && phase == c.Clocks.Period(a) {
		to = moment{cycle + 1, 0} // it has come back to the start
	}
	line := &e.line[loopModeOf(c.Clocks.Mode(a))]
	first := seen&seenFresh != 0
	if heard && seen == seenHeard && from.cycle == to.cycle && line.busy.silent(from.phase, to.phase) {
		v.Seen[a] = seen
		return
	}
	low, high, back := line.rankRange(from, to, first, c.Clocks.Speed(a))
	o := c.observed(s, x, k, a, e, mixed, cycle)
	begins, backAtStart := c.positionAt(a, from, back)
	ends, backAtEnd := c.positionAt(a, to, !back)
	if !heard {
		if seen&seenHeard != 0 {
			o.event.Cycle = c.cycleAt(a, from, back)
			o.all(play.EventEnd, begins, backAtStart, x.Seconds)
		}
		return
	}
	v.Seen[a] = seenHeard
	if seen&seenHeard == 0 { // it starts, or comes back
		o.event.Cycle = c.cycleAt(a, from, back)
		o.all(play.EventBegin, begins, backAtStart, x.Seconds)
	} else if x.Whole {
		o.emitInside(line, low, high, begins, ends, backAtStart, !backAtEnd)
	}
	if first {
		o.start = from
		o.starts = true
	}
	o.crossed(line, low, high, back, from, to, x.Seconds)
}

// InsideAll lists the intervals that an instance's active clips were inside for all of a step of
// several substeps.
func (c *Table) InsideAll(s *StepScratch, x *Substep) {
	v := &c.Clips
	if len(c.Watch.events) == 0 {
		return
	}
	x.Seconds, x.After = 0, 0
	for u := v.Used[x.Instance] & x.Stays; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := v.At(x.Instance, k)
		e := &c.Watch.events[c.Clip[a]]
		if v.Seen[a]&seenHeard == 0 || v.Queued(a) || len(e.events) == 0 {
			continue
		}
		cycle, phase := c.Clocks.Time(a)
		from, to := s.Events.before[k].at(x.Slot), moment{cycle, phase}
		line := &e.line[loopModeOf(c.Clocks.Mode(a))]
		low, high, back := line.rankRange(from, to, false, c.Clocks.Speed(a))
		begins, backAtStart := c.positionAt(a, from, back)
		ends, backAtEnd := c.positionAt(a, to, !back)
		o := c.observed(s, x, k, a, e, true, cycle)
		o.emitInside(line, low, high, begins, ends, backAtStart, !backAtEnd)
	}
}

// observed is the step of one active clip while its events are listed.
type observed struct {
	table   *Table
	events  *eventScratch
	substep *Substep
	way     *pace.Way
	mixed   bool // the active clip is not all of the pose
	clip    int
	of      *clipEvents
	event   play.Event
	start   moment // of an active clip that starts: a moment there counts
	starts  bool
}

func (c *Table) observed(s *StepScratch, x *Substep, k, a int, of *clipEvents, mixed bool, cycle int64) observed {
	e := play.Event{Instance: x.Instance, Layer: int(c.Clips.Layer[a]), Clip: int(c.Clip[a]), Weight: 1, Cycle: cycle}
	return observed{table: c, events: &s.Events, substep: x, way: &x.way[k], mixed: mixed, clip: a, of: of, event: e}
}

// emit lists one event, overshoot seconds before the end of the substep.
func (o *observed) emit(kind play.EventKind, index int, overshoot float64) {
	e, x := o.event, o.substep
	e.Kind, e.Index, e.Name, e.Overshoot = kind, index, o.of.events[index].Name, x.After+overshoot
	if o.mixed {
		e.Weight = x.weightAt(o.table, o.clip, x.Seconds-overshoot)
	}
	o.events.add(&e)
}

// all lists the intervals in which a position lies.
func (o *observed) all(kind play.EventKind, position float64, back bool, overshoot float64) {
	o.event.Backward = back
	for k := range o.of.events {
		if o.of.contains(k, position, back) {
			o.emit(kind, k, overshoot)
		}
	}
}

// emitInside lists the intervals that the active clip was in all the time.
func (o *observed) emitInside(line *eventLine, low, high int64, from, to float64, backAtStart, backAtEnd bool) {
	for k := range o.of.events {
		if !o.of.contains(k, from, backAtStart) || !o.of.contains(k, to, backAtEnd) || high-low >= int64(len(line.list)) && high > low {
			continue
		}
		left := false
		for r := low; r < high; r++ {
			x, _ := line.at(r)
			left = left || int(x.event) == k
		}
		if !left {
			o.emit(play.EventInside, k, 0)
		}
	}
}

// crossed lists the crossings of a range of ranks, and counts those beyond what the list keeps of an
// instance.
func (o *observed) crossed(line *eventLine, low, high int64, back bool, from, to moment, dt float64) {
	if over := high - low - int64(o.events.share); over > 0 {
		o.events.lose(over)
		if back {
			low += over
		} else {
			high -= over
		}
	}
	for r := low; r < high; r++ {
		at := r
		if back {
			at = high - 1 - (r - low)
		}
		x, cycle := line.at(at)
		over := o.overshoot(x, cycle, from, to, dt)
		begins := o.starts && (moment{cycle, x.phase}) == o.start
		kind := play.EventAt
		o.event.Backward, o.event.Cycle = back != x.back, cycle
		if x.turn {
			o.event.Backward = (x.phase == 0) != begins
		}
		if begins && o.of.events[x.event].Length > 0 {
			continue // all has listed it
		}
		if o.of.events[x.event].Length > 0 {
			if kind = play.EventBegin; x.end != o.event.Backward {
				kind = play.EventEnd
			}
		}
		o.emit(kind, int(x.event), over)
	}
}

// overshoot returns the seconds of a substep after a crossing.
func (o *observed) overshoot(x *crossing, cycle int64, from, to moment, dt float64) (left float64) {
	period, speed := o.table.Clocks.Period(o.clip), o.table.Clocks.Speed(o.clip)
	switch {
	case o.way.C2 != 0 || o.way.C3 != 0:
		return dt - o.way.When(float64(float64(cycle-from.cycle)*period)+(x.phase-from.phase), 0, dt)
	case o.way.Speed != 0:
		speed = o.way.Speed
	case speed == 0:
		return 0
	}
	switch {
	case o.table.Clocks.Mode(o.clip)&kernel.ClockClamp != 0 && !(o.starts && to.phase > 0 && to.phase < period): // where it stands says nothing
		left = dt - (float64(float64(cycle-from.cycle)*period)+(x.phase-from.phase))/speed
	default:
		left = (float64(float64(to.cycle-cycle)*period) + (to.phase - x.phase)) / speed
	}
	if dt < 0 {
		return min(0, max(left, dt))
	}
	return max(0, min(left, dt))
}
