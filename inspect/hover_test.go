package inspect

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// flipNormals turns the normals of the first part of each mesh's triangles.
func flipNormals(m *soa.Model, part float64) {
	for _, mesh := range m.Meshes {
		turned := make(map[uint32]bool)
		for _, v := range mesh.Index[:3*int(math.Ceil(part*float64(len(mesh.Index)/3)))] {
			turned[v] = true
		}
		for v := range turned {
			for k := range 3 {
				mesh.Normal[3*v+uint32(k)] *= -1
			}
		}
	}
}

// The size of hovering is what the character was raised by, above the ground and below; a clip that
// jumps, one whose feet hang and one of a body without feet have no finding.
func TestHoverIsMeasured(t *testing.T) {
	find := func(m *soa.Model) []Finding {
		t.Helper()
		list, err := Lint(t.Context(), m, nil, only("hover"))
		must.Do(t, err)
		return list
	}
	still := func(float64) float64 { return 1 }
	for s := range seed.Cases(t, 6) {
		r := rand.New(rand.NewPCG(s, 3))
		by := 0.06 + 0.8*r.Float64()
		if r.IntN(2) == 0 {
			by = -0.3 - 0.5*r.Float64() // strider rests 16 cm over Y = 0, which is a ground too
		}
		want := 1000 * min(math.Abs(by), math.Abs(by+0.157))
		m := strider(t)
		move(m, "wave", [3]float64{0, by, 0}, still)
		list := find(m)
		if len(list) != 1 || list[0].Clip != "wave" || math.Abs(list[0].Size-want) > 10 {
			t.Errorf("raised by %v m: %v", by, list)
		}
	}
	m := strider(t)
	move(m, "wave", [3]float64{0, 0.3, 0}, func(part float64) float64 { return math.Sin(math.Pi * part) })
	if list := find(m); len(list) != 0 {
		t.Errorf("what leaves the ground and comes back: %v", list)
	}
	m = strider(t)
	move(m, "wave", [3]float64{0, 0.3, 0}, still)
	for _, joint := range [...]string{"foot.L", "foot.R"} {
		_, first, end := keysOf(m, m.Clip("wave"), joint, soa.Rotation)
		for k := first; k < end; k++ {
			rotate(m.Clip("wave"), k, 50)
		}
	}
	if list := find(m); len(list) != 0 {
		t.Errorf("feet that hang: %v", list)
	}
	m = strider(t)
	move(m, "wave", [3]float64{0, 0.3, 0}, still)
	m.Clip("wave").Name = "Fly_forward"
	if list := find(m); len(list) != 0 {
		t.Errorf("what flies: %v", list)
	}
}

// The count of flipped triangles is right, of a part of each mesh and of all.
func TestFlippedNormalsAreCounted(t *testing.T) {
	for _, part := range []float64{0.1, 0.5, 1} {
		was, m := strider(t), strider(t)
		flipNormals(m, part)
		list, err := Lint(t.Context(), m, nil, only("flipped-normals"))
		must.Do(t, err)
		if len(list) != len(m.Meshes) {
			t.Errorf("%v of the triangles are flipped: %v", part, list)
		}
		for i, f := range list {
			mesh, want := m.Meshes[i], 0
			for k := 0; k < len(mesh.Index); k += 3 {
				turned := 0
				for _, v := range mesh.Index[k : k+3] {
					if mesh.Normal[3*v] == -was.Meshes[i].Normal[3*v] && mesh.Normal[3*v+1] == -was.Meshes[i].Normal[3*v+1] {
						turned++
					}
				}
				want += turned / 3
			}
			if f.Mesh == mesh.Name && math.Abs(float64(f.Count-want)) > 0.02*float64(want) {
				t.Errorf("%v: %d are flipped", f, want)
			}
		}
	}
}
