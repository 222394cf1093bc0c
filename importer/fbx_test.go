package importer_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/oracle"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/soa"
)

// euler returns the rotation of angles in degrees, applied in an FBX order.
func euler(v exact.Vec, order int) exact.Quat {
	var q [3]exact.Quat
	for i := range 3 {
		half := v[i] * math.Pi / 360
		q[i] = exact.Quat{3: math.Cos(half)}
		q[i][i] = math.Sin(half)
	}
	o := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}[order]
	return q[o[2]].Mul(q[o[1]]).Mul(q[o[0]])
}

// local is the formula of the FBX SDK's documentation:
// T·Roff·Rp·Rpre·R·Rpost⁻¹·Rp⁻¹·Soff·Sp·S·Sp⁻¹.
func (m *fbxModel) local(frame int) exact.Matrix {
	at := func(curve string, rest exact.Vec) exact.Vec {
		if c := m.Curves[curve]; len(c) > 0 && frame >= 0 {
			return c[frame]
		}
		return rest
	}
	move := func(v exact.Vec) exact.Matrix {
		return exact.Compose(v, exact.IdentityQuat(), exact.Vec{1, 1, 1})
	}
	turn := func(q exact.Quat) exact.Matrix { return q.Matrix() }
	product := exact.Identity()
	for _, factor := range []exact.Matrix{
		move(at("T", m.Translation)), move(m.RotationOffset), move(m.RotationPivot),
		turn(euler(m.PreRotation, 0)), turn(euler(at("R", m.Rotation), m.RotationOrder)), turn(euler(m.PostRotation, 0).Conjugate()),
		move(m.RotationPivot.Scale(-1)), move(m.ScalingOffset), move(m.ScalingPivot),
		exact.Compose(exact.Vec{}, exact.IdentityQuat(), at("S", orOne(m.Scaling))), move(m.ScalingPivot.Scale(-1)),
	} {
		product = product.Mul(factor)
	}
	return product
}

