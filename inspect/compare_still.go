package inspect

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// findStill compares what no clip changes. Both sides are at rest.
func (c *comparer) findStill(ctx context.Context) error {
	c.result.Findings = []Change{}
	c.findRest()
	for i := range c.meshes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.findMesh(&c.meshes[i]); err != nil {
			return err
		}
	}
	c.findMaterials()
	c.findNames()
	for i, missing := range []*Missing{&c.result.OnlyA, &c.result.OnlyB} {
		c.findParts([...]string{"first", "second"}[i], missing)
	}
	return nil
}

// findRest compares the rest poses of joints in model space.
func (c *comparer) findRest() {
	a, b := c.side[0].pose.Global, c.side[1].pose.Global
	far := found{Change: Change{Kind: Rest, Unit: Metres}, least: leastDistance}
	turn := found{Change: Change{Kind: Rest, Unit: Degrees}, least: leastAngle}
	size := found{Change: Change{Kind: Rest, Unit: Fraction}, least: leastFraction}
	for _, p := range c.joints {
		name := c.side[0].model.Skeleton.Name[p[0]]
		x, y := &a[p[0]], &b[p[1]]
		if far.add(x.Translation().Sub(y.Translation()).Length()) {
			far.Part = name
		}
		if turn.add(turned(x, y)) {
			turn.Part = name
		}
		for axis := range 3 {
			if m, n := x.Column(axis).Length(), y.Column(axis).Length(); m != n && size.add(math.Abs(m-n)/max(m, n)) {
				size.Part = name
			}
		}
	}
	far.Message = fmt.Sprintf("rests %s away, the most of %d joints", Amount(far.Size, Metres), far.count)
	turn.Message = fmt.Sprintf("rests turned by %s, the most of %d joints", Amount(turn.Size, Degrees), turn.count)
	size.Message = fmt.Sprintf("rests scaled otherwise by %s, the most of %d axes", Amount(size.Size, Fraction), size.count)
	for _, f := range []found{far, turn, size} {
		c.tell(f)
	}
}

// findMesh compares two meshes.
func (c *comparer) findMesh(p *meshPair) error {
	if err := c.findRestVertices(p); err != nil {
		return err
	}
	c.findWeights(p)
	c.findSurface(p)
	return c.findShapes(p)
}

// vertexPair returns a pair of vertices.
func (p *meshPair) vertexPair(k int) [2]int {
	if p.vertices != nil {
		return p.vertices[k]
	}
	return [2]int{k, k}
}

// meshOf returns the mesh of a pair on one side.
func (c *comparer) meshOf(p *meshPair, side int) *soa.Mesh {
	return c.side[side].model.Meshes[p.pairOf[side]]
}

// findRestVertices compares vertices, and their normals, at rest.
func (c *comparer) findRestVertices(p *meshPair) error {
	name := c.meshOf(p, 0).Name
	far := found{Change: Change{Kind: Rest, Part: name, Unit: Metres}, least: leastDistance}
	turn := found{Change: Change{Kind: Surfaces, Part: name, Unit: Degrees}, least: leastNormal}
	var at, normal [2][]float32
	for i := range at {
		normal[i] = make([]float32, len(c.meshOf(p, i).Normal))
		positions, err := c.side[i].surface(p.pairOf[i], normal[i])
		if err != nil {
			return err
		}
		at[i] = slices.Clone(positions)
	}
	vertex, bent := 0, 0
	for k := range p.count(c) {
		v := p.vertexPair(k)
		if far.add(vertexDistance(at[0], at[1], v)) {
			vertex = v[0]
		}
		if len(normal[0]) > 0 && len(normal[1]) > 0 && turn.add(directionsApart(normal[0][3*v[0]:], normal[1][3*v[1]:])) {
			bent = v[0]
		}
	}
	far.Message = fmt.Sprintf("vertex %d rests %s away, the farthest of %d", vertex, Amount(far.Size, Metres), far.count)
	turn.Message = fmt.Sprintf("the normal of vertex %d is turned by %s, the most of %d", bent, Amount(turn.Size, Degrees), turn.count)
	c.tell(far)
	c.tell(turn)
	return nil
}

// leastNormal is the angle of normals, in degrees, that rounding leaves.
const leastNormal = 0.05

// directionsApart returns the angle in degrees between two directions, 0 where one has no length.
func directionsApart(a, b []float32) float64 {
	p, q := [3]float64{float64(a[0]), float64(a[1]), float64(a[2])}, [3]float64{float64(b[0]), float64(b[1]), float64(b[2])}
	x := float64(p[1]*q[2]) - float64(p[2]*q[1])
	y := float64(p[2]*q[0]) - float64(p[0]*q[2])
	z := float64(p[0]*q[1]) - float64(p[1]*q[0])
	dot := float64(p[0]*q[0]) + float64(p[1]*q[1]) + float64(p[2]*q[2])
	return math.Atan2(math.Sqrt(float64(x*x)+float64(y*y)+float64(z*z)), dot) * 180 / math.Pi
}

// findNames compares the names of joints, meshes, materials and clips that are compared with each other.
func (c *comparer) findNames() {
	a, b := c.side[0].model, c.side[1].model
	name := func(what string, pairs int, names func(i int) (string, string)) {
		f := found{Change: Change{Kind: Names, Unit: Number}}
		for i := range pairs {
			x, y := names(i)
			if x == y {
				continue
			}
			if f.count++; f.count == 1 {
				f.Part, f.Message = x, fmt.Sprintf("the %s is named %q in the second", what, y)
			}
		}
		if f.Size = float64(f.count); f.count > 1 {
			f.Message += fmt.Sprintf(", and %d more have other names", f.count-1)
		}
		c.tell(f)
	}
	name("joint", len(c.joints), func(i int) (string, string) {
		return a.Skeleton.Name[c.joints[i][0]], b.Skeleton.Name[c.joints[i][1]]
	})
	name("mesh", len(c.meshes), func(i int) (string, string) {
		p := &c.meshes[i]
		return c.meshOf(p, 0).Name, c.meshOf(p, 1).Name
	})
	materials := c.materialPairs()
	name("material", len(materials), func(i int) (string, string) {
		return a.Materials[materials[i][0]].Name, b.Materials[materials[i][1]].Name
	})
	if c.clips[0][0] != nil {
		name("clip", len(c.clips), func(i int) (string, string) { return c.clips[i][0].Name, c.clips[i][1].Name })
	}
}

// findParts adds what one model alone has.
func (c *comparer) findParts(which string, m *Missing) {
	for _, list := range []struct {
		one, many string
		names     []string
	}{{"clip", "clips", m.Clips}, {"joint", "joints", m.Joints}, {"mesh", "meshes", m.Meshes}, {"float", "floats", m.Floats}} {
		n := len(list.names)
		if n == 0 {
			continue
		}
		what := fmt.Sprintf("the %s is in the %s alone", list.one, which)
		if n > 1 {
			what = fmt.Sprintf("and %d more %s are in the %s alone", n-1, list.many, which)
		}
		c.result.Findings = append(c.result.Findings, Change{Parts, list.names[0], what, float64(n), Number})
	}
}
