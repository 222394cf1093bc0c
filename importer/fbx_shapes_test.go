package importer_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/oracle/fbxeval"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// face is a triangle, of which tests move the corners: at 0 0 0, 1 0 0 and 0 2 0.
func face() *fbxfile.File {
	return &fbxfile.File{Window: [2]int{0, 90}, Unit: 100, Models: []fbxfile.Model{{Name: "face", Mesh: true}}}
}

// deformed returns the vertices of a mesh by way of the runtime's skinning.
func deformed(t *testing.T, m *soa.Model, mesh int, seconds float64) []float32 {
	t.Helper()
	posed := oracle.Evaluate(m, m.Clips[:min(1, len(m.Clips))], seconds)
	weights := make([]float32, len(posed.Weights))
	for i, w := range posed.Weights {
		weights[i] = float32(w)
	}
	on := m.Meshes[mesh]
	var matrices []float32
	row := func(a oracle.Mat4) {
		for _, v := range a[:12] {
			matrices = append(matrices, float32(v))
		}
	}
	switch {
	case on.Skin != soa.None:
		for _, p := range posed.Palette[on.Skin] {
			row(p)
		}
	case on.Joint != soa.NoJoint:
		row(posed.Model[on.Joint].Mul(affine(on.Offset)))
	default:
		row(affine(on.Offset))
	}
	out := make([]float32, len(on.Position))
	var of *soa.Skin
	if on.Skin != soa.None {
		of = m.Skins[on.Skin]
	}
	must.Do(t, pose.SkinVertices(on, of, matrices, weights, &pose.SkinScratch{}, out, nil))
	return out
}

func affine(a soa.Affine) oracle.Mat4 {
	m := oracle.Identity()
	for i, v := range a {
		m[i] = float64(v)
	}
	return m
}

// checkFace holds the corners of the face against a formula at many moments, and against
// the slow evaluation of the file.
func checkFace(t *testing.T, f *fbxfile.File, want func(seconds float64) [3]exact.Vec) (*soa.Model, *report.Report) {
	t.Helper()
	path := f.Write(t)
	var r report.Report
	m := files.LoadWith(t, path, importer.Options{Report: &r, FileAxes: true})
	if len(m.Meshes) != 1 {
		t.Fatalf("%d meshes: %v", len(m.Meshes), r.Findings)
	}
	corners := [3]exact.Vec{{}, {1, 0, 0}, {0, 2, 0}}
	for i := range 97 {
		seconds := 3 * (float64(i) + 0.37) / 97
		got, now := deformed(t, m, 0, seconds), want(seconds)
		for v := range 3 {
			c := 0
			for c < 2 && m.Meshes[0].Position[3*v+c] == 0 {
				c++
			}
			corner := [3]int{1, 2, 0}[c] // by which coordinate is not 0
			for k := range 3 {
				if off := math.Abs(float64(got[3*v+k]) - corners[corner][k] - now[corner][k]); !(off <= 2e-5) {
					t.Fatalf("corner %d at %.4f s is %v, %.3g m off %v\n%v", corner, seconds, got[3*v:3*v+3], off, now[corner], r.Findings)
				}
			}
		}
	}
	compareShapes(t, path, m, &r, 2e-5, 211)
	return m, &r
}

// compareShapes holds the morphed vertices of all meshes, before joints move them,
// against the slow evaluation of the file.
func compareShapes(t *testing.T, path string, m *soa.Model, r *report.Report, bound float64, moments int) {
	t.Helper()
	data, err := os.ReadFile(path)
	must.Do(t, err)
	file, err := fbxeval.Open(data)
	must.Do(t, err)
	compared, worst, where := 0, 0.0, ""
	random := rand.New(rand.NewPCG(1, uint64(len(data))))
	for k, s := range file.Stacks {
		clip := m.Clip(s.Name)
		if clip == nil {
			continue
		}
		for range moments {
			seconds := clip.Start + clip.Seconds()*random.Float64()
			posed := oracle.Evaluate(m, []*soa.Clip{clip}, seconds)
			for _, on := range m.Meshes {
				for _, model := range file.Models {
					if model.Name != on.Node || len(on.Morphs) == 0 {
						continue
					}
					points, moved := file.Morphed(k, model.ID, seconds)
					off := morphError(on, posed.Weights, points, moved) * r.MetresPerUnit
					if compared++; !(off <= worst) {
						worst, where = off, fmt.Sprintf("%q at %.5f s", on.Name, seconds)
					}
				}
			}
		}
	}
	if compared == 0 || !(worst <= bound) {
		t.Errorf("%d meshes compared, %.3g m off: %s\n%v", compared, worst, where, r.Findings)
	}
	t.Logf("%.3g m", worst)
}

