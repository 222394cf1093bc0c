package heat

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/rig/internal/segment"
)

// rule is Blender's rule of bone heat, written down as it is stated, for small meshes: every ray looks at every triangle, in
// float32, and the equations are a full matrix of float64.
type rule struct {
	at     []exact.Vec
	corner [][3]int
	face   []exact.Vec // unit normals
	bones  []segment.Segment
}

// newRule takes a mesh without copies of vertices.
func newRule(m solid.Mesh, bones []segment.Segment) *rule {
	r := &rule{bones: bones}
	for i := 0; i < len(m.Position); i += 3 {
		r.at = append(r.at, exact.Vec{float64(m.Position[i]), float64(m.Position[i+1]), float64(m.Position[i+2])})
	}
	for i := 0; i < len(m.Index); i += 3 {
		c := [3]int{int(m.Index[i]), int(m.Index[i+1]), int(m.Index[i+2])}
		r.corner = append(r.corner, c)
		r.face = append(r.face, r.at[c[1]].Sub(r.at[c[0]]).Cross(r.at[c[2]].Sub(r.at[c[0]])).Unit())
	}
	return r
}

// normal is the sum of the unit normals of the faces around a vertex, as a unit vector.
func (r *rule) normal(v int) (n exact.Vec) {
	for t, c := range r.corner {
		if c[0] == v || c[1] == v || c[2] == v {
			n = n.Add(r.face[t])
		}
	}
	if n.Length() < 1e-6 { // they cancel
		return exact.Vec{}
	}
	return n.Unit()
}

// heat returns H of a vertex, and the share p of each bone.
func (r *rule) heat(v int) (h float64, share []float64) {
	far, least, normal := make([]float64, len(r.bones)), math.Inf(1), r.normal(v)
	for b, s := range r.bones {
		at := rounded(r.at[v])
		away := at.Sub(nearest32(at, rounded(s.Head), rounded(s.Tail)))
		if length := away.Length(); length > 0 {
			far[b] = length / (0.5 * (away.Dot(normal)/length + 1.001))
		}
		least = min(least, far[b])
	}
	share = make([]float64, len(r.bones))
	count := 0.
	for b := range r.bones {
		if far[b] <= 1.0001*least && r.visible(v, b) {
			share[b] = 1
			count++
		}
	}
	if count == 0 {
		return 0, share
	}
	for b := range share {
		share[b] /= count
	}
	return count / math.Pow(max(least, 1e-4), 2), share
}

// cot is the cotangent of the angle at a corner between two others.
func cot(at, a, b exact.Vec) float64 {
	x, y := a.Sub(at), b.Sub(at)
	return x.Dot(y) / x.Cross(y).Length()
}

// area is the mixed Voronoi area of a vertex.
func (r *rule) area(v int) (sum float64) {
	for _, c := range r.corner {
		for k := range 3 {
			if c[k] != v {
				continue
			}
			p, q, o := c[(k+1)%3], c[(k+2)%3], r.at[v]
			whole := r.at[p].Sub(o).Cross(r.at[q].Sub(o)).Length() / 2
			angle, atP, atQ := cot(o, r.at[p], r.at[q]), cot(r.at[p], r.at[q], o), cot(r.at[q], o, r.at[p])
			switch {
			case angle < 0:
				sum += whole / 2
			case atP < 0 || atQ < 0:
				sum += whole / 4
			default:
				toP, toQ := r.at[p].Sub(o), r.at[q].Sub(o)
				sum += (toP.Dot(toP)*atQ + toQ.Dot(toQ)*atP) / 8
			}
		}
	}
	return sum
}

// beside counts the triangles at an edge.
func (r *rule) beside(p, q int) (n float64) {
	for _, c := range r.corner {
		has := 0
		for _, v := range c {
			if v == p || v == q {
				has++
			}
		}
		n += float64(has / 2)
	}
	return n
}

// weights solves (C + A·H)·w = A·H·p for each bone.
func (r *rule) weights() [][]float64 {
	n, bones := len(r.at), len(r.bones)
	a := make([][]float64, n)
	for v := range a {
		a[v] = make([]float64, n+bones)
		h, share := r.heat(v)
		area := r.area(v)
		if area == 0 { // no triangle: w = p
			h, area = 1, 1
		}
		a[v][v] = area * h
		for b, p := range share {
			a[v][n+b] = area * h * p
		}
	}
	for _, c := range r.corner {
		for k := range 3 {
			p, q := c[(k+1)%3], c[(k+2)%3]
			w := cot(r.at[c[k]], r.at[p], r.at[q]) / (4 * r.beside(p, q))
			a[p][p] += w
			a[q][q] += w
			a[p][q] -= w
			a[q][p] -= w
		}
	}
	eliminate(a)
	w := make([][]float64, bones)
	for b := range w {
		for v := range n {
			x := a[v][n+b]
			switch {
			case x < 0.025:
				x = 0
			case x < 0.05:
				x = 2 * (x - 0.025)
			}
			w[b] = append(w[b], x)
		}
	}
	return w
}

// eliminate brings the left part of a matrix to the identity. A row that is 0 there, but for rounding, is of a piece
// without heat, whose right part is 0.
func eliminate(a [][]float64) {
	for c := range a {
		best := c
		for r := c; r < len(a); r++ {
			if math.Abs(a[r][c]) > math.Abs(a[best][c]) {
				best = r
			}
		}
		a[c], a[best] = a[best], a[c]
		if math.Abs(a[c][c]) < 1e-10 {
			a[c][c] = 1
		}
		for k := len(a[c]) - 1; k >= c; k-- {
			a[c][k] /= a[c][c]
		}
		for r := range a {
			if f := a[r][c]; r != c && f != 0 {
				for k := c; k < len(a[r]); k++ {
					a[r][k] -= f * a[c][k]
				}
			}
		}
	}
}

