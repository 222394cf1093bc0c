package heat

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/rig/internal/segment"
	"github.com/sinew-anim/sinew/rig/internal/surface"
)

func of(t testing.TB, list ...solid.Mesh) *surface.Surface {
	var parts []surface.Part
	for _, m := range list {
		parts = append(parts, surface.Part{Position: m.Position, Index: m.Index, To: exact.Identity()})
	}
	s, err := surface.New(context.Background(), parts)
	must.Do(t, err)
	return s
}

// line is a bone along x.
func line(from, to, y float64) segment.Segment {
	return segment.Segment{Head: exact.Vec{from, y}, Tail: exact.Vec{to, y}}
}

// all returns the weights per bone and point.
func all(t testing.TB, s *surface.Surface, bones ...segment.Segment) (list [][]float64, altered bool) {
	list = make([][]float64, len(bones))
	for b := range list {
		list[b] = make([]float64, len(s.Position))
	}
	last := -1
	altered, err := Weights(context.Background(), s, bones, func(b int, w []float64) {
		if b <= last {
			t.Fatalf("bone %d comes after bone %d", b, last)
		}
		last = b
		copy(list[b], w)
	})
	must.Do(t, err)
	return list, altered
}

// A tube along two bones: each warms its half, and between them heat mixes.
func Example() {
	tube := solid.Tube(2, 0.2, 8, 12)
	s, _ := surface.New(context.Background(), []surface.Part{{Position: tube.Position, Index: tube.Index, To: exact.Identity()}})
	bones := []segment.Segment{line(0, 1, 0), line(1, 2, 0)}
	_, _ = Weights(context.Background(), s, bones, func(b int, w []float64) {
		fmt.Printf("bone %d: %.2f %.2f %.2f\n", b, w[12], w[4*12], w[7*12])
	})
	// Output:
	// bone 0: 1.00 0.50 0.00
	// bone 1: 0.00 0.50 1.00
}

// The weights solve the equations, as elimination in a full matrix does.
func TestAgainstDense(t *testing.T) {
	for k := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(k, 9))
		m := solid.Tube(2, 0.1+0.3*r.Float64(), 1+r.IntN(6), 3+r.IntN(5))
		if r.IntN(2) == 0 {
			m.Index = m.Index[:3*(1+r.IntN(len(m.Index)/3))] // open
		}
		s := of(t, m)
		bones := []segment.Segment{line(0.1, 0.7, 0), line(0.7, 1.2, 0.02), line(1.2, 1.9, 0)}
		got, altered := all(t, s, bones...)
		if altered {
			continue
		}
		want := dense(t, s, bones)
		for b := range bones {
			must.AllNear(t, fmt.Sprint("bone ", b), got[b], want[b], 1e-6)
		}
	}
}

// dense solves for all bones by elimination with full pivots of rows.
func dense(t *testing.T, s *surface.Surface, bones []segment.Segment) [][]float64 {
	from, err := Find(context.Background(), s, bones)
	must.Do(t, err)
	n := len(s.Position)
	a := make([][]float64, n)
	for p := range a {
		a[p] = make([]float64, n+len(bones))
		heat := s.Area[p] * from.Heat[p]
		if len(s.Neighbours(p)) == 0 {
			heat = 1
		}
		a[p][p] += heat
		for _, b := range from.Bones[p] {
			a[p][n+int(b)] = heat / float64(len(from.Bones[p]))
		}
	}
	for _, c := range s.Triangle {
		cot, _ := s.Cotangents(c)
		for k := range 3 {
			p, q := c[(k+1)%3], c[(k+2)%3]
			there := 0
			for _, other := range s.Triangle {
				has := 0
				for _, v := range other {
					if v == p || v == q {
						has++
					}
				}
				there += has / 2
			}
			w := cot[k] / float64(4*there)
			a[p][p] += w
			a[q][q] += w
			a[p][q] -= w
			a[q][p] -= w
		}
	}
	for c := range n {
		best := c
		for r := c; r < n; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[best][c]) {
				best = r
			}
		}
		if a[c], a[best] = a[best], a[c]; math.Abs(a[c][c]) < 1e-12 {
			a[c][c] = 1 // no heat: the right-hand side is 0
		}
		for r := range n {
			if f := a[r][c] / a[c][c]; r != c && f != 0 {
				for k := c; k < len(a[r]); k++ {
					a[r][k] -= f * a[c][k]
				}
			}
		}
	}
	w := make([][]float64, len(bones))
	for b := range w {
		w[b] = make([]float64, n)
		for p := range n {
			w[b][p] = fade(a[p][n+b] / a[p][p])
		}
	}
	return w
}

// No heat crosses the gap between two fingers, however narrow, and a shell that sees no bone stays cold.
func TestGap(t *testing.T) {
	finger := solid.Tube(1, 0.1, 12, 10)
	s := of(t, finger, finger.Move(0, 0.2001, 0), solid.Sphere(3, 5, 7))
	got, _ := all(t, s, line(0.05, 0.95, 0), line(0.05, 0.95, 0.2001))
	for b, w := range got {
		for p, at := range s.Position {
			want := 0.0
			if side := int(s.Component[p]); side == b {
				want = 1
			}
			if math.Abs(w[p]-want) > 1e-6 {
				t.Fatalf("bone %d has the weight %v at %v", b, w[p], at)
			}
		}
	}
}

// A triangle at a border can be so obtuse that the matrix is not positive definite: the weights are
// still between 0 and 1, and the caller learns of it.
func TestObtuseBorder(t *testing.T) {
	m := solid.Mesh{Position: []float32{-1, 0, 0, 1, 0, 0, 0, 0.05, 0, -2, 1, 0, 2, 1, 0}, Index: []uint32{0, 1, 2, 0, 2, 3, 2, 1, 4, 2, 4, 3}}
	s := of(t, m)
	got, altered := all(t, s, line(-20, -15, 9), line(15, 20, 9.5))
	if !altered {
		t.Error("the matrix is positive definite")
	}
	for p := range s.Position {
		if a, b := got[0][p], got[1][p]; !(a >= 0 && b >= 0 && math.Abs(a+b-1) < 0.05) {
			t.Errorf("point %d: %v and %v", p, a, b)
		}
	}
}