// morphError is how far vertices are from where the control points at their place are
// moved.
func morphError(m *soa.Mesh, weights []float64, points, moved [][3]float64) (worst float64) {
	now := make([]float64, len(m.Position))
	for i, v := range m.Position {
		now[i] = float64(v)
	}
	for _, target := range m.Morphs {
		for i, v := range target.Vertex {
			for c := range 3 {
				now[3*int(v)+c] += weights[target.Weight] * float64(target.Position[3*i+c])
			}
		}
	}
	distance := func(a []float64, b [3]float64) float64 {
		return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
	}
	for v := 0; v < len(now); v += 3 {
		rest := []float64{float64(m.Position[v]), float64(m.Position[v+1]), float64(m.Position[v+2])}
		off := math.Inf(1)
		for p := range points {
			if distance(rest, points[p]) < 1e-4 {
				off = math.Min(off, distance(now[v:v+3], moved[p]))
			}
		}
		worst = math.Max(worst, off)
	}
	return worst
}

// hermite is the cubic between two keys of a curve by their slopes.
func hermite(t, t0, t1, v0, v1, right, left float64) float64 {
	h := t1 - t0
	u := (t - t0) / h
	return v0*(1+2*u)*(1-u)*(1-u) + right*h*u*(1-u)*(1-u) + v1*u*u*(3-2*u) + left*h*u*u*(u-1)
}

// piecewise goes from point to point, and on beyond the outer ones.
func piecewise(x float64, at []float64, values []exact.Vec) exact.Vec {
	i := 0
	for i+2 < len(at) && x >= at[i+1] {
		i++
	}
	u := (x - at[i]) / (at[i+1] - at[i])
	return values[i].Scale(1 - u).Add(values[i+1].Scale(u))
}

