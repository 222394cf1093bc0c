package graph

import (
	"math"

	"github.com/sinew-anim/sinew/runtime"
)

// maxHops is the most transitions of a machine in one step: a machine whose conditions
// lead in a circle goes on with the next step.
const maxHops = 4

// decide lets the machines that play go on: the outer ones first. States that leave
// decide nothing.
func (d *driver) decide(at int) {
	if o := &d.p.ops[at]; o.firstMachine < o.endMachine {
		d.decideBelow(o)
	}
}

func (d *driver) decideBelow(o *op) {
	switch o.kind {
	case opSplit:
		kids := d.p.kidsOf(o)
		d.decide(int(kids[0]))
		d.decide(int(kids[1]))
	case opLine, opTriangles, opBands, opWeights:
		for k, kid := range d.p.kidsOf(o) {
			if d.local[o.local+k] > 0 {
				d.decide(int(kid))
			}
		}
	case opMachine:
		m, st := &d.p.machines[o.what], &d.machines[o.what]
		for hops := 0; hops < maxHops && d.hop(m, st); hops++ {
		}
		d.decide(m.states[st.entry[st.n-1].state].node)
	}
}

// hop takes the transition of a machine whose conditions came true first. It reports
// whether there is one.
func (d *driver) hop(m *machine, st *machineState) bool {
	st.forget(st.n - 1)
	cur := &st.entry[st.n-1]
	fading, ended := st.n > 1, -1. // seconds since the fade's end, which may lie in this step
	if fading && cur.s >= 1 {
		ended = float64((cur.s - 1) / cur.rate)
	}
	first := firstOf{m: m, late: -1}
	limit := min(d.dt, cur.time)
	switch {
	case !fading || st.interrupt == InterruptDestination || st.interrupt == InterruptBoth:
		first.among(d, cur, limit, -1)
	case ended >= 0:
		first.among(d, cur, min(limit, ended), -1)
	}
	if fading && (st.interrupt == InterruptSource || st.interrupt == InterruptBoth) {
		first.not, first.leaving = int(cur.state), true
		first.among(d, &st.entry[st.n-2], limit, ended)
	}
	if ended >= 0 && first.late <= ended {
		st.forget(st.n)
	}
	if first.best == nil {
		return false
	}
	if d.g.recorder != nil {
		d.coverTransition(m, first.best)
	}
	d.take(m, st, first.best, first.late)
	return true
}

// forget takes those states away that the ones below n cover: another one has come in.
func (st *machineState) forget(n uint8) {
	for k := n; k > 1; k-- {
		if st.entry[k-1].s >= 1 {
			st.n = uint8(copy(st.entry[:], st.entry[k-1:st.n]))
			return
		}
	}
}

// firstOf finds the transition whose conditions came true first or, of those at the same
// time, the one with the least priority.
type firstOf struct {
	m       *machine
	best    *transition
	late    float64
	leaving bool // the state is on its way to not
	not     int
}

// among considers the transitions of an entry that came true more than ended seconds
// before the end of the step.
func (f *firstOf) among(d *driver, e *entry, limit, ended float64) {
	for _, n := range f.m.states[e.state].leave {
		t := &f.m.transitions[n]
		if f.leaving && t.to == f.not {
			continue
		}
		late, ok := d.holds(f.m, t, e, limit)
		if ok && late > ended && (late > f.late || late == f.late && t.priority < f.best.priority) {
			f.best, f.late = t, late
		}
	}
}

// holds reports whether all conditions of a transition of an entry hold, and how many
// seconds of the step are left since: at most limit.
func (d *driver) holds(m *machine, t *transition, e *entry, limit float64) (late float64, ok bool) {
	late = limit
	if t.cooldown > 0 {
		left := float64(d.cooldowns[t.clock])
		if left > 0 {
			return 0, false
		}
		late = min(late, -left)
	}
	for k := range t.when {
		x, ok := d.true(&t.when[k], m, e, limit)
		if !ok {
			return 0, false
		}
		late = min(late, x)
	}
	return max(0, late), true
}

