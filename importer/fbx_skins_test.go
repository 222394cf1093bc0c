package importer_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// skinFile is two bones that turn and move apart, and a mesh beside them.
func skinFile() *fbxfile.File {
	return &fbxfile.File{Models: []fbxfile.Model{
		{Name: "root", Translation: exact.Vec{1, 2, 3}, Rotation: exact.Vec{0, 0, 20}},
		{Name: "upper", Parent: "root", Translation: exact.Vec{0, 4, 0}, Rotation: exact.Vec{10, 0, 0}, Curves: map[string][]exact.Vec{"R": {{10, 0, 0}, {50, 20, 5}, {90, 0, -30}}}},
		{Name: "lower", Parent: "upper", Translation: exact.Vec{0, 3, 0}, Curves: map[string][]exact.Vec{"R": {{0, 0, 0}, {0, 30, 0}, {0, 0, 70}}, "T": {{0, 3, 0}, {0, 4, 1}, {2, 3, 0}}}},
		{Name: "body", Translation: exact.Vec{5, -1, 2}, Rotation: exact.Vec{0, 40, 0}, Mesh: true},
	}}
}

var madePoints = [3]exact.Vec{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}

// placedAt returns where the runtime has the points of the only mesh, in the file's unit.
func placedAt(t *testing.T, m *soa.Model, clips []*soa.Clip, seconds float64) (out [3]exact.Vec) {
	t.Helper()
	if len(m.Meshes) != 1 {
		t.Fatalf("%d meshes", len(m.Meshes))
	}
	mesh := m.Meshes[0]
	posed := oracle.Evaluate(m, clips, seconds)
	position := make([]float32, len(mesh.Position))
	var scratch pose.SkinScratch
	if err := pose.SkinVertices(mesh, m.SkinOf(mesh), paletteOf(posed, mesh), nil, &scratch, position, nil); err != nil {
		t.Fatal(err)
	}
	for p := range madePoints {
		for v := range mesh.Vertices() {
			if c := [3]float32(mesh.Position[3*v:]); c == [3]float32{float32(madePoints[p][0]), float32(madePoints[p][1]), float32(madePoints[p][2])} {
				out[p] = exact.Vec{float64(position[3*v]), float64(position[3*v+1]), float64(position[3*v+2])}
			}
		}
	}
	return out
}

// checkSkin plays a file and compares its points with a formula, at rest and in frames.
func checkSkin(t *testing.T, f *fbxfile.File, want func(frame int) [3]exact.Vec, kinds ...report.Kind) *soa.Model {
	t.Helper()
	var r report.Report
	m := files.LoadWith(t, f.Write(t), importer.Options{Report: &r, FileUnits: true, CurveDistance: 1e-8, CurveAngle: 1e-4})
	for frame := -1; frame < 3; frame++ {
		clips := m.Clips
		if frame < 0 {
			clips = nil
		}
		got := placedAt(t, m, clips, float64(frame)/f.Rate())
		for p, w := range want(frame) {
			if d := got[p].Sub(w).Length(); !(d <= 1e-4) {
				t.Errorf("frame %d, point %d is at %v, want %v", frame, p, got[p], w)
			}
		}
	}
	found := make(map[report.Kind]int)
	for _, k := range kinds {
		found[k] = 0
	}
	for _, k := range r.Findings {
		if n, asked := found[k.Kind]; asked {
			found[k.Kind] = n + 1
		} else if k.Severity != report.Info {
			t.Errorf("a finding: %v", k)
		}
	}
	for k, n := range found {
		if n == 0 {
			t.Errorf("no finding %q: %v", k, r.Findings)
		}
	}
	return m
}

// summed is points under a sum of matrices.
func summed(parts func(p int) (list []exact.Matrix, weights []float64)) (out [3]exact.Vec) {
	for p, v := range madePoints {
		list, weights := parts(p)
		for i, m := range list {
			out[p] = out[p].Add(m.Point(v).Scale(weights[i]))
		}
	}
	return out
}

func matrixOf(m exact.Matrix) *exact.Matrix { return &m }

