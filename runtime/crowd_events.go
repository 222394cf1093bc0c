package runtime

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/pace"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
)

// leastEventWeight is the weight from which on events count.
const leastEventWeight = 1e-5

// note keeps where the voices of instances from first on stand before a step. Of what a
// graph plays drive knows it.
func (c *table) note(s *stepScratch, first, instances int) {
	if s.events.after = 0; c.graph.of != nil {
		return
	}
	v := &c.voices
	used := uint8(0)
	for _, u := range v.used[first : first+instances] {
		used |= u
	}
	for ; used != 0; used &= used - 1 {
		k := bits.TrailingZeros8(used)
		cycles, phases := c.clocks.Times(v.at(first, k), instances)
		copy(s.events.before[k].cycle[:], cycles)
		copy(s.events.before[k].phase[:], phases)
	}
}

// observePlain finds what the instances from first on that play one clip have passed
// since note, mostly nothing, and moves them.
func (c *table) observePlain(s *stepScratch, first, instances int, dt float64) {
	n := min(instances, c.n-first)
	cycles, phases := c.clocks.Times(first, n)
	before := &s.events.before[0]
	busy, seen, clips := c.voices.busy[first:][:n], c.voices.seen[first:][:n], c.clip[first:][:n]
	var along []alongTrack
	if c.roots.mode != play.RootIgnored {
		along = c.roots.along[first:][:n]
	}
	for slot := range n {
		if mixes(busy[slot]) {
			continue
		}
		w := c.watch.of(clips[slot], c.clocks.Mode(first+slot))
		from, to := before.at(slot), moment{cycles[slot], phases[slot]}
		same := from.cycle == to.cycle
		if seen[slot] != seenHeard || !same || !w.busy.silent(from.phase, to.phase) {
			x := &s.substep
			x.i, x.dt, x.after, x.whole, x.lead = first+slot, dt, 0, true, math.MaxUint8
			x.from[0], x.way[0] = from, pace.Way{Speed: c.clocks.Speed(first + slot)}
			c.observeVoice(s, x, 0, first+slot, false)
			x.whole = false
		}
		if slot >= len(along) {
			continue
		}
		if a := &along[slot]; same && a.track == w.track && a.to == from.phase {
			a.from, a.to, a.loops = from.phase, to.phase, 0
		} else {
			c.roots.step(first+slot, w.track, from, to)
		}
	}
}

// observeBusy finds what the voices of a busy instance i have passed since note, and
// moves it, by Play: in a step that is one substep.
func (c *table) observeBusy(s *stepScratch, i, slot int, dt float64) {
	x, v := &s.substep, &c.voices
	x.i, x.slot, x.dt, x.after, x.whole, x.begun, x.lead = i, slot, dt, 0, true, false, math.MaxUint8
	still := c.clocks.Paused(c.main(i))
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := v.at(i, k)
		x.from[k] = s.events.before[k].at(slot)
		if x.way[k] = (pace.Way{Speed: c.clocks.Speed(a)}); still {
			x.way[k] = pace.Way{}
		}
	}
	c.observeSubstep(s, x)
	x.whole = false
}

// observeSubstep finds what the voices of an instance have passed in a substep, and moves
// it.
func (c *table) observeSubstep(s *stepScratch, x *substep) {
	v := &c.voices
	var order [play.MaxLayers]uint8
	sorted := v.sorted(x.i, &order)
	if len(c.watch.events) > 0 {
		for _, n := range sorted {
			if a := v.at(x.i, int(n)); v.seen[a]&seenShadow == 0 {
				c.observeVoice(s, x, int(n), a, true)
			}
		}
	}
	if c.roots.mode != play.RootIgnored {
		c.moveSubstep(s, x, sorted)
	}
}

