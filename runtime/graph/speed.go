package graph

import "slices"

// Speed changes the speed of the clips of a node.
type Speed struct {
	Speed Value
	Node  Node
}

var _ = kind(func() Node { return new(Speed) })

func (*Speed) Kind() string        { return "speed" }
func (n *Speed) Details() string   { return n.Speed.String() }
func (n *Speed) Children() []Input { return []Input{{Path: "/node", Node: n.Node}} }

func (n *Speed) fields(o *object) {
	o.Type("speed", "Changes the speed of the clips of a node.")
	value(o.At("speed", "The factor."), &n.Speed, true)
	node(o.At("node", "The node."), &n.Node)
}

func (n *Speed) compile(c *compiler, b below) int {
	if n.Speed.Parameter == "" {
		b.factor = bounded(float64(b.factor * n.Speed.Offset))
	} else {
		b.speeds = append(slices.Clip(b.speeds), c.value(n.Speed))
	}
	return c.node(n.Node, b.at("/node"))
}
