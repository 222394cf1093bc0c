package weights_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// TestSetGivesBackWhatOfReads: random models with 4, 8 and more influences have the same weights, and
// are valid.
func TestSetGivesBackWhatOfReads(t *testing.T) {
	counts := map[string]int{}
	for s := range seed.Cases(t, 20) {
		m := figure.Random(s, 17)
		for i, mesh := range m.Meshes {
			if mesh.Skin == soa.None {
				continue
			}
			g, err := weights.GroupsOf(m, i)
			if err != nil {
				t.Fatal(err)
			}
			g = g.Normalized()
			out, err := g.Set(m, i)
			if err != nil {
				t.Fatal(err)
			}
			if err := out.Validate(); err != nil {
				t.Fatal(err)
			}
			again, err := weights.GroupsOf(out, i)
			if err != nil {
				t.Fatal(err)
			}
			if !same(g, again) || !slices.Equal(g.Name, again.Name) {
				t.Fatalf("mesh %d of %d: the weights are others", i, s)
			}
			to := out.Meshes[i]
			switch {
			case to.Exact != nil:
				counts["exact"]++
			case to.Influences == 8:
				counts["8"]++
			default:
				counts["4"]++
			}
			for v := range to.Vertices() {
				sum := 0.
				for _, w := range to.BoneWeight[v*to.Influences : (v+1)*to.Influences] {
					sum += float64(w)
				}
				if math.Abs(sum-1) > 1e-6 && sum != 0 {
					t.Fatalf("vertex %d sums to %v", v, sum)
				}
			}
		}
	}
	if counts["4"] == 0 || counts["8"] == 0 {
		t.Errorf("seen: %v", counts)
	}
}

// TestMirrored: a side gets the weights of the images of its vertices with joints exchanged, the middle gets the
// mean of both sides, and vertices without an image are listed.
func TestMirrored(t *testing.T) {
	g := &weights.Groups{
		Name: []string{"arm.L", "arm.R", "chest"}, Parent: []int{2, 2, soa.None}, Locked: make([]bool, 3),
		Influences: soa.Influences{
			Start: []uint32{0, 2, 4, 5, 6, 7, 7}, Bone: []uint16{0, 2, 0, 2, 2, 2, 1}, Weight: []float32{0.75, 0.25, 0.5, 0.5, 1, 1, 1},
		},
	}
	side := []float64{1, 0, -1, -2, -1, 3} // of the last vertex, without weights, which is the image of vertex 4
	images := []weights.Place{2: {Vertex: [3]int32{0, 1, 1}, Part: [3]float64{1}}, 4: {Vertex: [3]int32{5, 5, 5}, Part: [3]float64{1}}}
	got, unmatched := g.Mirrored([]uint16{1, 0, 2}, func(v int) float64 { return side[v] }, func(v int) (weights.Place, bool) { return images[v], v != 3 })
	if !slices.Equal(unmatched, []int{3, 4}) {
		t.Errorf("vertices %v have no image", unmatched)
	}
	for v, want := range []weights.Row{
		{{Bone: 0, Value: 0.75}, {Bone: 2, Value: 0.25}}, {{Bone: 2, Value: 0.5}, {Bone: 0, Value: 0.25}, {Bone: 1, Value: 0.25}},
		{{Bone: 1, Value: 0.75}, {Bone: 2, Value: 0.25}}, {{Bone: 2, Value: 1}}, {{Bone: 1, Value: 1}}, nil,
	} {
		if row := got.Row(v, nil); !slices.Equal(row, want) {
			t.Errorf("vertex %d has the weights %v, want %v", v, row, want)
		}
	}
}

