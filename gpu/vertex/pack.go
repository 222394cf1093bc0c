package vertex

import (
	"encoding/binary"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// Pack writes a mesh's vertices, Stride bytes each. The layout is the packer's for this mesh.
func (l *Layout) Pack(m *Mesh) []byte { return l.AppendVertices(nil, m, 0, m.Vertices()) }

// AppendVertices appends what Pack writes of the vertices from first to before end.
func (l *Layout) AppendVertices(list []byte, m *Mesh, first, end int) []byte {
	n := len(list)
	list = append(list, make([]byte, l.Stride*(end-first))...)
	out := list[n:]
	for _, a := range l.Attributes {
		for v := first; v < end; v++ {
			to := out[(v-first)*l.Stride+a.Offset:]
			switch a.Semantic {
			case Position:
				put(to, a.Type, m.Position[3*v:3*v+3])
			case Normal:
				putNormal(to, a.Type, [3]float32(m.Normal[3*v:]))
			case UV:
				put(to, a.Type, [...][]float32{m.UV, m.UV2}[a.Set][2*v:2*v+2])
			case Tangent:
				putTangent(to, a.Type, m.Tangent[4*v:4*v+4])
			case Color:
				put(to, a.Type, m.Color[4*v:4*v+4])
			case Blend:
				put(to, a.Type, m.Blend[v:v+1])
			case Joints:
				putJoints(to, a, m, v)
			case Weights:
				l.putWeights(to, a, m.Mesh, v)
			}
		}
	}
	return list
}

// PackIndex writes the corners of a mesh's triangles, of type Index.
func (l *Layout) PackIndex(m *Mesh) []byte {
	out := make([]byte, 0, len(m.Index)*l.Index.Bytes())
	for _, v := range m.Index {
		if l.Index == Uint16 {
			out = binary.LittleEndian.AppendUint16(out, uint16(v))
		} else {
			out = binary.LittleEndian.AppendUint32(out, v)
		}
	}
	return out
}

// put writes values.
func put(to []byte, t Type, values []float32) {
	for i, v := range values {
		switch t {
		case Unorm8:
			to[i] = byte(nearest(v, unorm8))
		case Unorm16:
			binary.LittleEndian.PutUint16(to[2*i:], uint16(nearest(v, unorm16)))
		default:
			binary.LittleEndian.PutUint32(to[4*i:], math.Float32bits(v))
		}
	}
}

// putJoints writes the palette entries of up to four influences of vertex v.
func putJoints(to []byte, a Attribute, m *Mesh, v int) {
	for i, bone := range m.BoneIndex[v*m.Influences+4*a.Set:][:a.Components] {
		if k := m.local(bone); a.Type == Uint8 {
			to[i] = byte(k)
		} else {
			binary.LittleEndian.PutUint16(to[2*i:], k)
		}
	}
}

// putWeights writes the weights of four influences of vertex v.
func (l *Layout) putWeights(to []byte, a Attribute, m *soa.Mesh, v int) {
	weights := m.BoneWeight[v*m.Influences : (v+1)*m.Influences]
	if a.Type == Float32 {
		put(to, a.Type, weights[4*a.Set:4*a.Set+4])
		return
	}
	parts := quantize(weights, most(a.Type))
	for i, part := range parts[4*a.Set : 4*a.Set+4] {
		if a.Type == Unorm8 {
			to[i] = byte(part)
		} else {
			binary.LittleEndian.PutUint16(to[2*i:], uint16(part))
		}
	}
}

// nearest returns the number whose share of most is nearest to v.
func nearest(v float32, most int) int { return int(math.Round(float64(v) * float64(most))) }

// multiples reports whether all values are multiples of 1/most from 0 to 1, but for the rounding
// of float32.
func multiples(values []float32, most int) bool {
	for _, v := range values {
		x := float64(v) * float64(most)
		if !(x >= 0 && x <= float64(most)) || math.Abs(x-math.Round(x)) > float64(most)*(1./(1<<24)) {
			return false
		}
	}
	return true
}

// allInRange reports whether all values are from low to high.
func allInRange(values []float32, low, high float32) bool {
	for _, v := range values {
		if !(v >= low && v <= high) {
			return false
		}
	}
	return true
}
