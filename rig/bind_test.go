package rig_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// rows returns the weights of each vertex by joint.
func rows(t testing.TB, m *soa.Model, mesh int) []map[int]float64 {
	t.Helper()
	at := m.Meshes[mesh]
	out := make([]map[int]float64, at.Vertices())
	for v := range out {
		out[v] = map[int]float64{}
		put := func(bone uint16, w float32) {
			if w != w || w < 0 {
				t.Fatalf("mesh %q, vertex %d: a weight is %v", at.Name, v, w)
			}
			if w > 0 {
				out[v][int(m.Skins[at.Skin].Joint[bone])] += float64(w)
			}
		}
		if x := at.Exact; x != nil {
			for i := x.Start[v]; i < x.Start[v+1]; i++ {
				put(x.Bone[i], x.Weight[i])
			}
			continue
		}
		for i := v * at.Influences; i < (v+1)*at.Influences; i++ {
			put(at.BoneIndex[i], at.BoneWeight[i])
		}
	}
	return out
}

// checkSums demands that the weights of every vertex sum to 1, those packed too.
func checkSums(t testing.TB, m *soa.Model) {
	t.Helper()
	for i, mesh := range m.Meshes {
		if mesh.Skin == soa.None {
			continue
		}
		for v, r := range rows(t, m, i) {
			sum, packed := 0.0, 0.0
			for _, w := range r {
				sum += w
			}
			for _, w := range mesh.BoneWeight[v*mesh.Influences : (v+1)*mesh.Influences] {
				packed += float64(w)
			}
			if !(math.Abs(sum-1) <= 1e-6) || !(math.Abs(packed-1) <= 1e-6) {
				t.Fatalf("mesh %q, vertex %d: weights sum to %v, packed ones to %v", mesh.Name, v, sum, packed)
			}
		}
	}
}

// randomMesh draws meshes good and bad.
func randomMesh(r *rand.Rand) solid.Mesh {
	var m solid.Mesh
	switch r.IntN(7) {
	case 0:
		m = solid.Tube(1+r.Float64(), 0.1+0.2*r.Float64(), 1+r.IntN(6), 3+r.IntN(6))
	case 1:
		m = solid.Join(solid.Sphere(0.5, 3, 5), solid.Sphere(0.2, 4, 3).Move(0.1, 0, 0)) // nested
	case 2:
		m = solid.Box(r.Float64(), r.Float64(), r.Float64(), 1+r.IntN(3))
	case 3:
		m = solid.Soup(r, 1+r.IntN(40), r.IntN(60))
	case 4:
		m = solid.Soup(r, 1+r.IntN(20), 0) // points alone
	case 5:
		m = solid.Join(solid.Box(1, 0.2, 0.2, 2), solid.Box(1, 0.2, 0.2, 2)) // every triangle twice
	default:
		m = solid.Join(solid.Tube(1, 0.1, 3, 4), solid.Soup(r, 6, 4), solid.Tube(1, 0.05, 2, 5).Move(0, 3, 0))
		m.Index = m.Index[:3*r.IntN(len(m.Index)/3)] // with holes
	}
	return m
}

// randomModel is such meshes around a random tree of joints, some of which are far away or at one place.
func randomModel(r *rand.Rand) *soa.Model {
	joints := 1 + r.IntN(8)
	at := make([]float32, joints)
	for j := range at {
		at[j] = r.Float32() * 2
		if r.IntN(8) == 0 {
			at[j] = 1000 * r.Float32()
		}
	}
	m := chain(randomMesh(r), at...)
	for j := range m.Skeleton.Parent {
		m.Skeleton.Parent[j] = int16(r.IntN(j+1) - 1)
		m.Skeleton.Rest.TY[j] = r.Float32() - 0.5
		if r.IntN(3) == 0 {
			m.Skeleton.Rest.TX[j], m.Skeleton.Rest.TY[j] = 0, 0
		}
	}
	m.Skeleton.ComputeDepth()
	for range r.IntN(3) {
		m.Meshes = append(m.Meshes, meshOf(randomMesh(r)))
	}
	return m
}