// true reports whether a condition holds, and since how many seconds of the step.
func (d *driver) true(w *condition, m *machine, e *entry, limit float64) (late float64, ok bool) {
	switch w.test {
	case Is:
		return limit, float64(w.at.of(d.raw)) == w.than
	case IsNot:
		return limit, float64(w.at.of(d.raw)) != w.than
	case Above:
		return limit, float64(w.at.of(d.raw)) > w.than
	case Below:
		return limit, float64(w.at.of(d.raw)) < w.than
	case Fired:
		return limit, d.raw[d.p.parameters[w.trigger].at] > 0
	case After:
		return min(limit, e.time-w.than), e.time >= w.than
	case Passed:
		return d.passed(w, limit)
	}
	k := d.clockOf(m.states[e.state].node)
	if k < 0 || d.sums[k].stamp != d.stamp {
		return 0, false
	}
	if w.test == Exit {
		return d.exits(k, w.than, e, limit)
	}
	return d.nears(k, w.than, limit)
}

// rounds is how a clock has gone in this step, turned so that it goes forwards.
func (d *driver) rounds(k int) (from, to, rate float64) {
	c, s, count := &d.clocks[k], &d.steps[k], float64(d.p.clocks[k].count)
	from, to, rate = float64(s.fromCycle)+s.fromPhase/count, float64(c.cycle)+c.phase/count, c.rate
	if rate < 0 {
		from, to, rate = -from, -to, -rate
		if d.p.clocks[k].mode == runtime.Clamp {
			from, to = from+1, to+1
		}
	}
	return from, to, rate
}

// since is how many seconds of the step are left when a clock passes a place.
func (d *driver) since(k int, place, to, rate, limit float64) float64 {
	late := d.steps[k].late
	if rate > 0 {
		late += (to - place) / rate
	}
	return max(0, min(late, limit))
}

// exits reports whether a state passes a part of its length in this step.
func (d *driver) exits(k int, part float64, e *entry, limit float64) (late float64, ok bool) {
	from, to, rate := d.rounds(k)
	clamps, back := d.p.clocks[k].mode == runtime.Clamp, d.clocks[k].rate < 0
	place := part
	switch {
	case part > 1 && back:
		place += math.Floor(-e.progress)
	case part > 1:
		place += math.Floor(e.progress)
	case !clamps:
		if back {
			part = 1 - part
		}
		place = math.Floor(from-part) + 1 + part
		if d.steps[k].fresh && part < 1 && from-part == math.Floor(from-part) {
			place = from
		}
	}
	if !(place <= to) || !(place > from || d.steps[k].fresh && place == from) {
		return 0, false
	}
	return d.since(k, place, to, rate, limit), true
}

// nears reports whether a state's clip has at most some seconds left, or had in this step.
func (d *driver) nears(k int, seconds, limit float64) (late float64, ok bool) {
	from, to, rate := d.rounds(k)
	place := 1 - float64(seconds*rate)
	if d.p.clocks[k].mode != runtime.Clamp {
		place += math.Floor(from)
	}
	if from >= place {
		return limit, true
	}
	return d.since(k, place, to, rate, limit), to >= place
}

// passed reports whether a clip that sets the pace of its phase passes an event.
func (d *driver) passed(w *condition, limit float64) (late float64, ok bool) {
	for _, x := range w.moments {
		l := &d.p.leaves[x.leaf]
		c, s := &d.clocks[l.clock], &d.sums[l.clock]
		if s.stamp != d.stamp || s.lead != x.leaf {
			continue
		}
		if ago, passes := d.passes(l, x.at); passes {
			late, ok = max(late, d.since(l.clock, ago, 0, math.Abs(c.rate), limit)), true
		}
	}
	return late, ok
}

// passes reports whether a clip passes a moment in this step. ago is how many rounds it
// has played since, negative.
func (d *driver) passes(l *leaf, at float64) (ago float64, ok bool) {
	c, s, of := &d.clocks[l.clock], &d.steps[l.clock], &d.p.clocks[l.clock]
	fromCycle, from := l.moment(of, s.fromCycle, s.fromPhase)
	cycle, to := l.moment(of, c.cycle, c.phase)
	if !(l.period > 0) {
		return 0, s.fresh && at == 0
	}
	places := [2]float64{at, l.period - at}
	n := 1
	if of.mode == runtime.PingPong && at > 0 && at < l.seconds {
		n = 2
	}
	for _, at := range places[:n] {
		a, b := float64(fromCycle)+(from-at)/l.period, float64(cycle)+(to-at)/l.period // rounds since the moment
		if c.rate < 0 {
			a, b = -a, -b
		}
		whole := math.Floor(a) + 1 // the first round that is complete after from
		if s.fresh && a == math.Floor(a) {
			whole = a
		}
		if whole <= b {
			return whole - b, true
		}
	}
	return 0, false
}

