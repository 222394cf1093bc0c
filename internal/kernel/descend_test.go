package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
)

// Descending chains have the bits of their formulas, stretched ones too.
func TestDescendingChainsBits(t *testing.T) {
	for _, part := range []float64{0.2, 0.6, 0.86, 0.95, 0.99, 1.01, 3} {
		var want []float32
		for _, isa := range simd.ISAs() {
			restore, err := simd.Use(isa)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(5, 6))
			var got []float32
			for n := 2; n < 9; n++ {
				c, _ := bentChains(r, n, part)
				c.CCD = true
				if n == 5 { // straight and folded straight, towards and away
					for k := range n {
						for i := range 3 * simd.Lanes {
							c.Joints[k*ChainValues+i] = float32(i/simd.Lanes) * float32(k%(2+i%3))
						}
					}
				}
				if err := SolveChain16(c); err != nil {
					t.Fatal(err)
				}
				got = append(got, slices.Concat(c.Joints, c.Head, c.Reached)...)
			}
			restore()
			if want == nil {
				want = got
			}
			if n := differ(got, want); n >= 0 {
				t.Fatalf("at %v, %v: value %d is %v, want %v", part, isa, n, got[n], want[n])
			}
		}
	}
}

// Descending chains come to targets within reach, but for one in 100 that passes hardly unfold, and
// never end farther from them than they begin.
func TestDescendingChainsReach(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	creep, all := 0, 0
	for range 60 {
		for _, part := range []float64{0.5, 0.7, 0.951, 0.99} {
			c, lengths := bentChains(r, 4+r.IntN(5), part)
			c.CCD, c.Iterations = true, 60
			last, before := c.joint(c.n-1), [simd.Lanes]float64{}
			for l := range simd.Lanes {
				for i := range 3 {
					before[l] = math.Hypot(before[l], float64(last[i*simd.Lanes+l])-float64(c.Head[(formula.ChainTarget+i)*simd.Lanes+l]))
				}
			}
			if err := SolveChain16(c); err != nil {
				t.Fatal(err)
			}
			for l, length := range lengths {
				missed := float64(c.Reached[l])
				if !(missed <= before[l]+2e-6) {
					t.Fatalf("a chain at %v of its target ends at %v", before[l], missed)
				}
				if all++; missed > 1e-3*length {
					creep++
				}
			}
		}
	}
	if creep > all/100 {
		t.Errorf("%d of %d chains are short of their targets", creep, all)
	}
}
