package paint_test

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/documents"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// shuffled is a mesh with its vertices in another order, and its triangles too.
func shuffled(r *rand.Rand, m *soa.Mesh) (out *soa.Mesh, to []int) {
	o := *m
	to = r.Perm(m.Vertices())
	o.Position, o.Normal = make([]float32, len(m.Position)), make([]float32, len(m.Normal))
	o.BoneIndex, o.BoneWeight = make([]uint16, len(m.BoneIndex)), make([]float32, len(m.BoneWeight))
	for v, w := range to {
		copy(o.Position[3*w:3*w+3], m.Position[3*v:])
		copy(o.Normal[3*w:3*w+3], m.Normal[3*v:])
		copy(o.BoneIndex[4*w:4*w+4], m.BoneIndex[4*v:])
		copy(o.BoneWeight[4*w:4*w+4], m.BoneWeight[4*v:])
	}
	o.Index = nil
	for _, t := range r.Perm(len(m.Index) / 3) {
		for k := range 3 {
			o.Index = append(o.Index, uint32(to[m.Index[3*t+k]]))
		}
	}
	return &o, to
}

// A list applies to a model that was exported again, with vertices in another order.
func TestExportedAgain(t *testing.T) {
	for s := range seed.Cases(t, 6) {
		r := rand.New(rand.NewPCG(s, 5))
		m := bar(6+r.IntN(20), 3+r.IntN(9))
		p, err := paint.Open(t.Context(), m, nil)
		must.Do(t, err)
		paintWith(t, r, p, 3)
		other := *m
		mesh, to := shuffled(r, m.Meshes[0])
		other.Meshes = []*soa.Mesh{mesh}
		again, err := paint.Open(t.Context(), &other, p.Document())
		must.Do(t, err)
		for j := range joints {
			want, got := weightsOf(p.Influences(0), uint16(j)), weightsOf(again.Influences(0), uint16(j))
			for v, w := range to {
				if math.Abs(float64(want[v]-got[w])) > 1e-5 {
					t.Fatalf("vertex %d has %v of %s, in another order %v", v, want[v], joints[j], got[w])
				}
			}
		}
	}
}

// After a mirror both sides have the same weights, and a second one changes nothing more.
func TestMirror(t *testing.T) {
	r := rand.New(rand.NewPCG(seed.First(t), 6))
	m := bar(21, 8)
	p, err := paint.Open(t.Context(), m, nil)
	must.Do(t, err)
	paintWith(t, r, p, 5)
	must.Do(t, p.Do(paint.Step{Operation: &paint.Limit{Influences: 5}, Strength: 1})) // to a sum of 1
	must.Do(t, p.Do(paint.Step{Operation: &paint.Mirror{From: paint.NegativeX, Reach: 0.001}, Strength: 1}))
	for j, name := range joints {
		own := weightsOf(p.Influences(0), uint16(j))
		opposite := weightsOf(p.Influences(0), uint16(m.Skeleton.Joint(other(name))))
		for v := range own {
			ring, s := v/9, v%9
			if w := opposite[(20-ring)*9+s]; ring != 10 && math.Abs(float64(own[v]-w)) > 1e-5 {
				t.Fatalf("vertex %d has %v of %s, the other side %v", v, own[v], name, w)
			}
		}
	}
	before := p.Influences(0)
	must.Do(t, p.Do(paint.Step{Operation: &paint.Mirror{From: paint.NegativeX, Reach: 0.001}, Strength: 1}))
	for i, w := range p.Influences(0).Weight {
		must.Near(t, "a weight", w, before.Weight[i], 1e-5)
	}
}

