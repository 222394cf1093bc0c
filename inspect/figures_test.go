package inspect

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// figured are the defects of weights, names and shapes too small to see: figures show the numbers
// of the model in which they are planted.
var figured = map[string]struct {
	plant func(m *soa.Model)
	show  func(m *soa.Model) drawing
}{
	"influences": {func(m *soa.Model) {
		mesh := m.Meshes[0]
		mesh.Exact = manyFor(mesh, 9)
		weights := [...]float32{0.31, 0.22, 0.15, 0.1, 0.08, 0.06, 0.04, 0.025, 0.015}
		copy(mesh.Exact.Weight, weights[:])
	}, func(m *soa.Model) drawing {
		return weightsOf(m, "nine joints move a vertex; engines keep 4 or 8", func(rank int, _ float64) bool { return rank >= 8 })
	}},
	"small-weights": {func(m *soa.Model) {
		mesh := m.Meshes[0]
		mesh.BoneIndex[2], mesh.BoneWeight[2] = place(m, "head"), 8e-5
		mesh.BoneIndex[3], mesh.BoneWeight[3] = place(m, "toe.L"), 4e-5
	}, func(m *soa.Model) drawing {
		return weightsOf(m, "weights too small to move a vertex", func(_ int, w float64) bool { return w < 1e-4 })
	}},
	"idle-skin-joints": {func(m *soa.Model) {
		for _, name := range [...]string{"ik target", "ik pole"} {
			addBone(m, addJoint(m, name, m.Skeleton.Joint("hand.R")))
		}
	}, idleJoints},
	"short-bones": {func(m *soa.Model) {
		j := addJoint(m, "twist.R", m.Skeleton.Joint("forearm.R"))
		m.Skeleton.Rest.TY[j] = 1e-5
		follow(m.Meshes[0], 0, addBone(m, j))
	}, boneLengths},
	"same-names": {func(m *soa.Model) { rename(m, 1, "hand.L", "hand.R") }, func(m *soa.Model) drawing {
		return jointTree(m, "two joints of one name", func(name string) bool { return name == "hand.R" })
	}},
	"no-names": {func(m *soa.Model) { rename(m, 1, "hand.L", " ") }, func(m *soa.Model) drawing {
		return jointTree(m, "a joint without a name", func(name string) bool { return name == " " })
	}},
	"like-names": {func(m *soa.Model) { rename(m, 1, "hand.L", "handR") }, likeNamed},
	"same-clips": {func(m *soa.Model) {
		c := *m.Clip("wave")
		c.Name = "wave.001"
		m.Clips = append(m.Clips, &c)
	}, clipCurves},
	"thin-triangles": {func(m *soa.Model) {
		for _, corners := range sliver {
			addTriangle(m.Meshes[0], 0, corners)
		}
	}, func(m *soa.Model) drawing { return &triangles{m.Meshes[0], len(sliver)} }},
}

