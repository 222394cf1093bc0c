package graph

import (
	"math"

	"github.com/sinew-anim/sinew/runtime/play"
)

// decide takes transitions of the machines that play, outer ones first. States that fade out
// decide nothing.
func (d *driver) decide(at int) {
	o := &d.p.ops[at]
	if o.firstMachine >= o.endMachine {
		return
	}
	if o.kind != opMachine {
		d.forEachChild(o, 0, func(kid, _ int, _ float64) { d.decide(kid) })
		return
	}
	m, st := &d.p.machines[o.what], &d.machines[o.what]
	d.taken.clear()
	for d.hop(m, st) {
	}
	d.decide(m.states[st.entry[st.n-1].state].node)
}

// earliest returns the seconds of the substep that remain after the first possible transition of
// all machines that play, or −1.
func (d *driver) earliest() (late float64) {
	late = -1
	for _, m := range d.decides {
		of, st := &d.p.machines[m], &d.machines[m]
		if d.gated(of, st) {
			continue
		}
		late = max(late, d.possible(of, st))
	}
	return late
}

// possible is earliest of one machine.
func (d *driver) possible(m *machine, st *machineState) (late float64) {
	var first firstOf
	first.find(d, m, st)
	return first.late
}

// hop takes the first transition of a machine that it has not taken at this moment, and reports
// whether there is one. A machine that would go on in a circle is held, see machineState.
func (d *driver) hop(m *machine, st *machineState) bool {
	var first firstOf
	first.find(d, m, st)
	st.forget(max(0, first.late-2*sameTime)) // where a fade ends at the same moment, it has ended
	switch {
	case first.best == nil:
		return false
	case d.taken.has(first.number):
		st.held = d.held()
		return false
	}
	d.taken.add(first.number)
	if d.g.recorder != nil {
		d.coverTransition(m, first.best)
	}
	d.take(m, st, first.best, first.from, first.late)
	return true
}

// find finds the first transition of a machine. One that is held takes those of triggers alone.
func (f *firstOf) find(d *driver, m *machine, st *machineState) {
	cur := &st.entry[st.n-1]
	fading, ended := st.n > 1, -1. // seconds since the fade's end, which may lie in this step
	if fading {
		ended = (cur.s - 1) / cur.rate
	}
	*f = firstOf{m: m, late: -1, below: math.MaxInt, held: st.held != 0 && st.held == d.held()}
	limit := min(d.dt, cur.time)
	switch {
	case !fading || st.interrupt == InterruptDestination || st.interrupt == InterruptBoth:
		f.consider(d, cur, limit, -1)
	case ended >= 0:
		f.consider(d, cur, min(limit, ended), -1)
	}
	if fading && (st.interrupt == InterruptSource || st.interrupt == InterruptBoth) {
		f.not, f.leaving = int(cur.state), true
		if k := st.find(st.source); k < int(st.n)-1 && k >= 0 {
			f.below = int(st.priority)
			f.consider(d, &st.entry[k], limit, ended+sameTime) // at the same moment it has ended
		}
	}
}

// find returns the entry of a state, or −1.
func (st *machineState) find(state uint16) int {
	for k := range st.n {
		if st.entry[k].state == state {
			return int(k)
		}
	}
	return -1
}

// forget removes states that another one covered late seconds ago.
func (st *machineState) forget(late float64) {
	for k := st.n; k > 1; k-- {
		if e := &st.entry[k-1]; e.s-float64(e.rate*late) >= 1 {
			st.n = uint8(copy(st.entry[:], st.entry[k-1:st.n]))
			return
		}
	}
}

// firstOf finds the transition whose conditions became true first; ties go to the least priority.
type firstOf struct {
	m       *machine
	held    bool // the machine is
	best    *transition
	number  int    // its index
	from    uint16 // the state that it leaves
	late    float64
	below   int  // priorities that count are less
	leaving bool // the state already fades to not
	not     int
}

