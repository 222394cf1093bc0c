package space

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// nearest returns the place of the hull of samples that is nearest to another, by trying
// all triangles and all ways between two samples.
func (p places) nearest(x, y float64) (nx, ny float64) {
	least := math.Inf(1)
	for i := range p.x {
		for j := range p.x {
			dx, dy := p.x[j]-p.x[i], p.y[j]-p.y[i]
			f := 0.
			if i != j {
				f = max(0, min(1, ((x-p.x[i])*dx+(y-p.y[i])*dy)/(dx*dx+dy*dy)))
			}
			qx, qy := p.x[i]+f*dx, p.y[i]+f*dy
			if d := math.Hypot(qx-x, qy-y); d < least {
				least, nx, ny = d, qx, qy
			}
			for k := range p.x {
				side := func(a, b int) float64 {
					return (p.x[b]-p.x[a])*(y-p.y[a]) - (p.y[b]-p.y[a])*(x-p.x[a])
				}
				if a, b, c := side(i, j), side(j, k), side(k, i); a > 0 && b > 0 && c > 0 {
					return x, y
				}
			}
		}
	}
	return nx, ny
}

// The mean place of the samples, by weight, is the nearest one of the hull.
func TestTrianglesMeetTheNearestPlaceOfTheHull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlaces(t, false)
		s, err := NewTriangles(p.x, p.y)
		if err != nil {
			t.Fatal(err)
		}
		x, y := drawPlace(t, p)
		corner, weight := s.At(x, y)
		var gx, gy float64
		for k, c := range corner {
			gx, gy = gx+float64(weight[k])*p.x[c], gy+float64(weight[k])*p.y[c]
		}
		wx, wy := p.nearest(float64(x), float64(y))
		// 2⁻²⁴ of a weight, the height of a flat triangle, and places that float64 finds
		// equally near.
		if bound := 2e-6*p.size() + 3e-8*math.Hypot(wx-float64(x), wy-float64(y)); math.Hypot(gx-wx, gy-wy) > bound {
			t.Fatalf("samples %v weigh %v: they meet at (%v, %v), want (%v, %v) of %v", corner, weight, gx, gy, wx, wy, p)
		}
	})
}

// rational is the determinant that is positive where d is in the circle through a, b and
// c, with 1 where c stands to the left of the way from a to b.
func rational(p places, a, b, c, d int) (turn, in int) {
	r := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	sub := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
	mul := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	add := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
	var m [3][3]*big.Rat
	for i, k := range []int{a, b, c} {
		x, y := sub(r(p.x[k]), r(p.x[d])), sub(r(p.y[k]), r(p.y[d]))
		m[i] = [3]*big.Rat{x, y, add(mul(x, x), mul(y, y))}
	}
	two := func(i, j int) *big.Rat { return sub(mul(m[i][0], m[j][1]), mul(m[i][1], m[j][0])) }
	det := add(add(mul(m[0][2], two(1, 2)), mul(m[1][2], two(2, 0))), mul(m[2][2], two(0, 1)))
	return add(add(two(0, 1), two(1, 2)), two(2, 0)).Sign(), det.Sign()
}

// No circle around a triangle has a sample inside, all diagonals of a circle's samples
// start at the least of them, and the triangles cover the hull.
func TestTrianglesAreDelaunay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlaces(t, false)
		s, err := NewTriangles(p.x, p.y)
		if err != nil {
			t.Fatal(err)
		}
		less := func(i, j int) bool { return p.x[i] < p.x[j] || p.x[i] == p.x[j] && p.y[i] < p.y[j] }
		area := 0.
		for _, tr := range s.triangle {
			a, b, c := int(tr.corner[0]), int(tr.corner[1]), int(tr.corner[2])
			least := a
			for d := range p.x {
				turn, in := rational(p, a, b, c, d)
				if turn <= 0 {
					t.Fatalf("corners %d, %d and %d of %v do not run counterclockwise", a, b, c, p)
				}
				if d == a || d == b || d == c {
					continue
				}
				if in > 0 {
					t.Fatalf("%d is in the circle of %d, %d and %d of %v", d, a, b, c, p)
				}
				if in == 0 && less(d, least) {
					least = d
				}
			}
			if less(least, a) && less(least, b) && less(least, c) {
				t.Fatalf("the diagonals of the circle of %d, %d and %d of %v do not start at %d", a, b, c, p, least)
			}
			area += (p.x[b]-p.x[a])*(p.y[c]-p.y[a]) - (p.y[b]-p.y[a])*(p.x[c]-p.x[a])
		}
		hull := 0.
		for k := range s.side {
			a, b := s.side[k].stop[0].sample, s.side[k].stop[len(s.side[k].stop)-1].sample
			hull += (p.x[a]-p.x[0])*(p.y[b]-p.y[0]) - (p.y[a]-p.y[0])*(p.x[b]-p.x[0])
		}
		if len(s.side) > 1 && math.Abs(area-hull) > 1e-12*p.size()*p.size() || len(s.triangle) > 0 && len(s.triangle) != 2*len(p.x)-2-len(s.side) {
			t.Fatalf("%d triangles of area %v in a hull of area %v and %d sides: %v", len(s.triangle), area, hull, len(s.side), p)
		}
	})
}

// A row of the border that is rounded inwards still counts there.
func TestRoundedBorderCounts(t *testing.T) {
	s, err := NewTriangles([]float64{0, 1, 2, 1}, []float64{0, 1e-8, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, y := range []float32{-3, 0, 1e-9, 1e-8} {
		for _, x := range []float32{0.5, 1, 1.25} {
			corner, weight := s.At(x, y)
			var w [4]float32
			for k, c := range corner {
				w[c] += weight[k]
			}
			if want := 1 - float32(math.Abs(float64(x-1))); math.Abs(float64(w[1]-want)) > 1e-7 {
				t.Errorf("at (%v, %v) sample 1 weighs %v, want %v", x, y, w[1], want)
			}
		}
	}
}

// Only exact arithmetic tells these apart: float64 finds 0 for all.
func TestPredicatesAreExact(t *testing.T) {
	const u = 0x1p-23
	s := &predicates{p: []point{{0, 0}, {1e20, 1e20}, {1, 1 + u}, {1, 1}, {1, 1 - u/2}}}
	for c, want := range map[int]int{2: 1, 3: 0, 4: -1} {
		if got := s.orient(0, 1, c); got != want {
			t.Errorf("orient of %v: %d, want %d", s.p[c], got, want)
		}
	}
	s = &predicates{p: []point{{0, 0}, {0x1p30, 0}, {0x1p30, 0x1p30}, {u, 0x1p30}, {0, 0x1p30}, {-u, 0x1p30}}}
	for d, want := range map[int]int{3: 1, 4: 0, 5: -1} {
		if got := s.inCircle(0, 1, 2, d); got != want {
			t.Errorf("inside of %v: %d, want %d", s.p[d], got, want)
		}
	}
}
