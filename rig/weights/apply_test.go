package weights_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// load returns strider, of two skins and three skinned meshes.
func load(t *testing.T) *soa.Model {
	t.Helper()
	m, err := importer.Load(t.Context(), "../../testdata/strider/strider.glb", importer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// joints returns a skeleton of joints at places in model space, and its skin at rest.
func joints(names []string, parents []int16, places [][3]float32) *soa.Model {
	n := len(names)
	k := &soa.Skeleton{Name: names, Parent: parents, Rest: soa.MakeTransforms(n), Unit: make([]float32, n)}
	skin := &soa.Skin{}
	for j, p := range places {
		at := p
		if parents[j] >= 0 {
			for c := range at {
				at[c] -= places[parents[j]][c]
			}
		}
		k.Rest.TX[j], k.Rest.TY[j], k.Rest.TZ[j] = at[0], at[1], at[2]
		k.Rest.RW[j], k.Rest.SX[j], k.Rest.SY[j], k.Rest.SZ[j], k.Unit[j] = 1, 1, 1, 1, 1
		bind := soa.IdentityAffine()
		bind[3], bind[7], bind[11] = -p[0], -p[1], -p[2]
		skin.Joint, skin.InverseBind = append(skin.Joint, uint16(j)), append(skin.InverseBind, bind)
	}
	k.ComputeDepth()
	return &soa.Model{Skeleton: k, Skins: []*soa.Skin{skin}}
}

// addMesh adds a mesh with the weights that a function gives its vertices.
func addMesh(m *soa.Model, name string, from solid.Mesh, row func(at [3]float32) weights.Row) {
	mesh := &soa.Mesh{
		Name: name, Position: from.Position, Index: from.Index, Normal: make([]float32, len(from.Position)),
		Joint: soa.NoJoint, Material: soa.None, Offset: soa.IdentityAffine(), Influences: 4,
	}
	n := mesh.Vertices()
	mesh.BoneIndex, mesh.BoneWeight = make([]uint16, 4*n), make([]float32, 4*n)
	for v := range n {
		mesh.Normal[3*v+1] = 1
		for i, w := range row([3]float32(from.Position[3*v : 3*v+3])) {
			mesh.BoneIndex[4*v+i], mesh.BoneWeight[4*v+i] = w.Bone, float32(w.Value)
		}
	}
	m.Meshes = append(m.Meshes, mesh)
}

// pole is a model of a bar along x from −1 to 1: spine in the middle, arm.L at 0.5 and arm.R at −0.5.
func pole() *soa.Model {
	return joints([]string{"spine", "arm.L", "arm.R"}, []int16{soa.NoJoint, 0, 0}, [][3]float32{{}, {0.5}, {-0.5}})
}

// along gives the weights of a pole by x: smooth, and the same on both sides.
func along(at [3]float32) weights.Row {
	w := min(1, math.Abs(float64(at[0]))*1.25)
	bone := uint16(1)
	if at[0] < 0 {
		bone = 2
	}
	return weights.Row{{Bone: 0, Value: 1 - w}, {Bone: bone, Value: w}}
}

// bar is a closed tube from x = −1 to 1.
func bar(rings, segments int) solid.Mesh {
	return solid.Tube(2, 0.1, rings, segments).Move(-1, 0, 0)
}

func quiet() weights.Options { return weights.Options{Times: -1} }

func apply(t *testing.T, m *soa.Model, o weights.Options, ops ...weights.Operation) (*soa.Model, []weights.Report) {
	t.Helper()
	out, reports, err := weights.Apply(context.Background(), m, o, ops...)
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Validate(); err != nil {
		t.Fatal(err)
	}
	return out, reports
}

func groups(t *testing.T, m *soa.Model, mesh int) *weights.Groups {
	t.Helper()
	g, err := weights.GroupsOf(m, mesh)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// farthest returns the largest difference between weights of two groups.
func farthest(a, b *weights.Groups) (most float64) {
	for v := range a.Vertices() {
		r, s := a.Row(v, nil), b.Row(v, nil)
		for _, w := range append(slices.Clone(r), s...) {
			most = max(most, math.Abs(r.At(w.Bone)-s.At(w.Bone)))
		}
	}
	return most
}

// TestMirrorOfSymmetric: of a model that is symmetric nothing changes, and what was disturbed on one
// side is as before.
func TestMirrorOfSymmetric(t *testing.T) {
	m := pole()
	addMesh(m, "bar", bar(24, 12), along)
	want := groups(t, m, 0)
	out, _ := apply(t, m, quiet(), weights.Mirror{})
	if d := farthest(want, groups(t, out, 0)); d > 1e-6 {
		t.Errorf("symmetric weights changed by %v", d)
	}
	for s := range seed.Cases(t, 6) {
		r := rand.New(rand.NewPCG(s, 7))
		disturbed, err := want.Map(func(v int, row weights.Row) weights.Row {
			if m.Meshes[0].Position[3*v] < -1e-3 {
				return want.With(row, uint16(r.IntN(3)), r.Float64())
			}
			return row
		}).Set(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		out, reports := apply(t, disturbed, quiet(), weights.Mirror{From: weights.Left})
		if d := farthest(want, groups(t, out, 0)); d > 1e-6 {
			t.Fatalf("weights differ from the other side's by %v", d)
		}
		if r := reports[0].Meshes[0]; r.Unmatched != 0 || r.Changed < 100 {
			t.Fatalf("report %+v", r)
		}
	}
}

// TestMirrorIsIdempotent: the second time nothing changes, of meshes whose halves have other vertices,
// with and without locks.
func TestMirrorIsIdempotent(t *testing.T) {
	for s := range seed.Cases(t, 6) {
		r := rand.New(rand.NewPCG(s, 8))
		m := pole()
		mesh := bar(20+r.IntN(9), 5+r.IntN(9))
		for i := range mesh.Position {
			mesh.Position[i] += float32(r.NormFloat64() * 0.002)
		}
		addMesh(m, "bar", mesh, func(at [3]float32) weights.Row {
			w := r.Float64()
			return weights.Row{{Bone: uint16(r.IntN(2)), Value: w}, {Bone: 2, Value: 1 - w}}
		})
		o := quiet()
		if s%2 == 1 {
			o.Locked = []string{"arm.R"}
		}
		from := weights.Side(r.IntN(2))
		once, _ := apply(t, m, o, weights.Mirror{From: from})
		twice, reports := apply(t, once, o, weights.Mirror{From: from})
		if d := farthest(groups(t, once, 0), groups(t, twice, 0)); d > 2e-7 {
			t.Fatalf("the second time weights change by %v: %+v", d, reports[0])
		}
	}
}

// TestMirrorStandsBetweenJoints: of a model that stands elsewhere, and of a mesh whose own skin has no
// pairs.
func TestMirrorStandsBetweenJoints(t *testing.T) {
	const away = 5
	m := joints([]string{"head", "jaw", "ear.L", "ear.R"}, []int16{soa.NoJoint, 0, 0, 0}, [][3]float32{{away}, {away, -0.1}, {away + 0.5}, {away - 0.5}})
	m.Skins = append(m.Skins, &soa.Skin{Joint: m.Skins[0].Joint[:2], InverseBind: m.Skins[0].InverseBind[:2]})
	half := func(at [3]float32) weights.Row {
		w := float64(at[0]-away)*0.4 + 0.5
		return weights.Row{{Bone: 0, Value: w}, {Bone: 1, Value: 1 - w}}
	}
	addMesh(m, "ears", bar(10, 8).Move(away, 0, 0), func(at [3]float32) weights.Row {
		return weights.Row{{Bone: map[bool]uint16{true: 2, false: 0}[at[0] > away], Value: 1}}
	})
	addMesh(m, "face", bar(10, 8).Move(away, 1, 0), half)
	m.Meshes[1].Skin = 1
	out, _ := apply(t, m, quiet(), weights.Mirror{From: weights.Left})
	ears, face := groups(t, out, 0), groups(t, out, 1)
	for v := range face.Vertices() {
		at := [3]float32(m.Meshes[1].Position[3*v : 3*v+3])
		if x := m.Meshes[0].Position[3*v]; x < away-1e-3 && ears.Row(v, nil).At(3) != 1 {
			t.Fatalf("ears at x = %v: %v", x, ears.Row(v, nil))
		}
		at[0] = away + max(at[0]-away, away-at[0])
		if d := face.Row(v, nil).At(0) - half(at).At(0); math.Abs(d) > 1e-5 {
			t.Fatalf("vertex %d: %v, want %v", v, face.Row(v, nil), half(at))
		}
	}
}

// TestMirrorOfStrider: the arms of a whole character. Its left arm's weights land on the right one.
func TestMirrorOfStrider(t *testing.T) {
	m := load(t)
	out, reports := apply(t, m, quiet(), weights.Mirror{From: weights.Left})
	unmatched, vertices := 0, 0
	for _, r := range reports[0].Meshes {
		unmatched, vertices = unmatched+r.Unmatched, vertices+r.Vertices
	}
	if vertices < 1000 || unmatched*10 > vertices {
		t.Errorf("%d of %d vertices found no other side", unmatched, vertices)
	}
	sum := func(m *soa.Model, name string) (total float64) {
		for i, mesh := range m.Meshes {
			if mesh.Skin == soa.None {
				continue
			}
			g := groups(t, m, i)
			bone, err := g.Find(name)
			for v := 0; err == nil && v < g.Vertices(); v++ {
				total += g.Row(v, nil).At(bone)
			}
		}
		return total
	}
	for _, name := range []string{"upperarm", "thigh", "shin"} {
		left, right := sum(m, name+".L"), sum(out, name+".R")
		if left == 0 || math.Abs(left-right) > 0.2*left {
			t.Errorf("%s: %v on the left, %v on the right", name, left, right)
		}
	}
}

// TestSeamsStayClosed: vertices at one place, of one mesh or of two, have the same weights after every
// operation.
func TestSeamsStayClosed(t *testing.T) {
	m := load(t)
	type seam struct {
		skin int
		at   [3]float32
	}
	rows := func(m *soa.Model) map[seam][]weights.Row {
		all := map[seam][]weights.Row{}
		for i, mesh := range m.Meshes {
			if mesh.Skin == soa.None {
				continue
			}
			g := groups(t, m, i)
			for v := range mesh.Vertices() {
				at := seam{mesh.Skin, [3]float32(mesh.Position[3*v : 3*v+3])}
				all[at] = append(all[at], g.Row(v, nil))
			}
		}
		return all
	}
	was := rows(m)
	for _, op := range []weights.Operation{weights.Smooth{Rounds: 3}, weights.Mirror{}, weights.Prune{Below: 0.05}, weights.Limit{Influences: 2}, weights.Quantize{}} {
		out, _ := apply(t, m, quiet(), op)
		seams := 0
		for at, list := range rows(out) {
			for i, row := range list[1:] {
				if seams++; slices.Equal(was[at][0], was[at][i+1]) && !slices.Equal(row, list[0]) {
					t.Fatalf("%s: vertices at %v: %v, %v", op.Name(), at, row, list[0])
				}
			}
		}
		if seams == 0 {
			t.Fatal("no seams")
		}
	}
}

// TestDisplacementIsMeasured: half the weight on another joint, and what that moves, in a clip that
// lifts the joint.
func TestDisplacementIsMeasured(t *testing.T) {
	m := pole()
	addMesh(m, "bar", bar(4, 5), func([3]float32) weights.Row { return weights.Row{{Bone: 0, Value: 0.75}, {Bone: 1, Value: 0.25}} })
	m.Clips = []*soa.Clip{{
		Name: "lift", TicksPerSecond: 1, Duration: 1, Tracks: []soa.Track{{Target: 1, Property: soa.Translation}},
		Time: []float32{0, 1}, X: []float32{0.5, 0.5}, Y: []float32{0, 0.4}, Z: []float32{0, 0}, W: []float32{0, 0},
	}}
	_, reports := apply(t, m, weights.Options{}, weights.Limit{Influences: 1}, weights.Normalize{})
	if len(reports) != 2 || len(reports[0].Moved) != 1 {
		t.Fatalf("%+v", reports)
	}
	moved := reports[0].Moved[0]
	if math.Abs(moved.Millimetres-100) > 0.01 || moved.Clip != "lift" || moved.Seconds != 1 || moved.Mesh != "bar" {
		t.Errorf("moved %+v", moved)
	}
	if r := reports[0].Meshes[0]; r.Changed != r.Vertices || math.Abs(r.Most-0.25) > 1e-6 || math.Abs(r.Mean-0.25) > 1e-6 {
		t.Errorf("report %+v", r)
	}
	if moved := weights.LargestDisplacement(reports[1].Moved); moved.Millimetres != 0 {
		t.Errorf("normalized: moved %+v", moved)
	}
}

// TestMeshesMasksAndLocks: only what is chosen changes.
func TestMeshesMasksAndLocks(t *testing.T) {
	m := pole()
	addMesh(m, "a", bar(10, 6), along)
	addMesh(m, "b", bar(10, 6).Move(0, 1, 0), along)
	o := quiet()
	o.Meshes = []string{"b"}
	o.Mask = func(mesh, vertex int) float64 {
		if mesh != 1 || m.Meshes[1].Position[3*vertex] > 0 {
			return 0
		}
		return 1
	}
	out, reports := apply(t, m, o, weights.Invert{Joint: "spine"})
	if out.Meshes[0] != m.Meshes[0] || len(reports[0].Meshes) != 1 {
		t.Error("the other mesh changed")
	}
	was, is := groups(t, m, 1), groups(t, out, 1)
	changed := 0
	for v := range was.Vertices() {
		want := was.Row(v, nil).At(0)
		if x := m.Meshes[1].Position[3*v]; x <= 0 && want > 0 && want < 1 {
			want = 1 - want
			changed++
		} else if x <= 0 {
			continue
		}
		if got := is.Row(v, nil).At(0); math.Abs(got-want) > 1e-6 {
			t.Fatalf("vertex %d: %v, want %v", v, got, want)
		}
	}
	if changed == 0 {
		t.Error("nothing changed")
	}
	o = quiet()
	o.Locked = []string{"spine", "arm.L", "arm.R"}
	if out, _ = apply(t, m, o, weights.Smooth{Rounds: 2}, weights.Mirror{}); farthest(groups(t, m, 0), groups(t, out, 0)) != 0 {
		t.Error("locked weights changed")
	}
}

// TestOperationErrors: options out of range and names of nothing.
func TestOperationErrors(t *testing.T) {
	m := pole()
	addMesh(m, "a", bar(4, 6), along)
	bare := pole()
	nan := float64(math.NaN())
	for name, c := range map[string]struct {
		m    *soa.Model
		o    weights.Options
		op   weights.Operation
		want error
	}{
		"prune":     {m, quiet(), weights.Prune{Below: 2}, soa.ErrOption},
		"limit":     {m, quiet(), weights.Limit{}, soa.ErrOption},
		"steps":     {m, quiet(), weights.Quantize{Steps: 1 << 16}, soa.ErrOption},
		"rounds":    {m, quiet(), weights.Smooth{}, soa.ErrOption},
		"strength":  {m, quiet(), weights.Smooth{Rounds: 1, Strength: nan}, soa.ErrOption},
		"gain":      {m, quiet(), weights.Levels{Joint: "spine", Gain: nan}, soa.ErrOption},
		"side":      {m, quiet(), weights.Mirror{From: 2}, soa.ErrOption},
		"within":    {m, quiet(), weights.Mirror{Within: -1}, soa.ErrOption},
		"hammer":    {m, quiet(), weights.Hammer{Above: -1}, soa.ErrOption},
		"no source": {m, quiet(), weights.Transfer{}, soa.ErrOption},
		"angle":     {m, quiet(), weights.Transfer{From: m, Angle: 200}, soa.ErrOption},
		"bare from": {m, quiet(), weights.Transfer{From: bare}, weights.ErrUnskinned},
		"copy":      {m, quiet(), weights.Copy{}, soa.ErrOption},
		"joint":     {m, quiet(), weights.Invert{Joint: "tail"}, weights.ErrJoint},
		"locked":    {m, weights.Options{Locked: []string{"tail"}}, weights.Normalize{}, weights.ErrJoint},
		"mesh":      {m, weights.Options{Meshes: []string{"tail"}}, weights.Normalize{}, soa.ErrRange},
		"bare":      {bare, quiet(), weights.Normalize{}, weights.ErrUnskinned},
		"invalid":   {&soa.Model{}, quiet(), weights.Normalize{}, soa.ErrInvalid},
	} {
		if _, _, err := weights.Apply(context.Background(), c.m, c.o, c.op); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
