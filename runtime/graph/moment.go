package graph

import (
	"math"

	"github.com/sinew-anim/sinew/runtime/internal/pace"
	"github.com/sinew-anim/sinew/runtime/play"
)

// holds reports whether all conditions of a transition of an entry hold at a moment in the last
// limit seconds of the step, and the seconds left then.
func (d *driver) holds(m *machine, t *transition, e *entry, limit float64) (late float64, ok bool) {
	late = limit
	if t.cooldown > 0 {
		left := d.cooldowns[t.clock]
		if left > 0 {
			return 0, false
		}
		late = min(late, -left)
	}
	clock, timed := -1, false
	for k := range t.when {
		switch w := &t.when[k]; w.test {
		case After:
			if e.time < w.than {
				return 0, false
			}
			late = min(late, e.time-w.than)
		case Exit, Remaining:
			if clock = d.clockOf(m.states[e.state].node); clock < 0 || d.courses[clock].sum.stamp != d.stamp {
				return 0, false
			}
			timed = true
		case Passed:
			timed = true
		default:
			if !d.isSo(w) {
				return 0, false
			}
		}
	}
	late = max(0, late)
	if !timed {
		return late, true
	}
	for range maxTries {
		next := late
		for k := range t.when {
			w := &t.when[k]
			switch w.test {
			case Exit:
				next, ok = d.exits(clock, w.than, e, next)
			case Remaining:
				next, ok = d.nears(clock, w.than, next)
			case Passed:
				next, ok = d.passed(w, m.states[e.state].node, next)
			default:
				continue
			}
			if !ok {
				return 0, false
			}
		}
		if late-next <= sameTime {
			return next, true
		}
		late = next
	}
	return 0, false
}

// maxTries bounds the search for a moment at which several conditions on time hold.
const maxTries = 8

// isSo evaluates a condition on parameters.
func (d *driver) isSo(w *condition) bool {
	switch w.test {
	case Is:
		return float64(w.at.value(d.raw)) == w.than
	case IsNot:
		return float64(w.at.value(d.raw)) != w.than
	case Above:
		return float64(w.at.value(d.raw)) > w.than
	case Below:
		return float64(w.at.value(d.raw)) < w.than
	}
	return d.raw[d.p.parameters[w.trigger].at] > 0 // Fired
}

// rounds returns the phases of a clock before and after this substep, mirrored to run forwards.
func (d *driver) rounds(k int) (from, to float64) {
	c, s, count := &d.clocks[k], &d.courses[k].step, float64(d.p.clocks[k].count)
	from, to = float64(s.fromCycle)+s.fromPhase/count, float64(c.cycle)+c.phase/count
	if c.rate < 0 {
		from, to = -from, -to
		if d.p.clocks[k].mode == play.Clamp {
			from, to = from+1, to+1
		}
	}
	return from, to
}

// goes returns the course of a clock in this substep, mirrored to run forwards. An interval has the
// length unit.
func (d *driver) goes(k int, unit float64) pace.Way {
	w := d.courses[k].step.way
	if d.clocks[k].rate < 0 {
		unit = -unit
	}
	return pace.Way{Speed: float64(w.Speed * unit), C2: float64(w.C2 * unit), C3: float64(w.C3 * unit)}
}

// round is an interval of a clock as a part of a round.
func (d *driver) round(k int) float64 { return 1 / float64(d.p.clocks[k].count) }

// secondsSince is the seconds of the substep left when a clock has moved far along w, at most limit.
func (d *driver) secondsSince(k int, w *pace.Way, far, limit float64) float64 {
	s := &d.courses[k].step
	return max(0, min(s.seconds-w.When(far, 0, s.seconds), limit))
}

// startAfter is the place of a clock, on its way from one place to another, when limit seconds of the
// substep are left, a little earlier for rounding, and whether that place itself counts: not if
// the clock was there before the substep.
func (d *driver) startAfter(k int, w *pace.Way, from, to, limit float64) (place float64, counts bool) {
	if then := min(to, from+w.At(d.courses[k].step.seconds-limit)) - sameTime; then > from {
		return then, true
	}
	return from, d.courses[k].step.fresh
}

// exits reports whether a state passes a part of its length in the last limit seconds of the
// step, and the seconds left then.
func (d *driver) exits(k int, part float64, e *entry, limit float64) (late float64, ok bool) {
	from, to := d.rounds(k)
	w := d.goes(k, d.round(k))
	start, counts := d.startAfter(k, &w, from, to, limit)
	back := d.clocks[k].rate < 0
	place := part
	switch {
	case part > 1 && back:
		place += math.Floor(-e.progress)
	case part > 1:
		place += math.Floor(e.progress)
	case d.p.clocks[k].mode != play.Clamp:
		if back {
			part = 1 - part
		}
		place = math.Ceil(start-part) + part
		if place == start && (!counts || d.courses[k].step.fresh && part == 1) { // a start, not an end
			place++
		}
	}
	return d.secondsSince(k, &w, place-from, limit), place <= to && (place > start || counts && place == start)
}

