package draco

import (
	"math"

	"github.com/sinew-anim/sinew/internal/draco/internal/topology"
)

// positions are the integer positions of the points of a group's values.
type positions struct {
	integers []int32
	byPoint  []int32
	points   []int32
}

// positionsOf returns the positions that other attributes are predicted from.
func (d *decoder) positionsOf(g *group) (positions, bool) {
	for i := range d.groups {
		for k := range d.groups[i].columns {
			if c := &d.groups[i].columns[k]; c.kind == kindPosition {
				return positions{c.integers, d.groups[i].byPoint, g.points}, c.width == 3 && c.integers != nil
			}
		}
	}
	return positions{}, false
}

type vec3 [3]int64

// position is the position of value i of the group.
func (p *positions) position(i int32) (v vec3) {
	at := 3 * int(p.byPoint[p.points[i]])
	for k := range v {
		v[k] = int64(p.integers[at+k])
	}
	return v
}

func (a vec3) sub(b vec3) vec3    { return vec3{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec3) add(b vec3) vec3    { return vec3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec3) times(s int64) vec3 { return vec3{a[0] * s, a[1] * s, a[2] * s} }
func (a vec3) div(s int64) vec3   { return vec3{a[0] / s, a[1] / s, a[2] / s} }
func (a vec3) dot(b vec3) int64   { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a vec3) cross(b vec3) vec3 {
	return vec3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// longest is the greatest magnitude of a component.
func longest(v ...int64) (most int64) {
	for _, x := range v {
		most = max(most, magnitude(x))
	}
	return most
}

func magnitude(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}

// texCoords predicts that the triangle of a value has the same shape in the texture as in space. On
// which side of its known edge it lies there is stored.
func (p *prediction) texCoords(d *decoder) {
	n := d.I32()
	if n < 0 || int64(n) > int64(len(p.surface.Vertex)) {
		d.Fail(ErrFormat, "%d orientations of %d corners", n, len(p.surface.Vertex))
	}
	bits := d.BitDecoder()
	if d.Err != nil {
		return
	}
	if !d.Take(int(n), 1) {
		return
	}
	sides := make([]bool, n)
	last := true
	for i := range sides {
		last = last == bits.Next()
		sides[i] = last
	}
	p.read(d)
	if d.Err != nil {
		return
	}
	for i := range p.count {
		if i%1024 == 0 && !d.Step(1024*100) {
			return
		}
		predicted, ok := p.texCoord(int32(i), &sides)
		if !ok {
			d.Fail(ErrFormat, "texture coordinate %d of %d cannot be predicted", i, p.count)
			return
		}
		p.correct(predicted[:], p.at(i))
	}
}

func (p *prediction) texCoord(i int32, sides *[]bool) ([2]int32, bool) {
	s, c := p.surface, p.corners[i]
	n, v := p.value[s.Vertex[topology.Next(c)]], p.value[s.Vertex[topology.Previous(c)]]
	nextKnown, previousKnown := n >= 0 && n < i, v >= 0 && v < i
	if nextKnown && previousKnown {
		uv, done, ok := p.sameShape(i, n, v, sides)
		if done || !ok {
			return uv, ok
		}
	}
	from := i - 1
	if nextKnown {
		from = n
	}
	if from < 0 {
		return [2]int32{}, true
	}
	return [2]int32(p.at(int(from))), true
}

// sameShape predicts texture coordinate i of a triangle with those of n and v. It is not done where n and
// v are at one place, and not ok where numbers are too large.
func (p *prediction) sameShape(i, n, v int32, sides *[]bool) (uv [2]int32, done, ok bool) {
	nuv, vuv := p.at(int(n)), p.at(int(v))
	if nuv[0] == vuv[0] && nuv[1] == vuv[1] {
		return [2]int32(vuv), true, true
	}
	start := p.positions.position(n)
	edge := p.positions.position(v).sub(start)
	square := uint64(edge.dot(edge))
	if square == 0 {
		return uv, false, true
	}
	tip := p.positions.position(i)
	along := tip.sub(start).dot(edge)
	nu, nv := int64(nuv[0]), int64(nuv[1])
	du, dv := int64(vuv[0])-nu, int64(vuv[1])-nv
	if uint64(longest(nu, nv)) > math.MaxInt64/square ||
		magnitude(along) > math.MaxInt64/longest(du, dv) ||
		magnitude(along) > math.MaxInt64/longest(edge[:]...) {
		return uv, false, false
	}
	// The foot of the tip's perpendicular, times the square, and how far the tip is from it.
	u, w := nu*int64(square)+along*du, nv*int64(square)+along*dv
	foot := start.add(edge.times(along).div(int64(square)))
	away := tip.sub(foot)
	height := int64(squareRoot(uint64(away.dot(away)) * square))
	if len(*sides) == 0 {
		return uv, false, false
	}
	side := (*sides)[len(*sides)-1]
	*sides = (*sides)[:len(*sides)-1]
	if !side {
		height = -height
	}
	u, w = u+dv*height, w-du*height
	return [2]int32{int32(u / int64(square)), int32(w / int64(square))}, true, true
}

// squareRoot is the root rounded down, by Newton's iteration.
func squareRoot(v uint64) uint64 {
	if v == 0 {
		return 0
	}
	root := uint64(1)
	for rest := v; rest >= 2; rest /= 4 {
		root *= 2
	}
	for {
		root = (root + v/root) / 2
		if root*root <= v {
			return root
		}
	}
}
