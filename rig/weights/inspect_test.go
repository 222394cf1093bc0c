package weights_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// TestInspect: counted by hand.
func TestInspect(t *testing.T) {
	m := pole()
	addMesh(m, "a", bar(1, 3), func([3]float32) weights.Row { return weights.Row{{Bone: 0, Value: 1}} })
	addMesh(m, "b", bar(1, 3), func(at [3]float32) weights.Row {
		if at[0] < 0 {
			return nil
		}
		return weights.Row{{Bone: 1, Value: 0.9}, {Bone: 2, Value: 0.005}}
	})
	s := weights.Inspect(m)
	n := m.Meshes[0].Vertices()
	b := s.Meshes[1]
	if b.Vertices != n || b.FirstRow != n || b.Joints != 2 || b.Influences[0] != n/2 || b.Influences[2] != n/2 || b.Most != 2 ||
		b.SumsOff != n/2 || math.Abs(b.WorstSum-0.905) > 1e-6 || b.Small != n/2 || b.Kept != 4 {
		t.Errorf("%+v", b)
	}
	if a := s.Meshes[0]; a.Influences[1] != n || a.SumsOff != 0 || a.WorstSum != 1 || a.Joints != 1 {
		t.Errorf("%+v", a)
	}
	if len(s.Joints) != 3 || s.Joints[0] != (weights.JointSummary{Joint: "spine", Vertices: n, Alone: n, Weight: float64(n)}) ||
		s.Joints[2].Vertices != n/2 || s.Joints[2].Alone != 0 {
		t.Errorf("%+v", s.Joints)
	}
}

// TestHeatGoesFromColdToHot: blue, green, yellow, red, and nothing like magenta.
func TestHeatGoesFromColdToHot(t *testing.T) {
	for at, want := range map[float32]func(r, g, b float32) bool{
		-1:  func(r, g, b float32) bool { return b > 4*r && b > 4*g },
		0:   func(r, g, b float32) bool { return b > 4*r && b > 4*g },
		0.4: func(r, g, b float32) bool { return g > 4*r && g > 4*b },
		0.6: func(r, g, b float32) bool { return r > 4*b && g > 4*b },
		1:   func(r, g, b float32) bool { return r > 4*g && r > 4*b },
		2:   func(r, g, b float32) bool { return r > 4*g && r > 4*b },
	} {
		if c := weights.HeatColor(at); !want(c[0], c[1], c[2]) {
			t.Errorf("%v has %v", at, c)
		}
	}
	for w := range 101 {
		if c := weights.HeatColor(float32(w) / 100); c[0] > 0.3 && c[2] > 0.3 {
			t.Errorf("%v is like magenta: %v", w, c)
		}
	}
}

// TestHues: joints one after the other have colours apart, of components from 0 to 1.
func TestHues(t *testing.T) {
	for j := range 1000 {
		a, b := weights.JointColor(j), weights.JointColor(j+1)
		d := 0.
		for c := range a {
			if a[c] < 0 || a[c] > 1 {
				t.Fatalf("joint %d: %v", j, a)
			}
			d += math.Abs(float64(a[c] - b[c]))
		}
		if d < 0.5 {
			t.Fatalf("joints %d and %d: %v, %v", j, j+1, a, b)
		}
	}
}

// TestShadedColours: of all joints a vertex has the mean of their colours, whatever its weights sum to,
// and without weights it is magenta, by one joint too.
func TestShadedColours(t *testing.T) {
	m := pole()
	addMesh(m, "a", bar(1, 3), func(at [3]float32) weights.Row {
		switch {
		case at[0] < 0:
			return nil
		case at[1] < 0:
			return weights.Row{{Bone: 0, Value: 0.3}, {Bone: 1, Value: 0.1}}
		}
		return weights.Row{{Bone: 0, Value: 1.5}, {Bone: 1, Value: 0.5}}
	})
	var mean [3]float32
	for c := range mean {
		mean[c] = 0.75*weights.JointColor(0)[c] + 0.25*weights.JointColor(1)[c]
	}
	for joint, want := range map[int][3]float32{soa.NoJoint: mean, 2: weights.HeatColor(0)} {
		mesh := weights.ShowWeights(m, joint).Meshes[0]
		none := 0
		for v := range mesh.Vertices() {
			want := want
			if mesh.Position[3*v] < 0 {
				want = weights.UnweightedColor()
				none++
			}
			for c := range want {
				if math.Abs(float64(mesh.Color[4*v+c]-want[c])) > 1e-6 {
					t.Fatalf("joint %d, vertex %d has the colour %v, want %v", joint, v, mesh.Color[4*v:4*v+4], want)
				}
			}
		}
		if none == 0 || none == mesh.Vertices() {
			t.Errorf("%d of %d vertices without weights", none, mesh.Vertices())
		}
	}
}

// TestShadedIsValid: every model at hand, by one joint and by all.
func TestShadedIsValid(t *testing.T) {
	m := load(t)
	m.Meshes[0].BoneWeight = make([]float32, len(m.Meshes[0].BoneWeight))
	m.Meshes[0].Exact, m.Meshes[0].Skinning = nil, soa.LinearBlend
	for _, joint := range []int{soa.NoJoint, 3} {
		out := weights.ShowWeights(m, joint)
		if err := out.Validate(); err != nil {
			t.Fatal(err)
		}
		if c := [3]float32(out.Meshes[0].Color[:3]); c != weights.UnweightedColor() {
			t.Errorf("without weights: %v", c)
		}
		if len(m.Meshes[0].Color) == len(out.Meshes[0].Color) && &m.Meshes[0].Color[0] == &out.Meshes[0].Color[0] {
			t.Error("the model has changed")
		}
	}
}
