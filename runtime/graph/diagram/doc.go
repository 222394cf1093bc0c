// Package diagram draws graphs: as an SVG, laid out, and as text in Graphviz' language.
//
//	svg := diagram.SVG(g, diagram.Options{})
//	dot := diagram.DOT(g, diagram.Options{})
//
// An SVG shows the nodes as boxes, from the root at the left to the clips at the right, and
// machines as panels with their states in layers: those that k transitions lead to from
// the start are in the k-th column. Transitions have numbers, which a list below the
// states explains. The same graph gives the same bytes.
package diagram

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/runtime/graph"
)

// Options are what a drawing shows besides the graph.
type Options struct {
	// Seconds, where not nil, is the length of a clip, if it is known.
	Seconds func(clip string) (float64, bool)
}

// leaf is what stands for a node in one line, if one is enough: it has no others.
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

// transitions lists those of a machine, by state and priority, those of any state first.
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
