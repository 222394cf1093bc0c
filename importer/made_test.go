package importer_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// made is a small scene whose poses are plain products of matrices. Writers
// turn it into files of several formats:
//
//	nodes[i]   parent, T·R·S or a matrix, a value per frame for what moves
//	meshes     one triangle or more each, rigid or skinned
//	top        the file's space to the model's: axes and unit
type made struct {
	nodes  []madeNode // parents first, depth first
	meshes []madeMesh
	skins  []madeSkin
	frames int
	rate   float64 // frames a second
	top    exact.Matrix
}

type madeNode struct {
	name    string
	parent  int // −1 for roots
	t, r    exact.Vec
	s       *exact.Vec    // nil is 1, 1, 1
	matrix  *exact.Matrix // instead of t, r, s
	move    []exact.Vec   // per frame, instead of t
	turn    []exact.Vec   // degrees: about X, then Y, then Z
	size    []exact.Vec
	mesh    int // counted from 1, 0 for none
	skin    int
	camera  bool
	light   bool
	keyless bool // not a joint of the model: nothing needs it
}

type madeMesh struct {
	position []exact.Vec // three of each triangle
	weights  [][]float64 // per vertex and bone of the skin
	twice    bool        // files list weights of the first bone in two parts
}

// madeWeight is a weight as a file lists it.
type madeWeight struct {
	bone   int
	weight float64
}

// listed returns the weights of a vertex as files list them.
func (m *madeMesh) listed(v int) (list []madeWeight) {
	for k, w := range m.weights[v] {
		switch {
		case w == 0:
		case m.twice && k == 0:
			list = append(list, madeWeight{k, 0.25 * w}, madeWeight{k, 0.75 * w})
		default:
			list = append(list, madeWeight{k, w})
		}
	}
	return list
}

type madeSkin struct {
	bones []int
	bind  []exact.Matrix // each bone's global matrix in the file when the mesh was bound
	shape exact.Matrix   // the mesh's own then
}

// local returns a node's matrix at a frame.
func (n *madeNode) local(frame int) exact.Matrix {
	if n.matrix != nil {
		return *n.matrix
	}
	at := func(values []exact.Vec, rest exact.Vec) exact.Vec {
		if frame >= 0 && len(values) > 0 {
			return values[frame]
		}
		return rest
	}
	return exact.Compose(at(n.move, n.t), fbxfile.Euler(at(n.turn, n.r), 0), at(n.size, fbxfile.OrOne(n.s)))
}

// global returns a node's matrix in the file's space; frame −1 is the rest
// pose.
func (s *made) global(i, frame int) exact.Matrix {
	m := s.nodes[i].local(frame)
	for p := s.nodes[i].parent; p >= 0; p = s.nodes[p].parent {
		m = s.nodes[p].local(frame).Mul(m)
	}
	return m
}

// bindAtRest fills skins with the bones' rest pose.
func (s *made) bindAtRest() {
	for k := range s.skins {
		skin := &s.skins[k]
		skin.shape, skin.bind = exact.Identity(), nil
		for _, b := range skin.bones {
			skin.bind = append(skin.bind, s.global(b, -1))
		}
	}
}

// vertex returns where a vertex of a node's mesh is at a frame, in the model's
// space.
func (s *made) vertex(node, v, frame int) exact.Vec {
	n := &s.nodes[node]
	mesh := &s.meshes[n.mesh-1]
	p := mesh.position[v]
	if n.skin == 0 {
		return s.top.Mul(s.global(node, frame)).Point(p)
	}
	skin := &s.skins[n.skin-1]
	var sum exact.Vec
	for b, w := range mesh.weights[v] {
		inverse, _ := skin.bind[b].Inverse()
		m := s.top.Mul(s.global(skin.bones[b], frame)).Mul(inverse).Mul(skin.shape)
		sum = sum.Add(m.Point(p).Scale(w))
	}
	return sum
}

