package main

import (
	"math"
	"sort"
)

// influence is the share of one joint in a vertex.
type influence struct {
	joint  int
	weight float64
}

type vertex struct {
	at         vec // in the bind pose, model space
	u, v       float64
	influences []influence // largest first, summing to 1
}

// mesh is one MD5 mesh: closed surfaces that share a texture.
type mesh struct {
	shader    string // the texture's file name, for readers without Doom 3's material files
	vertices  []vertex
	triangles [][3]int // clockwise seen from outside, as Doom 3 has them
}

// region is a rectangle of a texture in pixels, x to the right and y down, as MD5's v.
type region struct{ x0, y0, x1, y1 float64 }

// margin is the border of a region in pixels that surfaces leave out, so that mipmaps do not mix in the neighbours.
const margin = 4

// at maps a surface's (u, v) in [0, 1] to the texture's, size being the texture's width and height.
func (r region) at(u, v, size float64) (float64, float64) {
	x := r.x0 + margin + u*(r.x1-r.x0-2*margin)
	y := r.y0 + margin + v*(r.y1-r.y0-2*margin)
	return x / size, y / size
}

// patch is a part of a mesh under construction.
type patch struct {
	mesh    *mesh
	first   int // of its vertices
	firstAt int // of its triangles
	bind    binding
	tex     region
	size    float64
}

func (m *mesh) patch(bind binding, tex region, size float64) *patch {
	return &patch{m, len(m.vertices), len(m.triangles), bind, tex, size}
}

func (p *patch) vertex(at vec, u, v float64) int {
	tu, tv := p.tex.at(u, v, p.size)
	p.mesh.vertices = append(p.mesh.vertices, vertex{at, tu, tv, p.bind(at)})
	return len(p.mesh.vertices) - 1
}

func (p *patch) triangle(a, b, c int) {
	p.mesh.triangles = append(p.mesh.triangles, [3]int{a, b, c})
}

// quad adds the two triangles between two neighbours of one row, a and b, and those of the next, c and d.
func (p *patch) quad(a, b, c, d int) {
	p.triangle(a, b, c)
	p.triangle(c, b, d)
}

// close makes the patch's triangles clockwise as seen from outside; every patch is a closed surface.
func (p *patch) close() {
	if volume(p.mesh.vertices, p.mesh.triangles[p.firstAt:]) < 0 {
		return
	}
	for i := p.firstAt; i < len(p.mesh.triangles); i++ {
		t := &p.mesh.triangles[i]
		t[1], t[2] = t[2], t[1]
	}
}

// volume returns the volume of a closed surface, negative if its triangles are clockwise seen from outside.
func volume(vertices []vertex, triangles [][3]int) float64 {
	var six float64
	for _, t := range triangles {
		six += vertices[t[0]].at.dot(vertices[t[1]].at.cross(vertices[t[2]].at))
	}
	return six / 6
}

// station is one ring of a tube: an ellipse about a point, given by the two half-axes that the ring starts at (its back, u = 0)
// and passes at a quarter (its right, u = 1/4). Seen from the front, u therefore runs from left to right.
type station struct{ at, back, right vec }

// tube adds a closed tube through rings with the given number of sides. v is the share of the way along it.
func (m *mesh) tube(bind binding, tex region, size float64, sides int, stations []station) {
	p := m.patch(bind, tex, size)
	way := make([]float64, len(stations))
	for i := 1; i < len(stations); i++ {
		way[i] = way[i-1] + stations[i].at.sub(stations[i-1].at).length()
	}
	total := way[len(way)-1]

	var above int
	for i, s := range stations {
		row := len(m.vertices)
		for k := 0; k <= sides; k++ { // the first and the last share a place, not a u
			u := float64(k) / float64(sides)
			sin, cos := math.Sincos(2 * math.Pi * u)
			p.vertex(s.at.add(s.back.scale(cos)).add(s.right.scale(sin)), u, way[i]/total)
		}
		for k := 0; i > 0 && k < sides; k++ {
			p.quad(above+k, above+k+1, row+k, row+k+1)
		}
		above = row
	}
	p.fan(p.first, sides, p.vertex(stations[0].at, 0.5, 0), true)
	p.fan(above, sides, p.vertex(stations[len(stations)-1].at, 0.5, 1), false)
	p.close()
}

