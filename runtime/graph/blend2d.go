package graph

import (
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/graph/internal/space"
)

// Blend2D blends samples by a place in the plane.
type Blend2D struct {
	X, Y    Value
	Method  Method
	Samples []Sample
	Sync    string
}

// Method is how a Blend2D weighs its samples.
type Method uint8

const (
	// Triangles weighs the corners of the Delaunay triangle around a place; places outside are
	// clamped to the hull.
	Triangles Method = iota
	Cartesian        // gradient band interpolation (Johansen, 2009) over places
	Polar            // gradient band interpolation over direction and length
)

var methodNames = []string{"triangles", "cartesian", "polar"}

// String returns the method's name in files.
func (m Method) String() string { return nameIn(methodNames, int(m)) }

var _ = kind(func() Node { return new(Blend2D) })

func (*Blend2D) Kind() string        { return "blend2d" }
func (n *Blend2D) Children() []Input { return samples(n.Samples, (*Sample).at2D) }

func (n *Blend2D) Details() string {
	var text phrase
	text.add("by %v, %v, %v", n.X, n.Y, n.Method)
	text.addSync(n.Sync)
	return text.String()
}

func (s *Sample) at2D() string { return short(s.X) + ", " + short(s.Y) }

func (n *Blend2D) fields(o *object) {
	o.Type("blend2d", "Blends samples by a place in the plane.")
	value(o.At("x", "The place's x."), &n.X, true)
	value(o.At("y", "The place's y."), &n.Y, true)
	jsondoc.Choice(o.At("method", "How samples are weighed: by the triangle around the place, or by gradient bands over places or over directions and lengths."), &n.Method, methodNames, false)
	jsondoc.List(o.At("samples", "The samples."), &n.Samples, 1, maxInputs, func(p place, s *Sample) { p.Object(s.fields2D) })
	syncOf(o, &n.Sync)
	checkDistinct(o.Place, n.Samples, true)
}

func (s *Sample) fields2D(o *object) {
	o.Type("sample2d", "A sample: a node at a place.")
	pair(o.At("at", "Its place."), &s.X, &s.Y, jsondoc.Any.Needed())
	node(o.At("node", "The node."), &s.Node)
}

func (n *Blend2D) compile(c *compiler, b below) int {
	x, y := places(n.Samples)
	if n.Method == Triangles {
		return c.blend(opTriangles, n.Sync, n.Children(), b, 3, func(o *op) error {
			triangles, err := space.NewTriangles(x, y)
			o.what, o.x, o.y = len(c.p.triangles), c.value(n.X), c.value(n.Y)
			c.p.triangles = append(c.p.triangles, triangles)
			return err
		})
	}
	return c.blend(opBands, n.Sync, n.Children(), b, maxBands, func(o *op) error {
		bands, err := space.NewBands(x, y, n.Method == Polar)
		o.what, o.x, o.y = len(c.p.bands), c.value(n.X), c.value(n.Y)
		c.p.bands = append(c.p.bands, bands)
		return err
	})
}