// take takes a transition, late seconds before the end of the step.
func (d *driver) take(m *machine, st *machineState, t *transition, late float64) {
	d.moved = true
	for k := range t.when {
		if w := &t.when[k]; w.test == Fired {
			d.raw[d.p.parameters[w.trigger].at] = 0
		}
	}
	if t.cooldown > 0 {
		d.cooldowns[t.clock] = float32(t.cooldown - late)
	}
	cur := st.entry[st.n-1]
	d.fire(m.states[cur.state].exit, late)
	d.fire(m.states[t.to].enter, late)
	from := d.clockOf(m.states[cur.state].node)
	b := begun{late: late, part: t.start}
	if t.match && from >= 0 {
		rounds := d.progress(from) - float64(d.clocks[from].rate*b.late)
		b.match, b.phase = true, rounds-math.Floor(rounds)
	}
	share, plays := st.leaves(uint16(t.to), float32(late))
	next := entry{state: uint16(t.to), curve: t.fade.Curve, time: late}
	if restart := int(cur.state) == t.to; restart || !plays {
		if restart {
			share = 0
		}
		d.start(m.states[t.to].node, b)
	}
	next.progress = d.progressBefore(m.states[t.to].node, late)
	seconds := t.fade.Seconds
	if k := d.clockOf(m.states[t.to].node); k >= 0 && t.fade.Part > 0 && d.clocks[k].rate != 0 {
		seconds += t.fade.Part / math.Abs(d.clocks[k].rate)
	}
	st.interrupt = t.interrupt
	switch {
	case seconds > 0 && (t.fade.Inertialize || st.n == maxEntries || int(cur.state) == t.to):
		d.inertialize(seconds, late)
		fallthrough
	case seconds == 0:
		st.entry[0], st.n = next, 1
	default:
		next.from, next.s, next.rate = share, float32(late/seconds), float32(min(1/seconds, 1e30))
		st.entry[st.n] = next
		st.n++
	}
}

// leaves takes a state that still plays from those of a machine, and returns the part
// that it had late seconds ago. The other ones keep theirs, in proportion.
func (st *machineState) leaves(state uint16, late float32) (share float32, plays bool) {
	at := -1
	for k := range st.n {
		if st.entry[k].state == state {
			at = int(k)
		}
	}
	if at < 0 || at == int(st.n)-1 {
		return 0, at >= 0
	}
	then := *st
	for k := range then.n {
		e := &then.entry[k]
		e.s = max(0, e.s-float32(e.rate*late))
	}
	var shares [maxEntries]float32
	then.shares(&shares, 0)
	sum := float32(0)
	n := 0
	for k := range st.n {
		if int(k) == at {
			continue
		}
		e := then.entry[k]
		if sum += shares[k]; n > 0 && sum > 0 { // it comes in as far in the time that it had
			e.from, e.rate = shares[k]/sum, e.rate/max(1e-6, 1-e.s)
			e.s = float32(e.rate * late)
		}
		st.entry[n] = e
		n++
	}
	st.n = uint8(n)
	return shares[at], true
}

// inertialize lets the difference from what the instance shows die out.
func (d *driver) inertialize(seconds, late float64) {
	if seconds >= d.step.Inertialize {
		d.step.Inertialize, d.step.Late = seconds, late
	}
}

// endFades completes the fades of all machines, where more clips play than an instance
// can: the difference dies out in the time that the longest would have taken.
func (d *driver) endFades() {
	left := float32(0)
	for m := range d.machines {
		st := &d.machines[m]
		if st.n > 1 {
			e := &st.entry[st.n-1]
			left = max(left, (1-e.s)/e.rate)
			st.entry[0], st.n = *e, 1
		}
	}
	if left > 0 {
		d.inertialize(float64(left), 0)
	}
}

// fire lists events of states.
func (d *driver) fire(names []string, late float64) {
	for _, name := range names {
		if len(d.step.Fired) < cap(d.step.Fired) {
			d.step.Fired = append(d.step.Fired, runtime.Fired{Name: name, Overshoot: late})
		}
	}
}
