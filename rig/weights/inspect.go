package weights

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// Summary describes the weights of a model.
type Summary struct {
	Meshes []MeshSummary  `json:"meshes"` // those with a skin
	Joints []JointSummary `json:"joints"` // of all skins, in the model's order
}

// MeshSummary describes the weights of a mesh.
type MeshSummary struct {
	Mesh       string  `json:"mesh"`
	Vertices   int     `json:"vertices"`
	FirstRow   int     `json:"first_row"`  // of its vertices in a matrix of all meshes, see Take
	Joints     int     `json:"joints"`     // that move a vertex
	Influences [10]int `json:"influences"` // vertices by their number of joints; the last has 9 and more
	Most       int     `json:"most"`       // joints of a vertex
	Kept       int     `json:"kept"`       // joints of a vertex that are drawn: 4 or 8
	SumsOff    int     `json:"sums_off"`   // vertices whose weights do not sum to 1 within 1e-4, those without any left out
	WorstSum   float64 `json:"worst_sum"`
	Small      int     `json:"small"` // weights below 0.01
}

// JointSummary describes what a joint moves.
type JointSummary struct {
	Joint    string  `json:"joint"`
	Vertices int     `json:"vertices"` // with a weight of it
	Alone    int     `json:"alone"`    // with no other
	Weight   float64 `json:"weight"`   // the sum of its weights
}

// small is the weight below which one moves next to nothing.
const small = 0.01

// Inspect describes the weights of a model, which must have passed Validate.
func Inspect(m *soa.Model) *Summary {
	s := &Summary{}
	skins, joints := make([]bool, m.Skeleton.Len()), make([]JointSummary, m.Skeleton.Len())
	rows := 0
	for i, mesh := range m.Meshes {
		g, err := GroupsOf(m, i)
		if err != nil {
			continue
		}
		out := MeshSummary{Mesh: mesh.Name, Vertices: g.Vertices(), FirstRow: rows, Kept: mesh.Influences}
		rows += g.Vertices()
		entries := m.Skins[mesh.Skin].Joint
		for _, j := range entries {
			skins[j] = true
		}
		out.measure(g, entries, joints)
		s.Meshes = append(s.Meshes, out)
	}
	for j := range joints {
		if skins[j] {
			joints[j].Joint = m.Skeleton.Name[j]
			s.Joints = append(s.Joints, joints[j])
		}
	}
	return s
}

// measure counts the weights of a mesh.
func (s *MeshSummary) measure(g *Groups, entries []uint16, joints []JointSummary) {
	moves := make([]bool, len(g.Name))
	s.WorstSum = 1
	var row Row
	for v := range g.Vertices() {
		row = g.Row(v, row[:0])
		s.Most = max(s.Most, len(row))
		s.Influences[min(len(row), len(s.Influences)-1)]++
		if off := math.Abs(row.Sum() - 1); off > 1e-4 && len(row) > 0 {
			s.SumsOff++
			if off > math.Abs(s.WorstSum-1) {
				s.WorstSum = row.Sum()
			}
		}
		for _, w := range row {
			of := &joints[entries[w.Bone]]
			of.Vertices++
			of.Weight += w.Value
			if len(row) == 1 {
				of.Alone++
			}
			if w.Value < small {
				s.Small++
			}
			moves[w.Bone] = true
		}
	}
	for _, m := range moves {
		if m {
			s.Joints++
		}
	}
}