// inFile returns a node's matrix in the file's space; frame −1 is the rest pose.
func (f *Format) inFile(name string, frame int) exact.Matrix {
	m := exact.Identity()
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
func (f *Format) global(name string, frame int) exact.Matrix {
	unit := f.Unit
	if unit == 0 {
		unit = 1
	}
	top := exact.Scaling(unit / 100)
	if f.Up == 2 {
		top = exact.Matrix{0: 1, 6: 1, 9: -1}.Mul(top)
	}
	return top.Mul(f.inFile(name, frame))
}

// checkFBX imports the file and compares every node's matrix at every frame
// with the formula.
func checkFBX(t *testing.T, f *Format, frames int) *soa.Model {
	t.Helper()
	var r report.Report
	m := files.Load(t, f.write(t), importer.WithReport(&r))
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
func (f *Format) joints(t *testing.T, m *soa.Model) []int {
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
func swing(frames int, move, scale bool) map[string][]exact.Vec {
	c := map[string][]exact.Vec{}
	for i := range frames {
		u := float64(i)
		c["R"] = append(c["R"], exact.Vec{7 * u, -11 * u, 5*u + 3})
		if move {
			c["T"] = append(c["T"], exact.Vec{10 + u, 20 - 2*u, 3 * u})
		}
		if scale {
			c["S"] = append(c["S"], exact.Vec{1 + 0.05*u, 1 - 0.02*u, 1 + 0.1*u})
		}
	}
	return c
}

func TestFBXTransformParts(t *testing.T) {
	const frames = 9
	base := func() fbxModel {
		return fbxModel{Name: "arm", Parent: "root", Translation: exact.Vec{10, 20, 0}, Rotation: exact.Vec{0, 0, 3}, Curves: swing(frames, false, false)}
	}
	for name, edit := range map[string]func(*fbxModel){
		"plain":                     func(m *fbxModel) {},
		"moving":                    func(m *fbxModel) { m.Curves = swing(frames, true, false) },
		"scaling":                   func(m *fbxModel) { m.Curves = swing(frames, true, true) },
		"pre-rotation":              func(m *fbxModel) { m.PreRotation = exact.Vec{30, -40, 50} },
		"post-rotation":             func(m *fbxModel) { m.PostRotation = exact.Vec{15, 25, -35} },
		"pre- and post-rotation":    func(m *fbxModel) { m.PreRotation, m.PostRotation = exact.Vec{30, -40, 50}, exact.Vec{15, 25, -35} },
		"rotation pivot":            func(m *fbxModel) { m.RotationPivot = exact.Vec{4, 5, 6} },
		"rotation offset":           func(m *fbxModel) { m.RotationOffset = exact.Vec{4, 5, 6} },
		"rotation pivot and offset": func(m *fbxModel) { m.RotationPivot, m.RotationOffset = exact.Vec{4, 5, 6}, exact.Vec{-1, 2, -3} },
		"scaling pivot":             func(m *fbxModel) { m.ScalingPivot, m.Curves = exact.Vec{1, 2, 3}, swing(frames, true, true) },
		"scaling pivot and offset": func(m *fbxModel) {
			m.ScalingPivot, m.ScalingOffset, m.Curves = exact.Vec{1, 2, 3}, exact.Vec{3, 1, 2}, swing(frames, true, true)
		},
		"pivots and pre-rotation": func(m *fbxModel) { m.RotationPivot, m.PreRotation = exact.Vec{4, 5, 6}, exact.Vec{30, -40, 50} },
		"everything": func(m *fbxModel) {
			m.PreRotation, m.PostRotation = exact.Vec{30, -40, 50}, exact.Vec{15, 25, -35}
			m.RotationPivot, m.RotationOffset = exact.Vec{4, 5, 6}, exact.Vec{-1, 2, -3}
			m.ScalingPivot, m.ScalingOffset = exact.Vec{1, 2, 3}, exact.Vec{3, 1, 2}
			m.Curves = swing(frames, true, true)
		},
		"order YZX": func(m *fbxModel) { m.RotationOrder = 2 },
		"order ZYX": func(m *fbxModel) { m.RotationOrder = 5 },
		"order XZY with pre-rotation": func(m *fbxModel) {
			m.RotationOrder, m.PreRotation = 1, exact.Vec{30, -40, 50}
		},
		"mirrored": func(m *fbxModel) { m.Scaling = &exact.Vec{-1, 1, 1} },
	} {
		t.Run(name, func(t *testing.T) {
			arm := base()
			edit(&arm)
			f := &Format{Models: []fbxModel{
				{Name: "root", Translation: exact.Vec{1, 2, 3}, Rotation: exact.Vec{0, 90, 0}},
				arm,
				{Name: "hand", Parent: "arm", Translation: exact.Vec{5, 0, 0}, Curves: swing(frames, false, false)},
			}}
			checkFBX(t, f, frames)
		})
	}
}

func TestFBXUnitsAxesAndTime(t *testing.T) {
	const frames = 5
	for name, f := range map[string]*Format{
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
				{Name: "root", Translation: exact.Vec{1, 2, 3}, Curves: swing(frames, true, false)},
				{Name: "arm", Parent: "root", Translation: exact.Vec{5, 0, 0}, PreRotation: exact.Vec{10, 20, 30}, Curves: swing(frames, false, false)},
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
				Name: "box", Parent: "root", Translation: exact.Vec{10, 20, 0}, Mesh: true, PreRotation: exact.Vec{20, 0, 10},
				GeometricTranslation: exact.Vec{1, 2, 3}, GeometricRotation: exact.Vec{0, 90, 0}, GeometricScaling: &exact.Vec{2, 2, 2},
			}
			if animated {
				box.Curves = swing(frames, true, false)
			}
			f := &Format{Models: []fbxModel{
				{Name: "root", Translation: exact.Vec{1, 2, 3}, Curves: swing(frames, false, false)},
				box,
				{Name: "child", Parent: "box", Translation: exact.Vec{5, 0, 0}, Curves: swing(frames, false, false)},
			}}
			m := checkFBX(t, f, frames)
			if len(m.Meshes) != 1 {
				t.Fatalf("%d meshes", len(m.Meshes))
			}
			geometric := exact.Compose(box.GeometricTranslation, euler(box.GeometricRotation, 0), *box.GeometricScaling)
			for frame := range frames {
				pose := oracle.Evaluate(m, m.Clips, float64(frame)/f.rate())
				want := f.global("box", frame).Mul(geometric)
				for v, p := range pose.Meshes[0].Position {
					at := m.Meshes[0].Position[3*v:]
					w := want.Point(exact.Vec{float64(at[0]), float64(at[1]), float64(at[2])})
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
