package soa_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// randomInfluences draws rows of up to 17 influences whose weights sum to 1, or to another number for raw ones.
func randomInfluences(r *rand.Rand, vertices int, raw bool) *soa.Influences {
	f := &soa.Influences{Start: []uint32{0}}
	for range vertices {
		n, sum := r.IntN(18), 0.
		row := make([]float64, n)
		for i := range row {
			row[i] = math.Pow(r.Float64(), 3) + 1e-6
			sum += row[i]
		}
		if raw {
			sum *= 0.5
		}
		for _, w := range row {
			f.Bone, f.Weight = append(f.Bone, uint16(r.IntN(40))), append(f.Weight, float32(w/sum))
		}
		f.Start = append(f.Start, uint32(len(f.Bone)))
	}
	f.Sort()
	return f
}

func TestSortInfluences(t *testing.T) {
	f := &soa.Influences{Start: []uint32{0, 3, 3, 7}, Bone: []uint16{1, 2, 3, 4, 5, 6, 7}, Weight: []float32{0.2, 0.5, 0.3, 0.25, 0.25, 0.3, 0.2}}
	f.Sort()
	if !slices.Equal(f.Bone, []uint16{2, 3, 1, 6, 4, 5, 7}) || !slices.Equal(f.Weight, []float32{0.5, 0.3, 0.2, 0.3, 0.25, 0.25, 0.2}) {
		t.Errorf("sorted: %v %v", f.Bone, f.Weight)
	}
}

// TestPackInfluences: what fits is as it was. Of more, the largest are left in the same proportions, and sum
// to exactly 1 in any order of adding; raw ones keep their sum.
func TestPackInfluences(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(s, 1))
		raw := s%4 == 0
		f := randomInfluences(r, 50, raw)
		most := 4 + 4*r.IntN(2)
		var m soa.Mesh
		dropped := m.PackInfluences(f, most)
		longest, worst := 0, 0.
		for v := range 50 {
			bone, weight := f.Bone[f.Start[v]:f.Start[v+1]], f.Weight[f.Start[v]:f.Start[v+1]]
			longest = max(longest, len(bone))
			n := m.Influences
			worst = max(worst, packed(t, bone, weight, m.BoneIndex[n*v:n*v+n], m.BoneWeight[n*v:n*v+n], raw))
		}
		if want := min(most, 4+4*min(1, longest/5)); m.Influences != want {
			t.Errorf("%d influences per vertex, want %d", m.Influences, want)
		}
		if math.Abs(dropped-worst) > 1e-6 || (m.Exact == f) != (longest > m.Influences) {
			t.Errorf("dropped %v, want %v; complete rows: %v of up to %d", dropped, worst, m.Exact == f, longest)
		}
	}
}

// packed checks one vertex, and returns the weight that it loses.
func packed(t *testing.T, bone []uint16, weight []float32, toBone []uint16, to []float32, raw bool) float64 {
	t.Helper()
	n := min(len(to), len(weight))
	for i := n; i < len(to); i++ {
		if to[i] != 0 {
			t.Fatalf("place %d of %d influences has the weight %v", i, n, to[i])
		}
	}
	if !slices.Equal(bone[:n], toBone[:n]) {
		t.Fatalf("packed %v as %v", bone, toBone)
	}
	if n == len(weight) {
		if !slices.Equal(to[:n], weight) {
			t.Fatalf("%v fits, and is stored as %v", weight, to)
		}
		return 0
	}
	all, kept := 0., 0.
	for i, w := range weight {
		all += float64(w)
		if i < n {
			kept += float64(w)
		}
	}
	if !raw {
		all = 1
		var forward, backward float32
		for i := range to {
			forward += to[i]
			backward += to[len(to)-1-i]
		}
		if forward != 1 || backward != 1 {
			t.Fatalf("%v sums to %v and %v", to, forward, backward)
		}
	}
	for i := range to {
		if d := math.Abs(float64(to[i]) - float64(weight[i])*all/kept); d > 0x1p-23 || i > 0 && to[i] > to[i-1] {
			t.Fatalf("packed %v as %v, off by %g", weight, to, d)
		}
	}
	return all - kept
}

// TestQuantizeWeights: whole steps that sum to 1, each less than a step from the weight; steps stay.
func TestQuantizeWeights(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(s, 2))
		for _, steps := range []int{1, 7, 255, 65535, 1 << 24} {
			f := randomInfluences(r, 1, false)
			list := make([]float64, len(f.Weight))
			for i, w := range f.Weight {
				list[i] = float64(w)
			}
			was := slices.Clone(list)
			soa.QuantizeWeights(list, steps)
			sum := 0.
			for i, w := range list {
				whole := math.Round(w * float64(steps))
				sum += whole
				if whole/float64(steps) != w || math.Abs(w-was[i]) > 1.001/float64(steps)+1e-6/float64(steps) {
					t.Fatalf("%v in steps of 1/%d: %v", was, steps, list)
				}
				list[i] = float64(float32(w))
			}
			if len(list) > 0 && sum != float64(steps) {
				t.Fatalf("%v are %v steps of %d", list, sum, steps)
			}
			again := slices.Clone(list)
			soa.QuantizeWeights(again, steps)
			for i := range list {
				if float32(again[i]) != float32(list[i]) {
					t.Fatalf("%v quantized again to 1/%d: %v", list, steps, again)
				}
			}
		}
	}
}