func inverseOf(t *testing.T, m exact.Matrix) exact.Matrix {
	inverse, ok := m.Inverse()
	if !ok {
		t.Fatalf("%v has no inverse", m)
	}
	return inverse
}

// TestFBXGeometricSkin: the geometric transform of a mesh moves its points before the
// skin does, and that of a bone moves none.
func TestFBXGeometricSkin(t *testing.T) {
	f := skinFile()
	body, upper := &f.Models[3], &f.Models[1]
	body.GeometricTranslation, body.GeometricRotation, body.GeometricScaling = exact.Vec{3, 1, -2}, exact.Vec{20, 40, 60}, &exact.Vec{1, 2, 0.5}
	body.RotationOrder = 5 // which geometric rotations do not have
	upper.GeometricTranslation, upper.GeometricRotation = exact.Vec{7, 7, 7}, exact.Vec{0, 90, 0}
	s := fbxfile.Skin{Mesh: "body", Kind: "Linear"}
	for i, bone := range []string{"upper", "lower"} {
		link := f.InFile(bone, -1)
		s.Clusters = append(s.Clusters, fbxfile.Cluster{
			Bone: bone, Weights: [3]float64{1, 0.5, 0.25}, Link: &link, Transform: matrixOf(inverseOf(t, link).Mul(f.InFile("body", -1))),
		})
		if i == 1 {
			s.Clusters[i].Weights = [3]float64{0, 0.5, 0.75}
		}
	}
	f.AddSkin(s)
	turn := func(axis int, degrees float64) exact.Quat {
		sin, cos := math.Sincos(degrees * math.Pi / 360)
		q := exact.Quat{3: cos}
		q[axis] = sin
		return q
	}
	geometric := exact.Compose(body.GeometricTranslation, turn(2, 60).Mul(turn(1, 40)).Mul(turn(0, 20)), *body.GeometricScaling)
	checkSkin(t, f, func(frame int) [3]exact.Vec {
		return summed(func(p int) (list []exact.Matrix, weights []float64) {
			for _, c := range s.Clusters {
				list = append(list, f.InFile(c.Bone, frame).Mul(*c.Transform).Mul(geometric))
				weights = append(weights, c.Weights[p])
			}
			return list, weights
		})
	})
}

// TestFBXMissingBinds: what a cluster does not say of its bone's place when the mesh was
// bound, a bind pose does, or the pose at rest.
func TestFBXMissingBinds(t *testing.T) {
	bound := exact.Compose(exact.Vec{2, 6, 1}, exact.Quat{0.6, 0, 0, 0.8}, exact.Vec{1, 1, 1})
	meshAt := exact.Compose(exact.Vec{4, 0, 0}, exact.Quat{0, 0.6, 0, 0.8}, exact.Vec{2, 2, 2})
	for name, c := range map[string]struct {
		transform, link *exact.Matrix
		pose            map[string]exact.Matrix
		kinds           []report.Kind
		want            func(f *fbxfile.File) exact.Matrix // from the mesh to the bone
	}{
		"none, in a bind pose": {nil, nil, map[string]exact.Matrix{"upper": bound, "body": meshAt}, []report.Kind{report.MissingBind}, func(*fbxfile.File) exact.Matrix {
			return inverseOf(t, bound).Mul(meshAt)
		}},
		"none, at rest": {nil, nil, nil, []report.Kind{report.MissingBind}, func(f *fbxfile.File) exact.Matrix {
			return inverseOf(t, f.InFile("upper", -1)).Mul(f.InFile("body", -1))
		}},
		"the mesh's": {nil, &bound, map[string]exact.Matrix{"body": meshAt}, []report.Kind{report.MissingBind}, func(*fbxfile.File) exact.Matrix {
			return inverseOf(t, bound).Mul(meshAt)
		}},
		"the bone's": {&bound, nil, nil, nil, func(*fbxfile.File) exact.Matrix { return bound }},
		"zeros":      {&exact.Matrix{}, &exact.Matrix{}, map[string]exact.Matrix{"upper": bound, "body": meshAt}, []report.Kind{report.MissingBind}, func(*fbxfile.File) exact.Matrix { return inverseOf(t, bound).Mul(meshAt) }},
	} {
		t.Run(name, func(t *testing.T) {
			f := skinFile()
			f.AddSkin(fbxfile.Skin{Mesh: "body", Kind: "Linear", Pose: c.pose, Clusters: []fbxfile.Cluster{
				{Bone: "upper", Weights: [3]float64{1, 1, 1}, Transform: c.transform, Link: c.link},
			}})
			checkSkin(t, f, func(frame int) [3]exact.Vec {
				return summed(func(int) ([]exact.Matrix, []float64) {
					return []exact.Matrix{f.InFile("upper", frame).Mul(c.want(f))}, []float64{1}
				})
			}, c.kinds...)
		})
	}
}

