package graph

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// DOT returns a graph in the language of Graphviz, with machines as clusters of states.
func DOT(g *Graph, o DiagramOptions) []byte {
	d := &dot{g: g, o: o}
	name := g.Name
	if name == "" {
		name = "graph"
	}
	d.line("digraph %s {", quoted(name))
	d.line("  rankdir=LR; compound=true; node [shape=box, fontname=\"sans-serif\", fontsize=11]; edge [fontname=\"sans-serif\", fontsize=9];")
	for _, p := range g.SubGraphs {
		id := d.id()
		d.line("  %s [label=%s, shape=folder];", id, quoted(p.Name+" (subgraph)"))
		d.edge(id, d.node(p.Node), "")
	}
	d.node(g.Root)
	d.line("}")
	return d.b.Bytes()
}

type dot struct {
	g    *Graph
	o    DiagramOptions
	b    bytes.Buffer
	next int
}

func (d *dot) line(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

func (d *dot) id() string {
	d.next++
	return fmt.Sprintf("n%d", d.next)
}

func (d *dot) edge(from, to, label string) {
	if label != "" {
		label = " [label=" + quoted(label) + "]"
	}
	d.line("  %s -> %s%s;", from, to, label)
}

func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

// node writes a node and its inputs, and returns its id.
func (d *dot) node(n Node) string {
	if m, ok := n.(*Machine); ok {
		return d.machine(m)
	}
	id := d.id()
	text, leaf := d.o.leaf(n)
	style := ""
	if leaf {
		style = ", style=rounded"
	}
	d.line("  %s [label=%s%s];", id, quoted(text), style)
	if n == nil {
		return id
	}
	for _, in := range n.Children() {
		d.edge(id, d.node(in.Node), in.Label)
	}
	return id
}

func (d *dot) machine(m *Machine) string {
	id := d.id()
	d.line("  %s [label=%s, shape=component];", id, quoted("machine "+m.Details()))
	states := make([]string, len(m.States))
	d.line("  subgraph cluster_%s {", id)
	d.line("  style=rounded; color=gray; label=\"\";")
	for k := range m.States {
		s := &m.States[k]
		states[k] = d.id()
		label := s.Name
		if text, leaf := d.o.leaf(s.Node); leaf {
			label += "\n" + text
		}
		d.line("  %s [label=%s, style=\"rounded,bold\"];", states[k], quoted(label))
	}
	any := ""
	if len(m.Any) > 0 {
		any = d.id()
		d.line("  %s [label=any, shape=ellipse];", any)
	}
	for _, t := range drawnTransitions(d.g, m) {
		from := any
		if t.from >= 0 {
			from = states[t.from]
		}
		d.edge(from, states[t.to], t.text)
	}
	d.line("  }")
	if len(states) > 0 {
		start := slices.IndexFunc(m.States, func(s State) bool { return s.Name == m.Start })
		d.edge(id, states[max(0, start)], "start")
	}
	for k := range m.States {
		if _, leaf := d.o.leaf(m.States[k].Node); !leaf {
			d.line("  %s -> %s [style=dashed];", states[k], d.node(m.States[k].Node))
		}
	}
	return id
}
