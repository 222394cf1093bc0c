package surface

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/soa"
)

// of is the surface of meshes that lie in one space.
func of(t testing.TB, list ...solid.Mesh) *Surface {
	t.Helper()
	var parts []Part
	for _, m := range list {
		parts = append(parts, Part{m.Position, m.Index, exact.Identity()})
	}
	s, err := New(context.Background(), parts)
	must.Do(t, err)
	return s
}

// A box whose faces have vertices of their own is one piece; its halves are, too, when they are
// two meshes in spaces of their own.
func TestWeld(t *testing.T) {
	box := solid.Box(1, 2, 3, 4)
	s := of(t, box)
	if len(s.Position) != 6*4*4+2 || s.Pieces != 1 || s.Degenerate != 0 {
		t.Fatalf("%d points in %d pieces, %d degenerate", len(s.Position), s.Pieces, s.Degenerate)
	}
	total := 0.0
	for p, area := range s.Area {
		total += area
		for _, c := range s.Copies(p) {
			if s.Of[c.Part][c.Vertex] != int32(p) {
				t.Fatalf("vertex %v is a copy of point %d, and point %d", c, p, s.Of[c.Part][c.Vertex])
			}
		}
	}
	must.Near(t, "area", total, 2*(2+3+6), 1e-6)
	corner := s.Of[0][0]
	if n := len(s.Copies(int(corner))); n != 3 {
		t.Errorf("a corner has %d copies", n)
	}
	must.Near(t, "a corner's normal", math.Abs(s.Normal[corner][0]), 1/math.Sqrt(3), 0.2)

	half := len(box.Index) / 2
	moved := exact.Scaling(1 / 0.37)
	other := solid.Mesh{Index: box.Index[half:]}
	for _, x := range box.Position {
		other.Position = append(other.Position, float32(float64(x)*0.37))
	}
	two, err := New(context.Background(), []Part{{box.Position, box.Index[:half], exact.Identity()}, {other.Position, other.Index, moved}})
	must.Do(t, err)
	if len(two.Position) != len(s.Position) || two.Pieces != 1 {
		t.Errorf("%d points in %d pieces of two meshes", len(two.Position), two.Pieces)
	}
}

// What is no triangle is left out; what belongs to none is a piece of its own.
func TestBadTriangles(t *testing.T) {
	position := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 5, 5, 5}
	s := of(t, solid.Mesh{Position: position, Index: []uint32{0, 1, 2, 0, 1, 3, 0, 0, 2, 2, 1, 0, 0, 1, 2}})
	if len(s.Triangle) != 3 || s.Degenerate != 2 || s.Pieces != 3 {
		t.Errorf("%d triangles, %d degenerate, %d pieces", len(s.Triangle), s.Degenerate, s.Pieces)
	}
	if n := s.Neighbours(0); !slices.Equal(n, []int32{1, 2}) {
		t.Errorf("neighbours %v", n)
	}
	empty := of(t)
	if _, ok := empty.Nearest(exact.Vec{}, math.Inf(1), nil); ok || empty.Leaves(exact.Vec{}, exact.Vec{1}) != 1 || empty.Size() != 0 {
		t.Error("there is something in nothing")
	}
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1))} {
		position[4] = bad
		if _, err := New(context.Background(), []Part{{position, nil, exact.Identity()}}); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%v: %v", bad, err)
		}
	}
	if _, err := New(context.Background(), []Part{{make([]float32, 6), []uint32{0, 1, 2}, exact.Identity()}}); !errors.Is(err, soa.ErrInvalid) {
		t.Error(err)
	}
	if at := of(t, solid.Mesh{Position: make([]float32, 9), Index: []uint32{0, 1, 2}}); len(at.Position) != 1 || at.Degenerate != 1 {
		t.Errorf("%d points, %d degenerate", len(at.Position), at.Degenerate)
	}
}

// The tree finds what a look at every triangle finds.
func TestTree(t *testing.T) {
	for k := range seed.Cases(t, 8) {
		r := rand.New(rand.NewPCG(k, 1))
		s := of(t, solid.Soup(r, 1+r.IntN(200), r.IntN(300)))
		for range 20 {
			p, q := point(r, 2), point(r, 2)
			if r.IntN(4) == 0 {
				q[r.IntN(3)] = p[0] // along a plane
				p[1] = q[1]
			}
			must.Near(t, "the way within", s.Leaves(p, q), leavesSlowly(s, p, q), 1e-9)
			checkAlong(t, s, p, q, r.Float64()*float64(r.IntN(2))*0.1)
			within := r.Float64() * 2
			odd := func(t int) bool { return t%2 == 1 }
			checkNearest(t, s, p, within, nil)
			checkNearest(t, s, p, within, odd)
			among, err := s.Filter(context.Background(), odd)
			must.Do(t, err)
			some, ok := among.Nearest(p, within, nil)
			if want, found := s.Nearest(p, within, odd); some != want || ok != found {
				t.Fatalf("%v among some, want %v", some, want)
			}
		}
	}
}

func point(r *rand.Rand, size float64) exact.Vec {
	return exact.Vec{(r.Float64() - 0.25) * size, (r.Float64() - 0.25) * size, (r.Float64() - 0.25) * size}
}

