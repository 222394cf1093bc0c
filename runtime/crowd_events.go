package runtime

import (
	"math/bits"
	"sync"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// EventKind says what of an event an instance passes.
type EventKind uint8

const (
	EventAt     EventKind = iota // a moment
	EventBegin                   // the interval is entered, from either end
	EventInside                  // it was inside before the update, and still is
	EventEnd                     // it is left, or the clip has gone
)

// String returns the kind's name.
func (k EventKind) String() string { return [...]string{"at", "begin", "inside", "end"}[k&3] }

// Event is an event of a clip that an instance has passed in an update.
type Event struct {
	Instance int
	Name     string
	Kind     EventKind
	Layer    int
	Clip     int
	Index    int     // in the clip's Events
	Cycle    int64   // of the clip, see Crowd.Cycle
	Weight   float32 // that the clip has in the pose
	Backward bool    // the clip's time runs back
	// Overshoot is the number of seconds of the update that were left: 0 for an event
	// at its very end.
	Overshoot float64
}

// defaultMaxEvents is CrowdOptions.MaxEvents where that is 0.
const defaultMaxEvents = 4096

// clipEvents are the events of a clip.
type clipEvents struct {
	events []soa.Event
	line   [3]eventLine // per LoopMode
	start  []float64    // per event: seconds after the clip's start
	end    []float64
}

// watch is what a crowd has to look at after each step.
type watch struct {
	events []clipEvents // per clip; empty where none has any
	list   eventList    // of the last update

	mu   sync.Mutex
	gone []Event // intervals that have ended with their voice since the last step
}

func (w *watch) prepare(played []playedClip, most int) {
	any := false
	list := make([]clipEvents, len(played))
	for k := range played {
		p := &played[k]
		if len(p.events) == 0 {
			continue
		}
		any = true
		e := &list[k]
		e.events = p.events
		for mode := range e.line {
			e.line[mode] = newEventLine(p.events, p.perSecond, p.clock.Seconds, LoopMode(mode))
		}
		for _, x := range p.events {
			e.start = append(e.start, float64(x.Time)/p.perSecond)
			e.end = append(e.end, (float64(x.Time)+float64(x.Length))/p.perSecond)
		}
	}
	if w.list.most = most; most == 0 {
		w.list.most = defaultMaxEvents
	}
	if any {
		w.events = list
		w.list.prepare()
	}
}

// watching reports whether steps have to be observed.
func (c *Crowd) watching() bool { return len(c.watch.events) > 0 || c.roots.mode != RootIgnored }

// eventScratch is the events that a goroutine has found.
type eventScratch struct {
	eventList
	before [MaxLayers][crowdBlocks * simd.Lanes]moment
}

// Flags of voices.seen.
const (
	seenFresh  = 1 << iota // started since the last update: what lies at the start counts
	seenHeard              // its events counted in the last update
	seenLate               // its start in this step is not over
	seenEnding             // its clip ends in this step
	seenShadow             // SetMask has copied it: the copy's events count
)

// leastEventWeight is the weight from which on events count.
const leastEventWeight = 1e-5

// note keeps where the voices of instances from first on stand before a step.
func (c *Crowd) note(s *Scratch, first, instances int) {
	v := &c.voices
	for slot := range instances {
		for u := v.used[first+slot]; u != 0; u &= u - 1 {
			k := bits.TrailingZeros8(u)
			cycle, phase := c.clocks.Time(v.at(first+slot, k))
			s.events.before[k][slot] = moment{cycle, phase}
		}
	}
}

// observePlain observes the instances from first on that play one clip.
func (c *Crowd) observePlain(s *Scratch, first, instances int, dt float64) {
	for slot := range min(instances, c.n-first) {
		if !mixes(c.voices.busy[first+slot]) {
			c.observe(s, first+slot, slot, dt)
		}
	}
}

// observe finds what the voices of instance i have passed since note. slot is the
// instance's place in the blocks.
func (c *Crowd) observe(s *Scratch, i, slot int, dt float64) {
	v := &c.voices
	if v.used[i] == 1 && !mixes(v.busy[i]) {
		c.observeVoice(s, i, 0, i, slot, dt, 1, true)
		if c.roots.mode != RootIgnored {
			c.movePlain(s, i, slot)
		}
	} else {
		var order [MaxLayers]uint8
		var share [MaxLayers]float32
		sorted := v.sorted(i, &order)
		c.shares(i, sorted, &share)
		shadow := float32(0) // weight of the voices that the next one is a copy of
		for k, n := range sorted {
			a := v.at(i, int(n))
			if v.seen[a]&seenLate != 0 {
				continue
			}
			w := float32(v.weight[a]*share[k]) + shadow
			if shadow = 0; v.seen[a]&seenShadow != 0 {
				shadow = w
				continue
			}
			c.observeVoice(s, i, int(n), a, slot, dt, w, !c.follows(s, i, a))
		}
		if c.roots.mode != RootIgnored {
			c.moveLayers(s, i, slot, sorted, &share)
		}
	}
}

// observeVoice finds what one voice has passed.
func (c *Crowd) observeVoice(s *Scratch, i, k, a, slot int, dt float64, weight float32, leads bool) {
	v := &c.voices
	seen := v.seen[a]
	v.seen[a] = 0
	if v.held(a) || len(c.watch.events) == 0 {
		return
	}
	e := &c.watch.events[c.clip[a]]
	if len(e.events) == 0 {
		return
	}
	heard := leads && weight >= leastEventWeight
	cycle, phase := c.clocks.Time(a)
	from, to := s.events.before[k][slot], moment{cycle, phase}
	if phase == c.clocks.Period(a) && c.clocks.Mode(a) == simd.ClockPingPong|simd.ClockClamp {
		to = moment{cycle + 1, 0} // it has come back to the start
	}
	line := &e.line[loopModeOf(c.clocks.Mode(a))]
	if heard && seen == seenHeard && line.silent(from, to) {
		v.seen[a] = seen
		return
	}
	o := observed{crowd: c, scratch: s, voice: a, of: e, event: Event{Instance: i, Layer: int(v.layer[a]), Clip: int(c.clip[a]), Weight: weight, Cycle: cycle}}
	first := seen&seenFresh != 0
	low, high, back := line.between(from, to, first, c.clocks.Speed(a))
	begins, backAtStart := c.positionAt(a, from, back)
	ends, backAtEnd := c.positionAt(a, to, !back)
	if !heard {
		if seen&seenHeard != 0 {
			o.all(EventEnd, begins, backAtStart, 0)
		}
		return
	}
	v.seen[a] = seenHeard
	if seen&seenHeard == 0 { // it starts, or comes back
		o.all(EventBegin, begins, backAtStart, dt)
	} else {
		o.inside(line, low, high, begins, ends, backAtStart, !backAtEnd)
	}
	if first {
		o.start = from
		o.starts = true
	}
	o.crossed(line, low, high, back, from, to, dt)
}

// positionAt folds a moment of a voice, whose time goes back or not, into the clip.
func (c *Crowd) positionAt(a int, m moment, back bool) (position float64, folded bool) {
	period := c.clocks.Period(a)
	switch mode := c.clocks.Mode(a); {
	case mode == simd.ClockWrap && m.phase == 0 && back:
		return period, true
	case mode&simd.ClockPingPong == 0:
		return m.phase, back
	}
	if rest := period - m.phase; rest < m.phase || rest == m.phase && !back || m.phase == 0 && back {
		return min(rest, m.phase), !back
	}
	return m.phase, back
}

func loopModeOf(m simd.ClockMode) LoopMode {
	switch {
	case m&simd.ClockPingPong != 0:
		return PingPong
	case m == simd.ClockWrap:
		return Wrap
	}
	return Clamp
}

// observed is the step of one voice while its events are listed.
type observed struct {
	crowd   *Crowd
	scratch *Scratch
	voice   int
	of      *clipEvents
	event   Event
	start   moment // of a voice that starts: a moment there counts
	starts  bool
}

// emit lists one event.
func (o *observed) emit(kind EventKind, index int, overshoot float64) {
	e := o.event
	e.Kind, e.Index, e.Name, e.Overshoot = kind, index, o.of.events[index].Name, overshoot
	o.scratch.events.add(&e)
}

// contains reports whether a position lies inside the interval of an event, from where
// time that goes forwards comes in to where it goes out, or that goes back.
func (e *clipEvents) contains(k int, position float64, back bool) bool {
	switch {
	case e.events[k].Length == 0:
		return false
	case back:
		return position > e.start[k] && position <= e.end[k]
	}
	return position >= e.start[k] && position < e.end[k]
}

// all lists the intervals in which a position lies.
func (o *observed) all(kind EventKind, position float64, back bool, overshoot float64) {
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
			o.emit(EventInside, k, 0)
		}
	}
}

