package graph

import (
	"cmp"
	"fmt"
	"slices"
)

// machine is a compiled Machine.
type machine struct {
	path        string
	states      []state
	start       int
	transitions []transition

	firstState int // in a recorder
}

// state is a compiled State.
type state struct {
	name        string
	node        int // its op
	enter, exit []string
	leave       []int // transitions, the least priority first
}

// transition is a compiled Transition.
type transition struct {
	to, priority int
	path         string // empty of those that a Select makes
	number       int    // in a recorder
	when         []condition
	fade         Fade
	start        float64
	match        bool
	interrupt    Interrupt
	cooldown     float64
	clock        int // in the cooldowns of an instance, where cooldown > 0
}

// condition is a compiled Condition.
type condition struct {
	test    Test
	at      value // of a parameter
	trigger int   // the parameter's number
	than    float64
	moments []moment // of Passed
}

// moment is a place in a leaf's clip.
type moment struct {
	leaf int
	at   float64 // seconds
}

func (c *compiler) machine(n *Machine, b below) (int, error) {
	at, err := c.add(opMachine, &b)
	if err != nil {
		return 0, err
	}
	m := machine{path: b.path}
	index := len(c.p.machines)
	c.p.machines = append(c.p.machines, machine{}) // those of its states follow
	var kids []int
	for _, s := range n.States {
		first := len(c.p.leaves)
		kid, err := c.node(s.Node, b.at("/states/%s/node", s.Name))
		if err != nil {
			return 0, err
		}
		kids = append(kids, kid)
		x := state{name: s.Name, node: kid, enter: s.Enter, exit: s.Exit}
		for k, t := range s.Transitions {
			x.leave = append(x.leave, len(m.transitions))
			to, err := c.transition(&t, n.States, first, b.at("/states/%s/transitions/%d", s.Name, k))
			if err != nil {
				return 0, err
			}
			m.transitions = append(m.transitions, to)
		}
		for k, t := range n.Any {
			if t.To == s.Name && !t.Self {
				continue
			}
			x.leave = append(x.leave, len(m.transitions))
			to, err := c.transition(&t, n.States, first, b.at("/any/%d", k))
			if err != nil {
				return 0, err
			}
			m.transitions = append(m.transitions, to)
		}
		m.states = append(m.states, x)
	}
	for k := range m.states {
		slices.SortStableFunc(m.states[k].leave, func(x, y int) int {
			return cmp.Compare(m.transitions[x].priority, m.transitions[y].priority)
		})
	}
	m.start = max(0, slices.IndexFunc(n.States, func(s State) bool { return s.Name == n.Start }))
	return at, c.endMachine(at, index, m, kids)
}

func (c *compiler) endMachine(at, index int, m machine, kids []int) error {
	c.p.machines[index] = m
	o := &c.p.ops[at]
	o.what, o.least = index, c.most(kids, 1)
	c.end(at, kids)
	return nil
}

// transition compiles a transition of a state whose leaves are those from first on.
func (c *compiler) transition(t *Transition, states []State, first int, b below) (transition, error) {
	out := transition{
		to:   slices.IndexFunc(states, func(s State) bool { return s.Name == t.To }),
		path: b.path, priority: t.Priority, fade: t.Fade, start: t.Start, match: t.Match, interrupt: t.Interrupt, cooldown: t.Cooldown,
	}
	if t.Cooldown > 0 {
		out.clock = c.p.cooldowns
		c.p.cooldowns++
	}
	for k, w := range t.When {
		x := condition{test: w.Test, than: w.Value}
		switch w.Test {
		case Is, IsNot, Above, Below:
			x.at = c.value(Of(w.Name))
		case Fired:
			x.trigger = c.parameter(w.Name)
		case Passed:
			if x.moments = c.moments(w.Name, first); x.moments == nil {
				return out, fmt.Errorf("%s/when/%d: %w: no clip of the state has an event %q%s", b.path, k, ErrGraph, w.Name, meant(c.events(first), w.Name))
			}
		}
		out.when = append(out.when, x)
	}
	return out, nil
}

// moments lists where the leaves from first on have an event.
func (c *compiler) moments(name string, first int) (list []moment) {
	for k := first; k < len(c.p.leaves); k++ {
		clip := &c.cast.Clips[c.p.leaves[k].clip]
		for _, e := range clip.Events {
			if e.Name == name {
				list = append(list, moment{k, min(float64(e.Time)/clip.TicksPerSecond, clip.Seconds)})
			}
		}
	}
	return list
}

// events lists the names of the events of the leaves from first on.
func (c *compiler) events(first int) (list []string) {
	for _, l := range c.p.leaves[first:] {
		for _, e := range c.cast.Clips[l.clip].Events {
			if !slices.Contains(list, e.Name) {
				list = append(list, e.Name)
			}
		}
	}
	return list
}

// choose compiles a Select: a machine with a state per input, each of which any other
// leads to.
func (c *compiler) choose(n *Select, b below) (int, error) {
	at, err := c.add(opMachine, &b)
	if err != nil {
		return 0, err
	}
	m := machine{path: b.path}
	index := len(c.p.machines)
	c.p.machines = append(c.p.machines, machine{})
	by := c.value(n.By)
	var kids []int
	for k, input := range n.Inputs {
		kid, err := c.node(input, b.at("/inputs/%d", k))
		if err != nil {
			return 0, err
		}
		kids = append(kids, kid)
		t := transition{to: k, fade: n.Fade}
		if k > 0 {
			t.when = append(t.when, condition{test: Above, at: by, than: float64(k) - 0.5})
		}
		if k < len(n.Inputs)-1 {
			t.when = append(t.when, condition{test: Below, at: by, than: float64(k) + 0.5})
		}
		m.transitions = append(m.transitions, t)
		m.states = append(m.states, state{name: fmt.Sprint(k), node: kid})
	}
	for from := range m.states {
		for to := range m.states {
			if to != from {
				m.states[from].leave = append(m.states[from].leave, to)
			}
		}
	}
	return at, c.endMachine(at, index, m, kids)
}

// oneShot compiles a OneShot: a layer whose node is a machine that plays nothing, or
// the shot.
func (c *compiler) oneShot(n *OneShot, b below) (int, error) {
	fire := []Condition{{Test: Fired, Name: n.Trigger}}
	shot := State{Name: "shot", Node: n.Shot, Transitions: []Transition{
		{To: "none", Priority: 1, When: []Condition{{Test: Remaining, Value: n.Out.Seconds}}, Fade: n.Out},
	}}
	if n.Again {
		shot.Transitions = append(shot.Transitions, Transition{To: "shot", When: fire, Fade: n.In, Self: true})
	}
	m := &Machine{States: []State{{Name: "none", Transitions: []Transition{{To: "shot", When: fire, Fade: n.In}}}, shot}}
	if n.Adds {
		return c.adds(&Additive{Base: n.Base, Add: m, Mask: n.Mask}, "shot", b)
	}
	return c.over(&Layer{Base: n.Base, Over: m, Mask: n.Mask}, "shot", b)
}
