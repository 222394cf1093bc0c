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
	o.Type("time-seek", "Puts the clips of a node at a part of their length instead of letting them run.")
	value(o.At("at", "The part: 0 to 1, and any number of loops away."), &n.At, true)
	node(o.At("node", "What is shown."), &n.Node)
}

func (n *TimeSeek) compile(c *compiler, b below) int {
	b.clock = c.newClock("")
	of := &c.p.clocks[b.clock]
	of.seeks, of.seek = true, c.value(n.At)
	return c.node(n.Node, b.at("/node"))
}
