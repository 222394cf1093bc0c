package importer_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/affine"
	"github.com/sinew-anim/sinew/internal/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// fbxModel is a node of a hand-made FBX file: the transform parts of the FBX
// SDK's "Computing transformation matrices", lengths in the file's unit, angles
// in degrees. Curves animate Translation, Rotation and Scaling.
type fbxModel struct {
	Name, Parent                            string
	Translation, Rotation                   affine.Vec
	Scaling                                 *affine.Vec // nil is 1, 1, 1
	PreRotation, PostRotation               affine.Vec
	RotationOffset, RotationPivot           affine.Vec
	ScalingOffset, ScalingPivot             affine.Vec
	GeometricTranslation, GeometricRotation affine.Vec
	GeometricScaling                        *affine.Vec
	RotationOrder                           int                     // 0 XYZ, 1 XZY, 2 YZX, 3 YXZ, 4 ZXY, 5 ZYX
	Curves                                  map[string][]affine.Vec // "T", "R", "S": a value per frame
	Mesh                                    bool
	Shown                                   *string  // the name in the file, where it is not Name
	Skin                                    []string // its mesh's bones: vertex v follows bone v
	Instance                                string   // the model whose mesh this one shows too
}

// shown is the model's name in the file.
func (m *fbxModel) shown() string {
	if m.Shown != nil {
		return *m.Shown
	}
	return m.Name
}

// fbxFile is a hand-made FBX file.
type fbxFile struct {
	Models []fbxModel
	Unit   float64 // centimetres per unit; 0 is 1
	Up     int     // 1 is Y, 2 is Z
	Mode   int     // time mode; 0 means 30 frames a second here
	First  int     // the first frame's number
	Window [2]int  // the stack's first and last frame, where it is not that of the keys
}

// fbxSecond is one second in FBX's own time.
const fbxSecond = 46186158000

// fbxRates are the frames per second of the time modes that tests use.
var fbxRates = map[int]float64{6: 30, 11: 24, 10: 25, 3: 60}

func (f *fbxFile) rate() float64 {
	if f.Mode == 0 {
		return 30
	}
	return fbxRates[f.Mode]
}

// write stores the file as ASCII FBX 7.4.
func (f *fbxFile) write(t testing.TB) string {
	t.Helper()
	var b bytes.Buffer
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}")
	f.writeSettings(p)
	p("Objects:  {")
	last := 0
	for i := range f.Models {
		f.Models[i].write(p, i)
		for _, c := range f.Models[i].Curves {
			last = max(last, len(c)-1)
		}
	}
	start, stop := f.time(0), f.time(last)
	if f.Window != [2]int{} {
		start, stop = f.time(f.Window[0]), f.time(f.Window[1])
	}
	p("\tAnimationStack: 9000, \"AnimStack::Take\", \"\" {\n\t\tProperties70:  {")
	for name, v := range map[string]int64{"LocalStart": start, "LocalStop": stop, "ReferenceStart": start, "ReferenceStop": stop} {
		p("\t\t\tP: %q, \"KTime\", \"Time\", \"\",%d", name, v)
	}
	p("\t\t}\n\t}\n\tAnimationLayer: 9001, \"AnimLayer::Base\", \"\" {\n\t}")
	for i := range f.Models {
		f.writeCurves(p, i)
		f.writeSkin(p, i)
	}
	p("}\nConnections:  {\n\tC: \"OO\",9001,9000")
	f.writeConnections(p)
	p("}")
	path := filepath.Join(t.TempDir(), "made.fbx")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func (f *fbxFile) time(frame int) int64 {
	return int64(math.Round(float64(f.First+frame) / f.rate() * fbxSecond))
}