// nears reports whether a state's clip has at most some seconds left in the last limit seconds of
// the step, and the seconds left then.
func (d *driver) nears(k int, seconds, limit float64) (late float64, ok bool) {
	from, to := d.rounds(k)
	w := d.goes(k, d.round(k))
	start, _ := d.startAfter(k, &w, from, to, limit)
	end := 1.
	if d.p.clocks[k].mode != play.Clamp {
		end += math.Floor(start)
	}
	if w.C2 != 0 || w.C3 != 0 {
		return d.nearsBending(k, &w, end-from, seconds, limit)
	}
	place := end - float64(seconds*math.Abs(d.clocks[k].rate))
	if start >= place {
		return limit, true
	}
	return d.secondsSince(k, &w, place-from, limit), to >= place
}

// nearsBending is nears for a clock whose pace changes, far from its end before the substep.
func (d *driver) nearsBending(k int, w *pace.Way, far, seconds, limit float64) (late float64, ok bool) {
	near := func(t float64) bool { return w.At(t)+float64(seconds*w.SpeedAt(t)) >= far }
	low, high := d.courses[k].step.seconds-limit, d.courses[k].step.seconds
	switch {
	case near(low):
		return limit, true
	case !near(high):
		return 0, false
	}
	return high - pace.Begins(low, high, 52, near), true
}

// passed reports whether a clip of a state passes an event in the last limit seconds of the step,
// and the seconds left then. Of the state's clips that share a phase the one with the greatest
// weight counts, even if a clip outside leads the phase.
func (d *driver) passed(w *condition, node int, limit float64) (late float64, ok bool) {
	for _, x := range w.moments {
		l := &d.p.leaves[x.leaf]
		if d.courses[l.clock].sum.stamp != d.stamp {
			continue
		}
		lead := leadOf{clock: l.clock, leaf: -1}
		if d.findLead(&lead, node, 1); lead.leaf != x.leaf {
			continue
		}
		if left, passes := d.passes(l, x.at, limit); passes {
			late, ok = max(late, left), true
		}
	}
	return late, ok
}

// leadOf is the clip with the greatest weight on a clock.
type leadOf struct {
	clock, leaf int // −1: none
	most        float64
}

// findLead finds the lead below an op.
func (d *driver) findLead(lead *leadOf, at int, weight float64) {
	o := &d.p.ops[at]
	if o.kind == opClip && d.p.leaves[o.what].clock == lead.clock && (lead.leaf < 0 || weight > lead.most) {
		lead.leaf, lead.most = o.what, weight
	}
	d.forEachChild(o, -float64(d.dt/2), func(kid, _ int, part float64) {
		if o.kind == opSplit || o.kind == opMachine {
			part = max(least, part)
		}
		d.findLead(lead, kid, float64(weight*part))
	})
}

// passes reports whether a clip passes a moment in the last limit seconds of the step, and the
// seconds left then.
func (d *driver) passes(l *leaf, at, limit float64) (late float64, ok bool) {
	c, s, of := &d.clocks[l.clock], &d.courses[l.clock].step, &d.p.clocks[l.clock]
	fromCycle, from := l.moment(of, s.fromCycle, s.fromPhase)
	cycle, to := l.moment(of, c.cycle, c.phase)
	if !(l.Period > 0) {
		return limit, s.fresh && at == 0
	}
	unit := 1. // rounds of the clip in an interval
	if of.count > 1 {
		unit = l.Length(of.interval(s.fromPhase, c.rate < 0)) / l.Period
	}
	w := d.goes(l.clock, unit)
	places := [2]float64{at, l.Period - at}
	n := 1
	if of.mode == play.PingPong && at > 0 && at < l.seconds {
		n = 2
	}
	for _, at := range places[:n] {
		a, b := float64(fromCycle)+(from-at)/l.Period, float64(cycle)+(to-at)/l.Period // rounds since the moment
		if c.rate < 0 {
			a, b = -a, -b
		}
		start, counts := d.startAfter(l.clock, &w, a, b, limit)
		whole := math.Ceil(start) // the first round that ends from there on
		if whole == start && !counts {
			whole++
		}
		if whole <= b {
			late, ok = max(late, d.secondsSince(l.clock, &w, whole-a, limit)), true
		}
	}
	return late, ok
}