// TestFBXShapes: made files whose answers are formulas.
func TestFBXShapes(t *testing.T) {
	up, side, back := exact.Vec{0, 0, 1}, exact.Vec{0.5, 0, 0}, exact.Vec{0, -0.25, 0.75}
	one := func(corner int, by exact.Vec) fbxfile.Shape {
		return fbxfile.Shape{Points: []int{corner}, By: []exact.Vec{by}}
	}
	line := fbxfile.Keyed(fbxfile.Line, [4]float32{}, 0, -100, 3, 200)
	weight := func(seconds float64) float64 { return -100 + 100*seconds }
	drive := func(f *fbxfile.File, layer, channel int, c fbxfile.Curve) {
		f.Drive(layer, channel, "DeformPercent", exact.Vec{}, map[string]fbxfile.Curve{"DeformPercent": c})
	}

	t.Run("one shape, from negative weights to beyond", func(t *testing.T) {
		f := face()
		drive(f, 9001, f.AddChannel([]int{0}, "up", 30, []float64{100}, one(1, up)), line)
		m, _ := checkFace(t, f, func(s float64) [3]exact.Vec { return [3]exact.Vec{1: up.Scale(weight(s) / 100)} })
		if w := m.Weights; len(w) != 1 || w[0] != (soa.MorphWeight{Mesh: "face", Target: "up", Rest: 0.3}) || len(m.Clips[0].Time) != 2 {
			t.Errorf("%+v with %d keys", w, len(m.Clips[0].Time))
		}
	})
	t.Run("in between", func(t *testing.T) {
		for name, at := range map[string][]float64{"above": {0, 25, 60, 100}, "around": {-49.9, -24.9, 0, 100}, "below": {-80, -60, -10, 0}} {
			t.Run(name, func(t *testing.T) {
				var full []float64
				values, given := []exact.Vec{up, side, back}, []fbxfile.Shape{}
				for _, v := range values {
					given = append(given, one(2, v))
				}
				var shapes []exact.Vec
				for _, w := range at {
					if w == 0 {
						shapes = append(shapes, exact.Vec{})
						continue
					}
					shapes = append(shapes, values[len(full)])
					full = append(full, w)
				}
				f := face()
				drive(f, 9001, f.AddChannel([]int{0}, "bend", 30, full, given...), line)
				m, r := checkFace(t, f, func(s float64) [3]exact.Vec { return [3]exact.Vec{2: piecewise(weight(s), at, shapes)} })
				if len(m.Weights) != 3 || len(m.Clips[0].Time) > 12 || !hasFinding(r, report.Info, report.BetweenMorphs, `"bend" passes through 3 shapes`) {
					t.Errorf("%+v with %d keys: %v", m.Weights, len(m.Clips[0].Time), r.Findings)
				}
			})
		}
	})
	t.Run("a cubic through shapes in between", func(t *testing.T) {
		f := face()
		c := fbxfile.Keyed(fbxfile.User, [4]float32{300, -250}, 0, -20, 1.3, 120, 3, 10)
		drive(f, 9001, f.AddChannel([]int{0}, "bend", 0, []float64{40, 100}, one(0, side), one(0, up)), c)
		checkFace(t, f, func(s float64) [3]exact.Vec {
			w := hermite(s, 0, 1.3, -20, 120, 300, -250)
			if s >= 1.3 {
				w = hermite(s, 1.3, 3, 120, 10, 300, -250)
			}
			return [3]exact.Vec{piecewise(w, []float64{0, 40, 100}, []exact.Vec{{}, side, up})}
		})
	})
	t.Run("curves of every kind", func(t *testing.T) {
		values := []float64{0, 3, 0.4, -20, 1.1, 135, 1.5, 135, 2.2, 80, 2.9, -10}
		for name, c := range map[string]fbxfile.Curve{
			"automatic": fbxfile.Keyed(fbxfile.Auto, [4]float32{}, values...),
			"clamped":   fbxfile.Keyed(fbxfile.Auto|fbxfile.Even|fbxfile.Progress, [4]float32{}, values...),
			"weighted":  fbxfile.Keyed(fbxfile.User|fbxfile.Weighted, [4]float32{50, -30, fbxfile.Weights(9000, 2000)}, values...),
			"TCB":       fbxfile.Keyed(fbxfile.TCB, [4]float32{0.1, -0.4, 0.7}, values...),
			"repeated":  {Seconds: []float64{0.5, 1.3}, Values: []float64{-30, 140}, Flags: []int{fbxfile.Auto}, Data: [][4]float32{{}}, Before: "M", After: "A1"},
		} {
			t.Run(name, func(t *testing.T) {
				f := face()
				drive(f, 9001, f.AddChannel([]int{0}, "bend", 0, []float64{-25, 40, 100}, one(0, back), one(0, side), one(0, up)), c)
				path := f.Write(t)
				var r report.Report
				m := files.LoadWith(t, path, importer.Options{Report: &r, FileAxes: true})
				compareShapes(t, path, m, &r, 1.2e-5, 401)
			})
		}
	})
	t.Run("normals", func(t *testing.T) {
		f := face()
		tilted := one(1, up)
		tilted.Normals = []exact.Vec{{0.5, 0, 0.25}}
		f.AddChannel([]int{0}, "tilt", 50, []float64{100}, tilted)
		m := files.LoadWith(t, f.Write(t), importer.Options{FileAxes: true})
		if target := m.Meshes[0].Morphs[0]; len(target.Normal) != 3 || [3]float32(target.Normal) != [3]float32{0.5, 0, 0.25} {
			t.Errorf("%+v", target)
		}
	})
	t.Run("steps", func(t *testing.T) {
		f := face()
		c := fbxfile.Keyed(fbxfile.Step, [4]float32{}, 0, 20, 1, 75, 2, 130)
		drive(f, 9001, f.AddChannel([]int{0}, "bend", 0, []float64{50, 100}, one(1, side), one(1, up)), c)
		checkFace(t, f, func(s float64) [3]exact.Vec {
			return [3]exact.Vec{1: piecewise([]float64{20, 75, 130}[min(2, int(s))], []float64{0, 50, 100}, []exact.Vec{{}, side, up})}
		})
	})
	t.Run("full weights of points", func(t *testing.T) {
		f := face()
		all := fbxfile.Shape{Points: []int{2, 0, 1}, By: []exact.Vec{up, side, back}}
		drive(f, 9001, f.AddChannel([]int{0}, "parts", 0, []float64{25, 50, 200}, all), line)
		path := f.Write(t)
		m := files.LoadWith(t, path, importer.Options{FileAxes: true})
		for i := range 13 {
			s := 3 * float64(i) / 13
			got, w := deformed(t, m, 0, s), weight(s)/100
			want := map[[3]float32]exact.Vec{{0, 2, 0}: up.Scale(0.25 * w), {0, 0, 0}: side.Scale(0.5 * w), {1, 0, 0}: back.Scale(2 * w)}
			for v := range 3 {
				at := [3]float32(m.Meshes[0].Position[3*v:])
				for k := range 3 {
					if off := math.Abs(float64(got[3*v+k]-at[k]) - want[at][k]); off > 2e-5 {
						t.Errorf("%v is at %v at %v s, %.3g off", at, got[3*v:3*v+3], s, off)
					}
				}
			}
		}
	})
	t.Run("layers", func(t *testing.T) {
		for _, mode := range []string{"0", "1", "2"} {
			f := face()
			over := f.AddLayer("BlendMode="+mode, "Weight=40")
			channel := f.AddChannel([]int{0}, "bend", 0, []float64{50, 100}, one(1, side), one(1, up))
			drive(f, 9001, channel, line)
			drive(f, over, channel, fbxfile.Keyed(fbxfile.Line, [4]float32{}, 0, 30, 3, -60))
			checkFace(t, f, func(s float64) [3]exact.Vec {
				below, above := weight(s), 30-30*s
				w := map[string]float64{"0": below + 0.4*above, "1": above, "2": 0.6*below + 0.4*above}[mode]
				return [3]exact.Vec{1: piecewise(w, []float64{0, 50, 100}, []exact.Vec{{}, side, up})}
			})
		}
	})
	t.Run("without animation", func(t *testing.T) {
		f := face()
		f.AddChannel([]int{0}, "up", -35, []float64{80}, one(1, up))
		f.AddChannel([]int{0}, "side", 50, []float64{25, 100}, one(2, side), one(2, back))
		m := files.LoadWith(t, f.Write(t), importer.Options{FileAxes: true})
		if len(m.Weights) != 3 {
			t.Fatalf("%+v", m.Weights)
		}
		rest := map[string]float64{"up": -0.35 / 0.8, "side": 1. / 3, "side 25%": 2. / 3}
		for _, w := range m.Weights {
			if math.Abs(float64(w.Rest)-rest[w.Target]) > 1e-7 {
				t.Errorf("%+v, want %v", w, rest[w.Target])
			}
		}
	})
	t.Run("inside of a mesh", func(t *testing.T) {
		f := face()
		path := f.Write(t)
		data, err := os.ReadFile(path)
		must.Do(t, err)
		shape := one(1, up)
		text := strings.Replace(string(data), "; FBX 7.4.0", "; FBX 7.1.0", 1)
		text = strings.Replace(text, "\t\tGeometryVersion: 124\n", "\t\tProperties70:  {\n\t\t\tP: \"lift\", \"Number\", \"\", \"A+\",40\n\t\t}\n\t\tGeometryVersion: 124\n\t\tShape: \"lift\" {\n"+shape.Arrays()+"\t\t}\n", 1)
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		m := files.LoadWith(t, path, importer.Options{FileAxes: true})
		if len(m.Weights) != 1 || m.Weights[0] != (soa.MorphWeight{Mesh: "face", Target: "lift", Rest: 0.4}) || len(m.Meshes[0].Morphs) != 1 {
			t.Errorf("%+v", m.Weights)
		}
	})
}