// sliver is a square of triangles, of which the third has its corners on one line.
var sliver = [][3][3]float32{
	{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
	{{1, 0, 0}, {0.4, 0.6, 0}, {1, 1, 0}},
	{{1, 0, 0}, {0, 1, 0}, {0.4, 0.6, 0}},
	{{0.4, 0.6, 0}, {0, 1, 0}, {1, 1, 0}},
}

// weightsOf shows the weights of vertex 0, the largest first.
func weightsOf(m *soa.Model, title string, bad func(rank int, weight float64) bool) drawing {
	mesh, skin := m.Meshes[0], m.Skins[0]
	f := &table{title: title, columns: []column{{"moved by", 12}, {"weight", 100}, {"", 160}}}
	type influence struct {
		joint  string
		weight float64
	}
	var list []influence
	influences(mesh, 0, func(bone int, w float64) {
		list = append(list, influence{m.Skeleton.Name[skin.Joint[bone]], w})
	})
	slices.SortStableFunc(list, func(a, b influence) int { return cmp.Compare(b.weight, a.weight) })
	for rank, of := range list {
		f.rows = append(f.rows, row{[]string{of.joint, fmt.Sprintf("%.3g", of.weight)}, of.weight / list[0].weight, bad(rank, of.weight)})
	}
	return f
}

// idleJoints shows how many vertices the joints of an arm move.
func idleJoints(m *soa.Model) drawing {
	f := &table{title: "joints of a skin that move no vertex", columns: []column{{"joint", 12}, {"vertices", 100}, {"", 160}}}
	n := make(map[uint16]int)
	for _, mesh := range m.Meshes {
		for v := range mesh.Vertices() {
			influences(mesh, v, func(bone int, _ float64) { n[uint16(bone)]++ })
		}
	}
	for _, name := range [...]string{"upperarm.R", "forearm.R", "hand.R", "fingers.R", "ik target", "ik pole"} {
		vertices := n[place(m, name)]
		f.rows = append(f.rows, row{[]string{name, fmt.Sprint(vertices)}, float64(vertices) / 500, vertices == 0})
	}
	return f
}

// boneLengths shows the distances of the right arm's joints from their parents.
func boneLengths(m *soa.Model) drawing {
	f := &table{title: "a joint lies where its parent lies", columns: []column{{"from", 12}, {"to", 110}, {"mm", 190}, {"", 240}}}
	rest := exact.NewSkeleton(m, nil).Rest.Global
	for _, name := range [...]string{"upperarm.R", "forearm.R", "twist.R", "hand.R", "fingers.R"} {
		j := m.Skeleton.Joint(name)
		p := int(m.Skeleton.Parent[j])
		mm := 1000 * rest[j].Translation().Sub(rest[p].Translation()).Length()
		f.rows = append(f.rows, row{[]string{m.Skeleton.Name[p], name, fmt.Sprintf("%.3g", mm)}, mm / 500, mm < 1})
	}
	return f
}

// jointTree shows the joints of the arms as a tree.
func jointTree(m *soa.Model, title string, bad func(name string) bool) drawing {
	f := &table{title: title, columns: []column{{"joint", 12}}}
	for _, root := range [...]string{"shoulder.L", "shoulder.R"} {
		top := m.Skeleton.Joint(root)
		for j, name := range m.Skeleton.Name {
			if !m.Skeleton.InSubtree(j, top) {
				continue
			}
			shown := name
			if bad(name) {
				shown = fmt.Sprintf("%q", name)
			}
			indent := strings.Repeat("      ", int(m.Skeleton.Depth[j]-m.Skeleton.Depth[top]))
			f.rows = append(f.rows, row{cells: []string{indent + shown}, bad: bad(name)})
		}
	}
	return f
}

// likeNamed shows what a program that drops punctuation makes of names.
func likeNamed(m *soa.Model) drawing {
	f := &table{title: "names that become one", columns: []column{{"in the file", 12}, {"in three.js", 150}}}
	for _, name := range [...]string{"upperarm.R", "forearm.R", "hand.R", "handR", "fingers.R"} {
		bare := strings.Map(func(r rune) rune {
			if unicode.IsPunct(r) {
				return -1
			}
			return r
		}, m.Skeleton.Name[m.Skeleton.Joint(name)])
		f.rows = append(f.rows, row{cells: []string{name, bare}, bad: bare == "handR"})
	}
	return f
}

// Figures show defects that their rules find; -pictures draws them.
func TestFigures(t *testing.T) {
	for rule, s := range figured {
		m := strider(t)
		s.plant(m)
		list, err := Lint(t.Context(), m, nil, only(rule))
		must.Do(t, err)
		if len(list) == 0 {
			t.Errorf("%s does not find what its figure shows", rule)
		}
		f := s.show(m)
		if of, ok := f.(*table); ok && !slices.ContainsFunc(of.rows, func(r row) bool { return r.bad }) {
			t.Errorf("%s: its figure marks nothing", rule)
		}
		if *pictures {
			writeFigure(t, f, pictureOf(t, rule))
		}
	}
}

// pictureOf is the file of a rule's picture.
func pictureOf(t *testing.T, rule string) string {
	return filepath.Join(truth.Root(t), "docs", "linting", rule+".png")
}