func (f *fbxFile) writeSettings(p func(string, ...any)) {
	unit, mode, up := f.Unit, f.Mode, f.Up
	if unit == 0 {
		unit = 1
	}
	if mode == 0 {
		mode = 6
	}
	front, frontSign := 2, 1
	if up == 2 {
		front, frontSign = 1, -1
	} else {
		up = 1
	}
	p("GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {")
	for _, s := range []struct {
		name  string
		value int
	}{{"UpAxis", up}, {"UpAxisSign", 1}, {"FrontAxis", front}, {"FrontAxisSign", frontSign}, {"CoordAxis", 0}, {"CoordAxisSign", 1}} {
		p("\t\tP: %q, \"int\", \"Integer\", \"\",%d", s.name, s.value)
	}
	p("\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\",%v", unit)
	p("\t\tP: \"TimeMode\", \"enum\", \"\", \"\",%d\n\t}\n}", mode)
}

func (m *fbxModel) write(p func(string, ...any), i int) {
	kind := "LimbNode"
	if m.Mesh || m.Instance != "" {
		kind = "Mesh"
	}
	p("\tModel: %d, \"Model::%s\", %q {\n\t\tVersion: 232\n\t\tProperties70:  {", 1000+i, m.shown(), kind)
	p("\t\t\tP: \"RotationActive\", \"bool\", \"\", \"\",1")
	p("\t\t\tP: \"RotationOrder\", \"enum\", \"\", \"\",%d", m.RotationOrder)
	p("\t\t\tP: \"InheritType\", \"enum\", \"\", \"\",1")
	one := affine.Vec{1, 1, 1}
	for _, v := range []struct {
		name, kind string
		value      affine.Vec
	}{
		{"Lcl Translation", "Lcl Translation", m.Translation}, {"Lcl Rotation", "Lcl Rotation", m.Rotation}, {"Lcl Scaling", "Lcl Scaling", orOne(m.Scaling)},
		{"PreRotation", "Vector3D", m.PreRotation}, {"PostRotation", "Vector3D", m.PostRotation},
		{"RotationOffset", "Vector3D", m.RotationOffset}, {"RotationPivot", "Vector3D", m.RotationPivot},
		{"ScalingOffset", "Vector3D", m.ScalingOffset}, {"ScalingPivot", "Vector3D", m.ScalingPivot},
		{"GeometricTranslation", "Vector3D", m.GeometricTranslation}, {"GeometricRotation", "Vector3D", m.GeometricRotation}, {"GeometricScaling", "Vector3D", orOne(m.GeometricScaling)},
	} {
		if v.value == (affine.Vec{}) || v.value == one && strings.HasSuffix(v.name, "Scaling") {
			continue
		}
		p("\t\t\tP: %q, %q, \"\", \"A\",%v,%v,%v", v.name, v.kind, v.value[0], v.value[1], v.value[2])
	}
	p("\t\t}\n\t}")
	if m.Mesh {
		p("\tGeometry: %d, \"Geometry::%s\", \"Mesh\" {\n\t\tVertices: *9 {\n\t\t\ta: 0,0,0,1,0,0,0,2,0\n\t\t}\n\t\tPolygonVertexIndex: *3 {\n\t\t\ta: 0,1,-3\n\t\t}\n\t\tGeometryVersion: 124\n\t}", 5000+i, m.Name)
	}
}

func orOne(v *affine.Vec) affine.Vec {
	if v == nil {
		return affine.Vec{1, 1, 1}
	}
	return *v
}

// fbxProperties are the curves' short names in the order of their ids.
var fbxProperties = []struct{ short, name string }{{"T", "Lcl Translation"}, {"R", "Lcl Rotation"}, {"S", "Lcl Scaling"}}

