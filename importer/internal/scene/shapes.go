package scene

import (
	"math"
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// WeightSet is the morph weights of a model, as meshes are built.
type WeightSet struct {
	Weights []soa.MorphWeight
	First   map[int]int // per node with morph targets: its first weight
}

// Add adds the weights of a node, which m is the mesh of, once. It returns false where there
// would be more than a model can have.
func (w *WeightSet) Add(r *report.Report, m *soa.Mesh, node int, list []soa.MorphWeight) bool {
	if _, known := w.First[node]; known {
		return true
	}
	if len(w.Weights)+len(list) > soa.MaxJoints {
		r.Add(report.Loss, report.LeftOut, m.Name, "%d morph targets left out; a model has at most %d", len(list), soa.MaxJoints)
		return false
	}
	w.First[node] = len(w.Weights)
	w.Weights = append(w.Weights, list...)
	return true
}

// SparseShapes is shapes of a mesh by what they move.
type SparseShapes struct {
	Class []uint64 // per vertex of the file: the same for those that all shapes move alike
	// add adds the targets of a mesh that is made of some vertices of the file. count is
	// called with the vertices of each.
	Add func(m *soa.Mesh, vertices []uint32, count func(int) error) error
}

// WholeShape is a morph target by the places of all vertices of a mesh of the file.
type WholeShape struct {
	Name      string
	Weight    int          // among the model's
	Positions [][3]float32 // as many as the mesh has
	Normals   [][3]float32 // or of another number
}

// RestWeight is a weight at rest; one that is not finite is 0.
func RestWeight(w float32) float32 {
	if w-w != 0 {
		return 0
	}
	return w
}

// Coordinates views vectors as numbers.
func Coordinates(v [][3]float32) []float32 {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice(&v[0][0], 3*len(v))
}

// Bits are those of a number, the same of both zeros.
func Bits(v float32) uint32 { return math.Float32bits(v + 0) }

// Mix joins a number to a hash.
func Mix(h, v uint64) uint64 {
	h = (h ^ v) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// Indices lists the triangles' corners, but for triangles with corners beyond the vertices.
func Indices(src *Mesh, r *report.Report) []uint32 {
	n := uint32(len(src.Positions))
	if len(src.Index)%3 == 0 && !slices.ContainsFunc(src.Index, func(v uint32) bool { return v >= n }) {
		return slices.Clone(src.Index)
	}
	out := make([]uint32, 0, len(src.Index))
	for i := 0; i+3 <= len(src.Index); i += 3 {
		if c := src.Index[i : i+3]; c[0] < n && c[1] < n && c[2] < n {
			out = append(out, c...)
		}
	}
	if bad := (len(src.Index) - len(out)) / 3; bad > 0 {
		r.Add(report.Loss, report.InvalidTriangle, src.Name, "%d triangles have corners beyond the vertices; dropped", bad)
	}
	return out
}

// MaxMorphTargets bounds the targets that a channel may name.
const MaxMorphTargets = 1 << 14
