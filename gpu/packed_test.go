package gpu

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/gpu/vertex"
	"github.com/sinew-anim/sinew/soa"
)

// unpack is a mesh with the normals and weights that its packed vertices have.
func unpack(m *soa.Mesh, l *vertex.Layout) *soa.Mesh {
	out, packed := *m, l.Pack(&vertex.Mesh{Mesh: m})
	for _, a := range l.Attributes {
		switch {
		case a.Semantic == vertex.Normal && a.Type == vertex.Octahedral:
			out.Normal = nil
		case a.Semantic == vertex.Weights && a.Type != vertex.Float32:
			if a.Set == 0 {
				out.BoneWeight = make([]float32, len(m.BoneWeight))
			}
		default:
			continue
		}
		for v := range m.Vertices() {
			at := packed[v*l.Stride+a.Offset:]
			if a.Semantic == vertex.Normal {
				out.Normal = append(out.Normal, unfold(at)...)
				continue
			}
			for k := range 4 {
				w := float64(at[k]) / 255
				if a.Type == vertex.Unorm16 {
					w = float64(binary.LittleEndian.Uint16(at[2*k:])) / 65535
				}
				out.BoneWeight[v*m.Influences+4*a.Set+k] = float32(w)
			}
		}
	}
	return &out
}

// unfold is the decoding that vertex.Octahedral documents.
func unfold(at []byte) []float32 {
	decode := func(u uint16) float64 { return float64(u)/65535*(65535./32767) - 1 }
	x, y := decode(binary.LittleEndian.Uint16(at)), decode(binary.LittleEndian.Uint16(at[2:]))
	z := 1 - math.Abs(x) - math.Abs(y)
	if z < 0 {
		x, y = x-math.Copysign(z, x), y-math.Copysign(z, y)
	}
	length := math.Sqrt(x*x + y*y + z*z)
	return []float32{float32(x / length), float32(y / length), float32(z / length)}
}

// vertexErrors are bounds by which weights take float32, 8 or 16 bits, and 8.
var vertexErrors = []float64{-1, 0, math.Inf(1)}

// TestVertexFormats: at every bound the renderer's models have the formats of package vertex, and
// states them.
func TestVertexFormats(t *testing.T) {
	for i, want := range []vertex.Type{vertex.Float32, vertex.Unorm16, vertex.Unorm8} {
		r := newRendererWith(t, 16, 16, Options{Samples: 1, VertexError: vertexErrors[i]})
		m := upload(t, r, randomModel(rand.New(rand.NewPCG(1, 2)), 20, 4, 30, 0))
		meshes := m.Meshes()
		if len(meshes) != 1 || meshes[0].Mesh != 0 || meshes[0].Vertices != 30 {
			t.Fatalf("%+v", meshes)
		}
		w, _ := meshes[0].Layout.Attribute(vertex.Weights, 0)
		if w.Type != want || (meshes[0].Layout.Error > 0) != (i > 0) {
			t.Errorf("a bound of %g: %v", vertexErrors[i], &meshes[0].Layout)
		}
	}
}
