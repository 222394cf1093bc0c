package graph

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// Weights blends nodes by weights of their own.
type Weights struct {
	Inputs []Weighted
	// Normalize divides the weights, which may then be greater, by their sum. Otherwise what is
	// missing of 1 shows what is below, or the rest pose.
	Normalize bool
	Sync      string
}

// Weighted is a node and its weight.
type Weighted struct {
	Weight Value // clamped to 0 and play.MaxWeight
	Node   Node
}

var _ = kind(func() Node { return new(Weights) })

func (*Weights) Kind() string { return "weights" }

func (n *Weights) Children() []Input {
	list := make([]Input, len(n.Inputs))
	for k, x := range n.Inputs {
		list[k] = Input{Label: x.Weight.String(), Path: fmt.Sprintf("/inputs/%d/node", k), Node: x.Node}
	}
	return list
}

func (n *Weights) Details() string {
	var text phrase
	if n.Normalize {
		text.add("normalized")
	}
	text.addSync(n.Sync)
	return text.String()
}

func (n *Weights) fields(o *object) {
	o.Type("weights", "Blends nodes by weights of their own.")
	jsondoc.List(o.At("inputs", "The nodes."), &n.Inputs, 1, maxInputs, func(p place, x *Weighted) { p.Object(x.fields) })
	o.At("normalize", "Divides the weights by their sum. Otherwise what is missing of 1 shows what is below, or the rest pose.").Flag(&n.Normalize)
	syncOf(o, &n.Sync)
}

func (x *Weighted) fields(o *object) {
	o.Type("weighted", "A node and its weight.")
	value(o.At("weight", "The weight, at least 0."), &x.Weight, true)
	node(o.At("node", "The node."), &x.Node)
}

func (n *Weights) compile(c *compiler, b below) int {
	var weights []number
	for _, x := range n.Inputs {
		weights = append(weights, c.value(x.Weight))
	}
	return c.blend(opWeights, n.Sync, n.Children(), b, math.MaxInt, func(o *op) error {
		o.what, o.normalize = len(c.p.weights), n.Normalize
		c.p.weights = append(c.p.weights, weights)
		return nil
	})
}