// store writes a made file.
func store(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// check imports a file of the scene and holds joints and vertices against it on
// every frame.
func (s *made) check(t *testing.T, path string) (*soa.Model, *report.Report) {
	t.Helper()
	var r report.Report
	m := files.LoadWith(t, path, importer.Options{Report: &r})
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	if s.frames > 1 && len(m.Clips) == 0 {
		t.Fatalf("no clips: %v", r.Findings)
	}
	joints, meshes := s.findJoints(t, m), s.findMeshes(t, m)
	worst, where := 0.0, ""
	see := func(d float64, format string, args ...any) {
		if !(d <= worst) {
			worst, where = d, fmt.Sprintf(format, args...)
		}
	}
	for frame := range max(1, s.frames) {
		pose := oracle.Evaluate(m, m.Clips, float64(frame)/s.rate)
		for i, j := range joints {
			if j < 0 {
				continue
			}
			want := s.top.Mul(s.global(i, frame))
			for k := range 12 {
				got := pose.Model[j][k]
				if k%4 != 3 {
					got *= float64(m.Skeleton.Unit[j])
				}
				see(math.Abs(got-want[k]), "node %d %q at frame %d, element %d: %v, want %v", i, s.nodes[i].name, frame, k, got, want[k])
			}
		}
		for k, node := range meshes {
			for corner, v := range m.Meshes[k].Index {
				p := pose.Meshes[k].Position[v]
				source := s.nearestVertex(node, corner/3, vertexAt(m.Meshes[k], int(v)))
				want := s.vertex(node, source, frame)
				see(exact.Vec(p).Sub(want).Length(), "vertex %d of node %d %q at frame %d: %v, want %v", source, node, s.nodes[node].name, frame, p, want)
			}
		}
	}
	if !(worst < 1e-5) {
		t.Errorf("off by %.3g: %s\n%v", worst, where, r.Findings)
	}
	return m, &r
}

func vertexAt(m *soa.Mesh, v int) exact.Vec {
	return exact.Vec{float64(m.Position[3*v]), float64(m.Position[3*v+1]), float64(m.Position[3*v+2])}
}

// nearestVertex returns the vertex of a triangle of the scene that is stored where p is.
func (s *made) nearestVertex(node, triangle int, p exact.Vec) int {
	best, least := 0, math.Inf(1)
	shape := exact.Identity()
	if k := s.nodes[node].skin; k > 0 {
		shape = s.skins[k-1].shape
	}
	for v := 3 * triangle; v < 3*triangle+3; v++ {
		q := s.meshes[s.nodes[node].mesh-1].position[v]
		for _, stored := range []exact.Vec{q, shape.Point(q)} {
			if d := stored.Sub(p).Length(); d < least {
				best, least = v, d
			}
		}
	}
	return best
}

// findJoints returns each node's joint: joints are in the order of nodes, so
// the next joint below the parent's that has the name is the node's.
func (s *made) findJoints(t *testing.T, m *soa.Model) []int {
	t.Helper()
	joints := make([]int, len(s.nodes))
	next := 0
	for i := range s.nodes {
		n := &s.nodes[i]
		joints[i] = -1
		if n.keyless {
			continue
		}
		for j := next; j < m.Skeleton.Len() && joints[i] < 0; j++ {
			name := m.Skeleton.Name[j]
			if name == n.name || n.name == "" && !s.named(name) {
				joints[i], next = j, j+1
			}
		}
		if joints[i] < 0 {
			t.Fatalf("node %d %q is no joint; those are %q", i, n.name, m.Skeleton.Name)
		}
		if n.parent >= 0 && joints[n.parent] >= 0 && int(m.Skeleton.Parent[joints[i]]) != joints[n.parent] {
			t.Errorf("node %d %q is below joint %d, want %d", i, n.name, m.Skeleton.Parent[joints[i]], joints[n.parent])
		}
	}
	return joints
}

func (s *made) named(name string) bool {
	for i := range s.nodes {
		if s.nodes[i].name == name {
			return true
		}
	}
	return false
}

// findMeshes returns the node of each of the model's meshes, which are in the
// order of nodes.
func (s *made) findMeshes(t *testing.T, m *soa.Model) []int {
	t.Helper()
	var nodes []int
	for i := range s.nodes {
		if s.nodes[i].mesh > 0 {
			nodes = append(nodes, i)
		}
	}
	if len(nodes) != len(m.Meshes) {
		t.Fatalf("%d meshes, want %d", len(m.Meshes), len(nodes))
	}
	return nodes
}

// triangle is a mesh of one triangle, moved aside.
func triangle(x float64) madeMesh {
	return madeMesh{position: []exact.Vec{{x, 0, 0}, {x + 1, 0.25, 0}, {x, 1, 0.5}}}
}

// weighted gives each vertex its bones' weights.
func (m madeMesh) weighted(rows ...[]float64) madeMesh {
	m.weights = rows
	return m
}
