package importer_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// joinedStrips is a skinned mesh in which nothing but the bones tells vertices apart: two
// triangles at one place, which follow different bones, and a third one like the first.
func joinedStrips() *made {
	s := madeScenes()["two skeletons"]
	s.nodes, s.skins = s.nodes[:5], s.skins[:1]
	one := triangle(0).position
	s.meshes = []madeMesh{madeMesh{position: slices.Concat(one, one, one)}.weighted(
		[]float64{1, 0}, []float64{0.5, 0.5}, []float64{0.25, 0.75},
		[]float64{0, 1}, []float64{0.75, 0.25}, []float64{1, 0},
		[]float64{1, 0}, []float64{0.5, 0.5}, []float64{0.25, 0.75},
	)}
	s.frames, s.rate, s.top = madeFrames, 24, exact.Identity()
	s.bindAtRest()
	return s
}

// eachFormat writes a scene in each format of skins that made scenes have.
func eachFormat(t *testing.T, scene func() *made, check func(t *testing.T, s *made, path string)) {
	t.Run("glTF", func(t *testing.T) {
		s := scene()
		check(t, s, s.gltf(t))
	})
	t.Run("Collada", func(t *testing.T) {
		s := scene()
		check(t, s, s.collada(t, colladaForm{}))
	})
	t.Run("MD5", func(t *testing.T) {
		s := scene()
		for i := range s.nodes {
			s.nodes[i].keyless = s.nodes[i].mesh > 0
		}
		s.top = exact.Matrix{0: 1, 6: 1, 9: -1}
		check(t, s, s.md5(t))
	})
}

// TestVerticesOfDifferentWeights: vertices that bones alone tell apart stay apart, and those
// that nothing tells apart become one.
func TestVerticesOfDifferentWeights(t *testing.T) {
	eachFormat(t, joinedStrips, func(t *testing.T, s *made, path string) {
		m, r := s.check(t, path)
		if n := m.Meshes[0].Vertices(); n != 6 || r.Meshes[0].Vertices != 6 || len(m.Meshes[0].Index) != 9 {
			t.Errorf("%d vertices, %d in the report, of %d corners: want 6 of 9", n, r.Meshes[0].Vertices, len(m.Meshes[0].Index))
		}
		if r.Count(report.Repair) > 0 {
			t.Errorf("findings: %v", r.Findings)
		}
	})
}

// TestWeightsOfOneJointTwice: the weights that a vertex has of one joint add up.
func TestWeightsOfOneJointTwice(t *testing.T) {
	scene := func() *made {
		s := joinedStrips()
		m := &s.meshes[0]
		m.position, m.weights, m.twice = m.position[:3], m.weights[:3], true
		return s
	}
	eachFormat(t, scene, func(t *testing.T, s *made, path string) {
		m, r := s.check(t, path)
		if n := r.Meshes[0].Influences; n != [9]int{1: 1, 2: 2} || m.Meshes[0].Influences != 4 {
			t.Errorf("vertices by influences %v, %d a vertex", n, m.Meshes[0].Influences)
		}
		if r.Count(report.Repair) > 0 {
			t.Errorf("findings: %v", r.Findings)
		}
	})
}

