package graph

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/strict"
)

// Machine is a state machine: one of its states plays, or several while they fade.
//
// A state that returns while it fades out goes on from its phase and weight. Up to three states
// fade at once; further fades are inertialized, as are those that need more clips than an
// instance has layers.
//
// Of several possible transitions the one whose conditions became true first is taken, then the
// one with the lowest Priority number. A machine takes any number of them in a step, but each once
// at a moment: where transitions that are possible at once lead in a circle, it stays at its end
// until a parameter changes, or a Trigger leads to a transition of a lower Priority number.
type Machine struct {
	States []State
	Start  string       // the initial state; "": States[0]
	Any    []Transition // from all states
}

// State is a state of a Machine. Priorities are unique among its transitions and those of Any to
// other states.
type State struct {
	Name        string
	Node        Node     // nil: nothing plays
	Enter, Exit []string // events that it fires
	Transitions []Transition
}

var _ = kind(func() Node { return new(Machine) })

func (*Machine) Kind() string { return "machine" }

func (n *Machine) Details() string {
	if n.Start == "" {
		return ""
	}
	return "starts in " + n.Start
}

func (n *Machine) Children() []Input {
	list := make([]Input, len(n.States))
	for k := range n.States {
		s := &n.States[k]
		list[k] = Input{Label: s.Name, Path: "/states/" + strict.Escaper.Replace(s.Name) + "/node", Node: s.Node}
	}
	return list
}

func (n *Machine) fields(o *object) {
	o.Type("machine", "A state machine: one of its states plays, or several while they fade.")
	s := scopeOf(o.Place)
	around := s.names[stateNoun]
	if o.Checks() {
		states := make(map[string]int, len(n.States))
		for k := range n.States {
			states[n.States[k].Name] = k
		}
		s.names[stateNoun] = states
	}
	start := n.Start
	if o.W.Task == jsondoc.Hashing && start == "" {
		start = n.States[0].Name
	}
	reference(o.At("start", "The name of the initial state; without it the first in the list."), stateNoun, &start, false)
	if o.W.Task == jsondoc.Reading {
		n.Start = start
	}
	jsondoc.Table(o.At("states", "The states, by their names."), &n.States, string(stateNoun), 1, maxStates,
		func(s *State) *string { return &s.Name }, func(p place, s *State) { p.Object(s.fields) })
	transitions(o.At("any", "Transitions from all states. They precede those of states: without a priority the last one has −1."), &n.Any, true)
	if o.Checks() {
		n.check(o.Place)
	}
	if o.W.Task == jsondoc.Checking {
		s.names[stateNoun] = around
	}
}

func (s *State) fields(o *object) {
	o.Type("state", "A state.")
	node(o.At("node", "The node of the state."), &s.Node)
	jsondoc.List(o.At("enter", "Events that it fires when it is entered."), &s.Enter, 0, maxInputs, place.Name)
	jsondoc.List(o.At("exit", "Events that it fires when it is left."), &s.Exit, 0, maxInputs, place.Name)
	transitions(o.At("transitions", "The transitions to other states."), &s.Transitions, false)
}

// check refuses transitions of a state with the same priority.
func (n *Machine) check(p place) {
	for _, s := range n.States {
		taken := make(map[int]string)
		find := func(path string, t *Transition) {
			if first, ok := taken[t.Priority]; ok {
				p.W.Fail(path, ErrGraph, "the state %q has another transition of priority %d: %s", s.Name, t.Priority, first)
			}
			taken[t.Priority] = path
		}
		for k := range n.Any {
			if t := &n.Any[k]; t.To != s.Name || t.Self {
				find(fmt.Sprintf("%s/any/%d", p.Path, k), t)
			}
		}
		for k := range s.Transitions {
			find(fmt.Sprintf("%s/states/%s/transitions/%d", p.Path, strict.Escaper.Replace(s.Name), k), &s.Transitions[k])
		}
	}
}

func (n *Machine) compile(c *compiler, b below) int {
	at, m := c.beginMachine(&b)
	for _, s := range n.States {
		first := len(c.p.leaves)
		x := state{name: s.Name, node: c.node(s.Node, b.at("/states/%s/node", s.Name)), enter: s.Enter, exit: s.Exit}
		add := func(t *Transition, path below) {
			x.leave = append(x.leave, len(m.transitions))
			m.transitions = append(m.transitions, t.compile(c, n.States, first, path))
		}
		for k := range s.Transitions {
			add(&s.Transitions[k], b.at("/states/%s/transitions/%d", s.Name, k))
		}
		for k := range n.Any {
			if t := &n.Any[k]; t.To != s.Name || t.Self {
				add(t, b.at("/any/%d", k))
			}
		}
		m.states = append(m.states, x)
	}
	for k := range m.states {
		slices.SortStableFunc(m.states[k].leave, func(x, y int) int {
			return cmp.Compare(m.transitions[x].priority, m.transitions[y].priority)
		})
	}
	m.start = max(0, slices.IndexFunc(n.States, func(s State) bool { return s.Name == n.Start }))
	c.endMachine(at, m)
	return at
}
