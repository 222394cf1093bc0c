package graph

import (
	"math"
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

func (n *Machine) fields(o *object) {
	around := o.w.names[stateNoun]
	if o.w.Task == jsondoc.Checking {
		states := make(map[string]int, len(n.States))
		for k := range n.States {
			states[n.States[k].Name] = k
		}
		o.w.names[stateNoun] = states
	}
	start := n.Start
	if o.w.Task == jsondoc.Hashing && start == "" {
		start = n.States[0].Name
	}
	o.at("start").reference(stateNoun, &start, false)
	if o.w.Task == jsondoc.Reading {
		n.Start = start
	}
	table(o.at("states"), &n.States, stateNoun, 1, MaxStates, func(s *State) *string { return &s.Name }, func(p place, s *State) {
		p.object(s.fields)
	})
	transitions(o.at("any"), &n.Any, true)
	if o.w.Task == jsondoc.Checking {
		o.w.names[stateNoun] = around
	}
}

func (s *State) fields(o *object) {
	o.at("node").node(&s.Node)
	list(o.at("enter"), &s.Enter, 0, MaxInputs, place.name)
	list(o.at("exit"), &s.Exit, 0, MaxInputs, place.name)
	transitions(o.at("transitions"), &s.Transitions, false)
}

// transitions visits a list of them. The priority of one that says none is its place in
// the list; all of Any go before those of states.
func transitions(p place, to *[]Transition, any bool) {
	list(p, to, 0, MaxStates, func(p place, t *Transition) {
		usual := p.Index
		if any {
			usual -= len(*to)
		}
		p.object(func(o *object) { t.fields(o, usual, any) })
	})
}

func (t *Transition) fields(o *object, usual int, any bool) {
	o.at("to").reference(stateNoun, &t.To, true)
	o.at("priority").Integer(&t.Priority, jsondoc.Numbers{Low: jsondoc.All, High: jsondoc.Most, Usual: float64(usual), Varies: true})
	list(o.at("when"), &t.When, 0, MaxInputs, func(p place, c *Condition) { p.object(c.fields) })
	o.at("fade").fade(&t.Fade)
	o.at("start").Number(&t.Start, jsondoc.Part)
	o.at("match").Flag(&t.Match)
	choice(o.at("interrupt"), &t.Interrupt, interruptNames, false)
	if any {
		o.at("self").Flag(&t.Self)
	}
	o.at("cooldown").Number(&t.Cooldown, jsondoc.Positive)
	if !o.Checks() {
		return
	}
	switch {
	case t.Match && t.Start != 0:
		o.Wrong("match and start both say where the clips start")
	case any && len(t.When) == 0:
		o.Wrong("a transition of any state needs a condition")
	case !any && t.Self:
		o.Wrong("self is for transitions of any state")
	}
}

// fields visits a condition. What it compares is the name of its field.
func (c *Condition) fields(o *object) {
	if o.w.Task == jsondoc.Reading && !o.findTest(&c.Test) {
		return
	}
	if int(c.Test) >= len(testNames) {
		o.Wrong("there is no test %d", c.Test)
		return
	}
	key := testNames[c.Test]
	switch c.Test {
	case Is, IsNot, Above, Below:
		o.at("parameter").parameter(&c.Name)
		t, known := o.w.typeOf(c.Name)
		c.compare(o.at(key), t, known)
	case Fired:
		o.at(key).trigger(&c.Name)
	case Passed:
		o.at(key).name(&c.Name)
	default:
		o.at(key).Number(&c.Value, jsondoc.Positive.Needed())
	}
}

// typeOf is the type of a parameter, if there is one of the name.
func (w *walk) typeOf(parameter string) (t Type, ok bool) {
	for _, q := range w.graph.Parameters {
		if q.Name == parameter {
			return q.Type, true
		}
	}
	return Float, false
}

// compare visits what a parameter is compared with.
func (c *Condition) compare(p place, t Type, known bool) {
	switch {
	case t == Bool || p.Reads() && !known && p.In.Is("tf"): // check says that it is not known
		if p.Checks() && c.Test != Is && c.Test != IsNot {
			p.Wrong("%q is true or false, which is and not alone compare", c.Name)
		}
		p.truth(&c.Value, true)
	default:
		p.Number(&c.Value, jsondoc.Any.Needed())
		if p.Checks() && t == Int && c.Test <= IsNot && c.Value != math.Trunc(c.Value) {
			p.Wrong("%q is a whole number and %v is none", c.Name, c.Value)
		}
	}
}

// findTest finds the one field that says what a condition compares.
func (o *object) findTest(to *Test) bool {
	found := ""
	for _, f := range o.Fields {
		for k, name := range testNames {
			switch {
			case f.Key != name:
			case found != "":
				o.Wrong("it has both %q and %q, which are two conditions", found, name)
				return false
			default:
				found, *to = name, Test(k)
			}
		}
	}
	if found == "" {
		o.Known = append(append(o.Known, "parameter"), testNames...)
		o.Lacks = "it needs one of " + strings.Join(testNames, ", ")
	}
	return found != ""
}