// grid is a mesh of places at (u, v), whole numbers up to columns and rows. Around u it closes if round.
// Its first and last row may be one place each. Cells may be left out.
func grid(columns, rows int, round bool, at func(u, v float64) exact.Vec, hole func(u, v int) bool) (m solid.Mesh) {
	index := map[[3]float32]uint32{}
	vertex := func(u, v int) uint32 {
		if round {
			u %= columns
		}
		p := at(float64(u)/float64(columns), float64(v)/float64(rows))
		key := [3]float32{float32(p[0]), float32(p[1]), float32(p[2])}
		i, ok := index[key]
		if !ok {
			i = uint32(len(index))
			index[key] = i
			m.Position = append(m.Position, key[:]...)
		}
		return i
	}
	for v := range rows {
		for u := range columns {
			if hole != nil && hole(u, v) {
				continue
			}
			a, b, c, d := vertex(u, v), vertex(u+1, v), vertex(u+1, v+1), vertex(u, v+1)
			for _, t := range [][3]uint32{{a, b, c}, {a, c, d}} {
				if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
					m.Index = append(m.Index, t[:]...)
				}
			}
		}
	}
	return m
}

// ball is a sphere, or the part of it down to a polar angle.
func ball(radius, down float64, columns, rows int) solid.Mesh {
	return grid(columns, rows, true, func(u, v float64) exact.Vec {
		if v == 0 || v == 1 && down == math.Pi {
			return exact.Vec{0, radius * (1 - 2*v)}
		}
		sin, cos := math.Sincos(down * v)
		east, north := math.Sincos(2 * math.Pi * u)
		return exact.Vec{radius * sin * north, radius * cos, radius * sin * east}
	}, nil)
}

// shaken is a mesh turned at random, with every vertex moved a little.
func shaken(r *rand.Rand, m solid.Mesh, by float64) (solid.Mesh, func(p exact.Vec) exact.Vec) {
	random := func() exact.Vec { return exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()} }
	x := random().Unit()
	y := x.Cross(random()).Unit()
	z := x.Cross(y)
	turn := func(p exact.Vec) exact.Vec { return x.Scale(p[0]).Add(y.Scale(p[1])).Add(z.Scale(p[2])) }
	out := solid.Mesh{Index: m.Index}
	for i := 0; i < len(m.Position); i += 3 {
		p := exact.Vec{float64(m.Position[i]), float64(m.Position[i+1]), float64(m.Position[i+2])}
		p = turn(p).Add(random().Scale(by))
		out.Position = append(out.Position, float32(p[0]), float32(p[1]), float32(p[2]))
	}
	return out, turn
}

// Weights are those of the rule on closed, open and nested meshes, regular ones, whose rays meet edges, and shaken ones.
func TestAgainstTheRule(t *testing.T) {
	cylinder := func(u, v float64) exact.Vec {
		sin, cos := math.Sincos(2 * math.Pi * u)
		return exact.Vec{0.3 * cos, 2*v - 1, 0.3 * sin}
	}
	meshes := []struct {
		name string
		mesh solid.Mesh
		low  exact.Vec // bones end between it and its opposite
	}{
		{"closed", ball(1, math.Pi, 12, 8), exact.Vec{0.6, 0.6, 0.6}},
		{"capsule", solid.Tube(2, 0.4, 8, 10).Move(-1, 0, 0), exact.Vec{0.9, 0.2, 0.2}},
		{"plane with a hole", grid(10, 10, false, func(u, v float64) exact.Vec { return exact.Vec{2*u - 1, 0, 1 - 2*v} },
			func(u, v int) bool { return u > 3 && u < 7 && v > 2 && v < 6 }), exact.Vec{0.9, 0.3, 0.9}},
		{"open cylinder", grid(10, 8, true, cylinder, nil), exact.Vec{0.2, 0.9, 0.2}},
		{"hemisphere", ball(1, math.Pi/2, 12, 6), exact.Vec{0.5, 0.5, 0.5}},
		{"shell in a shell", solid.Join(ball(1, math.Pi, 10, 7), ball(0.5, math.Pi, 9, 6)), exact.Vec{0.8, 0.8, 0.8}},
		{"three shells, the middle one open", solid.Join(ball(1, math.Pi, 9, 6), ball(0.7, 2, 8, 5), ball(0.4, math.Pi, 7, 5)), exact.Vec{0.8, 0.8, 0.8}},
	}
	for k := range seed.Cases(t, 3) {
		r := rand.New(rand.NewPCG(k, 31))
		for _, c := range meshes {
			m, turn := shaken(r, c.mesh, 0.01*float64(k%2))
			end := func() exact.Vec {
				var p exact.Vec
				for axis := range p {
					p[axis] = c.low[axis] * (2*r.Float64() - 1)
				}
				return turn(p)
			}
			var bones []segment.Segment
			for head := end(); len(bones) < 4; head = bones[len(bones)-1].Tail {
				bones = append(bones, segment.Segment{Head: head, Tail: end()})
			}
			s := of(t, m)
			got, altered := all(t, s, bones...)
			if altered {
				t.Fatalf("%s: the matrix is not positive definite", c.name)
			}
			for b, want := range newRule(m, bones).weights() {
				for v, p := range s.Of[0] {
					must.Near(t, c.name, got[b][p], want[v], 1e-6)
				}
			}
		}
	}
}
