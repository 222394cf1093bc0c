package fbxfile

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Model is a node: the transform parts of the FBX
// SDK's "Computing transformation matrices", lengths in the file's unit, angles
// in degrees. Curves animate Translation, Rotation and Scaling.
type Model struct {
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
	Properties                              string   // more of them, in the syntax of the file
}

// FileName returns the model's name in the file.
func (m *Model) FileName() string {
	if m.Shown != nil {
		return *m.Shown
	}
	return m.Name
}

func (m *Model) write(p func(string, ...any), i int) {
	kind := "LimbNode"
	if m.Mesh || m.Instance != "" {
		kind = "Mesh"
	}
	p("\tModel: %d, \"Model::%s\", %q {\n\t\tVersion: 232\n\t\tProperties70:  {", 1000+i, m.FileName(), kind)
	p("\t\t\tP: \"RotationActive\", \"bool\", \"\", \"\",1")
	p("\t\t\tP: \"RotationOrder\", \"enum\", \"\", \"\",%d", m.RotationOrder)
	p("\t\t\tP: \"InheritType\", \"enum\", \"\", \"\",%d", 1-m.Inherit)
	one := exact.Vec{1, 1, 1}
	for _, v := range []struct {
		name, kind string
		value      exact.Vec
	}{
		{"Lcl Translation", "Lcl Translation", m.Translation}, {"Lcl Rotation", "Lcl Rotation", m.Rotation}, {"Lcl Scaling", "Lcl Scaling", OrOne(m.Scaling)},
		{"PreRotation", "Vector3D", m.PreRotation}, {"PostRotation", "Vector3D", m.PostRotation},
		{"RotationOffset", "Vector3D", m.RotationOffset}, {"RotationPivot", "Vector3D", m.RotationPivot},
		{"ScalingOffset", "Vector3D", m.ScalingOffset}, {"ScalingPivot", "Vector3D", m.ScalingPivot},
		{"GeometricTranslation", "Vector3D", m.GeometricTranslation}, {"GeometricRotation", "Vector3D", m.GeometricRotation}, {"GeometricScaling", "Vector3D", OrOne(m.GeometricScaling)},
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

// OrOne returns a scale, or 1, 1, 1 for nil.
func OrOne(v *exact.Vec) exact.Vec {
	if v == nil {
		return exact.Vec{1, 1, 1}
	}
	return *v
}

// properties are the names of animated properties, in the order of their ids.
var properties = []struct{ short, name string }{{"T", "Lcl Translation"}, {"R", "Lcl Rotation"}, {"S", "Lcl Scaling"}}

func (f *File) writeCurves(p func(string, ...any), i int) {
	flags := 260 // linear
	if f.Cubic {
		flags = 264
	}
	for k, prop := range properties {
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
				times = append(times, fmt.Sprint(f.Time(frame)))
				numbers = append(numbers, fmt.Sprint(v[c]))
			}
			p("\tAnimationCurve: %d, \"AnimCurve::\", \"\" {\n\t\tDefault: 0\n\t\tKeyVer: 4008\n\t\tKeyTime: *%d {\n\t\t\ta: %s\n\t\t}\n\t\tKeyValueFloat: *%d {\n\t\t\ta: %s\n\t\t}\n\t\tKeyAttrFlags: *1 {\n\t\t\ta: %d\n\t\t}\n\t\tKeyAttrDataFloat: *4 {\n\t\t\ta: 0,0,0,0\n\t\t}\n\t\tKeyAttrRefCount: *1 {\n\t\t\ta: %d\n\t\t}\n\t}",
				node+1+c, len(times), strings.Join(times, ","), len(numbers), strings.Join(numbers, ","), flags, len(times))
		}
	}
}

// writeSkin binds each vertex of a mesh to one bone, in the rest pose.
func (f *File) writeSkin(p func(string, ...any), i int) {
	m := &f.Models[i]
	if len(m.Skin) == 0 {
		return
	}
	p("\tDeformer: %d, \"Deformer::\", \"Skin\" {\n\t\tVersion: 101\n\t\tLink_DeformAcuracy: 50\n\t}", 6000+i)
	for k, bone := range m.Skin {
		link := f.InFile(bone, -1)
		inverse, _ := link.Inverse()
		p("\tDeformer: %d, \"SubDeformer::\", \"Cluster\" {\n\t\tVersion: 100\n\t\tIndexes: *1 {\n\t\t\ta: %d\n\t\t}\n\t\tWeights: *1 {\n\t\t\ta: 1\n\t\t}", 7000+10*i+k, k)
		p("\t\tTransform: *16 {\n\t\t\ta: %s\n\t\t}\n\t\tTransformLink: *16 {\n\t\t\ta: %s\n\t\t}\n\t}", byColumns(inverse.Mul(f.InFile(m.Name, -1))), byColumns(link))
	}
}
