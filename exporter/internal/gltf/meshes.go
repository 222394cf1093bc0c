package gltf

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// shape computes the vertices of a mesh in the space of the file's.
type shape struct {
	mesh  *soa.Mesh
	bake  exact.Matrix
	turn  exact.Matrix // of normals
	baked bool
	whole bool // positions are whole numbers
}

func newShape(m *soa.Mesh, of *body) *shape {
	return &shape{mesh: m, bake: of.bake, turn: cofactors(of.bake), baked: of.baked}
}

// cofactors returns the matrix that takes normals along with a matrix.
func cofactors(m exact.Matrix) exact.Matrix {
	x, y, z := m.Column(0), m.Column(1), m.Column(2)
	a, b, c := y.Cross(z), z.Cross(x), x.Cross(y)
	return exact.Matrix{a[0], b[0], c[0], 0, a[1], b[1], c[1], 0, a[2], b[2], c[2], 0}
}

func wide(list []float32) exact.Vec {
	return exact.Vec{float64(list[0]), float64(list[1]), float64(list[2])}
}

func narrow(v exact.Vec) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }

// position returns the place of a vertex.
func (s *shape) position(v int) [3]float32 {
	p := s.mesh.Position[3*v : 3*v+3]
	if !s.baked {
		return [3]float32(p)
	}
	return narrow(s.bake.Point(wide(p)))
}

// move returns a displacement of a vertex.
func (s *shape) move(d []float32) [3]float32 {
	if !s.baked {
		return [3]float32(d)
	}
	return narrow(s.bake.Direction(wide(d)))
}

// normal returns the normal of a vertex, of unit length. One without length points up.
func (s *shape) normal(v int) [3]float32 {
	n := s.mesh.Normal[3*v : 3*v+3]
	d := wide(n)
	if s.baked {
		d = s.turn.Direction(d)
	} else if isUnit(d) {
		return [3]float32(n)
	}
	length := d.Length()
	if !(length > 1e-30) {
		return [3]float32{1: 1}
	}
	return narrow(d.Scale(1 / length))
}

// isUnit reports whether a direction has unit length up to rounding.
func isUnit(d exact.Vec) bool { return math.Abs(d.Dot(d)-1) < 1e-5 }

// tangent returns the tangent of a vertex, of unit length, with its side.
func (s *shape) tangent(v int) [4]float32 {
	t := s.mesh.Tangent[4*v : 4*v+4]
	side := float32(1)
	if t[3] < 0 {
		side = -1
	}
	d := wide(t)
	if s.baked {
		d = s.bake.Direction(d)
	} else if isUnit(d) {
		return [4]float32{t[0], t[1], t[2], side}
	}
	length := d.Length()
	if !(length > 1e-30) {
		n := s.normal(v)
		d = wide(n[:]).Perpendicular()
		length = d.Length()
	}
	d = d.Scale(1 / length)
	return [4]float32{float32(d[0]), float32(d[1]), float32(d[2]), side}
}

// primitive adds the data of a mesh.
func (b *builder) primitive(m *soa.Mesh, of *body) (primitive, error) {
	n, s := m.Vertices(), newShape(m, of)
	p := primitive{Attributes: make(map[string]int)}
	s.whole = b.options.Quantize && !of.floats
	if s.whole {
		b.quantizedPrimitive(&p, m, s)
	} else {
		b.floatPrimitive(&p, m, s)
	}
	if len(m.UV) == 0 && len(m.UV2) > 0 { // sets are counted without a gap
		p.Attributes["TEXCOORD_0"] = p.Attributes["TEXCOORD_1"]
	}
	if len(m.Blend) > 0 {
		p.Attributes[gltf.BlendAttribute] = b.floatArray("SCALAR", m.Blend, vertices)
	}
	if m.Skinning == soa.DualQuaternion || m.Skinning == soa.Blended {
		p.Extras = own("skinning", m.Skinning.String())
		b.list.Loss("mesh "+m.Name, "its skinning is %v, which the extras name; other programs skin it linearly", m.Skinning)
	}
	if m.Skin != soa.None {
		b.addInfluences(&p, m, s.whole, nil)
	}
	component := gltf.Uint16
	if n > math.MaxUint16 {
		component = gltf.Uint32
	}
	p.Indices = ptr(b.array("SCALAR", component, len(m.Index), indices, func(to *sink) { to.integers(m.Index, component) }))
	for i := range m.Morphs {
		p.Targets = append(p.Targets, b.morph(s, &m.Morphs[i]))
	}
	var err error
	p.Material, err = b.looks.material(m)
	return p, err
}

// floatPrimitive adds the vertices of a mesh as they are.
func (b *builder) floatPrimitive(p *primitive, m *soa.Mesh, s *shape) {
	n := m.Vertices()
	vectors := func(name, kind string, width int, at func(v int, to []float32)) {
		p.Attributes[name] = b.array(kind, gltf.Float32, n, vertices, func(to *sink) {
			row := make([]float32, width)
			for v := range n {
				at(v, row)
				to.floats(row)
			}
		})
	}
	vectors("POSITION", "VEC3", 3, func(v int, to []float32) { x := s.position(v); copy(to, x[:]) })
	a := &b.doc.Accessors[p.Attributes["POSITION"]]
	a.Min, a.Max = bounds(3, n, s.position)
	vectors("NORMAL", "VEC3", 3, func(v int, to []float32) { x := s.normal(v); copy(to, x[:]) })
	if len(m.Tangent) > 0 {
		vectors("TANGENT", "VEC4", 4, func(v int, to []float32) { x := s.tangent(v); copy(to, x[:]) })
	}
	for set, uv := range [][]float32{m.UV, m.UV2} {
		if len(uv) > 0 {
			p.Attributes[[...]string{"TEXCOORD_0", "TEXCOORD_1"}[set]] = b.floatArray("VEC2", uv, vertices)
		}
	}
	if len(m.Color) > 0 {
		vectors("COLOR_0", "VEC4", 4, func(v int, to []float32) {
			for c, x := range m.Color[4*v : 4*v+4] {
				to[c] = min(max(x, 0), 1)
			}
		})
	}
}

