package graphs

import (
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/runtime/graph"
)

// Coverage is what a play has used of a graph.
type Coverage struct {
	Text        string      `json:"text"`
	States      []StateUse  `json:"states"`
	Transitions []WayUse    `json:"transitions"`
	Samples     []SampleUse `json:"samples"`
}

type StateUse struct {
	Machine string `json:"machine"`
	State   string `json:"state"`
	Entered uint64 `json:"entered"`
	Steps   uint64 `json:"steps"`
}

type WayUse struct {
	Path  string `json:"path"`
	From  string `json:"from"`
	To    string `json:"to"`
	Taken uint64 `json:"taken"`
}

type SampleUse struct {
	Blend  string `json:"blend"`
	Sample string `json:"sample"`
	Steps  uint64 `json:"steps"` // with a weight
}

func describeCoverage(c graph.Coverage) *Coverage {
	said := &Coverage{Text: c.String(), States: []StateUse{}, Transitions: []WayUse{}, Samples: []SampleUse{}}
	for _, m := range c.Machines {
		for _, s := range m.States {
			said.States = append(said.States, StateUse{m.Path, s.Name, s.Entered, s.Steps})
		}
		for _, t := range m.Transitions {
			said.Transitions = append(said.Transitions, WayUse{t.Path, t.From, t.To, t.Taken})
		}
	}
	for _, b := range c.Blends {
		for _, s := range b.Samples {
			said.Samples = append(said.Samples, SampleUse{b.Path, s.Label, s.Steps})
		}
	}
	return said
}

// Unused lists the states, transitions and samples that were not used.
func (c *Coverage) Unused() (states, transitions, samples []string) {
	for _, s := range c.States {
		if s.Entered+s.Steps == 0 {
			states = append(states, fmt.Sprintf("%s: %s", s.Machine, s.State))
		}
	}
	for _, t := range c.Transitions {
		if t.Taken == 0 {
			transitions = append(transitions, fmt.Sprintf("%s: %s → %s", t.Path, t.From, t.To))
		}
	}
	for _, s := range c.Samples {
		if s.Steps == 0 {
			samples = append(samples, fmt.Sprintf("%s: %s", s.Blend, s.Sample))
		}
	}
	return states, transitions, samples
}

func (c *Coverage) complete() bool {
	states, transitions, samples := c.Unused()
	return len(states)+len(transitions)+len(samples) == 0
}

func (c *Coverage) Write(p *console.Page) {
	console.Heading(p, "Used: %s.", c.Text)
	states, transitions, samples := c.Unused()
	for _, list := range []struct {
		what  string
		names []string
	}{{"States never reached:", states}, {"Transitions never taken:", transitions}, {"Samples never weighted:", samples}} {
		if len(list.names) > 0 {
			p.Line("%s", list.what)
		}
		for _, name := range list.names {
			p.Line("  %s", console.Printable(name))
		}
	}
}
