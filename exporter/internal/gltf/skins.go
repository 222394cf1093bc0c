package gltf

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// boundSkin is a skin of the model in the file. Vertices are stored where they are at rest, or
// in metres at least: bake takes them there from the mesh's space.
type boundSkin struct {
	index int
	bake  exact.Matrix
	baked bool // bake is not the identity
}

// addSkins adds the skins of the model.
func (b *builder) addSkins() error {
	for i, s := range b.model.Skins {
		if s.Len() > math.MaxUint16+1 {
			return fmt.Errorf("%w: skin %d has %d joints, and glTF allows %d", soa.ErrTooLarge, i, s.Len(), math.MaxUint16+1)
		}
		if s.Len() == 0 {
			b.skins = append(b.skins, boundSkin{index: -1, bake: exact.Identity()})
			continue
		}
		b.skins = append(b.skins, b.addSkin(i, s))
	}
	return nil
}

func (b *builder) addSkin(i int, s *soa.Skin) boundSkin {
	out := boundSkin{bake: b.commonFactor(s)}
	if b.options.Quantize {
		out.bake = b.quantizeSkin(i, out.bake)
	}
	inverse, ok := out.bake.Inverse()
	if out.baked = ok && out.bake != exact.Identity(); !out.baked {
		out.bake, inverse = exact.Identity(), exact.Identity()
	}
	nodes, taken := make([]int, s.Len()), make(map[uint16]bool)
	for i, j := range s.Joint {
		nodes[i] = b.joints[j]
		if taken[j] { // a joint is listed once: bound twice, it gets a node in the same place
			nodes[i] = b.addNode(&node{Name: fmt.Sprintf("%s_bind%d", b.model.Skeleton.Name[j], i), Extras: own("of", nodes[i])}, nodes[i])
		}
		taken[j] = true
	}
	binds := b.array("MAT4", gltf.Float32, s.Len(), 0, func(to *sink) {
		for i := range s.InverseBind {
			m := exact.FromFloat32(s.InverseBind[i]).Mul(inverse).Float32()
			for c := range 4 {
				for r := range 3 {
					to.float(m[4*r+c])
				}
				to.float([4]float32{3: 1}[c])
			}
		}
	})
	out.index = add(&b.doc.Skins, &skin{InverseBind: &binds, Joints: nodes})
	return out
}

// commonFactor returns the matrix that all entries of a skin's palette are at rest. Where they
// differ, the rest is not the pose of binding: then it is the scale that they have in common, such
// as that of meshes in centimetres. It is the identity where they have none.
func (b *builder) commonFactor(s *soa.Skin) exact.Matrix {
	var first exact.Matrix
	scale, alike, scaled := 0., true, true
	for i, j := range s.Joint {
		m := b.rest[j].Mul(exact.FromFloat32(s.InverseBind[i]))
		volume := m.Determinant()
		if !(volume > 1e-30 && volume < 1e30) {
			return exact.Identity()
		}
		k := exact.CubeRoot(volume)
		if i == 0 {
			first, scale = m, k
			continue
		}
		alike = alike && nearlyEqual(first, m, k)
		scaled = scaled && math.Abs(k-scale) < float64(1e-3*scale)
	}
	switch {
	case alike && !nearlyEqual(first, exact.Identity(), 1):
		return first
	case !alike && scaled && math.Abs(scale-1) > 1e-3:
		return exact.Scaling(scale)
	}
	return exact.Identity()
}

// nearlyEqual reports whether two matrices of a scale are equal up to the rounding of rest poses.
func nearlyEqual(a, b exact.Matrix, scale float64) bool {
	const tolerance = 1e-4
	for e := range a {
		bound := float64(tolerance * scale)
		if e%4 == 3 { // metres
			bound = tolerance
		}
		if !(math.Abs(a[e]-b[e]) <= bound) {
			return false
		}
	}
	return true
}

// influences reads the joints and weights of a mesh's vertices for the file.
type influences struct {
	mesh *soa.Mesh
	sets int // of four
	row  []influence
	list []uint32 // the vertices to write, or nil for all
	// plain: all vertices have their influences largest first, each bone once, with weights that
	// sum to 1.
	plain bool
}

type influence struct {
	bone   uint16
	weight float32
}

// newInfluences finds how many sets of four the vertices need.
func newInfluences(m *soa.Mesh) *influences {
	in := &influences{mesh: m, plain: m.Exact == nil}
	for v := 0; v < m.Vertices() && in.plain; v++ {
		in.plain = plainRow(m.BoneIndex[v*m.Influences:][:m.Influences], m.BoneWeight[v*m.Influences:][:m.Influences])
	}
	most := 1
	for v := range m.Vertices() {
		most = max(most, len(in.at(v)))
	}
	in.sets = (most + 3) / 4
	return in
}

// plainRow reports whether a vertex's influences are as a file has them.
func plainRow(bones []uint16, weights []float32) bool {
	sum := 0.
	for i, w := range weights {
		sum += float64(w)
		if !(w >= 0) || i > 0 && w > weights[i-1] || w > 0 && slices.Contains(bones[:i], bones[i]) {
			return false
		}
	}
	return math.Abs(sum-1) <= 1e-7
}

// listed is at of vertex v of the list.
func (in *influences) listed(v int) []influence {
	if in.list != nil {
		v = int(in.list[v])
	}
	return in.at(v)
}

// at returns the influences of a vertex, largest first, whose weights sum to 1. It is valid until
// the next call.
func (in *influences) at(v int) []influence {
	m := in.mesh
	in.row = in.row[:0]
	if in.plain {
		for i := v * m.Influences; i < (v+1)*m.Influences && m.BoneWeight[i] > 0; i++ {
			in.row = append(in.row, influence{m.BoneIndex[i], m.BoneWeight[i]})
		}
		return in.row
	}
	if m.Exact != nil {
		for i := m.Exact.Start[v]; i < m.Exact.Start[v+1]; i++ {
			in.add(m.Exact.Bone[i], m.Exact.Weight[i])
		}
	}
	if len(in.row) == 0 {
		for i := v * m.Influences; i < (v+1)*m.Influences; i++ {
			in.add(m.BoneIndex[i], m.BoneWeight[i])
		}
	}
	if len(in.row) == 0 {
		in.row = append(in.row, influence{0, 1})
	}
	in.normalize()
	return in.row
}

// add adds an influence, to those of its bone if there are some.
func (in *influences) add(bone uint16, weight float32) {
	if !(weight > 0) {
		return
	}
	for i := range in.row {
		if in.row[i].bone == bone {
			in.row[i].weight += weight
			return
		}
	}
	i := len(in.row)
	in.row = append(in.row, influence{})
	for ; i > 0 && in.row[i-1].weight < weight; i-- {
		in.row[i] = in.row[i-1]
	}
	in.row[i] = influence{bone, weight}
}

// normalize makes the weights sum to 1 as near as float32 allows.
func (in *influences) normalize() {
	sum := 0.
	for _, i := range in.row {
		sum += float64(i.weight)
	}
	if math.Abs(sum-1) <= 1e-7 {
		return
	}
	others := 0.
	for i := range in.row {
		in.row[i].weight = float32(float64(in.row[i].weight) / sum)
		if i > 0 {
			others += float64(in.row[i].weight)
		}
	}
	in.row[0].weight = float32(1 - others)
}
