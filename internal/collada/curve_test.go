package collada

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// A curve without tangents of its own, of keys in the reverse order of time, is the same curve backwards.
func TestCurvesReverse(t *testing.T) {
	for k := range seed.Cases(t, 200) {
		r := rand.New(rand.NewPCG(k, 1))
		n := 2 + r.IntN(6)
		s, back := Sampler{dims: 1}, Sampler{dims: 1}
		time := 0.
		for range n {
			s.time, s.value = append(s.time, time), append(s.value, r.NormFloat64())
			s.mode = append(s.mode, []mode{linear, cardinal, bspline}[r.IntN(3)])
			time += 0.1 + 2*r.Float64()
		}
		end := s.time[n-1]
		for i := range n {
			back.time, back.value = append(back.time, end-s.time[n-1-i]), append(back.value, s.value[n-1-i])
		}
		back.mode = append(slices.Clone(s.mode[:n-1]), 0)
		slices.Reverse(back.mode[:n-1])
		s.splines()
		back.splines()
		a, b := Curve{&s, 0}, Curve{&back, 0}
		for range 20 {
			at := s.knot[0] + (s.knot[n-1]-s.knot[0])*r.Float64()
			if v, w := a.At(at, fit.At), b.At(end-at, fit.At); !(math.Abs(v-w) <= 1e-6) {
				t.Fatalf("case %d: modes %v of the keys %v at %v: %v, backwards %v", k, s.mode, s.time, at, v, w)
			}
		}
	}
}

// Groups of elements follow each other and leave none out. A group that is marked as
// sheared has a matrix that shears, and one that nothing drives is marked if it has.
func TestGroups(t *testing.T) {
	for k := range seed.Cases(t, 500) {
		r := rand.New(rand.NewPCG(k, 2))
		n := &Node{}
		driven := map[int]bool{}
		for range r.IntN(8) {
			kind := []Kind{Translate, Rotate, Scale, Skew}[r.IntN(4)]
			e := Element{kind, make([]float64, widths[kind])}
			for i := range e.Values {
				e.Values[i] = 0.5 + r.Float64()
			}
			switch {
			case kind == Rotate || kind == Skew:
				e.Values[min(3, len(e.Values)-1)] += 20
			case kind == Scale && r.IntN(2) == 0:
				e.Values[1], e.Values[2] = e.Values[0], e.Values[0]
			}
			if kind == Skew {
				copy(e.Values, []float64{20 + 20*r.Float64(), 1, 0, 0, 0, 1, 0})
			}
			driven[len(n.Elements)] = kind != Skew && r.IntN(3) == 0
			n.Elements = append(n.Elements, e)
		}
		next := 0
		for i, g := range n.Groups(func(element int) bool { return driven[element] }) {
			if g.From != next || g.To < g.From || g.To == g.From && len(n.Elements) > 0 {
				t.Fatalf("case %d: group %d is of elements %d to %d, after %d", k, i, g.From, g.To, next)
			}
			next = g.To
			m, moves := exact.Identity(), false
			for e := g.From; e < g.To; e++ {
				m, moves = m.Mul(n.Elements[e].Kind.matrix(n.Elements[e].Values)), moves || driven[e]
			}
			if shears := decompose(m).residual > 1e-4; shears != g.Sheared && (!moves || g.Sheared) {
				t.Fatalf("case %d: group %d, %v, shears: %v", k, i, n.Elements[g.From:g.To], shears)
			}
		}
		if next != len(n.Elements) {
			t.Fatalf("case %d: groups of %d elements end at %d", k, len(n.Elements), next)
		}
	}
}