// observeVoice finds what one voice has passed in a substep, in which it may be one of
// several.
func (c *table) observeVoice(s *stepScratch, x *substep, k, a int, mixed bool) {
	v := &c.voices
	seen := v.seen[a]
	if seen&seenStopped != 0 {
		return
	}
	v.seen[a] = 0
	if v.held(a) || len(c.watch.events) == 0 {
		return
	}
	heard := x.lead>>k&1 != 0 && (v.weight[a] >= leastEventWeight || x.driver != nil && x.heard>>k&1 != 0)
	if !heard {
		x.stays &^= 1 << k
	}
	e := &c.watch.events[c.clip[a]]
	if len(e.events) == 0 {
		if heard {
			v.seen[a] = seenHeard
		}
		return
	}
	cycle, phase := c.clocks.Time(a)
	from, to := x.from[k], moment{cycle, phase}
	if mode := c.clocks.Mode(a); mode == endingPingPong && phase == c.clocks.Period(a) {
		to = moment{cycle + 1, 0} // it has come back to the start
	}
	line := &e.line[loopModeOf(c.clocks.Mode(a))]
	first := seen&seenFresh != 0
	if heard && seen == seenHeard && from.cycle == to.cycle && line.busy.silent(from.phase, to.phase) {
		v.seen[a] = seen
		return
	}
	low, high, back := line.between(from, to, first, c.clocks.Speed(a))
	o := observed{table: c, events: &s.events, substep: x, voice: a, of: e, way: &x.way[k], mixed: mixed, event: play.Event{Instance: x.i, Layer: int(v.layer[a]), Clip: int(c.clip[a]), Weight: 1, Cycle: cycle}}
	begins, backAtStart := c.positionAt(a, from, back)
	ends, backAtEnd := c.positionAt(a, to, !back)
	if !heard {
		if seen&seenHeard != 0 {
			o.all(play.EventEnd, begins, backAtStart, x.dt)
		}
		return
	}
	v.seen[a] = seenHeard
	if seen&seenHeard == 0 { // it starts, or comes back
		o.all(play.EventBegin, begins, backAtStart, x.dt)
	} else if x.whole {
		o.inside(line, low, high, begins, ends, backAtStart, !backAtEnd)
	}
	if first {
		o.start = from
		o.starts = true
	}
	o.crossed(line, low, high, back, from, to, x.dt)
}

// insideAll lists the intervals that voices of an instance were in during all of a step of
// several substeps.
func (c *table) insideAll(s *stepScratch, x *substep) {
	v := &c.voices
	if len(c.watch.events) == 0 {
		return
	}
	x.dt, x.after = 0, 0
	for u := v.used[x.i] & x.stays; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := v.at(x.i, k)
		e := &c.watch.events[c.clip[a]]
		if v.seen[a]&seenHeard == 0 || v.queued(a) || len(e.events) == 0 {
			continue
		}
		cycle, phase := c.clocks.Time(a)
		from, to := s.events.before[k].at(x.slot), moment{cycle, phase}
		line := &e.line[loopModeOf(c.clocks.Mode(a))]
		low, high, back := line.between(from, to, false, c.clocks.Speed(a))
		begins, backAtStart := c.positionAt(a, from, back)
		ends, backAtEnd := c.positionAt(a, to, !back)
		o := observed{table: c, events: &s.events, substep: x, voice: a, of: e, mixed: true, event: play.Event{Instance: x.i, Layer: int(v.layer[a]), Clip: int(c.clip[a]), Weight: 1, Cycle: cycle}}
		o.inside(line, low, high, begins, ends, backAtStart, !backAtEnd)
	}
}

// observed is the step of one voice while its events are listed.
type observed struct {
	table   *table
	events  *eventScratch
	substep *substep
	way     *pace.Way
	mixed   bool // the voice is not all of the pose
	voice   int
	of      *clipEvents
	event   play.Event
	start   moment // of a voice that starts: a moment there counts
	starts  bool
}

// emit lists one event, as so many seconds of the substep are left.
func (o *observed) emit(kind play.EventKind, index int, overshoot float64) {
	e, x := o.event, o.substep
	e.Kind, e.Index, e.Name, e.Overshoot = kind, index, o.of.events[index].Name, x.after+overshoot
	if o.mixed {
		e.Weight = x.weightAt(o.table, o.voice, x.dt-overshoot)
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

// inside lists the intervals that the voice was in all the time.
func (o *observed) inside(line *eventLine, low, high int64, from, to float64, backAtStart, backAtEnd bool) {
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

// crossed lists the crossings of a range of ranks, and only counts those for which there
// is no room anyway.
func (o *observed) crossed(line *eventLine, low, high int64, back bool, from, to moment, dt float64) {
	if over := high - low - int64(o.events.most); over > 0 {
		o.events.lost += int(over)
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

// overshoot returns the seconds that are left of a substep when it comes to a crossing.
func (o *observed) overshoot(x *crossing, cycle int64, from, to moment, dt float64) (left float64) {
	period, speed := o.table.clocks.Period(o.voice), o.table.clocks.Speed(o.voice)
	switch {
	case o.way.C2 != 0 || o.way.C3 != 0:
		return dt - o.way.When(float64(float64(cycle-from.cycle)*period)+(x.phase-from.phase), 0, dt)
	case o.way.Speed != 0:
		speed = o.way.Speed
	case speed == 0:
		return 0
	}
	switch {
	case o.table.clocks.Mode(o.voice)&simd.ClockClamp != 0: // where it stands says nothing
		left = dt - (float64(float64(cycle-from.cycle)*period)+(x.phase-from.phase))/speed
	default:
		left = (float64(float64(to.cycle-cycle)*period) + (to.phase - x.phase)) / speed
	}
	if dt < 0 {
		return min(0, max(left, dt))
	}
	return max(0, min(left, dt))
}