// boundTo is a cluster that is bound where its bone is at rest.
func boundTo(t *testing.T, f *fbxfile.File, bone string, weights ...float64) fbxfile.Cluster {
	link := f.InFile(bone, -1)
	return fbxfile.Cluster{Bone: bone, Weights: [3]float64(weights), Link: &link, Transform: matrixOf(inverseOf(t, link).Mul(f.InFile("body", -1)))}
}

// TestFBXLinkModes: weights that need not sum to 1 leave the rest to the mesh's own node.
func TestFBXLinkModes(t *testing.T) {
	move := func(f *fbxfile.File, c fbxfile.Cluster, frame int) exact.Matrix {
		return f.InFile(c.Bone, frame).Mul(*c.Transform)
	}
	for _, mode := range []string{"", "Total1", "Additive"} {
		t.Run("mode "+mode, func(t *testing.T) {
			f := skinFile()
			f.Models[3].Curves = map[string][]exact.Vec{"T": {{5, -1, 2}, {6, -1, 2}, {5, 3, 2}}}
			upper, lower := boundTo(t, f, "upper", 0.5, 0, 0.25), boundTo(t, f, "lower", 0, 1, 0.75)
			if mode == "Additive" {
				lower.Weights[2] = 0
			}
			f.AddSkin(fbxfile.Skin{Mesh: "body", Kind: "Linear", Mode: mode, Clusters: []fbxfile.Cluster{upper, lower}})
			kinds := []report.Kind{report.WeightSum}
			if mode != "" {
				kinds = nil
			}
			checkSkin(t, f, func(frame int) [3]exact.Vec {
				return summed(func(p int) (list []exact.Matrix, weights []float64) {
					a, b := upper.Weights[p], lower.Weights[p]
					if mode == "" {
						return []exact.Matrix{move(f, upper, frame), move(f, lower, frame)}, []float64{a / (a + b), b / (a + b)}
					}
					return []exact.Matrix{move(f, upper, frame), move(f, lower, frame), f.InFile("body", frame)}, []float64{a, b, 1 - a - b}
				})
			}, kinds...)
		})
	}
	t.Run("what cannot be held", func(t *testing.T) {
		f := skinFile()
		upper, lower := boundTo(t, f, "upper", 0.5, 1, 1), boundTo(t, f, "lower", 0.75, 0, 0)
		lower.Associate = "root"
		f.AddSkin(fbxfile.Skin{Mesh: "body", Kind: "Linear", Mode: "Additive", Clusters: []fbxfile.Cluster{upper, lower}})
		var r report.Report
		files.LoadWith(t, f.Write(t), importer.Options{Report: &r})
		losses := 0
		for _, k := range r.Findings {
			if k.Kind != report.LinkMode || k.Severity != report.Loss {
				continue
			}
			losses++
			_, size, _ := strings.Cut(k.Message, "up to ")
			var mm float64
			if _, err := fmt.Sscanf(size, "%g mm", &mm); err != nil || !(mm > 0.1 && mm < 1000) {
				t.Errorf("no size: %v", k)
			}
		}
		if losses != 3 {
			t.Errorf("%d losses: %v", losses, r.Findings)
		}
	})
}

