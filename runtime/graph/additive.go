package graph

import "github.com/sinew-anim/sinew/runtime/play"

// Additive adds the clips of a node as differences from the rest pose, or subtracts them, after
// all layers of the graph.
type Additive struct {
	Base, Add Node
	Weight    Value // 0 to play.MaxWeight; the zero Value is 1
	Mask      string
	Subtract  bool
}

var _ = kind(func() Node { return new(Additive) })

func (*Additive) Kind() string { return "additive" }

func (n *Additive) Children() []Input {
	return []Input{{Label: "base", Path: "/base", Node: n.Base}, {Label: "add", Path: "/add", Node: n.Add, Adds: true}}
}

func (n *Additive) Details() string {
	var text phrase
	if n.Subtract {
		text.add("subtracts")
	}
	text.addWeight(n.Weight, n.Mask)
	return text.String()
}

func (n *Additive) fields(o *object) {
	o.Type("additive", "Adds the clips of a node as differences from the rest pose.")
	node(o.At("base", "The node below."), &n.Base)
	node(o.At("add", "The node that is added."), &n.Add)
	value(o.At("weight", "The weight of what is added."), &n.Weight, false)
	mask(o, &n.Mask)
	o.At("subtract", "Subtracts it instead.").Flag(&n.Subtract)
}

func (n *Additive) compile(c *compiler, b below) int { return n.join(c, n.Children(), b) }

// join compiles an addition of other nodes.
func (n *Additive) join(c *compiler, both []Input, b below) int {
	return c.split(both, n.Weight, play.MaxWeight, n.Mask, b, func(up *below) {
		adds := b.kind != play.Subtract
		if n.Subtract {
			adds = !adds
		}
		if up.kind = play.Additive; !adds {
			up.kind = play.Subtract
		}
	})
}
