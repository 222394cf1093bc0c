package graph

import "math"

// gate is a condition of a transition on a parameter, as limits of its value: where they do not
// hold, none of the transition's other conditions count. In most steps this is so of all
// transitions, and gates are much cheaper than a search for the moments at which conditions
// become true.
type gate struct {
	of        number
	low, high float64
}

// gate returns the first of a transition's conditions that limits a parameter. Without one it is
// always open.
func (p *Program) gate(t *transition) gate {
	for k := range t.when {
		w := &t.when[k]
		g := gate{w.at, math.Inf(-1), math.Inf(1)}
		switch w.test {
		case Is:
			g.low, g.high = w.than, w.than
		case Above:
			g.low = math.Nextafter(w.than, g.high)
		case Below:
			g.high = math.Nextafter(w.than, g.low)
		case Fired:
			g.of = number{at: int16(p.parameters[w.trigger].at), scale: 1}
			g.low = math.SmallestNonzeroFloat64
		default:
			continue
		}
		return g
	}
	return gate{number{at: -1}, 0, 0}
}

// gated reports whether the gates of all transitions that a machine may take in this step are
// closed.
func (d *driver) gated(m *machine, st *machineState) bool {
	if st.n > 1 && st.interrupt != InterruptDestination {
		return false // transitions of other states count too
	}
	gates := m.states[st.entry[st.n-1].state].gates
	for k := range gates {
		g := &gates[k]
		if x := float64(g.of.value(d.raw)); x >= g.low && x <= g.high {
			return false
		}
	}
	return true
}
