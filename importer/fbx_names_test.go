package importer_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
)

// TestFBXSharedNames: models of one name, or without any, keep their own curves
// and bind their own vertices.
func TestFBXSharedNames(t *testing.T) {
	const frames = 5
	name, none := "bone", ""
	for what, shown := range map[string]*string{"one name": &name, "no name": &none} {
		t.Run(what, func(t *testing.T) {
			f := &fbxfile.File{Models: []fbxfile.Model{
				{Name: "left", Translation: exact.Vec{100, 0, 0}, Curves: swing(frames, true, false)},
				{Name: "l1", Parent: "left", Shown: shown, Translation: exact.Vec{0, 50, 0}, PreRotation: exact.Vec{10, 20, 30}, Curves: turned(frames, 1)},
				{Name: "l2", Parent: "l1", Shown: shown, Translation: exact.Vec{0, 40, 0}, RotationPivot: exact.Vec{1, 2, 3}, Curves: turned(frames, 2)},
				{Name: "right", Translation: exact.Vec{-100, 0, 0}, Curves: turned(frames, 3)},
				{Name: "r1", Parent: "right", Shown: shown, Translation: exact.Vec{0, 50, 0}, Curves: turned(frames, 4)},
				{Name: "body", Mesh: true, Skin: []string{"l1", "l2", "r1"}},
			}}
			m := checkFBX(t, f, frames)
			if len(m.Meshes) != 1 || m.Meshes[0].Name != "body" {
				t.Fatalf("%d meshes", len(m.Meshes))
			}
			checkBody(t, f, "body", frames)
		})
	}
}

// checkBody holds a skinned triangle's vertices against its bones.
func checkBody(t *testing.T, f *fbxfile.File, body string, frames int) {
	t.Helper()
	m := files.Load(t, f.Write(t))
	corners := []exact.Vec{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}
	var bones []string
	for i := range f.Models {
		if f.Models[i].Name == body {
			bones = f.Models[i].Skin
		}
	}
	for frame := range frames {
		pose := oracle.Evaluate(m, m.Clips, float64(f.First+frame)/f.Rate())
		for v, got := range pose.Meshes[0].Position {
			rest := vertexAt(m.Meshes[0], v)
			corner := 0
			for k := range corners {
				if corners[k].Sub(rest).Length() < corners[corner].Sub(rest).Length() {
					corner = k
				}
			}
			inverse, _ := f.InFile(bones[corner], -1).Inverse()
			want := f.Global(bones[corner], frame).Mul(inverse).Mul(f.InFile(body, -1)).Point(corners[corner])
			if d := exact.Vec(got).Sub(want).Length(); !(d < 1e-5) {
				t.Fatalf("frame %d: the vertex of %q is at %v, want %v", frame, bones[corner], got, want)
			}
		}
	}
}

// turned is swing with other angles for every seed.
func turned(frames int, seed float64) map[string][]exact.Vec {
	var c []exact.Vec
	for i := range frames {
		u := float64(i)
		c = append(c, exact.Vec{(3 + seed) * u, -5 * seed * u, 20 - seed*u})
	}
	return map[string][]exact.Vec{"R": c}
}

// TestFBXInstances: one mesh below several models, and two skeletons.
func TestFBXInstances(t *testing.T) {
	const frames = 5
	f := &fbxfile.File{Models: []fbxfile.Model{
		{Name: "one", Translation: exact.Vec{10, 0, 0}, Mesh: true, Curves: turned(frames, 1)},
		{Name: "two", Translation: exact.Vec{-10, 5, 0}, Instance: "one", Curves: turned(frames, 2)},
		{Name: "three", Parent: "two", Translation: exact.Vec{0, 5, 0}, Scaling: &exact.Vec{1, -1, 1}, Instance: "one"},
	}}
	m := checkFBX(t, f, frames)
	if len(m.Meshes) != 3 {
		t.Fatalf("%d meshes, want 3", len(m.Meshes))
	}
	for frame := range frames {
		pose := oracle.Evaluate(m, m.Clips, float64(frame)/f.Rate())
		for k, mesh := range m.Meshes {
			for v, got := range pose.Meshes[k].Position {
				want := f.Global(mesh.Node, frame).Point(vertexAt(mesh, v))
				if d := exact.Vec(got).Sub(want).Length(); !(d < 1e-5) {
					t.Fatalf("frame %d, %q: vertex %d is at %v, want %v", frame, mesh.Node, v, got, want)
				}
			}
		}
	}
}

// TestFBXTwoSkeletons: two roots, each with a skin of its own, bound away from
// the origin.
func TestFBXTwoSkeletons(t *testing.T) {
	const frames = 5
	f := &fbxfile.File{Unit: 2.54, Up: 2, Models: []fbxfile.Model{
		{Name: "left", Translation: exact.Vec{30, 0, 0}, Curves: turned(frames, 1)},
		{Name: "left.hand", Parent: "left", Translation: exact.Vec{0, 20, 0}, PostRotation: exact.Vec{5, 6, 7}, Curves: turned(frames, 2)},
		{Name: "right", Translation: exact.Vec{-30, 0, 0}, Scaling: &exact.Vec{2, 2, 2}, Curves: turned(frames, 3)},
		{Name: "body", Translation: exact.Vec{7, 8, 9}, Rotation: exact.Vec{0, 0, 45}, Mesh: true, Skin: []string{"left", "left.hand", "right"}},
	}}
	checkFBX(t, f, frames)
	checkBody(t, f, "body", frames)
}

// TestFBXWindows: a stack's range cuts its curves where it says, between keys
// too, and lasts beyond the keys where it says so.
func TestFBXWindows(t *testing.T) {
	const frames = 9
	for name, window := range map[string][2]int{"inside": {2, 6}, "early": {-3, 5}, "late": {4, 12}, "around": {-2, 11}} {
		for _, first := range []int{0, 30, -45} {
			t.Run(name, func(t *testing.T) {
				f := &fbxfile.File{Mode: 11, First: first, Window: window, Models: []fbxfile.Model{
					{Name: "root", Translation: exact.Vec{1, 2, 3}, Curves: swing(frames, true, false)},
					{Name: "arm", Parent: "root", Translation: exact.Vec{5, 0, 0}, PreRotation: exact.Vec{10, 20, 30}, Curves: swing(frames, false, false)},
				}}
				m := checkFBX(t, f, frames)
				c := m.Clips[0]
				start, end := float64(first+window[0])/24, float64(first+window[1])/24
				if math.Abs(c.Start-start) > 1e-6 || math.Abs(c.End()-end) > 1e-6 {
					t.Errorf("the clip runs from %v to %v s, want %v to %v", c.Start, c.End(), start, end)
				}
			})
		}
	}
}
