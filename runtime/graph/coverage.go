package graph

import "fmt"

// Coverage counts which parts of a graph its instances have used, in total.
type Coverage struct {
	Machines []MachineCoverage // also of Switch and OneShot
	Blends   []BlendCoverage
}

// MachineCoverage is the coverage of a machine.
type MachineCoverage struct {
	Path        string // its place in the graph
	States      []StateCoverage
	Transitions []TransitionCoverage
}

// StateCoverage counts how often a state was entered, and the steps in which it played.
type StateCoverage struct {
	Name           string
	Entered, Steps uint64
}

// TransitionCoverage counts how often a transition was taken. One of Any has an entry for every
// state that it leaves.
type TransitionCoverage struct {
	From, To string
	Path     string // in the graph
	Taken    uint64
}

// BlendCoverage counts the steps in which each node of a blend had a weight.
type BlendCoverage struct {
	Path    string // its place in the graph
	Samples []SampleCoverage
}

// SampleCoverage is the coverage of a node of a blend.
type SampleCoverage struct {
	Label string // its place in the blend, or its weight
	Steps uint64
}

// Cover restarts the counts of all instances or, with false, ends counting. Do not call it
// during an update.
func (g *Instances) Cover(on bool) {
	g.recorder = nil
	if p := g.p; on {
		g.recorder = &recorder{
			entered: make([]uint64, p.states), steps: make([]uint64, p.states),
			taken: make([]uint64, p.transitions), weighted: make([]uint64, p.locals),
		}
	}
}

// Coverage returns the counts since Cover(true).
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

// coverStep counts what plays below an op at the end of a step.
func (d *driver) coverStep(at int) {
	r, o := d.g.recorder, &d.p.ops[at]
	d.forEachChild(o, 0, func(kid, n int, _ float64) {
		switch {
		case o.labels != nil:
			count(&r.weighted[o.local+n])
		case o.kind == opMachine:
			count(&r.steps[d.p.machines[o.what].firstState+n])
		}
		d.coverStep(kid)
	})
}

func (d *driver) coverTransition(m *machine, t *transition) {
	r := d.g.recorder
	count(&r.taken[t.number])
	count(&r.entered[m.firstState+t.to])
}

// number numbers states and transitions for a recorder.
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

// MaskName returns the name of a mask by the number in Driven.Mask: "inner/outer" for a product
// of masks, "" for 0.
func (p *Program) MaskName(k int) string {
	if k < 1 || k > len(p.maskNames) {
		return ""
	}
	return p.maskNames[k-1]
}

// String summarizes the coverage in a line.
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