func (f *fbxFile) writeCurves(p func(string, ...any), i int) {
	for k, prop := range fbxProperties {
		values := f.Models[i].Curves[prop.short]
		if len(values) == 0 {
			continue
		}
		node := 10000 + 100*i + 10*k
		p("\tAnimationCurveNode: %d, \"AnimCurveNode::%s\", \"\" {\n\t\tProperties70:  {", node, prop.short)
		for c, axis := range "XYZ" {
			p("\t\t\tP: \"d|%c\", \"Number\", \"\", \"A\",%v", axis, values[0][c])
		}
		p("\t\t}\n\t}")
		for c := range 3 {
			var times, numbers []string
			for frame, v := range values {
				times = append(times, fmt.Sprint(f.time(frame)))
				numbers = append(numbers, fmt.Sprint(v[c]))
			}
			p("\tAnimationCurve: %d, \"AnimCurve::\", \"\" {\n\t\tDefault: 0\n\t\tKeyVer: 4008\n\t\tKeyTime: *%d {\n\t\t\ta: %s\n\t\t}\n\t\tKeyValueFloat: *%d {\n\t\t\ta: %s\n\t\t}\n\t\tKeyAttrFlags: *1 {\n\t\t\ta: 260\n\t\t}\n\t\tKeyAttrDataFloat: *4 {\n\t\t\ta: 0,0,0,0\n\t\t}\n\t\tKeyAttrRefCount: *1 {\n\t\t\ta: %d\n\t\t}\n\t}",
				node+1+c, len(times), strings.Join(times, ","), len(numbers), strings.Join(numbers, ","), len(times))
		}
	}
}

// writeSkin binds each vertex of a mesh to one bone, in the rest pose.
func (f *fbxFile) writeSkin(p func(string, ...any), i int) {
	m := &f.Models[i]
	if len(m.Skin) == 0 {
		return
	}
	p("\tDeformer: %d, \"Deformer::\", \"Skin\" {\n\t\tVersion: 101\n\t\tLink_DeformAcuracy: 50\n\t}", 6000+i)
	matrix := func(m affine.Matrix) string {
		var out []string
		for c := range 4 {
			for r := range 4 {
				if r == 3 {
					out = append(out, fmt.Sprint(bit(c == 3)))
				} else {
					out = append(out, fmt.Sprint(m[4*r+c]))
				}
			}
		}
		return strings.Join(out, ",")
	}
	for k, bone := range m.Skin {
		link := f.inFile(bone, -1)
		inverse, _ := link.Inverse()
		p("\tDeformer: %d, \"SubDeformer::\", \"Cluster\" {\n\t\tVersion: 100\n\t\tIndexes: *1 {\n\t\t\ta: %d\n\t\t}\n\t\tWeights: *1 {\n\t\t\ta: 1\n\t\t}", 7000+10*i+k, k)
		p("\t\tTransform: *16 {\n\t\t\ta: %s\n\t\t}\n\t\tTransformLink: *16 {\n\t\t\ta: %s\n\t\t}\n\t}", matrix(inverse.Mul(f.inFile(m.Name, -1))), matrix(link))
	}
}

func (f *fbxFile) writeConnections(p func(string, ...any)) {
	id := map[string]int{"": 0}
	for i := range f.Models {
		id[f.Models[i].Name] = 1000 + i
	}
	for i := range f.Models {
		m := &f.Models[i]
		p("\tC: \"OO\",%d,%d", 1000+i, id[m.Parent])
		if m.Mesh {
			p("\tC: \"OO\",%d,%d", 5000+i, 1000+i)
		}
		if m.Instance != "" {
			p("\tC: \"OO\",%d,%d", 4000+id[m.Instance], 1000+i)
		}
		for k, bone := range m.Skin {
			if k == 0 {
				p("\tC: \"OO\",%d,%d", 6000+i, 5000+i)
			}
			p("\tC: \"OO\",%d,%d\n\tC: \"OO\",%d,%d", 7000+10*i+k, 6000+i, id[bone], 7000+10*i+k)
		}
		for k, prop := range fbxProperties {
			if len(m.Curves[prop.short]) == 0 {
				continue
			}
			node := 10000 + 100*i + 10*k
			p("\tC: \"OO\",%d,9001\n\tC: \"OP\",%d,%d, %q", node, node, 1000+i, prop.name)
			for c, axis := range "XYZ" {
				p("\tC: \"OP\",%d,%d, \"d|%c\"", node+1+c, node, axis)
			}
		}
	}
}

// euler returns the rotation of angles in degrees, applied in an FBX order.
func euler(v affine.Vec, order int) affine.Quat {
	var q [3]affine.Quat
	for i := range 3 {
		half := v[i] * math.Pi / 360
		q[i] = affine.Quat{3: math.Cos(half)}
		q[i][i] = math.Sin(half)
	}
	o := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}[order]
	return q[o[2]].Mul(q[o[1]]).Mul(q[o[0]])
}

