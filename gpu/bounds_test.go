package gpu

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

// TestBounds compares the box with that of all vertices, which transform
// feedback gives: bent tubes, and a quad that a morph target moves.
func TestBounds(t *testing.T) {
	r := newRenderer(t, 16, 16, 1)
	data := tube(8, 4, 24, 32)
	it := Item{Model: upload(t, r, data), Palettes: make([]Palette, 1)}
	for i := range 7 {
		_, palette := bend(data, 0.15*float64(i-3))
		it.Palettes[0].Data = append(it.Palettes[0].Data, palette...)
		it.World = append(it.World, at(0, 0, 0))
	}
	checkBounds(t, r, &it, 0.03)

	flapping := quad(plain(Color{1, 1, 1}))
	flapping.Weights = []soa.MorphWeight{{Rest: 3}}
	flapping.Meshes[0].Morphs = []soa.MorphTarget{{Vertex: []uint32{1}, Position: []float32{2, 1, 0.5}}}
	it = one(upload(t, r, flapping), at(0, 0, 0), at(0, 0, 0))
	checkBounds(t, r, &it, 1e-6)
	it.Weights = []float32{0.5, -1}
	checkBounds(t, r, &it, 1e-6)

	it.World = []soa.Affine{at(3, 4, 5), at(-1, 0, 0)}
	it.Joints[0][3] = 10 // of the first instance
	it.Weights = []float32{0, 0}
	b, err := it.Bounds()
	if want := (Bounds{Min: [3]float32{-2, -1, 0}, Max: [3]float32{14, 5, 5}}); err != nil || b != want {
		t.Errorf("two quads: %v, want %v (%v)", b, want, err)
	}
	if b, err := (&Item{Model: it.Model}).Bounds(); err != nil || !b.Empty() {
		t.Errorf("no instances: %v (%v)", b, err)
	}
}

// checkBounds allows a difference in units of the box's longest side.
func checkBounds(t *testing.T, r *Renderer, it *Item, tolerance float64) {
	t.Helper()
	got, err := it.Bounds()
	if err != nil {
		t.Fatal(err)
	}
	vertices, err := r.Skin(nil, it, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := EmptyBounds()
	for ; len(vertices) > 0; vertices = vertices[skinnedValues:] {
		want.Add([3]float32(vertices))
	}
	size := 0.0
	for k := range 3 {
		size = max(size, float64(want.Max[k]-want.Min[k]))
	}
	for k := range 3 {
		low, high := float64(got.Min[k]-want.Min[k]), float64(got.Max[k]-want.Max[k])
		if math.Abs(low) > tolerance*size || math.Abs(high) > tolerance*size {
			t.Errorf("bounds %v, the vertices have %v", got, want)
			return
		}
	}
}

// TestFit: after Fit all corners of the box are in the picture, with little
// room to spare, from every direction and in every format.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := func(name string, low, high float64) float64 { return rapid.Float64Range(low, high).Draw(t, name) }
		o := Orbit{Yaw: in("yaw", -4, 4), Pitch: in("pitch", -1.5, 1.5), FovY: in("fov", 0.1, 2)}
		b := EmptyBounds()
		scale := math.Pow(10, in("scale", -3, 4))
		for range 2 {
			b.Add([3]float32{float32(scale * in("x", -1, 1)), float32(scale * in("y", -1, 1)), float32(scale * in("z", -1, 1))})
		}
		if b.Max[0]-b.Min[0] < float32(0.01*scale) {
			b.Max[0] += float32(0.1 * scale)
		}
		aspect := in("aspect", 0.3, 3)
		o.Fit(b, aspect)
		c := o.Camera()
		m := c.ViewProjection(aspect)
		edge, nearest := 0.0, math.Inf(1)
		for corner := range 8 {
			p := [4]float64{3: 1}
			for k := range 3 {
				p[k] = float64([2][3]float32{b.Min, b.Max}[corner>>k&1][k])
			}
			var q [4]float64
			for r := range q {
				for k := range p {
					q[r] += float64(m[4*k+r]) * p[k]
				}
			}
			nearest = min(nearest, q[3])
			for k := range 3 {
				if v := math.Abs(q[k] / q[3]); !(v < 1) || !(q[3] > 0) {
					t.Fatalf("corner %v is at %v", p, q)
				} else if k < 2 {
					edge = max(edge, v)
				}
			}
		}
		// A box seen end-on may be held off by the near plane instead.
		if edge < 0.8 && nearest > 0.05*o.Distance {
			t.Fatalf("the box reaches %.2f of the picture only", edge)
		}
	})
}

// TestOrbitTurns: yaw and pitch put the eye where the documentation says, and
// extreme movements leave a usable camera.
func TestOrbitTurns(t *testing.T) {
	o := Orbit{Target: [3]float64{1, 2, 3}, Distance: 2}
	near := func(got, want [3]float64, what string) {
		t.Helper()
		if d := exact.Vec(got).Sub(want); math.Sqrt(exact.Vec(d).Dot(d)) > 1e-12 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	near(o.Camera().Eye, [3]float64{1, 2, 5}, "in front")
	o.Rotate(math.Pi/2, 0)
	near(o.Camera().Eye, [3]float64{3, 2, 3}, "from +X")
	o.Rotate(0, 10)
	if o.Pitch >= math.Pi/2 || o.Camera().Eye[1] < 3.99 {
		t.Errorf("from above: %+v", o)
	}
	before := o
	for _, factor := range []float64{0, math.NaN(), -1, math.Inf(1), 1e300} {
		if o.Zoom(factor); o != before {
			t.Errorf("zoom by %v: %+v", factor, o)
		}
	}
	o.Zoom(2)
	if o.Distance != 1 {
		t.Errorf("zoom by 2: %v", o.Distance)
	}
	var empty Orbit
	empty.Fit(EmptyBounds(), 1)
	if !(empty.Distance > 0.5 && empty.Distance < 10) {
		t.Errorf("fit to nothing: %+v", empty)
	}
	point := EmptyBounds()
	point.Add([3]float32{1, 1, 1})
	empty.Fit(point, 1)
	if !(empty.Distance > 0) {
		t.Errorf("fit to a point: %+v", empty)
	}
}

// TestGridFor gives a grid of some ten lines for things of every size.
func TestGridFor(t *testing.T) {
	for _, size := range []float32{1e-6, 0.003, 0.02, 0.7, 1.8, 5, 40, 900, 1e6} {
		g := GridFor(Bounds{Max: [3]float32{size / 3, size, size / 3}})
		if n := size / g.Spacing; n < 2 || n > 15 {
			t.Errorf("size %v: spacing %v", size, g.Spacing)
		}
		if g.Center[1] != 0 {
			t.Errorf("size %v: the plane is at %v", size, g.Center[1])
		}
	}
	if g := GridFor(Bounds{Min: [3]float32{0, 100, 0}, Max: [3]float32{1, 102, 1}}); g.Center[1] != 100 {
		t.Errorf("far above the ground: %+v", g)
	}
	for _, b := range []Bounds{EmptyBounds(), {}, {Max: [3]float32{float32(math.Inf(1))}}} {
		if g := GridFor(b); g.Spacing != 1 {
			t.Errorf("%v: %+v", b, g)
		}
	}
}
