package paint_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig/paint"
)

// ways returns the shortest ways along edges from a vertex, by trying all edges until none is shorter.
func (s *slow) ways(from int) []float64 {
	d := make([]float64, len(s.at))
	for v := range d {
		d[v] = math.Inf(1)
	}
	d[from] = 0
	for shorter := true; shorter; {
		shorter = false
		for v := range s.at {
			for _, n := range s.near[v] {
				if by := d[v] + s.at[n].Sub(s.at[v]).Length(); by < d[n] {
					d[n], shorter = by, true
				}
			}
		}
	}
	return d
}

// Masks have the values of their definitions: what a raw step brings to 1 shows them.
func TestMasks(t *testing.T) {
	for sd := range seed.Cases(t, 6) {
		r := rand.New(rand.NewPCG(sd, 8))
		m := bar(5+r.IntN(20), 3+r.IntN(9))
		m.Meshes[0].Material = 0
		s := newSlow(m)
		v := s.first[r.IntN(len(s.at))]
		center, radius, fall1 := s.at[v], 0.05+r.Float64(), paint.Falloff(r.IntN(len(paint.FalloffNames())))
		from := r.Float64()
		side := paint.Side{Axis: paint.Axis(r.IntN(6)), At: 0.1 * r.Float64(), Width: 0.3 * r.Float64()}
		far := s.ways(v)
		one := func(yes bool) float64 { return map[bool]float64{true: 1}[yes] }
		for name, c := range map[string]struct {
			shape paint.Shape
			want  func(v int) float64
		}{
			"sphere": {&paint.Sphere{Center: center, Radius: radius, Falloff: fall1}, func(v int) float64 {
				return fall(fall1, s.at[v].Sub(center).Length(), radius)
			}},
			"ball": {&paint.Ball{Center: center, Radius: radius, Falloff: fall1}, func(v int) float64 { return fall(fall1, far[s.first[v]], radius) }},
			"side": {&side, func(v int) float64 {
				var axis exact.Vec
				axis[side.Axis/2] = 1 - 2*float64(side.Axis%2)
				d := s.at[v].Dot(axis) - side.At*axis[side.Axis/2]
				return min(max(d/side.Width+0.5, 0), 1)
			}},
			"threshold": {&paint.Threshold{Joint: "arm.L", From: from / 2, To: from}, func(v int) float64 {
				return min(max((s.weight[v][1]-from/2)/(from/2), 0), 1)
			}},
			"vertices": {&paint.Vertices{List: []int{v}}, func(w int) float64 { return one(s.first[w] == v) }},
			"mesh":     {&paint.Mesh{Name: "bar"}, func(int) float64 { return 1 }},
			"material": {&paint.Material{Name: "cloth"}, func(int) float64 { return 1 }},
		} {
			inverse := r.IntN(2) == 0
			p, err := paint.Open(t.Context(), m, nil)
			must.Do(t, err)
			must.Do(t, p.Do(paint.Step{
				Operation: &paint.Replace{Joint: "hand.R", Value: 1}, Strength: 1, Raw: true, Masks: []paint.Mask{{Shape: c.shape, Inverse: inverse}},
			}))
			got := weightsOf(p.Influences(0), 4)
			for v := range s.at {
				want := c.want(v)
				if inverse {
					want = 1 - want
				}
				w := s.weight[v][4]
				if want = w + want*(1-w); math.Abs(float64(got[v])-want) > 1e-6 {
					t.Fatalf("%s, inverse %v: vertex %d at %v has %v, want %v", name, inverse, v, s.at[v], got[v], want)
				}
			}
		}
	}
}
