package graph

import (
	"math"
	"slices"
)

// Transitions that are possible at once may lead in a circle:
//
//	a ──x > 0──► b ──x > 1──► a ──x > 0──► …
//
// A machine takes each transition once at a moment. Where it would take one again it is held: it stays
// in that state until a parameter changes, or a trigger leads to a transition of a lower number.

// held is the value of machineState.held of a machine that is held now: a checksum, not 0, of the
// instance's parameters but triggers.
func (d *driver) held() int32 {
	h := uint32(2166136261) // FNV-1a of words
	for k := range d.p.parameters {
		x := &d.p.parameters[k]
		if x.Type == Trigger {
			continue
		}
		h = (h ^ math.Float32bits(d.raw[x.at])) * 16777619
		if x.Type == Vec2 {
			h = (h ^ math.Float32bits(d.raw[x.at+1])) * 16777619
		}
		h ^= h >> 15
	}
	return int32(h | 1)
}

// stood reports whether the conditions of a transition, if they hold, have done so since its state
// began or a parameter changed.
func (d *driver) stood(m *machine, t *transition, e *entry) bool {
	if t.cooldown > 0 {
		return false
	}
	for k := range t.when {
		switch w := &t.when[k]; w.test {
		case Fired, Exit, Passed:
			return false
		case After:
			if w.than > 0 {
				return false
			}
		case Remaining:
			clock := d.clockOf(m.states[e.state].node)
			if clock < 0 {
				return false
			}
			rate, left := d.clocks[clock].rate, e.progress-math.Floor(e.progress)
			if rate >= 0 {
				left = 1 - left
			}
			if left > float64(w.than*math.Abs(rate)) {
				return false
			}
		}
	}
	return true
}

// fired reports whether a transition needs a trigger.
func (t *transition) fired() bool {
	return slices.ContainsFunc(t.when, func(w condition) bool { return w.test == Fired })
}
