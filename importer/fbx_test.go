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
	"github.com/sinew-anim/sinew/soa"
)

// checkFBX imports the file and compares every node's matrix at every frame
// with the formula.
func checkFBX(t *testing.T, f *fbxfile.File, frames int) *soa.Model {
	t.Helper()
	var r report.Report
	m := files.LoadWith(t, f.Write(t), importer.Options{Report: &r})
	if len(m.Clips) != 1 {
		t.Fatalf("%d clips: %v", len(m.Clips), r.Findings)
	}
	worst, where := 0.0, ""
	joints := jointsOf(t, f, m)
	first, last := 0, frames-1
	if f.Window != [2]int{} {
		first, last = max(first, f.Window[0]), min(last, f.Window[1])
	}
	for frame := first; frame <= last; frame++ {
		seconds := float64(f.First+frame) / f.Rate()
		pose := oracle.Evaluate(m, m.Clips, seconds)
		for i, j := range joints {
			name := f.Models[i].Name
			want := f.Global(name, frame)
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

// jointsOf returns each model's joint: the first of its name below its parent's
// that no other model has taken.
func jointsOf(t *testing.T, f *fbxfile.File, m *soa.Model) []int {
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
			matches := name == model.FileName() || model.FileName() == "" && strings.HasPrefix(name, "nodes[") && strings.HasSuffix(name, "]")
			if matches && above == of[model.Parent] && !taken[j] {
				found = j
				break
			}
		}
		if found == soa.NoJoint {
			t.Fatalf("no joint %q below %q; there are %q", model.FileName(), model.Parent, m.Skeleton.Name)
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
	base := func() fbxfile.Model {
		return fbxfile.Model{Name: "arm", Parent: "root", Translation: exact.Vec{10, 20, 0}, Rotation: exact.Vec{0, 0, 3}, Curves: swing(frames, false, false)}
	}
	for name, edit := range map[string]func(*fbxfile.Model){
		"plain":                     func(m *fbxfile.Model) {},
		"moving":                    func(m *fbxfile.Model) { m.Curves = swing(frames, true, false) },
		"scaling":                   func(m *fbxfile.Model) { m.Curves = swing(frames, true, true) },
		"pre-rotation":              func(m *fbxfile.Model) { m.PreRotation = exact.Vec{30, -40, 50} },
		"post-rotation":             func(m *fbxfile.Model) { m.PostRotation = exact.Vec{15, 25, -35} },
		"pre- and post-rotation":    func(m *fbxfile.Model) { m.PreRotation, m.PostRotation = exact.Vec{30, -40, 50}, exact.Vec{15, 25, -35} },
		"rotation pivot":            func(m *fbxfile.Model) { m.RotationPivot = exact.Vec{4, 5, 6} },
		"rotation offset":           func(m *fbxfile.Model) { m.RotationOffset = exact.Vec{4, 5, 6} },
		"rotation pivot and offset": func(m *fbxfile.Model) { m.RotationPivot, m.RotationOffset = exact.Vec{4, 5, 6}, exact.Vec{-1, 2, -3} },
		"scaling pivot":             func(m *fbxfile.Model) { m.ScalingPivot, m.Curves = exact.Vec{1, 2, 3}, swing(frames, true, true) },
		"scaling pivot and offset": func(m *fbxfile.Model) {
			m.ScalingPivot, m.ScalingOffset, m.Curves = exact.Vec{1, 2, 3}, exact.Vec{3, 1, 2}, swing(frames, true, true)
		},
		"pivots and pre-rotation": func(m *fbxfile.Model) { m.RotationPivot, m.PreRotation = exact.Vec{4, 5, 6}, exact.Vec{30, -40, 50} },
		"everything": func(m *fbxfile.Model) {
			m.PreRotation, m.PostRotation = exact.Vec{30, -40, 50}, exact.Vec{15, 25, -35}
			m.RotationPivot, m.RotationOffset = exact.Vec{4, 5, 6}, exact.Vec{-1, 2, -3}
			m.ScalingPivot, m.ScalingOffset = exact.Vec{1, 2, 3}, exact.Vec{3, 1, 2}
			m.Curves = swing(frames, true, true)
		},
		"order YZX": func(m *fbxfile.Model) { m.RotationOrder = 2 },
		"order ZYX": func(m *fbxfile.Model) { m.RotationOrder = 5 },
		"order XZY with pre-rotation": func(m *fbxfile.Model) {
			m.RotationOrder, m.PreRotation = 1, exact.Vec{30, -40, 50}
		},
		"mirrored": func(m *fbxfile.Model) { m.Scaling = &exact.Vec{-1, 1, 1} },
	} {
		t.Run(name, func(t *testing.T) {
			arm := base()
			edit(&arm)
			f := &fbxfile.File{Models: []fbxfile.Model{
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
	for name, f := range map[string]*fbxfile.File{
		"inches":         {Unit: 2.54},
		"metres":         {Unit: 100},
		"Z up":           {Up: 2},
		"Z up in metres": {Up: 2, Unit: 100},
		"24 frames":      {Mode: 11},
		"60 frames late": {Mode: 3, First: 120},
		"negative start": {Mode: 10, First: -25},
	} {
		t.Run(name, func(t *testing.T) {
			f.Models = []fbxfile.Model{
				{Name: "root", Translation: exact.Vec{1, 2, 3}, Curves: swing(frames, true, false)},
				{Name: "arm", Parent: "root", Translation: exact.Vec{5, 0, 0}, PreRotation: exact.Vec{10, 20, 30}, Curves: swing(frames, false, false)},
			}
			m := checkFBX(t, f, frames)
			c := m.Clips[0]
			start, end := float64(f.First)/f.Rate(), float64(f.First+frames-1)/f.Rate()
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
			box := fbxfile.Model{
				Name: "box", Parent: "root", Translation: exact.Vec{10, 20, 0}, Mesh: true, PreRotation: exact.Vec{20, 0, 10},
				GeometricTranslation: exact.Vec{1, 2, 3}, GeometricRotation: exact.Vec{0, 90, 0}, GeometricScaling: &exact.Vec{2, 2, 2},
			}
			if animated {
				box.Curves = swing(frames, true, false)
			}
			f := &fbxfile.File{Models: []fbxfile.Model{
				{Name: "root", Translation: exact.Vec{1, 2, 3}, Curves: swing(frames, false, false)},
				box,
				{Name: "child", Parent: "box", Translation: exact.Vec{5, 0, 0}, Curves: swing(frames, false, false)},
			}}
			m := checkFBX(t, f, frames)
			if len(m.Meshes) != 1 {
				t.Fatalf("%d meshes", len(m.Meshes))
			}
			geometric := exact.Compose(box.GeometricTranslation, fbxfile.Euler(box.GeometricRotation, 0), *box.GeometricScaling)
			for frame := range frames {
				pose := oracle.Evaluate(m, m.Clips, float64(frame)/f.Rate())
				want := f.Global("box", frame).Mul(geometric)
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
