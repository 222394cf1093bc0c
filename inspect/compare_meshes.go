package inspect

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// meshPair is two meshes that are compared.
type meshPair struct {
	pairOf
	// vertices pairs the vertices of meshes with equal triangles, where a writer or a reader joined
	// or split vertices; nil pairs them by their index.
	vertices [][2]int
}

// count is the number of pairs of vertices.
func (p *meshPair) count(c *comparer) int {
	if p.vertices != nil {
		return len(p.vertices)
	}
	return c.side[0].model.Meshes[p.pairOf[0]].Vertices()
}

// matchMeshes pairs meshes by name, in their order: those with as many vertices, then those with
// the same triangles. A mesh without a name has any.
func (c *comparer) matchMeshes(ctx context.Context) error {
	key := func(side int) func(int) string {
		return func(i int) string {
			m := c.side[side].model.Meshes[i]
			return fmt.Sprintf("%s (%d vertices)", m.Name, m.Vertices())
		}
	}
	a, b := c.side[0].model.Meshes, c.side[1].model.Meshes
	both, onlyA, onlyB := pairs(len(a), len(b), key(0), key(1))
	for _, p := range both {
		c.meshes = append(c.meshes, meshPair{pairOf: p})
	}
	for _, i := range onlyA {
		pair, at, err := c.sameTriangles(ctx, i, onlyB)
		if err != nil {
			return err
		}
		if at >= 0 {
			c.meshes = append(c.meshes, pair)
			onlyB = slices.Delete(onlyB, at, at+1)
			continue
		}
		c.result.OnlyA.Meshes = append(c.result.OnlyA.Meshes, key(0)(i))
	}
	for _, i := range onlyB {
		c.result.OnlyB.Meshes = append(c.result.OnlyB.Meshes, key(1)(i))
	}
	slices.SortFunc(c.meshes, func(p, q meshPair) int { return p.pairOf[0] - q.pairOf[0] })
	return nil
}

// sameTriangles pairs a mesh of the first model with the first of others that has its name, or where one
// of them has none any, and the same triangles. It returns the other's place in the list, or −1.
func (c *comparer) sameTriangles(ctx context.Context, i int, others []int) (pair meshPair, at int, err error) {
	a, b := c.side[0].model.Meshes[i], c.side[1].model.Meshes
	for at, j := range others {
		if err := ctx.Err(); err != nil {
			return pair, -1, err
		}
		if len(a.Index) != len(b[j].Index) || a.Name != b[j].Name && a.Name != "" && b[j].Name != "" {
			continue
		}
		pair = meshPair{pairOf: pairOf{i, j}}
		same, err := c.pairCorners(&pair)
		if err != nil || same {
			return pair, at, err
		}
	}
	return pair, -1, nil
}

// sameCorner is how far apart corners of the same triangle may be at rest, in parts of the mesh's
// extent.
const sameCorner = 0.01

// pairCorners pairs the vertices of the corners of triangles, and reports whether they are the same
// triangles: whether each corner is at nearly the same place at rest.
func (c *comparer) pairCorners(p *meshPair) (same bool, err error) {
	var at [2][]float32
	for i := range at {
		if at[i], err = c.side[i].vertices(p.pairOf[i]); err != nil {
			return false, err
		}
	}
	extent := 0.
	for k := range 3 {
		low, high := math.Inf(1), math.Inf(-1)
		for v := k; v < len(at[0]); v += 3 {
			low, high = min(low, float64(at[0][v])), max(high, float64(at[0][v]))
		}
		extent = max(extent, high-low)
	}
	x, y := c.side[0].model.Meshes[p.pairOf[0]].Index, c.side[1].model.Meshes[p.pairOf[1]].Index
	paired := make(map[[2]int]bool)
	for i := range x {
		pair := [2]int{int(x[i]), int(y[i])}
		if paired[pair] {
			continue
		}
		if !(vertexDistance(at[0], at[1], pair) <= sameCorner*extent) {
			return false, nil
		}
		paired[pair] = true
		p.vertices = append(p.vertices, pair)
	}
	return len(p.vertices) > 0, nil
}

// vertexDistance is the distance of two vertices.
func vertexDistance(a, b []float32, v [2]int) float64 {
	p, q := a[3*v[0]:], b[3*v[1]:]
	x, y, z := float64(p[0])-float64(q[0]), float64(p[1])-float64(q[1]), float64(p[2])-float64(q[2])
	return math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
}

func (c *comparer) compareMeshes(e *Extreme, t float64) error {
	for i := range c.meshes {
		p := &c.meshes[i]
		a, err := c.side[0].vertices(p.pairOf[0])
		if err != nil {
			return err
		}
		b, err := c.side[1].vertices(p.pairOf[1])
		if err != nil {
			return err
		}
		for k := range p.count(c) {
			v := [2]int{k, k}
			if p.vertices != nil {
				v = p.vertices[k]
			}
			if e.add(vertexDistance(a, b, v)) {
				e.Part, e.Vertex, e.Time = c.side[0].model.Meshes[p.pairOf[0]].Name, v[0], t
			}
		}
	}
	return nil
}
