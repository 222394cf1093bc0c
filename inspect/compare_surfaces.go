package inspect

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// findSurface compares the texture coordinates and colours of two meshes' vertices, and what they have
// of both.
func (c *comparer) findSurface(p *meshPair) {
	a, b := c.meshOf(p, 0), c.meshOf(p, 1)
	for _, l := range []struct {
		what   string
		values [2][]float32
		per    int
	}{
		{"texture coordinates", [2][]float32{a.UV, b.UV}, 2},
		{"second texture coordinates", [2][]float32{a.UV2, b.UV2}, 2},
		{"colour", [2][]float32{a.Color, b.Color}, 4},
	} {
		f := found{Change: Change{Kind: Surfaces, Part: a.Name, Unit: Fraction}, least: leastFraction}
		if (len(l.values[0]) == 0) != (len(l.values[1]) == 0) {
			f.Message = fmt.Sprintf("one mesh alone has %s", plural(l.what))
			f.Size, f.Unit, f.count = 1, Number, 1
			c.tell(f)
			continue
		}
		if len(l.values[0]) == 0 {
			continue
		}
		vertex := 0
		for k := range p.count(c) {
			v := p.vertexPair(k)
			worst := 0.0
			for i := range l.per {
				worst = max(worst, math.Abs(float64(l.values[0][l.per*v[0]+i])-float64(l.values[1][l.per*v[1]+i])))
			}
			if f.add(worst) {
				vertex = v[0]
			}
		}
		f.Message = fmt.Sprintf("the %s of vertex %d differ by %s, the most of %d vertices", plural(l.what), vertex, Amount(f.Size, Fraction), f.count)
		c.tell(f)
	}
}

// plural adds an s to a word that has none.
func plural(what string) string {
	if what[len(what)-1] == 's' {
		return what
	}
	return what + "s"
}

// findShapes compares the morph targets of two meshes by name: how far each, alone at full weight, moves
// vertices. Both sides are at rest.
func (c *comparer) findShapes(p *meshPair) error {
	a, b := c.meshOf(p, 0), c.meshOf(p, 1)
	name := func(m *soa.Mesh) func(int) string { return func(i int) string { return m.Morphs[i].Name } }
	both, onlyA, onlyB := pairs(len(a.Morphs), len(b.Morphs), name(a), name(b))
	for i, list := range [][]string{named(onlyA, name(a)), named(onlyB, name(b))} {
		if n := len(list); n > 0 {
			c.tell(found{Change: Change{
				Shapes, a.Name, fmt.Sprintf("morph target %q is in the %s alone%s", list[0], [...]string{"first", "second"}[i], andMore(n)), float64(n), Number,
			}, count: 1})
		}
	}
	rest := found{Change: Change{Kind: Shapes, Part: a.Name, Unit: Fraction}, least: leastFraction}
	far := found{Change: Change{Kind: Shapes, Part: a.Name, Unit: Metres}, least: leastDistance}
	for _, pair := range both {
		x, y := a.Morphs[pair[0]].Weight, b.Morphs[pair[1]].Weight
		if rest.add(math.Abs(c.side[0].skeleton.Rest.Weight[x] - c.side[1].skeleton.Rest.Weight[y])) {
			rest.Message = fmt.Sprintf("morph target %q has the weight %.3g at rest, %.3g in the second", a.Morphs[pair[0]].Name,
				c.side[0].skeleton.Rest.Weight[x], c.side[1].skeleton.Rest.Weight[y])
		}
		size, vertex, err := c.shapeApart(p, x, y)
		if err != nil {
			return err
		}
		if far.add(size) {
			far.Message = fmt.Sprintf("morph target %q moves vertex %d to another place, %s away", a.Morphs[pair[0]].Name, vertex, Amount(size, Metres))
		}
	}
	c.tell(rest)
	c.tell(far)
	return nil
}

// andMore says how many more of a list there are than one.
func andMore(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n-1)
}

// shapeApart returns how much farther apart vertices of two meshes are with a morph target of each at
// full weight than at rest.
func (c *comparer) shapeApart(p *meshPair, x, y int) (size float64, vertex int, err error) {
	var at [2][2][]float32 // per state and side
	for state := range at {
		for i, w := range [2]int{x, y} {
			weight := &c.side[i].pose.Weight[w]
			*weight = float64(state)
			positions, err := c.side[i].vertices(p.pairOf[i])
			*weight = c.side[i].skeleton.Rest.Weight[w]
			if err != nil {
				return 0, 0, err
			}
			at[state][i] = slices.Clone(positions)
		}
	}
	for k := range p.count(c) {
		v := p.vertexPair(k)
		var d [3]float64
		for axis := range d {
			moved := func(i int) float64 {
				n := 3*v[i] + axis
				return float64(at[1][i][n]) - float64(at[0][i][n])
			}
			d[axis] = moved(0) - moved(1)
		}
		if far := math.Sqrt(float64(d[0]*d[0]) + float64(d[1]*d[1]) + float64(d[2]*d[2])); far > size {
			size, vertex = far, v[0]
		}
	}
	return size, vertex, nil
}