// TestManyInfluences: what is beyond 8 is kept.
func TestManyInfluences(t *testing.T) {
	m := figure.Random(seed.First(t), 67)
	at := slices.IndexFunc(m.Meshes, func(mesh *soa.Mesh) bool { return mesh.Skin != soa.None && mesh.Vertices() > 0 })
	g, err := weights.GroupsOf(m, at)
	if err != nil {
		t.Fatal(err)
	}
	g = g.Map(func(int, weights.Row) (r weights.Row) {
		for b := range len(g.Name) {
			r = append(r, weights.Weight{Bone: uint16(b), Value: 1})
		}
		return g.Normal(r)
	})
	out, err := g.Set(m, at)
	if err != nil {
		t.Fatal(err)
	}
	mesh := out.Meshes[at]
	if n := len(g.Name); n > 8 && (mesh.Exact == nil || len(mesh.Exact.Bone) != n*mesh.Vertices() || mesh.Influences != 8) {
		t.Fatalf("%d influences per vertex, %d kept", mesh.Influences, len(mesh.Exact.Bone))
	}
	if err := out.Validate(); err != nil {
		t.Fatal(err)
	}
}

// TestGroupErrors: what does not fit is named.
func TestGroupErrors(t *testing.T) {
	m := figure.Random(seed.First(t), 16)
	rigid := slices.IndexFunc(m.Meshes, func(mesh *soa.Mesh) bool { return mesh.Skin == soa.None })
	skinned := slices.IndexFunc(m.Meshes, func(mesh *soa.Mesh) bool { return mesh.Skin != soa.None })
	g, err := weights.GroupsOf(m, skinned)
	if err != nil {
		t.Fatal(err)
	}
	short := g.Map(func(_ int, r weights.Row) weights.Row { return r })
	short.Start = short.Start[:len(short.Start)-1]
	half := g.Map(func(_ int, r weights.Row) weights.Row {
		for i := range r {
			r[i].Value /= 2
		}
		return r
	})
	fails := func(_ any, err error) error { return err }
	for name, c := range map[string]struct{ err, want error }{
		"no mesh":          {fails(weights.GroupsOf(m, len(m.Meshes))), soa.ErrRange},
		"no skin":          {fails(weights.GroupsOf(m, rigid)), weights.ErrUnskinned},
		"set without skin": {fails(g.Set(m, rigid)), weights.ErrUnskinned},
		"set no mesh":      {fails(g.Set(m, -1)), soa.ErrRange},
		"fewer vertices":   {fails(short.Set(m, skinned)), weights.ErrShape},
		"half":             {fails(half.Set(m, skinned)), weights.ErrWeight},
		"lock":             {fails(g.Lock("nobody")), weights.ErrJoint},
		"find":             {fails(g.Find("nobody")), weights.ErrJoint},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", name, c.err, c.want)
		}
	}
	if _, _, _, err := g.Copied(short); !errors.Is(err, weights.ErrShape) {
		t.Errorf("copy of fewer vertices: %v", err)
	}
}

// TestCopiedByName: joints are found by name, those of another name by their ancestors, and what is
// missing is counted.
func TestCopiedByName(t *testing.T) {
	of := func(names []string, parent []int, row weights.Row) *weights.Groups {
		g := &weights.Groups{Name: names, Parent: parent, Locked: make([]bool, len(names))}
		g.Start = make([]uint32, 2)
		return g.Map(func(int, weights.Row) weights.Row { return row })
	}
	to := of([]string{"a", "b", "c"}, []int{soa.None, 0, 0}, weights.Row{{Bone: 0, Value: 1}})
	from := of([]string{"stranger", "b", "c", "c tip"}, []int{soa.None, 0, 0, 2},
		weights.Row{{Bone: 0, Value: 0.25}, {Bone: 1, Value: 0.25}, {Bone: 2, Value: 0.25}, {Bone: 3, Value: 0.25}})
	out, mean, worst, err := to.Copied(from)
	if err != nil {
		t.Fatal(err)
	}
	got := out.Row(0, nil)
	if mean != 0.25 || worst != 0.25 || math.Abs(got.At(2)-2./3) > 1e-6 || math.Abs(got.At(1)-1./3) > 1e-6 || len(got) != 2 {
		t.Errorf("%v, lost %v and %v", got, mean, worst)
	}
}