// leavesSlowly asks all triangles by the sides of planes.
func leavesSlowly(s *Surface, from, to exact.Vec) float64 {
	along, first := to.Sub(from), 1.0
	for t, c := range s.Triangle {
		n, a := s.FaceNormal[t], s.Position[c[0]]
		at := a.Sub(from).Dot(n) / along.Dot(n)
		if !(n.Dot(along) > 0 && at >= ends && at <= 1-ends) {
			continue
		}
		inside := true
		for k := range 3 { // left of the plane through each side and the line
			side := s.Position[c[(k+1)%3]].Sub(s.Position[c[k]])
			inside = inside && side.Cross(along).Dot(from.Sub(s.Position[c[k]])) <= 0
		}
		if inside {
			first = min(first, at)
		}
	}
	return first
}

// checkAlong compares the triangles near a way with those whose boxes hold places of it.
func checkAlong(t *testing.T, s *Surface, from, to exact.Vec, beside float64) {
	t.Helper()
	asked := make([]bool, len(s.Triangle))
	if s.AnyAlong(from, to, beside, func(t int) bool { asked[t] = true; return false }) {
		t.Fatal("a triangle was accepted")
	}
	for i, c := range s.Triangle {
		near, clear := false, true
		for k := range 101 {
			p := from.Lerp(to, float64(k)/100)
			away := 0.0 // from the box
			for axis := range 3 {
				x, y, z := s.Position[c[0]][axis], s.Position[c[1]][axis], s.Position[c[2]][axis]
				away = max(away, min(x, y, z)-p[axis], p[axis]-max(x, y, z))
			}
			near = near || away <= beside
			clear = clear && away > beside+to.Sub(from).Length()/100
		}
		found := s.AnyAlong(from, to, beside, func(t int) bool { return t == i })
		if near && !(asked[i] && found) || clear && found {
			t.Fatalf("triangle %d beside the way from %v to %v, within %v %v: asked %v, found %v", i, from, to, beside, near, asked[i], found)
		}
	}
}

// checkNearest compares with the nearest of many places on each triangle, and of all its planes.
func checkNearest(t *testing.T, s *Surface, p exact.Vec, within float64, accept func(int) bool) {
	t.Helper()
	hit, ok := s.Nearest(p, within, accept)
	if !ok {
		hit.Distance = within
	} else {
		must.Near(t, "the distance", hit.Distance, hit.Place.Sub(p).Length(), 1e-12)
		sum := 0.0
		for _, w := range hit.Weight {
			if !(w >= 0) {
				t.Fatalf("weights %v", hit.Weight)
			}
			sum += w
		}
		must.Near(t, "the sum of weights", sum, 1, 1e-12)
		if accept != nil && !accept(hit.Triangle) {
			t.Fatalf("triangle %d is not accepted", hit.Triangle)
		}
	}
	for i := range s.Triangle {
		if accept != nil && !accept(i) {
			continue
		}
		for a := range 9 {
			for b := range 9 - a {
				w := [3]float64{float64(a) / 8, float64(b) / 8, float64(8-a-b) / 8}
				if d := s.At(i, w).Sub(p).Length(); d < hit.Distance-1e-12 {
					t.Fatalf("triangle %d is %v away, the nearest %v", i, d, hit.Distance)
				}
			}
		}
	}
}

// The way along edges is as long as relaxing all of them over and over makes it.
func TestGeodesic(t *testing.T) {
	for k := range seed.Cases(t, 10) {
		r := rand.New(rand.NewPCG(k, 2))
		s := of(t, solid.Soup(r, 2+r.IntN(60), r.IntN(40)))
		from := []int{r.IntN(len(s.Position)), r.IntN(len(s.Position))}
		start := []float64{r.Float64(), r.Float64()}
		within := r.Float64() * 3
		got := s.Geodesic(from, start, within)
		want := make([]float64, len(s.Position))
		for p := range want {
			want[p] = math.Inf(1)
		}
		for i, p := range from {
			want[p] = min(want[p], start[i])
		}
		for range s.Position {
			for p := range s.Position {
				for _, q := range s.Neighbours(p) {
					want[p] = min(want[p], want[q]+s.Position[p].Sub(s.Position[q]).Length())
				}
			}
		}
		for p := range want {
			if want[p] > within {
				want[p] = math.Inf(1)
			}
			if got[p] != want[p] && !(math.Abs(got[p]-want[p]) < 1e-12) {
				t.Fatalf("point %d is %v away, want %v", p, got[p], want[p])
			}
		}
	}
	if d := of(t, solid.Box(1, 1, 1, 2)).Geodesic([]int{0}, nil, math.Inf(1)); d[0] != 0 || slices.Max(d) < 1.5 {
		t.Errorf("the far corner is %v away", slices.Max(d))
	}
}

// Halves are divided at the median, also where centres are equal.
func TestHalve(t *testing.T) {
	for k := range seed.Cases(t, 50) {
		r := rand.New(rand.NewPCG(k, 10))
		n := 2 + r.IntN(400)
		b := &builder{center: make([]exact.Vec, n)}
		list := make([]int32, n)
		for i := range list {
			list[i] = int32(i)
			b.center[i][1] = float64(r.IntN(1 + r.IntN(n)))
		}
		b.halve(list, 1)
		low, high := list[:n/2], list[n/2:]
		for _, i := range low {
			for _, j := range high {
				if u, v := b.center[i][1], b.center[j][1]; u > v || u == v && i > j {
					t.Fatalf("%d of %v is in the first half, %d of %v is not", i, u, j, v)
				}
			}
		}
		slices.Sort(list)
		for i, at := range list {
			if at != int32(i) {
				t.Fatalf("triangle %d is lost", i)
			}
		}
	}
}