func randomOptions(r *rand.Rand) rig.Options {
	methods := rig.Methods()
	return rig.Options{
		Method: methods[r.IntN(len(methods))], MaxInfluences: r.IntN(7), Smooth: r.IntN(3), Dropoff: float64(r.IntN(3)) * 5 * r.Float64(),
		Falloff: new(float64(r.IntN(2)) * r.Float64()), Resolution: 1 + r.IntN(32),
	}
}

// Whatever the mesh and the joints are, every vertex has weights that sum to 1, and as many as it may.
func TestPartitionOfUnity(t *testing.T) {
	n := 10000
	if testing.Short() {
		n = 300
	}
	for k := range seed.Cases(t, n) {
		r := rand.New(rand.NewPCG(k, 4))
		m, o := randomModel(r), randomOptions(r)
		out, _, err := rig.Bind(context.Background(), m, o)
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		checkSums(t, out)
		for i := range out.Meshes {
			for v, row := range rows(t, out, i) {
				if o.MaxInfluences > 0 && len(row) > o.MaxInfluences {
					t.Fatalf("%+v: vertex %d has %d joints", o, v, len(row))
				}
			}
		}
	}
}

// Models of every kind are bound or refused.
func TestStrangeModels(t *testing.T) {
	for k := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(k, 5))
		m := figure.Random(k, 1+r.IntN(60))
		o := randomOptions(r)
		out, _, err := rig.Bind(context.Background(), m, o)
		if err != nil {
			if !errors.Is(err, rig.ErrJoints) && !errors.Is(err, rig.ErrMesh) {
				t.Fatalf("%+v: %v", o, err)
			}
			continue
		}
		checkSums(t, out)
	}
}

// The order of vertices and triangles does not matter.
func TestPermutation(t *testing.T) {
	for k := range seed.Cases(t, 30) {
		r := rand.New(rand.NewPCG(k, 6))
		m, o := randomModel(r), randomOptions(r)
		for j := range m.Skeleton.Parent { // derived radii are means, which rounding makes stand out or not
			o.Segments = append(o.Segments, rig.Segment{Joint: j, Tail: [3]float64{r.Float64(), r.Float64(), r.Float64()}, HeadRadius: r.Float64(), Reach: r.Float64()})
		}
		m.Meshes = m.Meshes[:1]
		bend(r, m.Meshes[0].Position)
		mesh := *m.Meshes[0]
		place := r.Perm(mesh.Vertices())
		mesh.Position = make([]float32, len(mesh.Position))
		for v, p := range place {
			copy(mesh.Position[3*p:3*p+3], m.Meshes[0].Position[3*v:3*v+3])
		}
		mesh.Index = nil
		for _, tri := range r.Perm(len(m.Meshes[0].Index) / 3) {
			first := r.IntN(3)
			for c := range 3 {
				mesh.Index = append(mesh.Index, uint32(place[m.Meshes[0].Index[3*tri+(first+c)%3]]))
			}
		}
		other := *m
		other.Meshes = []*soa.Mesh{&mesh}
		a, _, err := rig.Bind(context.Background(), m, o)
		must.Do(t, err)
		b, _, err := rig.Bind(context.Background(), &other, o)
		must.Do(t, err)
		want, got := rows(t, a, 0), rows(t, b, 0)
		differ := 0
		for v, p := range place {
			if apart(want[v], got[p]) > 1e-5 {
				differ++
			}
		}
		// Where two places of the surface are equally near, rounding decides.
		if differ > 1+len(want)/20 {
			t.Fatalf("%+v: %d of %d vertices have other weights", o, differ, len(want))
		}
	}
}

// bend moves vertices so that a mesh loses its symmetry, by which places are equally near.
func bend(r *rand.Rand, position []float32) {
	var factor [3][3]float32
	for i := range factor {
		for k := range factor[i] {
			factor[i][k] = 0.6*r.Float32() - 0.3
		}
	}
	for i := 0; i < len(position); i += 3 {
		p := [3]float32(position[i : i+3])
		for k, f := range factor {
			position[i+k] += f[0]*p[1]*p[2] + f[1]*p[0]*p[2] + f[2]*p[0]*p[1] + 0.2*p[k]*p[k]
		}
	}
}

// apart is the largest difference of two vertices' weights.
func apart(a, b map[int]float64) (most float64) {
	for j, w := range a {
		most = max(most, math.Abs(w-b[j]))
	}
	for j, w := range b {
		most = max(most, math.Abs(w-a[j]))
	}
	return most
}