// fan closes a tube's end.
func (p *patch) fan(row, sides, centre int, start bool) {
	for k := 0; k < sides; k++ {
		if start {
			p.triangle(centre, row+k+1, row+k)
		} else {
			p.triangle(centre, row+k, row+k+1)
		}
	}
}

// sheet adds a closed surface of two layers, outer and inner, that meet at the rim. place gives the middle of the sheet and the
// half thickness, pointing outwards, for s across and t down it, both in [0, 1].
func (m *mesh) sheet(bind binding, outer, inner region, size float64, columns, rows int, place func(s, t float64) (at, half vec)) {
	p := m.patch(bind, outer, size)
	for layer, sign := range []float64{1, -1} {
		p.tex = []region{outer, inner}[layer]
		row := len(m.vertices)
		for j := 0; j <= rows; j++ {
			for i := 0; i <= columns; i++ {
				s, t := float64(i)/float64(columns), float64(j)/float64(rows)
				at, half := place(s, t)
				p.vertex(at.add(half.scale(sign*rimmed(s)*rimmed(t))), s, t)
			}
		}
		for j := 0; j < rows; j++ {
			for i := 0; i < columns; i++ {
				a := row + j*(columns+1) + i
				if c := a + columns + 1; layer == 0 {
					p.quad(a, a+1, c, c+1)
				} else {
					p.quad(a+1, a, c+1, c)
				}
			}
		}
	}
	p.close()
}

// rimmed is 1 in the middle of [0, 1] and exactly 0 at both ends.
func rimmed(t float64) float64 {
	d := 2*t - 1
	return 1 - d*d*d*d
}

// binding gives the influences at a point of the bind pose.
type binding func(at vec) []influence

// rigid binds to one joint.
func (s skeleton) rigid(name string) binding {
	only := []influence{{s.index(name), 1}}
	return func(vec) []influence { return only }
}

// most influences of a vertex, and the least share that is kept.
const (
	mostInfluences = 4
	leastWeight    = 0.03
)

// near binds to the nearest joints, by the inverse fourth power of the distance to their segments.
func (s skeleton) near(names ...string) binding {
	joints := make([]int, len(names))
	for i, name := range names {
		joints[i] = s.index(name)
	}
	return func(at vec) []influence {
		all := make([]influence, len(joints))
		var sum float64
		for i, j := range joints {
			d := distance(at, s[j].at, s[j].tip)
			all[i] = influence{j, 1 / (d*d*d*d + 1e-3)}
			sum += all[i].weight
		}
		for i := range all { // rounded first, so that joints as near as each other keep their order on every processor
			all[i].weight = roundTo(all[i].weight/sum, places)
		}
		sort.SliceStable(all, func(a, b int) bool { return all[a].weight > all[b].weight })
		kept := all[:min(len(all), mostInfluences)]
		for len(kept) > 1 && kept[len(kept)-1].weight < leastWeight {
			kept = kept[:len(kept)-1]
		}
		return normalized(kept)
	}
}

// normalized rounds weights as in the file, to a sum of exactly 1: the largest takes the remainder.
func normalized(shares []influence) []influence {
	var sum float64
	for _, f := range shares {
		sum += f.weight
	}
	rest := 1.0
	for i := len(shares) - 1; i > 0; i-- {
		shares[i].weight = roundTo(shares[i].weight/sum, places)
		rest -= shares[i].weight
	}
	shares[0].weight = roundTo(rest, places)
	return shares
}

// distance from a point to a segment.
func distance(p, from, to vec) float64 {
	d := to.sub(from)
	t := math.Max(0, math.Min(1, p.sub(from).dot(d)/d.dot(d)))
	return p.sub(from.add(d.scale(t))).length()
}