// consider considers the transitions of an entry that became true more than ended seconds before
// the end of the step.
func (f *firstOf) consider(d *driver, e *entry, limit, ended float64) {
	for _, n := range f.m.states[e.state].leave {
		t := &f.m.transitions[n]
		if f.leaving && t.to == f.not || t.priority >= f.below {
			continue
		}
		if f.held && !t.fired() {
			if _, ok := d.holds(f.m, t, e, limit); ok && d.stood(f.m, t, e) {
				return // it would go first
			}
			continue
		}
		late, ok := d.holds(f.m, t, e, limit)
		if ok && late > ended && (late > f.late+sameTime || late > f.late-sameTime && t.priority < f.best.priority) {
			f.best, f.number, f.from, f.late = t, n, e.state, late
		}
	}
}

// take takes a transition from source, late seconds before the end of the step.
func (d *driver) take(m *machine, st *machineState, t *transition, source uint16, late float64) {
	d.moved, st.held = true, 0
	for k := range t.when {
		if w := &t.when[k]; w.test == Fired {
			d.raw[d.p.parameters[w.trigger].at] = 0
		}
	}
	if t.cooldown > 0 {
		d.cooldowns[t.clock] = t.cooldown - late
	}
	cur := st.entry[st.n-1]
	d.fire(m.states[cur.state].exit, late)
	d.fire(m.states[t.to].enter, late)
	from := d.clockOf(m.states[cur.state].node)
	b := begun{late: late, part: t.start}
	if t.match && from >= 0 {
		rounds := d.progress(from) - float64(d.clocks[from].rate*b.late) + math.Copysign(passedBy, d.clocks[from].rate)
		b.match, b.phase = true, rounds-math.Floor(rounds)
	}
	share, plays := st.leaves(uint16(t.to), late)
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
	if d.snaps {
		seconds = 0
	}
	st.interrupt, st.source, st.priority = t.interrupt, source, int32(t.priority)
	switch {
	case seconds > 0 && (t.fade.Inertialize || st.n == maxEntries || int(cur.state) == t.to):
		d.inertialize(seconds, late)
		fallthrough
	case seconds == 0:
		st.entry[0], st.n = next, 1
	default:
		next.from, next.s, next.rate = share, late/seconds, min(1/seconds, 1e30)
		st.entry[st.n] = next
		st.n++
	}
}

// leaves removes a state that still plays from a machine, and returns its share late seconds ago.
// The others keep theirs in proportion.
func (st *machineState) leaves(state uint16, late float64) (share float64, plays bool) {
	at := st.find(state)
	if at < 0 || at == int(st.n)-1 {
		return 0, at >= 0
	}
	then := *st
	for k := range then.n {
		e := &then.entry[k]
		e.s = max(0, e.s-float64(e.rate*late))
	}
	var shares [maxEntries]float64
	then.shares(&shares, 0)
	sum := 0.
	n := 0
	for k := range st.n {
		if int(k) == at {
			continue
		}
		e := st.entry[k]
		if sum += shares[k]; n > 0 && sum > 0 { // its fade ends at the same time
			e.from, e.rate = shares[k]/sum, e.rate/max(1e-6, 1-then.entry[k].s)
			e.s = float64(e.rate * late)
		}
		st.entry[n] = e
		n++
	}
	st.n = uint8(n)
	return shares[at], true
}

// inertialize decays the difference from the current pose.
func (d *driver) inertialize(seconds, late float64) {
	if seconds >= d.step.Inertialize {
		d.step.Inertialize, d.step.Late = seconds, late
	}
}

// endFades ends the fades of all machines where an instance has too few layers: they are
// inertialized in the remaining time of the longest.
func (d *driver) endFades() {
	left := 0.
	for m := range d.machines {
		st := &d.machines[m]
		if st.n > 1 {
			e := &st.entry[st.n-1]
			left = max(left, (1-e.s)/e.rate)
			st.entry[0], st.n = *e, 1
		}
	}
	if left > 0 {
		d.inertialize(left, 0)
	}
}

func (d *driver) fire(names []string, late float64) {
	for _, name := range names {
		d.step.Fired = append(d.step.Fired, play.Fired{Name: name, Overshoot: late})
	}
}