// Vertices at one place have the same weights, within a mesh and between two.
func TestSeamsStayClosed(t *testing.T) {
	box := solid.Box(2, 0.4, 0.4, 4)
	half := len(box.Index) / 6 * 3
	for _, method := range rig.Methods() {
		m := chain(solid.Mesh{Position: box.Position, Index: box.Index[:half]}, -0.9, -0.3, 0.4)
		m.Meshes = append(m.Meshes, meshOf(solid.Mesh{Position: box.Position, Index: box.Index[half:]}))
		m.Meshes[1].Name = "other"
		o := rig.Options{Method: method, MaxInfluences: 4, Smooth: 1, PerPart: []rig.Part{{Mesh: "other", Method: rig.Distance}, {Joint: "joint 2", Method: rig.Rigid}}}
		out, report, err := rig.Bind(context.Background(), m, o)
		must.Do(t, err)
		checkSums(t, out)
		first := map[[3]float32]map[int]float64{}
		for i, mesh := range out.Meshes {
			for v, r := range rows(t, out, i) {
				at := [3]float32(mesh.Position[3*v : 3*v+3])
				if have, ok := first[at]; !ok {
					first[at] = r
				} else if apart(have, r) != 0 {
					t.Fatalf("%v: at %v: %v and %v", method, at, have, r)
				}
			}
		}
		if report.Points != len(first) || report.Vertices != 2*box.Vertices() {
			t.Errorf("%d points of %d vertices, want %d", report.Points, report.Vertices, len(first))
		}
	}
}

