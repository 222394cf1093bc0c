package vertex

import (
	"encoding/binary"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// octahedralHalf is the number that stands for 0: with it 0 and ±1 are exact.
const octahedralHalf = 1<<15 - 1

// normalTolerance is how far the length of a normal that morph targets move may be from 1.
const normalTolerance = 1e-3

// octahedral reports whether the normals of a mesh can be packed.
func octahedral(m *soa.Mesh) bool {
	added := false
	for i := range m.Morphs {
		added = added || len(m.Morphs[i].Normal) > 0
	}
	return foldable(m.Normal, 3, added)
}

// movesTangents reports whether morph targets of a mesh move its tangents.
func movesTangents(m *soa.Mesh) bool {
	for i := range m.Morphs {
		if len(m.Morphs[i].Tangent) > 0 {
			return true
		}
	}
	return false
}

// foldable reports whether vectors, stride values apart, can be packed: each has a direction and,
// where deltas are added to it, length 1.
func foldable(values []float32, stride int, added bool) bool {
	for ; len(values) >= stride; values = values[stride:] {
		length := soa3(values, 0).Length()
		if !(length > 1e-6) || added && math.Abs(length-1) > normalTolerance {
			return false
		}
	}
	return true
}

// putNormal writes a normal.
func putNormal(to []byte, t Type, n [3]float32) {
	if t != Octahedral {
		put(to, t, n[:])
		return
	}
	x, y := fold(n)
	binary.LittleEndian.PutUint16(to, half(x))
	binary.LittleEndian.PutUint16(to[2:], half(y))
}

// putTangent writes a tangent with the side of its bitangent.
func putTangent(to []byte, t Type, values []float32) {
	if t != Octahedral {
		put(to, t, values)
		return
	}
	putNormal(to, t, [3]float32(values))
	side := uint16(0)
	if values[3] > 0 {
		side = unorm16
	}
	binary.LittleEndian.PutUint16(to[4:], side)
}

// half returns the number of a coordinate from −1 to 1.
func half(c float64) uint16 { return uint16(math.Round((c + 1) * octahedralHalf)) }

// fold maps a direction to the square from −1 to 1: onto the octahedron |x| + |y| + |z| = 1, whose
// lower half is folded outward.
func fold(n [3]float32) (x, y float64) {
	sum := math.Abs(float64(n[0])) + math.Abs(float64(n[1])) + math.Abs(float64(n[2]))
	x, y = float64(n[0])/sum, float64(n[1])/sum
	if n[2] < 0 {
		x, y = math.Copysign(1-math.Abs(y), x), math.Copysign(1-math.Abs(x), y)
	}
	return x, y
}
