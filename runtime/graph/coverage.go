package graph

import "fmt"

// Coverage counts what instances of a graph have used, over all of them.
type Coverage struct {
	Machines []MachineCoverage // also those that a Switch and a OneShot are
	Blends   []BlendCoverage
}

// MachineCoverage is what instances have used of a machine.
type MachineCoverage struct {
	Path        string // its place in the graph
	States      []StateCoverage
	Transitions []TransitionCoverage
}

// StateCoverage says how often a state was entered, and in how many steps it played.
type StateCoverage struct {
	Name           string
	Entered, Steps uint64
}

// TransitionCoverage says how often a transition was taken. One of Any stands there for
// every state that it leads away from.
type TransitionCoverage struct {
	From, To string
	Path     string // in the graph
	Taken    uint64
}

// BlendCoverage says in how many steps a blend gave weight to each of its nodes.
type BlendCoverage struct {
	Path    string // its place in the graph
	Samples []SampleCoverage
}

// SampleCoverage is what a blend has used of one of its nodes.
type SampleCoverage struct {
	Label string // its place in the blend, or its weight
	Steps uint64
}

// Cover begins to count anew what all instances use, or, with false, ends it. It is not
// for use during an update.
func (g *Instances) Cover(on bool) {
	g.recorder = nil
	if p := g.p; on {
		g.recorder = &recorder{
			entered: make([]uint64, p.states), steps: make([]uint64, p.states),
			taken: make([]uint64, p.transitions), weighted: make([]uint64, p.locals),
		}
	}
}

// Coverage returns what instances have used since Cover(true).
func (g *Instances) Coverage() (c Coverage) {
	r, p := g.recorder, g.p
	if r == nil {
		return c
	}
	for k := range p.machines {
		m := &p.machines[k]
		of := MachineCoverage{Path: m.path}
		for n := range m.states {
			of.States = append(of.States, StateCoverage{m.states[n].name, r.entered[m.firstState+n], r.steps[m.firstState+n]})
		}
		for from := range m.states {
			for _, n := range m.states[from].leave {
				if t := &m.transitions[n]; t.path != "" {
					of.Transitions = append(of.Transitions, TransitionCoverage{m.states[from].name, m.states[t.to].name, t.path, r.taken[t.number]})
				}
			}
		}
		c.Machines = append(c.Machines, of)
	}
	for k := range p.ops {
		o := &p.ops[k]
		if o.labels == nil {
			continue
		}
		of := BlendCoverage{Path: o.path}
		for n, label := range o.labels {
			of.Samples = append(of.Samples, SampleCoverage{label, r.weighted[o.local+n]})
		}
		c.Blends = append(c.Blends, of)
	}
	return c
}

// coverStep counts what plays at the end of a step, below an op.
func (d *driver) coverStep(at int) {
	r, o := d.g.recorder, &d.p.ops[at]
	d.each(o, 0, func(kid, n int, _ float64) {
		switch {
		case o.labels != nil:
			count(&r.weighted[o.local+n])
		case o.kind == opMachine:
			count(&r.steps[d.p.machines[o.what].firstState+n])
		}
		d.coverStep(kid)
	})
}

// coverTransition counts a transition that is taken.
func (d *driver) coverTransition(m *machine, t *transition) {
	r := d.g.recorder
	count(&r.taken[t.number])
	count(&r.entered[m.firstState+t.to])
}

// number gives the states and transitions of a compiled graph their places in a recorder.
func (p *Program) number() {
	for k := range p.machines {
		m := &p.machines[k]
		m.firstState = p.states
		p.states += len(m.states)
		for n := range m.transitions {
			m.transitions[n].number = p.transitions
			p.transitions++
		}
	}
}

// MaskName is the name of the mask that clips of a graph have, by the number that
// Driven.Mask is: of one within another, "over/within"; 0 has none.
func (p *Program) MaskName(k int) string {
	if k < 1 || k > len(p.maskNames) {
		return ""
	}
	return p.maskNames[k-1]
}

// String tells how much of the graph was used, in one line.
func (c Coverage) String() string {
	var states, reached, transitions, taken, samples, weighted int
	for _, m := range c.Machines {
		for _, s := range m.States {
			if states++; s.Steps+s.Entered > 0 {
				reached++
			}
		}
		for _, t := range m.Transitions {
			if transitions++; t.Taken > 0 {
				taken++
			}
		}
	}
	for _, b := range c.Blends {
		for _, s := range b.Samples {
			if samples++; s.Steps > 0 {
				weighted++
			}
		}
	}
	return fmt.Sprintf("%d of %d states, %d of %d transitions, %d of %d samples", reached, states, taken, transitions, weighted, samples)
}