// Options that make no sense are errors that name them.
func TestOptionErrors(t *testing.T) {
	m := chain(solid.Box(1, 1, 1, 1), 0, 1)
	nan := math.NaN()
	for name, c := range map[string]struct {
		options rig.Options
		want    error
	}{
		"method":      {rig.Options{Method: 99}, soa.ErrOption},
		"influences":  {rig.Options{MaxInfluences: -1}, soa.ErrOption},
		"smooth":      {rig.Options{Smooth: 1 << 30}, soa.ErrOption},
		"dropoff":     {rig.Options{Dropoff: nan}, soa.ErrOption},
		"falloff":     {rig.Options{Falloff: new(2.)}, soa.ErrOption},
		"low falloff": {rig.Options{Falloff: new(-0.1)}, soa.ErrOption},
		"no falloff":  {rig.Options{Falloff: &nan}, soa.ErrOption},
		"resolution":  {rig.Options{Resolution: 513}, soa.ErrOption},
		"joint":       {rig.Options{Joints: []int{2}}, soa.ErrRange},
		"no joint":    {rig.Options{Joints: []int{}}, rig.ErrJoints},
		"segment":     {rig.Options{Segments: []rig.Segment{{Joint: -1}}}, soa.ErrRange},
		"place":       {rig.Options{Segments: []rig.Segment{{Tail: [3]float64{nan}}}}, soa.ErrOption},
		"radius":      {rig.Options{Segments: []rig.Segment{{HeadRadius: -1}}}, soa.ErrOption},
		"part":        {rig.Options{PerPart: []rig.Part{{Mesh: "none"}}}, rig.ErrPart},
		"joint part":  {rig.Options{PerPart: []rig.Part{{Joint: "none"}}}, rig.ErrPart},
		"two in one":  {rig.Options{PerPart: []rig.Part{{Joint: "joint 0", Mesh: "mesh"}}}, rig.ErrPart},
		"part method": {rig.Options{PerPart: []rig.Part{{Joint: "joint 0", Method: -1}}}, soa.ErrOption},
	} {
		if _, _, err := rig.Bind(context.Background(), m, c.options); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := rig.Bind(ctx, m, rig.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, _, err := rig.Bind(context.Background(), nil, rig.Options{}); !errors.Is(err, soa.ErrInvalid) {
		t.Error(err)
	}
	m.Meshes[0].Position[4] = float32(nan)
	if _, _, err := rig.Bind(context.Background(), m, rig.Options{}); !errors.Is(err, soa.ErrInvalid) {
		t.Error(err)
	}
	m.Meshes = nil
	if _, _, err := rig.Bind(context.Background(), m, rig.Options{}); !errors.Is(err, rig.ErrMesh) {
		t.Error(err)
	}
}

func TestMethodNames(t *testing.T) {
	for _, m := range rig.Methods() {
		if again, err := rig.ParseMethod(m.String()); err != nil || again != m {
			t.Errorf("%v: %v, %v", m, again, err)
		}
	}
	if _, err := rig.ParseMethod("warm"); !errors.Is(err, soa.ErrOption) {
		t.Error(err)
	}
}

// kinds lists what a report found.
func kinds(r *rig.Report) (all []rig.Kind) {
	for _, f := range r.Findings {
		all = append(all, f.Kind)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// borders counts the edges of a mesh that have one triangle, and those that have more than two.
func borders(m solid.Mesh) (open, many int) {
	triangles := map[[2][3]float32]int{}
	at := func(k int) [3]float32 { return [3]float32(m.Position[3*m.Index[k]:]) }
	for k := range m.Index {
		edge := [2][3]float32{at(k), at(k - k%3 + (k+1)%3)}
		if slices.Compare(edge[0][:], edge[1][:]) > 0 {
			edge[0], edge[1] = edge[1], edge[0]
		}
		triangles[edge]++
	}
	for _, n := range triangles {
		if n == 1 {
			open++
		}
		if n > 2 {
			many++
		}
	}
	return open, many
}

// What is odd about meshes and joints is found, and vertices out of reach are filled.
func TestFindings(t *testing.T) {
	for name, c := range map[string]struct {
		mesh solid.Mesh
		want []rig.Kind
	}{
		"tube":       {solid.Tube(2, 0.1, 4, 8), nil},
		"twice":      {solid.Join(solid.Tube(2, 0.1, 4, 8), solid.Tube(2, 0.1, 4, 8)), []rig.Kind{rig.NonManifold}},
		"open":       {solid.Mesh{Position: []float32{0, 0, 0, 2, 0, 0, 0, 0.1, 0}, Index: []uint32{0, 1, 2}}, []rig.Kind{rig.Open, rig.Unreached}},
		"degenerate": {solid.Mesh{Position: []float32{0, 0, 0, 2, 0, 0, 1, 0, 0}, Index: []uint32{0, 1, 2}}, []rig.Kind{rig.Degenerate}},
		"wing": { // three triangles on one edge
			solid.Mesh{Position: []float32{0, 0, 0, 2, 0, 0, 1, 0.1, 0, 1, -0.1, 0, 1, 0, 0.1}, Index: []uint32{0, 1, 2, 1, 0, 3, 0, 1, 4}},
			[]rig.Kind{rig.NonManifold, rig.Open},
		},
		"points": {solid.Mesh{Position: []float32{0, 0, 0, 2, 0, 0}}, []rig.Kind{rig.NoTriangles}},
		"far": {
			solid.Join(solid.Tube(2, 0.1, 4, 8), solid.Sphere(0.1, 3, 3).Move(0, 90, 0), solid.Sphere(0.1, 3, 3).Move(0, 5, 0)),
			[]rig.Kind{rig.Unreached},
		},
	} {
		m := chain(c.mesh, 0, 1)
		out, report, err := rig.Bind(context.Background(), m, rig.Options{Method: rig.Envelope})
		must.Do(t, err)
		checkSums(t, out)
		if got := kinds(report); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, report.Findings, c.want)
		}
		open, many := borders(c.mesh)
		for _, f := range report.Findings {
			if f.Kind == rig.Open && f.Count != open || f.Kind == rig.NonManifold && f.Count != many {
				t.Errorf("%s: %v of %d edges with one triangle and %d with more than two", name, f, open, many)
			}
		}
		if (report.Filled > 0) != slices.Contains(c.want, rig.Unreached) {
			t.Errorf("%s: %d points are filled", name, report.Filled)
		}
	}
	m := chain(solid.Tube(2, 0.1, 4, 8), 0, 1, 50)
	m.Skeleton.Rest.SX[2], m.Skeleton.Rest.SY[2] = 0, 0
	_, report, err := rig.Bind(context.Background(), m, rig.Options{Method: rig.Rigid})
	must.Do(t, err)
	if got := kinds(report); !slices.Equal(got, []rig.Kind{rig.NoSpace, rig.NoWeight}) {
		t.Error(report.Findings)
	}
}