// TestFBXLinkSizes: a loss tells how far points are from where their link mode puts them. Models
// rest where they were not when the mesh was bound, and do not move.
func TestFBXLinkSizes(t *testing.T) {
	f := &fbxfile.File{Models: []fbxfile.Model{
		{Name: "a", Translation: exact.Vec{2, 1, 0}, Rotation: exact.Vec{0, 0, 40}},
		{Name: "b", Translation: exact.Vec{-1, 3, 1}, Rotation: exact.Vec{30, 0, 0}},
		{Name: "body", Translation: exact.Vec{5, -1, 2}, Rotation: exact.Vec{0, 70, 0}, Mesh: true},
	}}
	weights := [2][3]float64{{0.95, 0.4, 1}, {0.1, 0.45, 0}}
	body := f.InFile("body", -1)
	var bone [2]exact.Matrix // from the mesh to the scene
	s := fbxfile.Skin{Mesh: "body", Kind: "Linear", Mode: "Additive"}
	for i, name := range []string{"a", "b"} {
		transform := body
		s.Clusters = append(s.Clusters, fbxfile.Cluster{Bone: name, Weights: weights[i], Link: matrixOf(exact.Identity()), Transform: &transform})
		bone[i] = f.InFile(name, -1).Mul(transform)
	}
	f.AddSkin(s)
	var off [2]float64 // of points 0 and 1
	for p := range off {
		v, sum := madePoints[p], weights[0][p]+weights[1][p]
		held, moved := body.Point(v).Scale(max(0, 1-sum)), v
		for i := range bone {
			w := weights[i][p]
			held = held.Add(bone[i].Point(v).Scale(w / max(1, sum)))
			moved = moved.Scale(1 - w).Add(inverseOf(t, body).Point(bone[i].Point(moved)).Scale(w))
		}
		off[p] = 10 * held.Sub(body.Point(moved)).Length()
	}
	var r report.Report
	files.LoadWith(t, f.Write(t), importer.Options{Report: &r})
	var told []string
	for _, k := range r.Findings {
		if k.Kind == report.LinkMode {
			told = append(told, k.Message)
		}
	}
	want := []string{"the weights of 1 points", fmt.Sprintf("up to %.3g mm", off[0]), "2 points follow", fmt.Sprintf("up to %.3g mm", max(off[0], off[1]))}
	if len(told) != 2 || !strings.Contains(told[0], want[0]) || !strings.Contains(told[0], want[1]) || !strings.Contains(told[1], want[2]) || !strings.Contains(told[1], want[3]) || !(off[1] > off[0]) {
		t.Errorf("%q, want %q, off by %v", told, want, off)
	}
}

// TestFBXBoundToScene: points that are bound to the scene stay where they are.
func TestFBXBoundToScene(t *testing.T) {
	f := skinFile()
	f.Models[3].Curves = map[string][]exact.Vec{"T": {{5, -1, 2}, {6, -1, 2}, {5, 3, 2}}}
	upper := boundTo(t, f, "upper", 1, 0, 0.5)
	scene := fbxfile.Cluster{Weights: [3]float64{0, 1, 0.5}, Link: matrixOf(exact.Identity()), Transform: matrixOf(f.InFile("body", -1))}
	f.AddSkin(fbxfile.Skin{Mesh: "body", Kind: "Linear", Clusters: []fbxfile.Cluster{upper, scene}})
	checkSkin(t, f, func(frame int) [3]exact.Vec {
		return summed(func(p int) ([]exact.Matrix, []float64) {
			return []exact.Matrix{f.InFile("upper", frame).Mul(*upper.Transform), f.InFile("body", -1)}, []float64{upper.Weights[p], scene.Weights[p]}
		})
	})
}

