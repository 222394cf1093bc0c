package graphs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
)

// Info describes a graph.
type Info struct {
	File       string         `json:"file"`
	Name       string         `json:"name"`
	Hash       string         `json:"hash"`
	Model      string         `json:"model,omitempty"`
	Nodes      int            `json:"nodes"`
	Types      map[string]int `json:"types"` // nodes of each
	Layers     int            `json:"layers,omitempty"`
	Parameters []Parameter    `json:"parameters"`
	Masks      []string       `json:"masks"`
	Sync       []string       `json:"sync"`
	Clips      []Clip         `json:"clips"`
	Machines   []Machine      `json:"machines"`
	Findings   []Finding      `json:"findings"`
	Coverage   *Coverage      `json:"coverage,omitempty"`

	of *performance.BoundGraph
}

// Parameter describes a parameter.
type Parameter struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Text string `json:"text"`
}

// Clip is a clip that the graph names.
type Clip struct {
	Name    string   `json:"name"`
	Seconds *float64 `json:"seconds,omitempty"`
}

// Machine describes a state machine.
type Machine struct {
	Path   string  `json:"path"`
	States []State `json:"states"` // one of them is the start
	Any    []Way   `json:"any"`
}

// State describes a state.
type State struct {
	Name        string `json:"name"`
	Start       bool   `json:"start"`
	Node        string `json:"node"`
	Transitions []Way  `json:"transitions"`
}

// Way describes a transition.
type Way struct {
	To       string `json:"to"`
	Priority int    `json:"priority"`
	Text     string `json:"text"`
}

