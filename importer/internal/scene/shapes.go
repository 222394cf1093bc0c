package scene

import (
	"math"
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// WeightSet collects the morph weights of a model while meshes are built.
type WeightSet struct {
	Weights []soa.MorphWeight
	First   map[int]int // first weight of each node with morph targets
}

// Add adds the weights of a node with mesh m, once. It returns false if a model cannot hold as
// many.
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

// SparseShapes are the morph targets of a mesh as deltas.
type SparseShapes struct {
	Class []uint64 // per vertex of the file: equal for vertices that all targets move alike
	// add adds the targets for a mesh made of a subset of the file's vertices. count is called
	// with the number of vertices of each.
	Add func(m *soa.Mesh, vertices []uint32, count func(int) error) error
}

// WholeShape is a morph target as positions of all vertices of a mesh in the file.
type WholeShape struct {
	Name      string
	Weight    int          // index in the model
	Positions [][3]float32 // one per vertex
	Normals   [][3]float32 // one per vertex, or unusable
}

// RestWeight returns a weight at rest, with 0 for one that is not finite.
func RestWeight(w float32) float32 {
	if w-w != 0 {
		return 0
	}
	return w
}

// Coordinates returns vectors as a flat slice that shares their memory.
func Coordinates(v [][3]float32) []float32 {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice(&v[0][0], 3*len(v))
}

// Bits returns the bits of v, with −0 treated as 0.
func Bits(v float32) uint32 { return math.Float32bits(v + 0) }

// Mix combines a number with a hash.
func Mix(h, v uint64) uint64 {
	h = (h ^ v) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// Indices lists the triangles' corners. Triangles with corners beyond the vertices are dropped
// and reported.
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

// MaxMorphTargets limits the targets that a channel may name.
const MaxMorphTargets = 1 << 14

// GazeYaw and GazePitch are the custom properties of the gaze of an animation for any avatar, in
// degrees to the left and up.
const (
	GazeYaw   = soa.GazeYaw
	GazePitch = soa.GazePitch
)

// Visible is the custom property of a node that shows and hides it and what is below.
const Visible = "extensions/KHR_node_visibility/visible"