// local is the formula of the FBX SDK's documentation:
// T·Roff·Rp·Rpre·R·Rpost⁻¹·Rp⁻¹·Soff·Sp·S·Sp⁻¹.
func (m *fbxModel) local(frame int) affine.Matrix {
	at := func(curve string, rest affine.Vec) affine.Vec {
		if c := m.Curves[curve]; len(c) > 0 && frame >= 0 {
			return c[frame]
		}
		return rest
	}
	move := func(v affine.Vec) affine.Matrix {
		return affine.Compose(v, affine.IdentityQuat(), affine.Vec{1, 1, 1})
	}
	turn := func(q affine.Quat) affine.Matrix { return q.Matrix() }
	product := affine.Identity()
	for _, factor := range []affine.Matrix{
		move(at("T", m.Translation)), move(m.RotationOffset), move(m.RotationPivot),
		turn(euler(m.PreRotation, 0)), turn(euler(at("R", m.Rotation), m.RotationOrder)), turn(euler(m.PostRotation, 0).Conjugate()),
		move(m.RotationPivot.Scale(-1)), move(m.ScalingOffset), move(m.ScalingPivot),
		affine.Compose(affine.Vec{}, affine.IdentityQuat(), at("S", orOne(m.Scaling))), move(m.ScalingPivot.Scale(-1)),
	} {
		product = product.Mul(factor)
	}
	return product
}

// inFile returns a node's matrix in the file's space; frame −1 is the rest pose.
func (f *fbxFile) inFile(name string, frame int) affine.Matrix {
	m := affine.Identity()
	for name != "" {
		for i := range f.Models {
			if f.Models[i].Name == name {
				m = f.Models[i].local(frame).Mul(m)
				name = f.Models[i].Parent
				break
			}
		}
	}
	return m
}

// global returns a node's matrix in model space: metres, Y up.
func (f *fbxFile) global(name string, frame int) affine.Matrix {
	unit := f.Unit
	if unit == 0 {
		unit = 1
	}
	top := affine.UniformScale(unit / 100)
	if f.Up == 2 {
		top = affine.Matrix{0: 1, 6: 1, 9: -1}.Mul(top)
	}
	return top.Mul(f.inFile(name, frame))
}

// checkFBX imports the file and compares every node's matrix at every frame
// with the formula.
func checkFBX(t *testing.T, f *fbxFile, frames int) *soa.Model {
	t.Helper()
	var r importer.Report
	m := load(t, f.write(t), importer.WithReport(&r))
	if len(m.Clips) != 1 {
		t.Fatalf("%d clips: %v", len(m.Clips), r.Findings)
	}
	worst, where := 0.0, ""
	joints := f.joints(t, m)
	first, last := 0, frames-1
	if f.Window != [2]int{} {
		first, last = max(first, f.Window[0]), min(last, f.Window[1])
	}
	for frame := first; frame <= last; frame++ {
		seconds := float64(f.First+frame) / f.rate()
		pose := oracle.Evaluate(m, m.Clips, seconds)
		for i, j := range joints {
			name := f.Models[i].Name
			want := f.global(name, frame)
			for k := range 12 {
				got := pose.Model[j][k]
				if k%4 != 3 {
					got *= float64(m.Skeleton.Unit[j])
				}
				if d := math.Abs(got - want[k]); !(d <= worst) {
					worst, where = d, fmt.Sprintf("%s at frame %d, element %d: %v, want %v", name, frame, k, got, want[k])
				}
			}
		}
	}
	if !(worst < 1e-5) {
		t.Errorf("off by %.3g: %s\n%v", worst, where, r.Findings)
	}
	return m
}

