package graph

import (
	"fmt"
	"slices"
)

// DiagramOptions are additions to a drawing.
type DiagramOptions struct {
	// Seconds, if not nil, returns the length of a clip, if known.
	Seconds func(clip string) (float64, bool)
}

// leaf returns the line of a node, and whether that is all of it.
func (o *DiagramOptions) leaf(n Node) (text string, ok bool) {
	if c, ok := n.(*Clip); ok {
		text := c.Details()
		if o.Seconds != nil {
			if s, ok := o.Seconds(c.Clip); ok {
				text += fmt.Sprintf(" (%.3g s)", s)
			}
		}
		return text, true
	}
	return Describe(n), n == nil || len(n.Children()) == 0
}

// drawnTransition is an arrow of a machine.
type drawnTransition struct {
	from, to int // states; −1: any
	text     string
}

// drawnTransitions lists those of a machine by state and priority, those of any state first.
func drawnTransitions(g *Graph, m *Machine) (list []drawnTransition) {
	index := make(map[string]int)
	for k := range m.States {
		index[m.States[k].Name] = k
	}
	add := func(from int, of []Transition) {
		var order []*Transition
		for k := range of {
			order = append(order, &of[k])
		}
		slices.SortStableFunc(order, func(a, b *Transition) int { return a.Priority - b.Priority })
		for _, t := range order {
			if to, ok := index[t.To]; ok {
				list = append(list, drawnTransition{from, to, g.TransitionText(t)})
			}
		}
	}
	add(-1, m.Any)
	for k := range m.States {
		add(k, m.States[k].Transitions)
	}
	return list
}
