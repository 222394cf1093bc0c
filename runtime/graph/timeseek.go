package graph

// TimeSeek sets the clips of a node to a part of their length, 0 to 1 plus any number of loops.
type TimeSeek struct {
	At   Value
	Node Node
}

var _ = kind(func() Node { return new(TimeSeek) })

func (*TimeSeek) Kind() string        { return "time-seek" }
func (n *TimeSeek) Details() string   { return "at " + n.At.String() }
func (n *TimeSeek) Children() []Input { return []Input{{Path: "/node", Node: n.Node}} }

func (n *TimeSeek) fields(o *object) {
	o.Type("time-seek", "Sets the clips of a node to a part of their length.")
	value(o.At("at", "The part: 0 to 1 plus any number of loops."), &n.At, true)
	node(o.At("node", "The node."), &n.Node)
}

func (n *TimeSeek) compile(c *compiler, b below) int {
	b.clock = c.newClock("")
	of := &c.p.clocks[b.clock]
	of.seeks, of.seek = true, c.value(n.At)
	return c.node(n.Node, b.at("/node"))
}
