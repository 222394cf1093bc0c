package graph

import (
	"math"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Layer blends a node over another.
type Layer struct {
	Base, Over Node
	Weight     Value // 0 to 1; the zero Value is 1
	Mask       string
	ModelSpace bool // rotations are blended in model space
}

var _ = kind(func() Node { return new(Layer) })

func (*Layer) Kind() string { return "layer" }

func (n *Layer) Children() []Input {
	return []Input{{Label: "base", Path: "/base", Node: n.Base}, {Label: "over", Path: "/over", Node: n.Over}}
}

func (n *Layer) Details() string {
	var text phrase
	text.addWeight(n.Weight, n.Mask)
	if n.ModelSpace {
		text.add("in model space")
	}
	return text.String()
}

func (t *phrase) addWeight(weight Value, mask string) {
	if weight != (Value{}) {
		t.add("weight %v", weight)
	}
	if mask != "" {
		t.add("mask %s", mask)
	}
}

func (n *Layer) fields(o *object) {
	o.Type("layer", "Blends a node over another.")
	node(o.At("base", "The node below."), &n.Base)
	node(o.At("over", "The node above."), &n.Over)
	value(o.At("weight", "The weight of the node above."), &n.Weight, false)
	mask(o, &n.Mask)
	space := uint8(0)
	if n.ModelSpace {
		space = 1
	}
	jsondoc.Choice(o.At("space", "The space in which rotations are blended: relative to parent joints, or to the model."), &space, []string{"local", "model"}, false)
	if o.W.Task == jsondoc.Reading {
		n.ModelSpace = space == 1
	}
}

func (n *Layer) compile(c *compiler, b below) int { return n.cover(c, n.Children(), b) }

// cover compiles a layer of other nodes.
func (n *Layer) cover(c *compiler, both []Input, b below) int {
	return c.split(both, n.Weight, 1, n.Mask, b, func(up *below) {
		if c.layer++; c.layer > math.MaxUint8 {
			up.stop(ErrLimit, "more than %d layers", math.MaxUint8)
		}
		if up.layer = uint8(c.layer); up.kind == play.Additive || up.kind == play.Subtract {
			return // a layer within a difference is one too
		}
		if up.kind = play.Override; n.ModelSpace {
			up.kind = play.ModelOverride
		}
	})
}

// split compiles two nodes; the second has a weight, a mask and, set by other, a kind and layer.
func (c *compiler) split(both []Input, weight Value, most float32, mask string, b below, other func(b *below)) int {
	at := c.add(opSplit, &b)
	c.p.ops[at].x, c.p.ops[at].most = c.value(weight.or(1)), most
	first := c.node(both[0].Node, b.at("%s", both[0].Path))
	up := b.at("%s", both[1].Path)
	up.clock = -1
	up.mask = c.mask(mask, &b)
	other(&up)
	last := c.node(both[1].Node, up)
	kids := []int{first, last}
	c.p.ops[at].least = c.most(kids, 2)
	c.end(at, kids)
	return at
}
