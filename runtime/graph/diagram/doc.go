// Package diagram draws graphs, as SVG pictures and in the language of Graphviz.
//
//	svg := diagram.SVG(g, diagram.Options{})
//	dot := diagram.DOT(g, diagram.Options{})
//
// An SVG shows nodes as boxes, from the root at the left to the clips at the right, and machines
// as panels with states in columns, by the number of transitions from the start. Numbers of
// transitions refer to a list below the states. The same graph gives the same bytes.
package diagram

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/runtime/graph"
)

// Options are additions to a drawing.
type Options struct {
	// Seconds, if not nil, returns the length of a clip, if known.
	Seconds func(clip string) (float64, bool)
}

// leaf returns the line of a node, and whether that is all of it.
func (o *Options) leaf(n graph.Node) (text string, ok bool) {
	if c, ok := n.(*graph.Clip); ok {
		text := c.Details()
		if o.Seconds != nil {
			if s, ok := o.Seconds(c.Clip); ok {
				text += fmt.Sprintf(" (%.3g s)", s)
			}
		}
		return text, true
	}
	return graph.Describe(n), n == nil || len(n.Children()) == 0
}

// transition is an arrow of a machine.
type transition struct {
	from, to int // states; −1: any
	text     string
}

// transitions lists those of a machine by state and priority, those of any state first.
func transitions(g *graph.Graph, m *graph.Machine) (list []transition) {
	index := make(map[string]int)
	for k := range m.States {
		index[m.States[k].Name] = k
	}
	add := func(from int, of []graph.Transition) {
		var order []*graph.Transition
		for k := range of {
			order = append(order, &of[k])
		}
		slices.SortStableFunc(order, func(a, b *graph.Transition) int { return a.Priority - b.Priority })
		for _, t := range order {
			if to, ok := index[t.To]; ok {
				list = append(list, transition{from, to, g.TransitionText(t)})
			}
		}
	}
	add(-1, m.Any)
	for k := range m.States {
		add(k, m.States[k].Transitions)
	}
	return list
}