// TestFBXSharedChannel: one channel moves the meshes of two models, one of which is shown
// twice.
func TestFBXSharedChannel(t *testing.T) {
	f := face()
	f.Models = append(f.Models, fbxfile.Model{Name: "other", Mesh: true, Translation: exact.Vec{5, 0, 0}}, fbxfile.Model{Name: "again", Instance: "other"})
	up := exact.Vec{0, 0, 1}
	c := f.AddChannel([]int{0, 1}, "up", 0, []float64{100}, fbxfile.Shape{Points: []int{1}, By: []exact.Vec{up}})
	f.Drive(9001, c, "DeformPercent", exact.Vec{}, map[string]fbxfile.Curve{"DeformPercent": fbxfile.Keyed(fbxfile.Auto, [4]float32{}, 0, 0, 1, 100, 3, 30)})
	path := f.Write(t)
	var r report.Report
	m := files.LoadWith(t, path, importer.Options{Report: &r, FileAxes: true})
	if len(m.Meshes) != 3 || len(m.Weights) != 3 || len(m.Clips) != 1 || len(m.Clips[0].Tracks) != 3 || r.Count(report.Loss) > 0 {
		t.Fatalf("%d meshes, %+v, %v", len(m.Meshes), m.Weights, r.Findings)
	}
	compareShapes(t, path, m, &r, 2e-5, 50)
}

