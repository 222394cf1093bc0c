package inspect_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// beam is one joint that turns about z, a quarter in two seconds, with a mesh of
// one triangle that it holds, and another joint that stands still.
func beam(turn float64) *soa.Model {
	k := &soa.Skeleton{Name: []string{"hinge", "post"}, Parent: []int16{-1, -1}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)}
	k.ComputeDepth()
	s, c := math.Sincos(turn / 2)
	return &soa.Model{
		Name: "beam", Skeleton: k,
		Clips: []*soa.Clip{{
			Name: "swing", TicksPerSecond: 1, Start: 5, Duration: 2, Tracks: []soa.Track{{Property: soa.Rotation}},
			Time: []float32{0, 2}, X: []float32{0, 0}, Y: []float32{0, 0}, Z: []float32{0, float32(s)}, W: []float32{1, float32(c)},
		}},
		Meshes: []*soa.Mesh{{
			Name: "arm", Position: []float32{0, 0, 0, 2, 0, 0, 1, 0, 0}, Normal: make([]float32, 9), Index: []uint32{0, 1, 2},
			Skin: soa.None, Joint: 0, Offset: soa.IdentityAffine(), Material: soa.None,
		}},
	}
}

// TestModels compares two turns whose distance is known: a point r from the
// axis is 2·r·sin(angle/2) from where the other one takes it.
func TestModels(t *testing.T) {
	const less = 0.25
	a, b := beam(math.Pi/2), beam(math.Pi/2-less)
	b.Clips[0].Start = -3 // the file's own time line does not matter
	d, err := inspect.Compare(context.Background(), a, b, inspect.CompareOptions{Distance: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Clips) != 1 || d.Clips[0].Name != "swing" || d.Clips[0].Moments != 3 || d.Clips[0].MeshesCompared != 1 {
		t.Fatalf("%+v", d)
	}
	c := d.Clips[0]
	chord := 2 * math.Sin(less/2)
	half := 2 * math.Sin(less/4) // in the middle the turns are less/2 apart
	must.Near(t, "the joint's error", c.Joint.Max, 0.5*chord, 1e-6)
	must.Near(t, "its mean", c.Joint.Mean, 0.5*(chord+half)/6, 1e-6)
	must.Near(t, "the vertices' error", c.Vertex.Max, 2*chord, 1e-6)
	must.Near(t, "their mean", c.Vertex.Mean, (chord+half)*3/9, 1e-6)
	if c.Joint.Part != "hinge" || c.Joint.Time != 2 || c.Vertex.Part != "arm" || c.Vertex.Vertex != 1 || c.Vertex.Time != 2 {
		t.Errorf("%+v", c)
	}
}

// TestScaled: the points are metres away, whatever the joint's own unit.
func TestScaled(t *testing.T) {
	const scale, less = 100, 0.25
	models := [2]*soa.Model{beam(math.Pi / 2), beam(math.Pi/2 - less)}
	for _, m := range models {
		m.Meshes = nil
		for _, s := range [][]float32{m.Skeleton.Rest.SX, m.Skeleton.Rest.SY, m.Skeleton.Rest.SZ} {
			s[0] = scale
		}
	}
	d, err := inspect.Compare(context.Background(), models[0], models[1], inspect.CompareOptions{Distance: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	must.Near(t, "the error of a joint that is scaled", d.Clips[0].Joint.Max, 0.5*2*math.Sin(less/2), 1e-6)
}

func TestSame(t *testing.T) {
	a, b := figure.Random(7, 30), figure.Random(7, 30)
	d, err := inspect.Compare(context.Background(), a, b, inspect.CompareOptions{Times: 50})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Clips) != len(a.Clips) {
		t.Fatalf("%d clips of %d", len(d.Clips), len(a.Clips))
	}
	for _, c := range d.Clips {
		if c.Joint.Max != 0 || c.Vertex.Max != 0 || c.Moments > 50 || c.Moments < 2 {
			t.Errorf("%+v", c)
		}
	}
}

// TestFloats compares floats of one name on one joint, in whatever order.
func TestFloats(t *testing.T) {
	a, b := beam(1), beam(1)
	a.Floats = []soa.NamedFloat{{Name: "glow", Joint: 0}, {Name: "fog", Joint: soa.NoJoint, Rest: 3}, {Name: "mine", Joint: 1}}
	b.Floats = []soa.NamedFloat{{Name: "glow", Joint: 1}, {Name: "fog", Joint: soa.NoJoint, Rest: 2.5}, {Name: "glow", Joint: 0}}
	glow := func(m *soa.Model, target int16, to float32) {
		m.Clips[0] = m.Clips[0].WithFloats(&soa.Clip{
			Tracks: []soa.Track{{Target: target, Property: soa.Float}}, Time: []float32{0, 2}, X: []float32{0, to},
			Y: make([]float32, 2), Z: make([]float32, 2), W: make([]float32, 2),
		})
	}
	glow(a, 0, 4)
	glow(b, 2, 6)
	d, err := inspect.Compare(context.Background(), a, b, inspect.CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c := d.Clips[0]
	must.Near(t, "the floats' error", c.Float.Max, 2, 1e-6)
	must.Near(t, "its mean", c.Float.Mean, (0.5*3+1+2)/6, 1e-6) // at 0, 1 and 2 s
	if c.FloatsCompared != 2 || c.Float.Part != "hinge: glow" || c.Float.Time != 2 || c.Joint.Max != 0 ||
		!slices.Equal(d.OnlyA.Floats, []string{"post: mine"}) || !slices.Equal(d.OnlyB.Floats, []string{"post: glow"}) {
		t.Errorf("%+v", d)
	}
}

func TestMissing(t *testing.T) {
	a, b := beam(1), beam(1)
	b.Skeleton.Name[1] = "pole"
	b.Meshes[0].Name = "leg"
	b.Clips = append(b.Clips, rename(b.Clips[0], "stand"))
	d, err := inspect.Compare(context.Background(), a, b, inspect.CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Clips) != 1 || d.Clips[0].MeshesCompared != 0 || !slices.Equal(d.OnlyA.Joints, []string{"post"}) || !slices.Equal(d.OnlyB.Joints, []string{"pole"}) ||
		!slices.Equal(d.OnlyB.Clips, []string{"stand"}) || len(d.OnlyA.Meshes) != 1 {
		t.Errorf("%+v", d)
	}
	a.Clips[0] = rename(a.Clips[0], "run")
	if _, err := inspect.Compare(context.Background(), a, b, inspect.CompareOptions{}); !errors.Is(err, inspect.ErrNothing) {
		t.Errorf("no clip in common: %v", err)
	}
	a.Clips, b.Clips = nil, nil
	a.Skeleton.Rest.TX[0] = 3
	if d, err = inspect.Compare(context.Background(), a, b, inspect.CompareOptions{}); err != nil || len(d.Clips) != 1 || d.Clips[0].Joint.Max != 3 {
		t.Errorf("at rest: %+v, %v", d, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := inspect.Compare(ctx, a, b, inspect.CompareOptions{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	b.Skeleton.Unit[0] = 0
	if _, err := inspect.Compare(context.Background(), a, b, inspect.CompareOptions{}); !errors.Is(err, soa.ErrInvalid) {
		t.Error(err)
	}
}

func rename(c *soa.Clip, name string) *soa.Clip {
	other := *c
	other.Name = name
	return &other
}

// TestJoinedVertices: a mesh of two triangles whose common vertices are joined in one model is
// compared by corners; one with other triangles is in that model alone.
func TestJoinedVertices(t *testing.T) {
	const less = 0.25
	a, b := beam(math.Pi/2), beam(math.Pi/2-less)
	corners := []float32{0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0}
	quad := func(m *soa.Model, index []uint32, vertices ...int) {
		mesh := m.Meshes[0]
		mesh.Index, mesh.Position = index, nil
		for _, v := range vertices {
			mesh.Position = append(mesh.Position, corners[3*v:3*v+3]...)
		}
		mesh.Normal = make([]float32, len(mesh.Position))
	}
	quad(a, []uint32{0, 1, 2, 3, 4, 5}, 0, 1, 2, 0, 2, 3)
	quad(b, []uint32{0, 1, 2, 0, 2, 3}, 0, 1, 2, 3)
	d, err := inspect.Compare(t.Context(), a, b, inspect.CompareOptions{})
	must.Do(t, err)
	if len(d.OnlyA.Meshes)+len(d.OnlyB.Meshes) > 0 || d.Clips[0].MeshesCompared != 1 {
		t.Fatalf("%+v", d)
	}
	far := math.Sqrt(5)
	must.Near(t, "the vertices' error", d.Clips[0].Vertex.Max, 2*far*math.Sin(less/2), 1e-6)
	if v := d.Clips[0].Vertex.Vertex; v != 2 && v != 4 {
		t.Errorf("the farthest vertex is %d", v)
	}

	quad(b, []uint32{2, 0, 1, 0, 2, 3}, 0, 1, 2, 3)
	d, err = inspect.Compare(t.Context(), a, b, inspect.CompareOptions{})
	must.Do(t, err)
	if len(d.OnlyA.Meshes) != 1 || len(d.OnlyB.Meshes) != 1 || d.Clips[0].MeshesCompared != 0 {
		t.Errorf("other triangles: %+v", d)
	}
}