// TestFBXSkinningTypes: half way between two bones, one of which turns by 90° about a
// joint, a point is turned by 45° about it by dual quaternions, and is in the middle of
// both places by a sum of matrices. The mesh is scaled when it is bound.
func TestFBXSkinningTypes(t *testing.T) {
	file := func(kind string, weight float64, blend [3]float64) *fbxfile.File {
		f := &fbxfile.File{Models: []fbxfile.Model{
			{Name: "still"},
			{Name: "turning", Curves: map[string][]exact.Vec{"R": {{0, 0, 0}, {0, 0, 45}, {0, 0, 90}}}},
			{Name: "body", Translation: exact.Vec{1, -2, 0}, Scaling: &exact.Vec{3, 2, 1}, Mesh: true},
		}}
		f.AddSkin(fbxfile.Skin{Mesh: "body", Kind: kind, Blend: blend, Clusters: []fbxfile.Cluster{
			boundTo(t, f, "still", weight, weight, weight), boundTo(t, f, "turning", 1-weight, 1-weight, 1-weight),
		}})
		return f
	}
	places := func(weight float64, by [3]float64) func(frame int) [3]exact.Vec {
		return func(frame int) (out [3]exact.Vec) {
			angle := math.Pi / 4 * float64(max(frame, 0))
			for p, v := range madePoints {
				v = exact.Vec{3*v[0] + 1, 2*v[1] - 2, v[2]}
				sin, cos := math.Sincos(angle)
				turned := exact.Vec{cos*v[0] - sin*v[1], sin*v[0] + cos*v[1], v[2]}
				linear := v.Scale(weight).Add(turned.Scale(1 - weight))
				sin, cos = math.Sincos(angle / 2)
				dual := exact.Vec{cos*v[0] - sin*v[1], sin*v[0] + cos*v[1], v[2]}
				out[p] = linear.Scale(1 - by[p]).Add(dual.Scale(by[p]))
			}
			return out
		}
	}
	for _, c := range []struct {
		kind   string
		weight float64
		blend  [3]float64
		want   soa.Skinning
		kinds  []report.Kind
	}{
		{"Linear", 0.5, [3]float64{}, soa.LinearBlend, nil},
		{"Rigid", 0, [3]float64{}, soa.Rigid, nil},
		{"Rigid", 0.5, [3]float64{}, soa.LinearBlend, []report.Kind{report.SkinningType}},
		{"DualQuaternion", 0.5, [3]float64{1, 1, 1}, soa.DualQuaternion, []report.Kind{report.SkinningType}},
		{"Blend", 0.5, [3]float64{0, 1, 0.25}, soa.Blended, []report.Kind{report.SkinningType}},
	} {
		t.Run(fmt.Sprintf("%s %v", c.kind, c.weight), func(t *testing.T) {
			m := checkSkin(t, file(c.kind, c.weight, c.blend), places(c.weight, c.blend), c.kinds...)
			if got := m.Meshes[0].Skinning; got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
	t.Run("invalid weights", func(t *testing.T) {
		checkSkin(t, file("Blend", 0.5, [3]float64{-1, 2, 0.25}), places(0.5, [3]float64{0, 0, 0.25}), report.SkinningType, report.InvalidWeight)
	})
}

// TestFBXSkeletonAlone: a file of a skeleton and nothing else is a model of it.
func TestFBXSkeletonAlone(t *testing.T) {
	f := &fbxfile.File{Models: []fbxfile.Model{
		{Name: "hips", Translation: exact.Vec{0, 100, 0}},
		{Name: "spine", Parent: "hips", Translation: exact.Vec{0, 20, 0}, Rotation: exact.Vec{0, 0, 30}},
		{Name: "head", Parent: "spine", Translation: exact.Vec{0, 50, 0}},
	}}
	m := files.Load(t, f.Write(t))
	if len(m.Meshes) != 0 || len(m.Clips) != 0 || m.Skeleton.Len() != 3 {
		t.Fatalf("%d meshes, %d clips, joints %q", len(m.Meshes), len(m.Clips), m.Skeleton.Name)
	}
	posed := oracle.Evaluate(m, nil, 0)
	for i, j := range jointsOf(t, f, m) {
		want := f.Global(f.Models[i].Name, -1).Translation()
		if at := posed.Model[j].Translation(); math.Hypot(math.Hypot(at[0]-want[0], at[1]-want[1]), at[2]-want[2]) > 1e-5 {
			t.Errorf("%s is at %v, want %v", f.Models[i].Name, at, want)
		}
	}
}

// TestFBXBoneless: a cluster of no bone is left out, and its points follow the others.
func TestFBXBoneless(t *testing.T) {
	f := skinFile()
	upper, lost := boundTo(t, f, "upper", 0.5, 1, 1), boundTo(t, f, "lower", 0.5, 0, 0)
	f.AddSkin(fbxfile.Skin{Mesh: "body", Kind: "Linear", Clusters: []fbxfile.Cluster{upper, lost}})
	f.Connections = strings.Replace(f.Connections, "C: \"OO\",1002,7901\n", "", 1)
	checkSkin(t, f, func(frame int) [3]exact.Vec {
		return summed(func(int) ([]exact.Matrix, []float64) {
			return []exact.Matrix{f.InFile("upper", frame).Mul(*upper.Transform)}, []float64{1}
		})
	}, report.LostSkin, report.WeightSum)
}

// TestFBXTwoSkins: what two skins of a mesh do to a point adds up.
func TestFBXTwoSkins(t *testing.T) {
	f := skinFile()
	upper, lower := boundTo(t, f, "upper", 1, 0.5, 0), boundTo(t, f, "lower", 0, 0.5, 1)
	f.AddSkin(fbxfile.Skin{Mesh: "body", Kind: "Linear", Clusters: []fbxfile.Cluster{upper}})
	f.AddSkin(fbxfile.Skin{Mesh: "body", Kind: "Linear", Clusters: []fbxfile.Cluster{lower}})
	checkSkin(t, f, func(frame int) [3]exact.Vec {
		return summed(func(p int) ([]exact.Matrix, []float64) {
			return []exact.Matrix{f.InFile("upper", frame).Mul(*upper.Transform), f.InFile("lower", frame).Mul(*lower.Transform)}, []float64{upper.Weights[p], lower.Weights[p]}
		})
	})
}

// pointCache is a file with a cache that moves the points of a mesh.
func pointCache(t *testing.T) string {
	f := skinFile()
	f.Objects += "\tDeformer: 6800, \"Deformer::\", \"VertexCacheDeformer\" {\n\t}\n\tDeformer: 6801, \"Deformer::\", \"VertexCacheDeformer\" {\n\t}\n\tCache: 6802, \"Cache::waves.xml\", \"\" {\n\t}\n"
	f.Connections += "\tC: \"OO\",6800,5003\n\tC: \"OO\",6801,5003\n\tC: \"OO\",6802,6800\n\tC: \"OO\",6802,6801\n"
	return f.Write(t)
}

// TestFBXPointCache: a cache that moves the points of a mesh is told of, once.
func TestFBXPointCache(t *testing.T) {
	var r report.Report
	files.LoadWith(t, pointCache(t), importer.Options{Report: &r})
	told := 0
	for _, k := range r.Findings {
		if k.Kind == report.PointCacheFile && k.Severity == report.Loss && k.Where == "body" && strings.Contains(k.Message, "waves.xml") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("%d findings: %v", told, r.Findings)
	}
}

// TestFBXSplines: curves and surfaces without triangles are told of, in one finding.
func TestFBXSplines(t *testing.T) {
	f := skinFile()
	for i, kind := range []string{"NurbsCurve", "NurbsSurface"} {
		f.Objects += fmt.Sprintf("\tGeometry: %d, \"Geometry::\", \"%s\" {\n\t}\n", 6900+i, kind)
		f.Objects += fmt.Sprintf("\tModel: %d, \"Model::wire%d\", \"%s\" {\n\t\tVersion: 232\n\t}\n", 6910+i, i, kind)
		f.Connections += fmt.Sprintf("\tC: \"OO\",%d,%d\n\tC: \"OO\",%d,0\n", 6900+i, 6910+i, 6910+i)
	}
	var r report.Report
	files.LoadWith(t, f.Write(t), importer.Options{Report: &r})
	told := 0
	for _, k := range r.Findings {
		if k.Kind == report.NoTriangles && k.Severity == report.Loss && strings.Contains(k.Message, "2 splines and spline surfaces") && strings.Contains(k.Message, "wire1") {
			told++
		}
	}
	if told != 1 {
		t.Errorf("%d findings: %v", told, r.Findings)
	}
}
