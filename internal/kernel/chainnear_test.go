package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
)

// bentChains are chains of bones of 0.2 to 0.5, more or less bent, with targets at a part of
// their lengths, which are returned.
func bentChains(r *rand.Rand, n int, part float64) (*Chain, [simd.Lanes]float64) {
	c := NewChain(n)
	c.Iterations = 8
	c.Above, c.Last, c.Weight, c.Reached = make([]float32, FrameValues), make([]float32, FrameValues), make([]float32, simd.Lanes), make([]float32, 2*simd.Lanes)
	c.Bend, c.Bind = [3]float32{1, 0, 0}, [4]float32{0, 0, 0, 1}
	var lengths [simd.Lanes]float64
	for l := range simd.Lanes {
		var place [3]float64
		for k := range n {
			var v [3]float64
			sum := 0.0
			for i, bias := range [...]float64{0, 1, 0} {
				v[i] = bias + 0.6*r.NormFloat64()
				sum += v[i] * v[i]
			}
			if k > 0 {
				bone := 0.2 + 0.3*r.Float64()
				lengths[l] += bone
				for i := range place {
					place[i] += v[i] / math.Sqrt(sum) * bone
				}
			}
			for i := range place {
				c.Joints[k*ChainValues+(formula.ChainPlace+i)*simd.Lanes+l] = float32(place[i])
			}
		}
		x, y, z := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
		per := part * lengths[l] / math.Sqrt(x*x+y*y+z*z)
		for i, v := range [...]float64{x * per, y * per, z * per} {
			c.Head[(formula.ChainTarget+i)*simd.Lanes+l] = float32(v)
		}
		c.Head[(formula.ChainRotation+3)*simd.Lanes+l], c.Head[formula.ChainPull*simd.Lanes+l], c.Weight[l] = 1, 1, 1
	}
	return c, lengths
}

// Chains come to targets near their reach, which passes alone miss by a hundredth of their
// length and more; beside them, in the same 16, are none that this changes.
func TestChainsNearTheirReach(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		for _, part := range []float64{0.951, 0.97, 0.99, 0.999, 0.9999} {
			c, lengths := bentChains(r, 3+r.IntN(6), part)
			if err := SolveChain16(c); err != nil {
				t.Fatal(err)
			}
			for l, length := range lengths {
				if missed := float64(c.Reached[l]); !(missed < 1e-5*length) {
					t.Fatalf("at %v of the length %v a target is missed by %v", part, length, missed)
				}
			}
		}
	}
}

// A chain does the same whether others of the 16 are stretched or not.
func TestStretchedChainsAreApart(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		within, _ := bentChains(r, 5, 0.7)
		near, _ := bentChains(r, 5, 0.98)
		mixed := NewChain(5)
		*mixed = *within
		mixed.arguments, mixed.Head, mixed.joints, mixed.Reached = NewLanewise(), slices.Clone(within.Head), slices.Clone(within.joints), make([]float32, 2*simd.Lanes)
		mixed.Joints = mixed.joints[ChainValues:]
		for _, rows := range [...][2][]float32{{mixed.Head, near.Head}, {mixed.Joints, near.Joints}} {
			for at := 1; at < len(rows[0]); at += 2 {
				rows[0][at] = rows[1][at]
			}
		}
		for _, c := range [...]*Chain{within, near, mixed} {
			if err := SolveChain16(c); err != nil {
				t.Fatal(err)
			}
		}
		for k := range 5 {
			own := (k*ChainValues + formula.ChainOwn*simd.Lanes)
			for at := own; at < own+4*simd.Lanes; at++ {
				want := within
				if at%2 == 1 {
					want = near
				}
				if mixed.Joints[at] != want.Joints[at] {
					t.Fatalf("lane %d of joint %d is %v, alone %v", at%simd.Lanes, k, mixed.Joints[at], want.Joints[at])
				}
			}
		}
	}
}

// Stretched, chains have the bits of their formulas too.
func TestStretchedChainsBits(t *testing.T) {
	for _, part := range []float64{0.84, 0.86, 0.9, 0.95, 0.99, 0.99999, 1.01} {
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