// TestFBXShapesOfParts: shapes of a mesh that materials split, and of vertices that only a
// shape tells apart: two squares at one place, one of which moves.
func TestFBXShapesOfParts(t *testing.T) {
	f := face()
	var r report.Report
	path := f.Write(t)
	data, err := os.ReadFile(path)
	must.Do(t, err)
	f.AddChannel([]int{0}, "part", 100, []float64{100}, fbxfile.Shape{Points: []int{4, 5, 6, 7}, By: []exact.Vec{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}}})
	for name, c := range map[string]struct {
		materials string
		meshes    int
	}{"one material": {"AllSame", 1}, "two materials": {"ByPolygon", 2}} {
		t.Run(name, func(t *testing.T) {
			materials := "0,1"
			if c.meshes == 1 {
				materials = "0"
			}
			text := strings.Replace(string(data), "\t\tVertices: *9 {\n\t\t\ta: 0,0,0,1,0,0,0,2,0\n\t\t}\n\t\tPolygonVertexIndex: *3 {\n\t\t\ta: 0,1,-3\n\t\t}\n",
				"\t\tVertices: *24 {\n\t\t\ta: 0,0,0,1,0,0,1,1,0,0,1,0,0,0,0,1,0,0,1,1,0,0,1,0\n\t\t}\n\t\tPolygonVertexIndex: *8 {\n\t\t\ta: 0,1,2,-4,4,5,6,-8\n\t\t}\n"+
					"\t\tLayerElementMaterial: 0 {\n\t\t\tMappingInformationType: \""+c.materials+"\"\n\t\t\tReferenceInformationType: \"IndexToDirect\"\n\t\t\tMaterials: *2 {\n\t\t\t\ta: "+materials+"\n\t\t\t}\n\t\t}\n"+
					"\t\tLayer: 0 {\n\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementMaterial\"\n\t\t\t\tTypedIndex: 0\n\t\t\t}\n\t\t}\n", 1)
			text = strings.Replace(text, "}\nConnections:  {\n", f.Objects+"}\nConnections:  {\n"+f.Connections, 1)
			must.Do(t, os.WriteFile(path, []byte(text), 0o644))
			m := files.LoadWith(t, path, importer.Options{Report: &r, FileAxes: true})
			low, high := 0, 0
			for i := range m.Meshes {
				got := deformed(t, m, i, 0)
				for _, v := range m.Meshes[i].Index {
					if z := got[3*v+2]; z == 0 {
						low++
					} else if z == 1 {
						high++
					}
				}
			}
			if len(m.Meshes) != c.meshes || low != 6 || high != 6 {
				t.Errorf("%d meshes with %d and %d corners at the two heights: %v", len(m.Meshes), low, high, r.Findings)
			}
		})
	}
}

