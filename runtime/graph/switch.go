package graph

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// Switch plays one of its nodes by a number, from 0 on, clamped.
type Switch struct {
	By     Value
	Inputs []Node
	Fade   Fade
}

var _ = kind(func() Node { return new(Switch) })

func (*Switch) Kind() string { return "switch" }

func (n *Switch) Children() []Input { return numbered(n.Inputs) }

func (n *Switch) Details() string { return fmt.Sprintf("by %v, %v", n.By, n.Fade) }

func (n *Switch) fields(o *object) {
	o.Type("switch", "Plays one of its nodes, by a number.")
	value(o.At("by", "The number: 0 is the first node. It is clamped to the nodes."), &n.By, true)
	jsondoc.List(o.At("inputs", "The nodes."), &n.Inputs, 1, maxInputs, node)
	fade(o.At("fade", "The fade from one to another."), &n.Fade)
}

// compile makes the node a machine with a state per input and transitions between all of them.
func (n *Switch) compile(c *compiler, b below) int {
	at, m := c.beginMachine(&b)
	by := c.value(n.By)
	for k, in := range n.Children() {
		t := transition{to: k, fade: n.Fade}
		if k > 0 {
			t.when = append(t.when, condition{test: Above, at: by, than: float64(k) - 0.5})
		}
		if k < len(n.Inputs)-1 {
			t.when = append(t.when, condition{test: Below, at: by, than: float64(k) + 0.5})
		}
		m.transitions = append(m.transitions, t)
		m.states = append(m.states, state{name: in.Label, node: c.node(in.Node, b.at("%s", in.Path))})
	}
	for from := range m.states {
		for to := range m.states {
			if to != from {
				m.states[from].leave = append(m.states[from].leave, to)
			}
		}
	}
	c.endMachine(at, m)
	return at
}
