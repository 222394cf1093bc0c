package graph

import (
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/graph/internal/space"
)

// Blend1D blends the two samples next to a value.
type Blend1D struct {
	X       Value
	Samples []Sample // their Y is not used
	Sync    string
}

var _ = kind(func() Node { return new(Blend1D) })

func (*Blend1D) Kind() string        { return "blend1d" }
func (n *Blend1D) Children() []Input { return samples(n.Samples, (*Sample).at1D) }

func (n *Blend1D) Details() string {
	var text phrase
	text.add("by %v", n.X)
	text.addSync(n.Sync)
	return text.String()
}

func (s *Sample) at1D() string { return short(s.X) }

func (n *Blend1D) fields(o *object) {
	o.Type("blend1d", "Blends the two samples next to a value.")
	value(o.At("x", "The value."), &n.X, true)
	jsondoc.List(o.At("samples", "The samples."), &n.Samples, 1, maxInputs, func(p place, s *Sample) { p.Object(s.fields1D) })
	syncOf(o, &n.Sync)
	checkDistinct(o.Place, n.Samples, false)
}

func (s *Sample) fields1D(o *object) {
	o.Type("sample1d", "A sample: a node at a place.")
	o.At("at", "Its place.").Number(&s.X, jsondoc.Any.Needed())
	node(o.At("node", "The node."), &s.Node)
}

func (n *Blend1D) compile(c *compiler, b below) int {
	return c.blend(opLine, n.Sync, n.Children(), b, 2, func(o *op) error {
		x, _ := places(n.Samples)
		line, err := space.NewLine(x)
		o.what, o.x = len(c.p.lines), c.value(n.X)
		c.p.lines = append(c.p.lines, line)
		return err
	})
}