// crossed lists the crossings of a range of ranks, and only counts those for which there
// is no room anyway.
func (o *observed) crossed(line *eventLine, low, high int64, back bool, from, to moment, dt float64) {
	if over := high - low - int64(o.scratch.events.most); over > 0 {
		o.scratch.events.lost += int(over)
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
		kind := EventAt
		o.event.Backward, o.event.Cycle = back != x.back, cycle
		if x.turn {
			o.event.Backward = (x.phase == 0) != begins
		}
		if begins && o.of.events[x.event].Length > 0 {
			continue // all has listed it
		}
		if o.of.events[x.event].Length > 0 {
			if kind = EventBegin; x.end != o.event.Backward {
				kind = EventEnd
			}
		}
		o.emit(kind, int(x.event), over)
	}
}

// overshoot returns the seconds that are left of a step when it comes to a crossing.
func (o *observed) overshoot(x *crossing, cycle int64, from, to moment, dt float64) (left float64) {
	period, speed := o.crowd.clocks.Period(o.voice), o.crowd.clocks.Speed(o.voice)
	switch {
	case speed == 0:
		return 0
	case o.crowd.clocks.Mode(o.voice)&simd.ClockClamp != 0: // where it stands says nothing
		left = dt - (float64(float64(cycle-from.cycle)*period)+(x.phase-from.phase))/speed
	default:
		left = (float64(float64(to.cycle-cycle)*period) + (to.phase - x.phase)) / speed
	}
	if dt < 0 {
		return min(0, max(left, dt))
	}
	return max(0, min(left, dt))
}

// leave ends the intervals in which a voice that is freed stands: in the step of s or,
// where that is nil, before the next one.
func (c *Crowd) leave(s *Scratch, i, a int) {
	v := &c.voices
	seen := v.seen[a]
	v.seen[a] = 0
	if seen&seenHeard == 0 || v.held(a) || len(c.watch.events) == 0 {
		return
	}
	e := &c.watch.events[c.clip[a]]
	cycle, phase := c.clocks.Time(a)
	position, back := c.positionAt(a, moment{cycle, phase}, c.clocks.Speed(a) < 0)
	for k := range e.events {
		if !e.contains(k, position, back) {
			continue
		}
		x := Event{Instance: i, Name: e.events[k].Name, Kind: EventEnd, Layer: int(v.layer[a]), Clip: int(c.clip[a]), Index: k, Cycle: cycle, Backward: back}
		if s != nil {
			s.events.add(&x)
			continue
		}
		c.watch.mu.Lock()
		c.watch.gone = append(c.watch.gone, x)
		c.watch.mu.Unlock()
	}
}
