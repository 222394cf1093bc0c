package truth

import (
	"fmt"
	"math"
	"strings"
)

// Pose is what is held against a sample, in the sample's space.
type Pose struct {
	Joints  []Joint
	Meshes  []PosedMesh
	Weights []Weight
}

// Joint is an evaluated joint.
type Joint struct {
	Name     string
	Position Vec3
}

// PosedMesh is an evaluated mesh: entry i of both lists is one vertex.
type PosedMesh struct {
	Name, Node     string
	Rest, Position []Vec3
}

// Match says how a model file differs from the scene its truth was made of.
type Match struct {
	YUp        bool     // the file stores vertices Y up, those of skinned meshes in model space
	Unmorphed  bool     // the file has no morph targets
	SkipMeshes []string // meshes the truth and the file differ on
}

// Deviation is the worst of each kind that a comparison found, and how much it
// compared.
type Deviation struct {
	Joint         string
	JointError    float64
	Joints        int
	MissingJoints []string

	Vertex      string // mesh and number of the truth's vertex
	VertexError float64
	Vertices    int
	Unmatched   []string // vertices whose rest position no mesh has

	Weight         string
	WeightError    float64
	Weights        int
	MissingWeights []string
}

// Compare finds the worst distance of each kind from the sample to a pose.
// Joints of one name count by the nearest of them. A vertex is found by its
// rest position, among the meshes of its mesh's name (or whose node has it) or,
// where there are none, among all; of several with one rest position the
// nearest counts.
func (s *Sample) Compare(got *Pose, m Match) Deviation {
	var d Deviation
	s.compareJoints(got, &d)
	for i := range s.Meshes {
		if !contains(m.SkipMeshes, s.Meshes[i].Name) {
			s.Meshes[i].compare(got.Meshes, m, &d)
		}
	}
	for i := range s.Weights {
		if !m.Unmorphed {
			s.Weights[i].compare(got.Weights, &d)
		}
	}
	return d
}

func contains(list []string, name string) bool {
	for _, l := range list {
		if l == name {
			return true
		}
	}
	return false
}

func (s *Sample) compareJoints(got *Pose, d *Deviation) {
	for _, name := range sortedKeys(s.Joints) {
		nearest := math.Inf(1)
		for _, j := range got.Joints {
			if j.Name == name {
				nearest = min(nearest, distance(j.Position, s.Joints[name]))
			}
		}
		if math.IsInf(nearest, 1) {
			d.MissingJoints = append(d.MissingJoints, name)
			continue
		}
		d.Joints++
		if !(nearest <= d.JointError) {
			d.Joint, d.JointError = name, nearest
		}
	}
}

// distance is large where a coordinate is not a number.
func distance(a, b Vec3) float64 {
	r := Distance(a, b)
	if math.IsNaN(r) {
		return math.MaxFloat64
	}
	return r
}

// restTolerance bounds, relative to the mesh's largest coordinate, how far the
// rest position of a truth with six digits is from that in the model file.
const restTolerance = 1e-5

func (m *Mesh) compare(meshes []PosedMesh, how Match, d *Deviation) {
	want := m.Position
	if how.Unmorphed && len(m.Unmorphed) > 0 {
		want = m.Unmorphed
	}
	meshes = named(meshes, m.Name)
	rests := [][]Vec3{m.Rest}
	if how.YUp {
		rests = [][]Vec3{m.RestModel, frame{zUp, 1}.points(m.Rest)}
	}
	for i := range want {
		label := fmt.Sprintf("%s[%d]", m.Name, i)
		nearest := math.Inf(1)
		for _, rest := range rests {
			nearest = min(nearest, nearestPosed(meshes, rest[i], want[i], restTolerance*largest(rest)))
		}
		if math.IsInf(nearest, 1) {
			d.Unmatched = append(d.Unmatched, label)
			continue
		}
		d.Vertices++
		if !(nearest <= d.VertexError) {
			d.Vertex, d.VertexError = label, nearest
		}
	}
}

func nearestPosed(meshes []PosedMesh, rest, want Vec3, tolerance float64) float64 {
	nearest := math.Inf(1)
	for _, mesh := range meshes {
		for v := range mesh.Rest {
			if Distance(mesh.Rest[v], rest) <= tolerance {
				nearest = min(nearest, distance(mesh.Position[v], want))
			}
		}
	}
	return nearest
}

func named(meshes []PosedMesh, name string) []PosedMesh {
	var of []PosedMesh
	for _, m := range meshes {
		if m.Name == name || m.Node == name {
			of = append(of, m)
		}
	}
	if of == nil {
		return meshes
	}
	return of
}

func largest(points []Vec3) float64 {
	l := 0.0
	for _, p := range points {
		l = max(l, math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2]))
	}
	return l
}

// compare finds the target by its name or, where the truth numbers targets, by
// number; among those of its mesh where some have that mesh.
func (w *Weight) compare(got []Weight, d *Deviation) {
	label := w.Mesh + "/" + w.Target
	numbered := w.Target == fmt.Sprint(w.Index)
	nearest := math.Inf(1)
	for _, g := range weightsOf(got, w.Mesh) {
		if g.Target == w.Target || numbered && g.Index == w.Index {
			nearest = min(nearest, math.Abs(g.Value-w.Value))
		}
	}
	if math.IsInf(nearest, 1) {
		d.MissingWeights = append(d.MissingWeights, label)
		return
	}
	d.Weights++
	if !(nearest <= d.WeightError) {
		d.Weight, d.WeightError = label, nearest
	}
}

func weightsOf(got []Weight, mesh string) []Weight {
	var of []Weight
	for _, g := range got {
		if g.Mesh == mesh {
			of = append(of, g)
		}
	}
	if of == nil {
		return got
	}
	return of
}

// Merge keeps the worse of two deviations and adds the counts.
func (d *Deviation) Merge(e Deviation) {
	if e.JointError > d.JointError {
		d.Joint, d.JointError = e.Joint, e.JointError
	}
	if e.VertexError > d.VertexError {
		d.Vertex, d.VertexError = e.Vertex, e.VertexError
	}
	if e.WeightError > d.WeightError {
		d.Weight, d.WeightError = e.Weight, e.WeightError
	}
	d.Joints, d.Vertices, d.Weights = d.Joints+e.Joints, d.Vertices+e.Vertices, d.Weights+e.Weights
	d.MissingJoints = union(d.MissingJoints, e.MissingJoints)
	d.MissingWeights = union(d.MissingWeights, e.MissingWeights)
	d.Unmatched = union(d.Unmatched, e.Unmatched)
}

func union(a, b []string) []string {
	for _, s := range b {
		if !contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

// String sums the deviation up in a line.
func (d Deviation) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%d joints to %.3g (%s)", d.Joints, d.JointError, d.Joint)
	if d.Vertices > 0 {
		fmt.Fprintf(&s, ", %d vertices to %.3g (%s)", d.Vertices, d.VertexError, d.Vertex)
	}
	if d.Weights > 0 {
		fmt.Fprintf(&s, ", %d weights to %.3g (%s)", d.Weights, d.WeightError, d.Weight)
	}
	for what, missing := range map[string][]string{
		"joints": d.MissingJoints, "weights": d.MissingWeights, "vertices": d.Unmatched,
	} {
		if len(missing) > 0 {
			fmt.Fprintf(&s, "; %d %s missing: %q", len(missing), what, missing)
		}
	}
	return s.String()
}