// TestFBXLostShapes: what is left out has a finding with its size.
func TestFBXLostShapes(t *testing.T) {
	f := face()
	up := exact.Vec{0, 0, 0.5}
	shape := fbxfile.Shape{Points: []int{1}, By: []exact.Vec{up}}
	f.AddChannel([]int{0}, "twice", 0, []float64{100, 100}, shape, shape)
	f.AddChannel([]int{0}, "none", 0, []float64{0}, shape)
	f.AddChannel([]int{0}, "uneven", 0, []float64{100}, fbxfile.Shape{Points: []int{1, 2}, By: []exact.Vec{up}})
	f.AddChannel([]int{0}, "beyond", 0, []float64{100}, fbxfile.Shape{Points: []int{1, 7}, By: []exact.Vec{{0, 0, 2}, up}})
	var r report.Report
	m := files.LoadWith(t, f.Write(t), importer.Options{Report: &r})
	if len(m.Weights) != 2 || len(m.Meshes[0].Morphs) != 2 {
		t.Errorf("%+v", m.Weights)
	}
	for _, want := range []string{
		`the shape "twice1" of "twice", which moves it by 500 mm, left out`, `the shape "none0" of "none", which moves it by 500 mm, left out`,
		`the shape "uneven0" of "uneven" left out`, `"beyond" moves 1 points that the mesh does not have, by up to 500 mm`,
	} {
		if !hasFinding(&r, report.Loss, report.InvalidMorph, want) {
			t.Errorf("no finding that says %s: %v", want, r.Findings)
		}
	}
}

// TestFBXShapeOfDisc: each corner of a polygon of many is found, and what a hostile one
// costs is bounded.
func TestFBXShapeOfDisc(t *testing.T) {
	const corners = 700
	f := face()
	all := fbxfile.Shape{}
	var points, polygon []string
	for i := range corners {
		s, c := math.Sincos(2 * math.Pi * float64(i) / corners)
		points = append(points, fmt.Sprintf("%v,%v,0", c, s))
		polygon = append(polygon, fmt.Sprint(i))
		all.Points, all.By = append(all.Points, i), append(all.By, exact.Vec{0, 0, float64(i)})
	}
	polygon[corners-1] = fmt.Sprint(-corners)
	f.AddChannel([]int{0}, "screw", 100, []float64{100}, all)
	path := f.Write(t)
	data, err := os.ReadFile(path)
	must.Do(t, err)
	text := strings.Replace(string(data), "Vertices: *9 {\n\t\t\ta: 0,0,0,1,0,0,0,2,0\n", fmt.Sprintf("Vertices: *%d {\n\t\t\ta: %s\n", 3*corners, strings.Join(points, ",")), 1)
	text = strings.Replace(text, "PolygonVertexIndex: *3 {\n\t\t\ta: 0,1,-3\n", fmt.Sprintf("PolygonVertexIndex: *%d {\n\t\t\ta: %s\n", corners, strings.Join(polygon, ",")), 1)
	must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	var r report.Report
	m := files.LoadWith(t, path, importer.Options{Report: &r, FileAxes: true})
	if len(m.Meshes) != 1 || m.Meshes[0].Vertices() != corners || len(m.Meshes[0].Morphs) != 1 {
		t.Fatalf("%d meshes: %v", len(m.Meshes), r.Findings)
	}
	got := deformed(t, m, 0, 0)
	for v := 0; v < len(got); v += 3 {
		angle := math.Atan2(float64(got[v+1]), float64(got[v])) / (2 * math.Pi) * corners
		if off := math.Remainder(angle-float64(got[v+2]), corners); math.Abs(off) > 1e-2 {
			t.Fatalf("a corner at %.4g is raised by %v", angle, got[v+2])
		}
	}
}
