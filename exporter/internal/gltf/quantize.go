package gltf

import (
	"encoding/binary"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// grid is the lattice of whole numbers on which positions of KHR_mesh_quantization lie:
//
//	place = origin + step·(x, y, z)      x, y, z from 0 to 65535; displacements ±32767
type grid struct {
	origin exact.Vec
	step   float64
}

// gridOf returns the finest lattice that holds the vertices of meshes, taken to a space, and the
// displacements of their morph targets.
func gridOf(meshes []*soa.Mesh, to exact.Matrix) grid {
	least, most, far := exact.Vec{math.Inf(1), math.Inf(1), math.Inf(1)}, exact.Vec{math.Inf(-1), math.Inf(-1), math.Inf(-1)}, 0.
	for _, m := range meshes {
		for v := 0; v+3 <= len(m.Position); v += 3 {
			p := to.Point(wide(m.Position[v:]))
			for c := range p {
				least[c], most[c] = min(least[c], p[c]), max(most[c], p[c])
			}
		}
		for i := range m.Morphs {
			for v := 0; v+3 <= len(m.Morphs[i].Position); v += 3 {
				for _, x := range to.Direction(wide(m.Morphs[i].Position[v:])) {
					far = max(far, math.Abs(x))
				}
			}
		}
	}
	g := grid{origin: least, step: far / math.MaxInt16}
	for c := range least {
		g.step = max(g.step, (most[c]-least[c])/math.MaxUint16)
	}
	if !(g.step > 0) || math.IsInf(least[0], 0) {
		return grid{step: 1}
	}
	g.step = float64(float32(g.step * (1 + 1e-6))) // as the file has it
	for c := range g.origin {
		g.origin[c] = float64(float32(g.origin[c]))
	}
	return g
}

// matrix takes points of the lattice to their places.
func (g *grid) matrix() exact.Matrix {
	m := exact.Scaling(g.step)
	m[3], m[7], m[11] = g.origin[0], g.origin[1], g.origin[2]
	return m
}

// quantizeSkin stores the vertices of a skin on a lattice, which the inverse bind matrices undo.
func (b *builder) quantizeSkin(skin int, bake exact.Matrix) exact.Matrix {
	var meshes []*soa.Mesh
	for _, m := range b.model.Meshes {
		if m.Skin == skin {
			meshes = append(meshes, m)
		}
	}
	return b.onGrid(gridOf(meshes, bake), bake)
}

// onGrid returns the matrix that takes vertices to a lattice, of one that takes them to its space.
func (b *builder) onGrid(g grid, bake exact.Matrix) exact.Matrix {
	b.doc.uses("KHR_mesh_quantization", true)
	of := g.matrix()
	inverse, ok := of.Inverse()
	if !ok {
		return bake
	}
	return inverse.Mul(bake)
}

// strided adds an accessor of whole numbers, an element of a vertex every stride bytes.
func (f *File) strided(kind string, component gltf.Component, normalized bool, count, stride int, at func(v int, to []byte)) int {
	v := f.view(count*stride, stride, vertices, func(s *sink) {
		for i := range count {
			row := s.room(stride)
			clear(row)
			at(i, row)
		}
	})
	f.streamed(v, stride, vertices)
	return add(&f.doc.Accessors, accessor{View: &v, Component: int(component), Normalized: normalized, Count: count, Type: kind})
}

// whole rounds a number to a whole one within bounds.
func whole(x float32, least, most float64) float64 {
	return min(max(math.Round(float64(x)), least), most)
}

// unsigned returns a place on the lattice.
func unsigned(p [3]float32) (out [3]float32) {
	for c := range out {
		out[c] = float32(whole(p[c], 0, math.MaxUint16))
	}
	return out
}

// quantizedPrimitive adds the vertices of a mesh as whole numbers.
func (b *builder) quantizedPrimitive(p *primitive, m *soa.Mesh, s *shape) {
	n := m.Vertices()
	position := func(v int) [3]float32 { return unsigned(s.position(v)) }
	p.Attributes["POSITION"] = b.strided("VEC3", gltf.Uint16, false, n, 8, func(v int, to []byte) {
		for c, x := range position(v) {
			binary.LittleEndian.PutUint16(to[2*c:], uint16(x))
		}
	})
	a := &b.doc.Accessors[p.Attributes["POSITION"]]
	a.Min, a.Max = bounds(3, n, position)
	p.Attributes["NORMAL"] = b.strided("VEC3", gltf.Int8, true, n, 4, func(v int, to []byte) {
		for c, x := range s.normal(v) {
			to[c] = byte(int8(whole(x*math.MaxInt8, -math.MaxInt8, math.MaxInt8)))
		}
	})
	if len(m.Tangent) > 0 {
		p.Attributes["TANGENT"] = b.strided("VEC4", gltf.Int8, true, n, 4, func(v int, to []byte) {
			for c, x := range s.tangent(v) {
				to[c] = byte(int8(whole(x*math.MaxInt8, -math.MaxInt8, math.MaxInt8)))
			}
		})
	}
	for set, uv := range [][]float32{m.UV, m.UV2} {
		if len(uv) == 0 {
			continue
		}
		name := [...]string{"TEXCOORD_0", "TEXCOORD_1"}[set]
		if !allInRange(uv, 0, 1) {
			p.Attributes[name] = b.floatArray("VEC2", uv, vertices)
			continue
		}
		p.Attributes[name] = b.strided("VEC2", gltf.Uint16, true, n, 4, func(v int, to []byte) {
			for c, x := range uv[2*v : 2*v+2] {
				binary.LittleEndian.PutUint16(to[2*c:], uint16(whole(x*math.MaxUint16, 0, math.MaxUint16)))
			}
		})
	}
	if len(m.Color) > 0 {
		p.Attributes["COLOR_0"] = b.strided("VEC4", gltf.Uint8, true, n, 4, func(v int, to []byte) {
			for c, x := range m.Color[4*v : 4*v+4] {
				to[c] = byte(whole(x*math.MaxUint8, 0, math.MaxUint8))
			}
		})
	}
}

// allInRange reports whether all numbers are within bounds.
func allInRange(list []float32, least, most float32) bool {
	for _, v := range list {
		if !(v >= least && v <= most) {
			return false
		}
	}
	return true
}

// wholeWeights returns the weights of a vertex in parts of 65535, which sum to it.
func wholeWeights(row []influence, to []uint16) []uint16 {
	to = to[:0]
	left := math.MaxUint16
	for i, x := range row {
		w := 0
		if i > 0 {
			w = min(int(whole(x.weight*math.MaxUint16, 0, math.MaxUint16)), left)
			left -= w
		}
		to = append(to, uint16(w))
	}
	to[0] = uint16(left)
	return to
}