// addInfluences adds the joints and weights of a mesh, four of each in a set: of all its vertices, or
// of those in a list.
func (b *builder) addInfluences(p *primitive, m *soa.Mesh, whole bool, list []uint32) {
	n, in := m.Vertices(), newInfluences(m)
	if list != nil {
		n, in.list = len(list), list
	}
	component := gltf.Uint8
	if b.model.Skins[m.Skin].Len() > math.MaxUint8+1 {
		component = gltf.Uint16
	}
	if in.sets > 1 {
		b.list.Note("mesh "+m.Name, "its vertices have up to %d influences; programs that read only four draw it differently", 4*in.sets)
	}
	for set := range in.sets {
		number := strconv.Itoa(set)
		p.Attributes["JOINTS_"+number] = b.array("VEC4", component, n, vertices, func(to *sink) {
			var four [4]uint32
			for v := range n {
				four = [4]uint32{}
				for i, x := range setOf(in.listed(v), set) {
					four[i] = uint32(x.bone)
				}
				to.integers(four[:], component)
			}
		})
		if whole {
			var row []uint16
			p.Attributes["WEIGHTS_"+number] = b.strided("VEC4", gltf.Uint16, true, n, 8, func(v int, to []byte) {
				row = wholeWeights(in.listed(v), row)
				for i, w := range row[min(4*set, len(row)):min(4*set+4, len(row))] {
					binary.LittleEndian.PutUint16(to[2*i:], w)
				}
			})
			continue
		}
		p.Attributes["WEIGHTS_"+number] = b.array("VEC4", gltf.Float32, n, vertices, func(to *sink) {
			var four [4]float32
			for v := range n {
				four = [4]float32{}
				for i, x := range setOf(in.listed(v), set) {
					four[i] = x.weight
				}
				to.floats(four[:])
			}
		})
	}
}

// setOf returns the influences of one set of four.
func setOf(row []influence, set int) []influence {
	return row[min(4*set, len(row)):min(4*set+4, len(row))]
}

// morph adds a morph target: sparse, where that is shorter.
func (b *builder) morph(s *shape, t *soa.MorphTarget) map[string]int {
	move := s.move
	if s.whole {
		move = s.step
	}
	out := map[string]int{"POSITION": b.deltas(s, t.Vertex, t.Position, move)}
	a := &b.doc.Accessors[out["POSITION"]]
	a.Min, a.Max = deltaBounds(s.mesh.Vertices(), len(t.Vertex), func(i int) [3]float32 { return move(t.Position[3*i : 3*i+3]) })
	if len(t.Normal) > 0 {
		out["NORMAL"] = b.deltas(s, t.Vertex, t.Normal, s.turned)
	}
	if len(t.Tangent) > 0 && len(s.mesh.Tangent) > 0 {
		out["TANGENT"] = b.deltas(s, t.Vertex, t.Tangent, s.turned)
	}
	return out
}

// step returns a displacement of a vertex in whole steps of the lattice.
func (s *shape) step(d []float32) [3]float32 {
	out := s.move(d)
	for c, x := range out {
		out[c] = float32(whole(x, -math.MaxInt16, math.MaxInt16))
	}
	return out
}

// turned returns the difference of a normal or a tangent: of unit vectors, without the scale.
func (s *shape) turned(d []float32) [3]float32 {
	if !s.baked {
		return [3]float32(d)
	}
	k := exact.CubeRoot(max(s.bake.Determinant(), math.SmallestNonzeroFloat64))
	return narrow(s.bake.Direction(wide(d)).Scale(1 / k))
}

// deltas adds the displacements of some vertices.
func (b *builder) deltas(s *shape, at []uint32, list []float32, of func([]float32) [3]float32) int {
	n, k := s.mesh.Vertices(), len(at)
	out := accessor{Component: int(gltf.Float32), Count: n, Type: "VEC3"}
	if k == 0 {
		return add(&b.doc.Accessors, out)
	}
	index := gltf.Uint16
	if n > math.MaxUint16 {
		index = gltf.Uint32
	}
	if k*(12+index.Bytes()) >= 12*n {
		return b.array("VEC3", gltf.Float32, n, vertices, func(to *sink) {
			next := 0
			for v := range n {
				var d [3]float32
				if next < k && int(at[next]) == v {
					d = of(list[3*next : 3*next+3])
					next++
				}
				to.floats(d[:])
			}
		})
	}
	out.Sparse = &sparse{Count: k}
	out.Sparse.Indices = sparseIndices{b.view(index.Bytes()*k, 0, 0, func(to *sink) { to.integers(at, index) }), int(index)}
	out.Sparse.Values.View = b.view(12*k, 0, 0, func(to *sink) {
		for i := range k {
			d := of(list[3*i : 3*i+3])
			to.floats(d[:])
		}
	})
	return add(&b.doc.Accessors, out)
}

// deltaBounds returns the bounds of displacements of some vertices, and of none of the others.
func deltaBounds(vertices, listed int, element func(i int) [3]float32) (least, most []float32) {
	if listed == 0 {
		return make([]float32, 3), make([]float32, 3)
	}
	least, most = bounds(3, listed, element)
	if listed < vertices {
		for c := range 3 {
			least[c], most[c] = min(least[c], 0), max(most[c], 0)
		}
	}
	return least, most
}
