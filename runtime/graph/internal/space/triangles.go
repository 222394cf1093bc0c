package space

import "slices"

// Triangles is a blend space of the plane: each place blends the corners of the triangle around it.
// It is immutable and may be shared.
type Triangles struct {
	triangle []triangle
	side     []side // of the hull, counterclockwise; one where all samples lie on a line

	least, perCell point
	start          [cells * cells]uint8 // the triangle in the middle of each cell
}

// cells is the number of cells of the samples' box in each direction.
const cells = 16

// triangle is a triangle of the hull.
type triangle struct {
	edge   [3]edge  // opposite to each corner
	next   [3]int8  // the triangle beyond each edge; below 0 the side −1−next of the hull
	corner [3]uint8 // the caller's indices
	side   int8     // of a flat one at the border: the side that includes it; otherwise -1
}

type edge struct{ from, along point }

// at returns twice the area between an edge and a place, positive inside. The two triangles at an
// edge get values that differ in the sign alone.
func (e *edge) at(x, y float64) float64 {
	return float64((y-e.from.y)*e.along.x) - float64((x-e.from.x)*e.along.y)
}

// NewTriangles prepares the Delaunay triangulation of samples. No two may be closer than 2⁻²⁰ of the
// larger side of the box around all. The error wraps ErrSamples.
func NewTriangles(x, y []float64) (*Triangles, error) {
	p, order, _, _, err := plane(x, y, false)
	if err != nil {
		return nil, err
	}
	t := &Triangles{}
	if corners := triangulate(p); len(corners) > 0 {
		t.connect(p, corners)
		t.index(p)
	} else {
		s := newSide(p, 0, uint8(len(p)-1))
		for k := 1; k < len(p)-1; k++ {
			s.insert(k-1, p, uint8(k))
		}
		t.side = []side{s}
	}
	for k := range t.side {
		t.side[k].finish(order)
	}
	for k := range t.triangle {
		for i, c := range t.triangle[k].corner {
			t.triangle[k].corner[i] = order[c]
		}
	}
	return t, nil
}

func (t *Triangles) connect(p []point, corners [][3]uint8) {
	left := map[[2]uint8][2]int{} // of an edge: the triangle, and the corner opposite
	for k, c := range corners {
		tr := triangle{corner: c, side: -1}
		for i := range c {
			a, b := c[(i+1)%3], c[(i+2)%3]
			left[[2]uint8{a, b}] = [2]int{k, i}
			tr.edge[i] = newEdge(p, a, b)
		}
		t.triangle = append(t.triangle, tr)
	}
	after := map[uint8][2]uint8{} // the side of the hull that starts at a sample
	for e := range left {
		if _, inner := left[[2]uint8{e[1], e[0]}]; !inner {
			after[e[0]] = e
		}
	}
	for e := after[0]; len(t.side) < len(after); e = after[e[1]] { // sample 0 is a corner of the hull
		at := left[e]
		t.triangle[at[0]].next[at[1]] = int8(-1 - len(t.side))
		t.side = append(t.side, newSide(p, e[0], e[1]))
	}
	for e, at := range left {
		if beyond, inner := left[[2]uint8{e[1], e[0]}]; inner {
			t.triangle[at[0]].next[at[1]] = int8(beyond[0])
		}
	}
	for k := range t.side {
		t.flatten(p, left, k, 0)
	}
}

// flatten adds the triangle behind stop k of a side to that side if it is flat, and so on behind
// it.
func (t *Triangles) flatten(p []point, left map[[2]uint8][2]int, of, k int) {
	s := &t.side[of]
	at, ok := left[[2]uint8{s.stop[k].sample, s.stop[k+1].sample}]
	if !ok || t.triangle[at[0]].side >= 0 {
		return
	}
	tr := &t.triangle[at[0]]
	if !s.insert(k, p, tr.corner[at[1]]) {
		return
	}
	tr.side = int8(of)
	t.flatten(p, left, of, k+1)
	t.flatten(p, left, of, k)
}

func newEdge(p []point, a, b uint8) edge {
	i, j := min(a, b), max(a, b)
	e := edge{p[i], point{p[j].x - p[i].x, p[j].y - p[i].y}}
	if a > b {
		e.along.x, e.along.y = -e.along.x, -e.along.y
	}
	return e
}

// index finds the triangle in which the search in each cell starts.
func (t *Triangles) index(p []point) {
	most := p[0]
	t.least = p[0]
	for _, q := range p {
		t.least = point{min(t.least.x, q.x), min(t.least.y, q.y)}
		most = point{max(most.x, q.x), max(most.y, q.y)}
	}
	t.perCell = point{cells / (most.x - t.least.x), cells / (most.y - t.least.y)}
	for i := range t.start {
		x := t.least.x + float64((float64(i%cells)+0.5)/t.perCell.x)
		y := t.least.y + float64((float64(i/cells)+0.5)/t.perCell.y)
		tr, _, _, _, _ := t.find(0, x, y)
		t.start[i] = uint8(slices.IndexFunc(t.triangle, func(o triangle) bool { return o.corner == tr.corner }))
	}
}

// find walks from a triangle to the one around a place, and returns it with the areas at its
// edges. Outside of all it returns the last one and, below 0, next of the edge crossed.
func (t *Triangles) find(k int, x, y float64) (tr *triangle, a, b, c float64, beyond int) {
	// In a Delaunay triangulation each step leads to a triangle with a nearer circle, so none is
	// visited twice, except where rounding hides an edge: the place is on it.
	for range t.triangle {
		tr = &t.triangle[k]
		a, b, c = tr.edge[0].at(x, y), tr.edge[1].at(x, y), tr.edge[2].at(x, y)
		if a < 0 {
			k = int(tr.next[0])
		} else if b < 0 {
			k = int(tr.next[1])
		} else if c < 0 {
			k = int(tr.next[2])
		} else {
			return tr, a, b, c, 0
		}
		if k < 0 {
			return tr, a, b, c, k
		}
	}
	return tr, max(a, 0), max(b, 0), max(c, 0), 0
}

// cell clamps a number of cells to the index of one.
func cell(v float64) int {
	if v >= cells {
		return cells - 1
	}
	if v > 0 {
		return int(v)
	}
	return 0
}

// At returns the caller's indices of three samples and their weights, non-negative multiples of
// 2⁻²⁴, whose sum is exactly 1 in any order. A sample of weight 0 may be named twice.
func (t *Triangles) At(x, y float32) (corner [3]uint8, weight [3]float32) {
	px, py := coordinate(x), coordinate(y)
	if len(t.triangle) == 0 {
		return t.weightsOutside(0, px, py)
	}
	start := cell((py-t.least.y)*t.perCell.y)*cells + cell((px-t.least.x)*t.perCell.x)
	tr, a, b, c, beyond := t.find(int(t.start[start]), px, py)
	if beyond < 0 {
		return t.weightsOutside(-1-beyond, px, py)
	}
	if tr.side >= 0 {
		return t.weightsOutside(int(tr.side), px, py)
	}
	inverse := 1 / (a + b + c)
	m, n := count(a*inverse), count((a+b)*inverse)
	return tr.corner, [3]float32{weigh(m), weigh(n - m), weigh(parts - n)}
}
