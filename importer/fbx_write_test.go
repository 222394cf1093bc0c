package importer_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
)

// fbxModel is a node of a hand-made FBX file: the transform parts of the FBX
// SDK's "Computing transformation matrices", lengths in the file's unit, angles
// in degrees. Curves animate Translation, Rotation and Scaling.
type fbxModel struct {
	Name, Parent                            string
	Translation, Rotation                   exact.Vec
	Scaling                                 *exact.Vec // nil is 1, 1, 1
	PreRotation, PostRotation               exact.Vec
	RotationOffset, RotationPivot           exact.Vec
	ScalingOffset, ScalingPivot             exact.Vec
	GeometricTranslation, GeometricRotation exact.Vec
	GeometricScaling                        *exact.Vec
	RotationOrder                           int                    // 0 XYZ, 1 XZY, 2 YZX, 3 YXZ, 4 ZXY, 5 ZYX
	Curves                                  map[string][]exact.Vec // "T", "R", "S": a value per frame
	Mesh                                    bool
	Shown                                   *string  // the name in the file, where it is not Name
	Skin                                    []string // its mesh's bones: vertex v follows bone v
	Inherit                                 int      // 0 is RSrs, 1 is RrSs, −1 is Rrs
	Instance                                string   // the model whose mesh this one shows too
	Properties                              string   // more of them, as the file has them
}

// shown is the model's name in the file.
func (m *fbxModel) shown() string {
	if m.Shown != nil {
		return *m.Shown
	}
	return m.Name
}

// Format is a hand-made FBX file.
type Format struct {
	Models []fbxModel
	Unit   float64 // centimetres per unit; 0 is 1
	Up     int     // 1 is Y, 2 is Z
	Mode   int     // time mode; 0 means 30 frames a second here
	First  int     // the first frame's number
	Every  int     // frames from key to key; 0 is 1
	Cubic  bool    // the curves have tangents
	Window [2]int  // the stack's first and last frame, where it is not that of the keys
	// Objects and Connections are more of them, as the file has them. Model i has
	// the id 1000+i, the stack 9000 and its layer 9001.
	Objects, Connections string
}

// fbxSecond is one second in FBX's own time.
const fbxSecond = 46186158000

// fbxRates are the frames per second of the time modes that tests use.
var fbxRates = map[int]float64{6: 30, 11: 24, 10: 25, 3: 60}

func (f *Format) rate() float64 {
	if f.Mode == 0 {
		return 30
	}
	return fbxRates[f.Mode]
}

// write stores the file as ASCII FBX 7.4.
func (f *Format) write(t testing.TB) string {
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
	p("%s}\nConnections:  {\n\tC: \"OO\",9001,9000\n%s", f.Objects, f.Connections)
	f.writeConnections(p)
	p("}")
	path := filepath.Join(t.TempDir(), "made.fbx")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func (f *Format) time(frame int) int64 {
	return int64(math.Round(float64(f.First+frame*max(1, f.Every)) / f.rate() * fbxSecond))
}

func (f *Format) writeSettings(p func(string, ...any)) {
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
	p("\t\t\tP: \"InheritType\", \"enum\", \"\", \"\",%d", 1-m.Inherit)
	one := exact.Vec{1, 1, 1}
	for _, v := range []struct {
		name, kind string
		value      exact.Vec
	}{
		{"Lcl Translation", "Lcl Translation", m.Translation}, {"Lcl Rotation", "Lcl Rotation", m.Rotation}, {"Lcl Scaling", "Lcl Scaling", orOne(m.Scaling)},
		{"PreRotation", "Vector3D", m.PreRotation}, {"PostRotation", "Vector3D", m.PostRotation},
		{"RotationOffset", "Vector3D", m.RotationOffset}, {"RotationPivot", "Vector3D", m.RotationPivot},
		{"ScalingOffset", "Vector3D", m.ScalingOffset}, {"ScalingPivot", "Vector3D", m.ScalingPivot},
		{"GeometricTranslation", "Vector3D", m.GeometricTranslation}, {"GeometricRotation", "Vector3D", m.GeometricRotation}, {"GeometricScaling", "Vector3D", orOne(m.GeometricScaling)},
	} {
		if v.value == (exact.Vec{}) || v.value == one && strings.HasSuffix(v.name, "Scaling") {
			continue
		}
		p("\t\t\tP: %q, %q, \"\", \"A\",%v,%v,%v", v.name, v.kind, v.value[0], v.value[1], v.value[2])
	}
	p("%s\t\t}\n\t}", m.Properties)
	if m.Mesh {
		p("\tGeometry: %d, \"Geometry::%s\", \"Mesh\" {\n\t\tVertices: *9 {\n\t\t\ta: 0,0,0,1,0,0,0,2,0\n\t\t}\n\t\tPolygonVertexIndex: *3 {\n\t\t\ta: 0,1,-3\n\t\t}\n\t\tGeometryVersion: 124\n\t}", 5000+i, m.Name)
	}
}

func orOne(v *exact.Vec) exact.Vec {
	if v == nil {
		return exact.Vec{1, 1, 1}
	}
	return *v
}

// fbxProperties are the curves' short names in the order of their ids.
var fbxProperties = []struct{ short, name string }{{"T", "Lcl Translation"}, {"R", "Lcl Rotation"}, {"S", "Lcl Scaling"}}

func (f *Format) writeCurves(p func(string, ...any), i int) {
	flags := 260 // linear
	if f.Cubic {
		flags = 264
	}
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
			p("\tAnimationCurve: %d, \"AnimCurve::\", \"\" {\n\t\tDefault: 0\n\t\tKeyVer: 4008\n\t\tKeyTime: *%d {\n\t\t\ta: %s\n\t\t}\n\t\tKeyValueFloat: *%d {\n\t\t\ta: %s\n\t\t}\n\t\tKeyAttrFlags: *1 {\n\t\t\ta: %d\n\t\t}\n\t\tKeyAttrDataFloat: *4 {\n\t\t\ta: 0,0,0,0\n\t\t}\n\t\tKeyAttrRefCount: *1 {\n\t\t\ta: %d\n\t\t}\n\t}",
				node+1+c, len(times), strings.Join(times, ","), len(numbers), strings.Join(numbers, ","), flags, len(times))
		}
	}
}

// writeSkin binds each vertex of a mesh to one bone, in the rest pose.
func (f *Format) writeSkin(p func(string, ...any), i int) {
	m := &f.Models[i]
	if len(m.Skin) == 0 {
		return
	}
	p("\tDeformer: %d, \"Deformer::\", \"Skin\" {\n\t\tVersion: 101\n\t\tLink_DeformAcuracy: 50\n\t}", 6000+i)
	matrix := func(m exact.Matrix) string {
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

func (f *Format) writeConnections(p func(string, ...any)) {
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
