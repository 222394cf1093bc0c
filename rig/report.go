package rig

import "fmt"

// Report describes the result of Bind.
type Report struct {
	Vertices int       // of the meshes bound
	Points   int       // vertices welded: seams count once
	Pieces   int       // connected surfaces, loose points included
	Segments []Segment // of the joints that may hold weights, those derived too; several groups of meshes have each their own
	// Filled is the number of points without a weight of the method: they got weights of the
	// nearest surface or bone.
	Filled int
	// Limited is the number of points with more than Options.MaxInfluences joints. Lost and
	// MostLost are the weight that they lost on average and at most.
	Limited        int
	Lost, MostLost float64
	Findings       []Finding
}

// Kind identifies the subject of a finding for programs.
type Kind string

// The kinds of findings.
const (
	Degenerate  Kind = "degenerate-triangle" // dropped
	NonManifold Kind = "non-manifold-edge"   // with more than two triangles
	Open        Kind = "open-edge"           // with one triangle
	NoTriangles Kind = "no-triangles"        // a mesh of points alone
	Obtuse      Kind = "obtuse-border"       // triangles that heat cannot be computed on as they are
	Unreached   Kind = "unreached"           // points without a weight of the method
	OutsideBone Kind = "bone-outside"        // of Voxel: it acts from the nearest place within
	Coarse      Kind = "coarse-voxels"       // of Voxel: fewer voxels, since joints are many
	NoWeight    Kind = "joint-without-weight"
	NoSpace     Kind = "joint-without-space" // its frame is flat, so nothing can be bound to it
)

// Finding is a remark on the meshes or joints.
type Finding struct {
	Kind  Kind
	Where string // a mesh, a joint
	Count int
	Text  string
}

// String returns the finding as a line.
func (f Finding) String() string { return fmt.Sprintf("%s: %s", f.Where, f.Text) }

func (r *Report) add(kind Kind, where string, count int, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{kind, where, count, fmt.Sprintf(format, args...)})
}

// lose counts a point that loses a weight to the limit.
func (r *Report) lose(lost float64) {
	r.Lost = (float64(r.Lost*float64(r.Limited)) + lost) / float64(r.Limited+1)
	r.Limited++
	r.MostLost = max(r.MostLost, lost)
}
