package scene

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Influences are those of the vertices of a mesh of the file, sorted by bone.
type Influences struct {
	soa.Influences // bones are numbers of a skin's, or of a mesh's
	// Own: the number behind the bones is the mesh's own node, which has what is left of
	// weights that need not sum to 1.
	Own bool
	Bad int // weights that were dropped: negative, not finite or of no vertex
}

// ByVertex sorts the weights of bones by vertex and drops those that are not usable.
func ByVertex(bones [][]VertexWeight, vertices int) *Influences {
	out := &Influences{}
	start := make([]uint32, vertices+1)
	for k := range bones {
		for _, w := range bones[k] {
			if int(w.Vertex) < vertices && Usable(w.Weight) {
				start[w.Vertex+1]++
			} else if w.Weight != 0 {
				out.Bad++
			}
		}
	}
	for v := range vertices {
		start[v+1] += start[v]
	}
	n := start[vertices]
	out.Influences = soa.Influences{Start: start, Bone: make([]uint16, n), Weight: make([]float32, n)}
	next := slices.Clone(start[:vertices])
	for k := range bones {
		for _, w := range bones[k] {
			if int(w.Vertex) < vertices && Usable(w.Weight) {
				i := next[w.Vertex]
				out.Bone[i], out.Weight[i] = uint16(k), w.Weight
				next[w.Vertex]++
			}
		}
	}
	return out
}

// Usable reports whether a weight is finite and positive.
func Usable(w float32) bool { return w > 0 && w <= math.MaxFloat32 }