// fbxStrips is the mesh of joinedStrips in an FBX file, with the bones of skinFile. Those
// of the first one list each weight in a number of parts.
func fbxStrips(t *testing.T, parts int, mode string) string {
	t.Helper()
	f := skinFile()
	bind := func(bone string) fbxfile.Cluster {
		link := f.InFile(bone, -1)
		transform := inverseOf(t, link).Mul(f.InFile("body", -1))
		return fbxfile.Cluster{Bone: bone, Transform: &transform, Link: &link}
	}
	f.AddSkin(fbxfile.Skin{Mesh: "body", Kind: "Linear", Mode: mode, Clusters: []fbxfile.Cluster{bind("upper"), bind("lower")}})
	for k := range 2 {
		var points, weights []string
		for p, row := range stripWeights {
			for range parts {
				points, weights = append(points, fmt.Sprint(p)), append(weights, fmt.Sprint(row[k]/float64(parts)))
			}
		}
		parts = 1
		list := func(name string, values []string) string {
			return fmt.Sprintf("\t\t%s: *%d {\n\t\t\ta: %s\n\t\t}\n", name, len(values), strings.Join(values, ","))
		}
		f.Objects = strings.Replace(f.Objects, "\t\tIndexes: *3 {\n\t\t\ta: 0,1,2\n\t\t}\n\t\tWeights: *3 {\n\t\t\ta: 0,0,0\n\t\t}\n", list("Indexes", points)+list("Weights", weights), 1)
	}
	path := f.Write(t)
	data, err := os.ReadFile(path)
	must.Do(t, err)
	text := strings.Replace(string(data), "Vertices: *9 {\n\t\t\ta: 0,0,0,1,0,0,0,2,0\n", "Vertices: *18 {\n\t\t\ta: 0,0,0,1,0,0,0,2,0,0,0,0,1,0,0,0,2,0\n", 1)
	text = strings.Replace(text, "PolygonVertexIndex: *3 {\n\t\t\ta: 0,1,-3\n", "PolygonVertexIndex: *9 {\n\t\t\ta: 0,1,-3,3,4,-6,0,1,-3\n", 1)
	must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// stripWeights are the weights of fbxStrips by point.
var stripWeights = [6][2]float64{{1, 0}, {0.5, 0.5}, {0.25, 0.75}, {0, 1}, {0.75, 0.25}, {1, 0}}

// checkStrips plays fbxStrips.
func checkStrips(t *testing.T, path string) {
	t.Helper()
	var r report.Report
	m := files.LoadWith(t, path, importer.Options{Report: &r, FileUnits: true, CurveDistance: 1e-8, CurveAngle: 1e-4})
	if len(m.Meshes) != 1 || m.Meshes[0].Vertices() != 6 || len(m.Meshes[0].Index) != 9 || r.Count(report.Repair)+r.Count(report.Loss) > 0 {
		t.Fatalf("%+v: %v", r.Meshes, r.Findings)
	}
	if n := r.Meshes[0].Influences; n != [9]int{1: 3, 2: 3} {
		t.Errorf("vertices by influences: %v", n)
	}
	f, mesh := skinFile(), m.Meshes[0]
	for frame := range 3 {
		pose := oracle.Evaluate(m, []*soa.Clip{m.Clips[0]}, float64(frame)/f.Rate())
		for corner, v := range mesh.Index {
			point := corner % 6
			var want exact.Vec
			for k, bone := range []string{"upper", "lower"} {
				move := f.InFile(bone, frame).Mul(inverseOf(t, f.InFile(bone, -1))).Mul(f.InFile("body", -1))
				want = want.Add(move.Point(madePoints[point%3]).Scale(stripWeights[point][k]))
			}
			if got := exact.Vec(pose.Meshes[0].Position[v]); !(got.Sub(want).Length() < 1e-4) {
				t.Errorf("frame %d, corner %d is at %v, want %v", frame, corner, got, want)
			}
		}
	}
}

// TestFBXVerticesOfDifferentWeights: the same of FBX files, whose weights are of control
// points.
func TestFBXVerticesOfDifferentWeights(t *testing.T) {
	checkStrips(t, fbxStrips(t, 1, ""))
}

// TestFBXWeightsOfOneJointTwice: clusters that list a point twice.
func TestFBXWeightsOfOneJointTwice(t *testing.T) {
	checkStrips(t, fbxStrips(t, 2, ""))
}

// TestFBXPointsAtOnePlace: the same of skins whose weights the importer reads itself, by the
// places of points, and of which polygons tell those at one place.
func TestFBXPointsAtOnePlace(t *testing.T) {
	checkStrips(t, fbxStrips(t, 1, "TotalOne"))
}