// A ray finds the place on the surface at rest below a pixel of the pose.
func TestPick(t *testing.T) {
	r := rand.New(rand.NewPCG(seed.First(t), 7))
	m := bar(30, 16)
	p, err := paint.Open(t.Context(), m, nil)
	must.Do(t, err)
	posed := make([]float32, len(m.Meshes[0].Position)) // moved up by 5
	for i, x := range m.Meshes[0].Position {
		posed[i] = x
		if i%3 == 1 {
			posed[i] += 5
		}
	}
	for range 100 {
		x, z := 1.8*r.Float64()-0.9, 0.16*r.Float64()-0.08
		hit, ok := p.Pick([][]float32{posed}, [3]float64{x, 9, z}, [3]float64{0, -2, 0})
		if !ok {
			t.Fatalf("nothing at %v, %v", x, z)
		}
		must.AllNear(t, "the place at rest", hit.Rest[:], []float64{x, hit.Posed[1] - 5, z}, 1e-6)
		if hit.Rest[1] < 0.04 {
			t.Fatalf("the far side is hit at %v", hit.Rest)
		}
		must.Near(t, "the distance", 9-2*hit.Distance, hit.Posed[1], 1e-9)
	}
	if _, ok := p.Pick([][]float32{posed}, [3]float64{0, 9, 0}, [3]float64{0, 1, 0}); ok {
		t.Error("something behind the ray is hit")
	}
	if _, ok := p.Pick([][]float32{nil}, [3]float64{0, 9, 0}, [3]float64{0, -1, 0}); ok {
		t.Error("a mesh that is not shown is hit")
	}
}

// What is read is written and read back equal, and applying it fails or gives a valid model.
func FuzzPaint(f *testing.F) {
	f.Add(documents.Everything(f))
	f.Add([]byte(`{"paint": {"version": 1, "steps": [{"smooth": {"joint": "arm.L", "rounds": 2}, "masks": [{"stroke": {"points": [[0, 0.1, 0]], "radius": 1}}]}]}}`))
	f.Add([]byte(`{"paint": {"version": 1, "steps": [{"replace": {"joint": "root", "value": 0}, "raw": true}, {"mirror": {}}, {"blur": {"joint": "root", "radius": 9}}]}}`))
	m := bar(7, 4)
	m.Meshes[0].Material = 0
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 3000 {
			return // long lists take long, and show no more
		}
		d, err := paint.Parse(data)
		if err != nil {
			return
		}
		text, err := d.JSON()
		must.Do(t, err)
		again, err := paint.Parse(text)
		must.Do(t, err)
		second, err := again.JSON()
		must.Do(t, err)
		if !bytes.Equal(text, second) {
			t.Fatalf("written as\n%s\nand then as\n%s", text, second)
		}
		if out, _, err := d.Apply(context.Background(), m); err == nil {
			must.Do(t, out.Validate())
		}
	})
}

// BenchmarkBrush paints on 100,000 vertices of a bar of 2 m: a frame is one place more, as the mouse
// takes it, with what a preview reads.
func BenchmarkBrush(b *testing.B) {
	m := bar(500, 199) // 100,000 vertices
	for _, c := range []struct {
		name   string
		radius float64
		e      paint.Operation
	}{
		{"add-5cm", 0.05, &paint.Add{Joint: "arm.L", Value: 0.01}},
		{"add-50cm", 0.5, &paint.Add{Joint: "arm.L", Value: 0.01}},
		{"smooth-5cm", 0.05, &paint.Smooth{Joint: "arm.L", Rounds: 4}},
		{"blur-5cm", 0.05, &paint.Blur{Joint: "arm.L", Radius: 0.02}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := paint.Open(context.Background(), m, nil)
			must.Do(b, err)
			step := paint.Step{Operation: c.e, Strength: 0.5, Masks: []paint.Mask{{Shape: &paint.Stroke{Points: [][3]float64{{0, 0.1, 0}}, Radius: c.radius}}}}
			must.Do(b, p.Begin(step))
			r := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				p.StrokeTo(onBar(r).Scale(0.5).Add(exact.Vec{1: 0.05}))
				p.Changed(func(int, int, weights.Row) {})
			}
		})
	}
}