// joints returns each model's joint: the first of its name below its parent's
// that no other model has taken.
func (f *fbxFile) joints(t *testing.T, m *soa.Model) []int {
	t.Helper()
	taken := make(map[int]bool)
	of := map[string]int{"": soa.NoJoint}
	var joints []int
	for i := range f.Models {
		model := &f.Models[i]
		found := soa.NoJoint
		for j, name := range m.Skeleton.Name {
			above := int(m.Skeleton.Parent[j])
			for above >= 0 && strings.HasSuffix(m.Skeleton.Name[above], "_$pivot") {
				above = int(m.Skeleton.Parent[above])
			}
			matches := name == model.shown() || model.shown() == "" && strings.HasPrefix(name, "nodes[") && strings.HasSuffix(name, "]")
			if matches && above == of[model.Parent] && !taken[j] {
				found = j
				break
			}
		}
		if found == soa.NoJoint {
			t.Fatalf("no joint %q below %q; there are %q", model.shown(), model.Parent, m.Skeleton.Name)
		}
		taken[found], of[model.Name] = true, found
		joints = append(joints, found)
	}
	return joints
}

// swing returns curves that turn, and optionally move and scale, over frames.
func swing(frames int, move, scale bool) map[string][]affine.Vec {
	c := map[string][]affine.Vec{}
	for i := range frames {
		u := float64(i)
		c["R"] = append(c["R"], affine.Vec{7 * u, -11 * u, 5*u + 3})
		if move {
			c["T"] = append(c["T"], affine.Vec{10 + u, 20 - 2*u, 3 * u})
		}
		if scale {
			c["S"] = append(c["S"], affine.Vec{1 + 0.05*u, 1 - 0.02*u, 1 + 0.1*u})
		}
	}
	return c
}

func TestFBXTransformParts(t *testing.T) {
	const frames = 9
	base := func() fbxModel {
		return fbxModel{Name: "arm", Parent: "root", Translation: affine.Vec{10, 20, 0}, Rotation: affine.Vec{0, 0, 3}, Curves: swing(frames, false, false)}
	}
	for name, edit := range map[string]func(*fbxModel){
		"plain":                     func(m *fbxModel) {},
		"moving":                    func(m *fbxModel) { m.Curves = swing(frames, true, false) },
		"scaling":                   func(m *fbxModel) { m.Curves = swing(frames, true, true) },
		"pre-rotation":              func(m *fbxModel) { m.PreRotation = affine.Vec{30, -40, 50} },
		"post-rotation":             func(m *fbxModel) { m.PostRotation = affine.Vec{15, 25, -35} },
		"pre- and post-rotation":    func(m *fbxModel) { m.PreRotation, m.PostRotation = affine.Vec{30, -40, 50}, affine.Vec{15, 25, -35} },
		"rotation pivot":            func(m *fbxModel) { m.RotationPivot = affine.Vec{4, 5, 6} },
		"rotation offset":           func(m *fbxModel) { m.RotationOffset = affine.Vec{4, 5, 6} },
		"rotation pivot and offset": func(m *fbxModel) { m.RotationPivot, m.RotationOffset = affine.Vec{4, 5, 6}, affine.Vec{-1, 2, -3} },
		"scaling pivot":             func(m *fbxModel) { m.ScalingPivot, m.Curves = affine.Vec{1, 2, 3}, swing(frames, true, true) },
		"scaling pivot and offset": func(m *fbxModel) {
			m.ScalingPivot, m.ScalingOffset, m.Curves = affine.Vec{1, 2, 3}, affine.Vec{3, 1, 2}, swing(frames, true, true)
		},
		"pivots and pre-rotation": func(m *fbxModel) { m.RotationPivot, m.PreRotation = affine.Vec{4, 5, 6}, affine.Vec{30, -40, 50} },
		"everything": func(m *fbxModel) {
			m.PreRotation, m.PostRotation = affine.Vec{30, -40, 50}, affine.Vec{15, 25, -35}
			m.RotationPivot, m.RotationOffset = affine.Vec{4, 5, 6}, affine.Vec{-1, 2, -3}
			m.ScalingPivot, m.ScalingOffset = affine.Vec{1, 2, 3}, affine.Vec{3, 1, 2}
			m.Curves = swing(frames, true, true)
		},
		"order YZX": func(m *fbxModel) { m.RotationOrder = 2 },
		"order ZYX": func(m *fbxModel) { m.RotationOrder = 5 },
		"order XZY with pre-rotation": func(m *fbxModel) {
			m.RotationOrder, m.PreRotation = 1, affine.Vec{30, -40, 50}
		},
		"mirrored": func(m *fbxModel) { m.Scaling = &affine.Vec{-1, 1, 1} },
	} {
		t.Run(name, func(t *testing.T) {
			arm := base()
			edit(&arm)
			f := &fbxFile{Models: []fbxModel{
				{Name: "root", Translation: affine.Vec{1, 2, 3}, Rotation: affine.Vec{0, 90, 0}},
				arm,
				{Name: "hand", Parent: "arm", Translation: affine.Vec{5, 0, 0}, Curves: swing(frames, false, false)},
			}}
			checkFBX(t, f, frames)
		})
	}
}

