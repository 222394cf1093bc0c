package graph

// SubGraph plays a copy of one of Graph.SubGraphs with its own state.
type SubGraph struct{ Name string }

var _ = kind(func() Node { return new(SubGraph) })

func (*SubGraph) Kind() string      { return "subgraph" }
func (n *SubGraph) Details() string { return n.Name }
func (*SubGraph) Children() []Input { return nil }

func (n *SubGraph) fields(o *object) {
	o.Type("subgraph", "A copy of one of the graph's subgraphs, with its own state.")
	p := o.At("name", "The name of the subgraph.")
	if reference(p, subgraphNoun, &n.Name, true); p.Checks() {
		s := scopeOf(p)
		s.unit.copies = append(s.unit.copies, copied{o.Path, s.names[subgraphNoun][n.Name], s.depth})
	}
}

func (n *SubGraph) compile(c *compiler, b below) int {
	return c.node(c.subgraphs[n.Name], b.at("→/subgraphs/%s", n.Name))
}