// Finding is an element without effect.
type Finding struct {
	Path string `json:"path"`
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// Describe describes a graph, with a model also what it needs of it.
func Describe(b *performance.BoundGraph) *Info {
	g := b.Graph
	in := &Info{
		File: b.File, Name: g.Name, Hash: fmt.Sprintf("%016x", g.Hash()), Types: map[string]int{}, of: b,
		Parameters: []Parameter{},
		Masks:      []string{}, Sync: []string{}, Clips: []Clip{}, Machines: []Machine{}, Findings: []Finding{},
	}
	if b.Model != nil {
		in.Model, in.Layers = b.Model.File, b.Program.Layers()
	}
	for _, x := range g.Parameters {
		in.Parameters = append(in.Parameters, Parameter{x.Name, x.Type.String(), x.Text()})
	}
	for _, x := range g.Masks {
		in.Masks = append(in.Masks, x.Name)
	}
	for _, x := range g.Sync {
		in.Sync = append(in.Sync, x.Name)
	}
	g.Walk(func(path string, n graph.Node) {
		in.Nodes++
		in.Types[n.Kind()]++
		switch n := n.(type) {
		case *graph.Clip:
			if !slices.ContainsFunc(in.Clips, func(c Clip) bool { return c.Name == n.Clip }) {
				c := Clip{Name: n.Clip}
				if s, ok := b.Seconds(n.Clip); ok {
					c.Seconds = &s
				}
				in.Clips = append(in.Clips, c)
			}
		case *graph.Machine:
			in.Machines = append(in.Machines, describeMachine(g, path, n))
		}
	})
	for _, f := range g.Findings() {
		in.Findings = append(in.Findings, Finding{f.Path, string(f.Kind), f.Text})
	}
	return in
}

func describeMachine(g *graph.Graph, path string, m *graph.Machine) Machine {
	ways := func(list []graph.Transition) []Way {
		out := []Way{}
		for k := range list {
			out = append(out, Way{list[k].To, list[k].Priority, g.TransitionText(&list[k])})
		}
		slices.SortStableFunc(out, func(a, b Way) int { return a.Priority - b.Priority })
		return out
	}
	said := Machine{Path: path, Any: ways(m.Any)}
	for k := range m.States {
		s := &m.States[k]
		start := s.Name == m.Start || m.Start == "" && k == 0
		said.States = append(said.States, State{s.Name, start, graph.Describe(s.Node), ways(s.Transitions)})
	}
	return said
}

// Failure returns an error if an element has no effect or was not used.
func (in *Info) Failure() error {
	if n := len(in.Findings); n > 0 {
		return fmt.Errorf("--strict: %s, the first is %s: %s", console.Plural(n, "finding"), in.Findings[0].Path,
			in.Findings[0].Text)
	}
	if in.Coverage != nil && !in.Coverage.complete() {
		return fmt.Errorf("--strict: not all of the graph was used: %s", in.Coverage.Text)
	}
	return nil
}

// Write prints the graph as a tree.
func (in *Info) Write(p *console.Page) {
	g := in.of.Graph
	title := console.Printable(in.File)
	if in.Name != "" {
		title += ": " + console.Printable(in.Name)
	}
	p.Line("%s", title)
	line := fmt.Sprintf("%s, %s, %s", console.Plural(in.Nodes, "node"), console.Plural(len(in.Machines), "machine"),
		console.Plural(len(in.Parameters), "parameter"))
	if in.Model != "" {
		line += fmt.Sprintf("; with %s: fits, up to %s at once beside fades", console.Printable(in.Model),
			console.Plural(in.Layers, "clip"))
	}
	p.Wrapped("", line+".")
	if len(g.Parameters) > 0 {
		console.Heading(p, "Parameters:")
	}
	width := 0
	for _, x := range g.Parameters {
		width = max(width, min(len([]rune(x.Name)), 24))
	}
	for _, x := range g.Parameters {
		p.Line("  %s  %s", console.Column(console.Named(x.Name), width), x.Text())
	}
	if len(g.Masks) > 0 {
		console.Heading(p, "Masks:")
	}
	for _, m := range g.Masks {
		var steps []string
		for _, s := range m.Steps {
			steps = append(steps, string(s.AppendJSON(nil)))
		}
		p.Line("  %s  %s", console.Named(m.Name), console.Printable(strings.Join(steps, " ")))
	}
	if len(g.Sync) > 0 {
		console.Heading(p, "Sync:")
	}
	for _, s := range g.Sync {
		p.Line("  %s  %s", console.Named(s.Name), console.Printable(strings.Join(s.Markers, ", ")))
	}
	t := &tree{Page: p, of: in.of}
	for _, x := range g.SubGraphs {
		console.Heading(p, "Subgraph %s:", console.Named(x.Name))
		t.node("  ", "  ", "", x.Node)
	}
	console.Heading(p, "Root:")
	t.node("  ", "  ", "", g.Root)
	if len(in.Findings) > 0 {
		console.Heading(p, "Without effect:")
	}
	for _, f := range in.Findings {
		p.Line("  %s", console.Printable(f.Path))
		p.Wrapped("    ", console.Printable(f.Text))
	}
}

// tree prints nodes, each before its inputs.
type tree struct {
	*console.Page
	of *performance.BoundGraph
}

// node prints a node after a lead, and its inputs after another one.
func (t *tree) node(lead, below, label string, n graph.Node) {
	text := graph.Describe(n)
	if c, ok := n.(*graph.Clip); ok {
		text = n.Details()
		if s, ok := t.of.Seconds(c.Clip); ok {
			text += fmt.Sprintf("  %.3f s", s)
		}
	}
	if label != "" {
		text = label + ": " + text
	}
	t.Line("%s%s", lead, console.Printable(text))
	if m, ok := n.(*graph.Machine); ok {
		t.machine(below, m)
		return
	}
	if n == nil {
		return
	}
	inputs := n.Children()
	for k, in := range inputs {
		first, rest := branch(k == len(inputs)-1)
		t.node(below+first, below+rest, in.Label, in.Node)
	}
}

// branch returns the lines of a tree before an entry and before what is below it.
func branch(last bool) (first, rest string) {
	if last {
		return "└ ", "  "
	}
	return "├ ", "│ "
}

// machine prints states and their transitions.
func (t *tree) machine(below string, m *graph.Machine) {
	for k := range m.States {
		s := &m.States[k]
		first, rest := branch(k == len(m.States)-1 && len(m.Any) == 0)
		label := "state " + s.Name
		if s.Name == m.Start || m.Start == "" && k == 0 {
			label += " (start)"
		}
		t.node(below+first, below+rest, label, s.Node)
		for _, list := range []struct {
			what  string
			names []string
		}{{"fires", s.Enter}, {"fires at its end", s.Exit}} {
			if len(list.names) > 0 {
				t.Line("%s%s %s", below+rest, list.what, console.Printable(strings.Join(list.names, ", ")))
			}
		}
		t.transitions(below+rest, s.Transitions)
	}
	if len(m.Any) > 0 {
		first, rest := branch(true)
		t.Line("%sany state", below+first)
		t.transitions(below+rest, m.Any)
	}
}

func (t *tree) transitions(lead string, list []graph.Transition) {
	order := slices.Clone(list)
	slices.SortStableFunc(order, func(a, b graph.Transition) int { return a.Priority - b.Priority })
	for k := range order {
		t.Wrapped(lead+"→ ", console.Printable(order[k].To+" "+t.of.Graph.TransitionText(&order[k])))
	}
}

// clipIn names a clip of a model by its index.
func clipIn(m *soa.Model, k int) string {
	if k < 0 || k >= len(m.Clips) {
		return ""
	}
	return m.Clips[k].Name
}