func TestFBXUnitsAxesAndTime(t *testing.T) {
	const frames = 5
	for name, f := range map[string]*fbxFile{
		"inches":         {Unit: 2.54},
		"metres":         {Unit: 100},
		"Z up":           {Up: 2},
		"Z up in metres": {Up: 2, Unit: 100},
		"24 frames":      {Mode: 11},
		"60 frames late": {Mode: 3, First: 120},
		"negative start": {Mode: 10, First: -25},
	} {
		t.Run(name, func(t *testing.T) {
			f.Models = []fbxModel{
				{Name: "root", Translation: affine.Vec{1, 2, 3}, Curves: swing(frames, true, false)},
				{Name: "arm", Parent: "root", Translation: affine.Vec{5, 0, 0}, PreRotation: affine.Vec{10, 20, 30}, Curves: swing(frames, false, false)},
			}
			m := checkFBX(t, f, frames)
			c := m.Clips[0]
			start, end := float64(f.First)/f.rate(), float64(f.First+frames-1)/f.rate()
			if math.Abs(c.Start-start) > 1e-6 || math.Abs(c.End()-end) > 1e-6 {
				t.Errorf("the clip runs from %v to %v s, want %v to %v", c.Start, c.End(), start, end)
			}
		})
	}
}

// TestFBXGeometricTransform: a geometric transform moves a node's mesh and
// neither its frame nor its children.
func TestFBXGeometricTransform(t *testing.T) {
	const frames = 5
	for name, animated := range map[string]bool{"still": false, "animated": true} {
		t.Run(name, func(t *testing.T) {
			box := fbxModel{
				Name: "box", Parent: "root", Translation: affine.Vec{10, 20, 0}, Mesh: true, PreRotation: affine.Vec{20, 0, 10},
				GeometricTranslation: affine.Vec{1, 2, 3}, GeometricRotation: affine.Vec{0, 90, 0}, GeometricScaling: &affine.Vec{2, 2, 2},
			}
			if animated {
				box.Curves = swing(frames, true, false)
			}
			f := &fbxFile{Models: []fbxModel{
				{Name: "root", Translation: affine.Vec{1, 2, 3}, Curves: swing(frames, false, false)},
				box,
				{Name: "child", Parent: "box", Translation: affine.Vec{5, 0, 0}, Curves: swing(frames, false, false)},
			}}
			m := checkFBX(t, f, frames)
			if len(m.Meshes) != 1 {
				t.Fatalf("%d meshes", len(m.Meshes))
			}
			geometric := affine.Compose(box.GeometricTranslation, euler(box.GeometricRotation, 0), *box.GeometricScaling)
			for frame := range frames {
				pose := oracle.Evaluate(m, m.Clips, float64(frame)/f.rate())
				want := f.global("box", frame).Mul(geometric)
				for v, p := range pose.Meshes[0].Position {
					at := m.Meshes[0].Position[3*v:]
					w := want.Point(affine.Vec{float64(at[0]), float64(at[1]), float64(at[2])})
					for k := range 3 {
						if math.Abs(p[k]-w[k]) > 1e-5 {
							t.Fatalf("frame %d, vertex %d is at %v, want %v", frame, v, p, w)
						}
					}
				}
			}
		})
	}
}
