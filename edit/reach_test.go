package edit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// tangle places joints at random; each is below one of the last few before it, or is a root.
func tangle(r *rand.Rand, n, few int) (parent []int16, g []exact.Matrix) {
	for j := range n {
		parent = append(parent, int16(max(j-1-r.IntN(few), -1)))
		if r.IntN(50) == 0 {
			parent[j] = -1
		}
		at := exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64() * r.Float64()}
		if r.IntN(4) == 0 && j > 0 { // where another one is
			at = g[r.IntN(j)].Translation()
		}
		g = append(g, exact.Compose(at, exact.IdentityQuat(), exact.Vec{1, 1, 1}))
	}
	return parent, g
}

// farthestBelow walks from each joint to the root.
func farthestBelow(parent []int16, g []exact.Matrix, margin float64) []float64 {
	list := make([]float64, len(parent))
	for j := range parent {
		for k := j; k >= 0; k = int(parent[k]) {
			list[k] = max(list[k], g[j].Translation().Sub(g[k].Translation()).Length()+margin)
		}
	}
	return list
}

// The farthest joint below each has the bits of a walk over all that are below.
func TestReaches(t *testing.T) {
	for s := range seed.Cases(t, 60) {
		r := rand.New(rand.NewPCG(s, 21))
		parent, g := tangle(r, 1+r.IntN(400), 1+r.IntN(30))
		got := make([]float64, len(parent))
		must.Do(t, newReaches(parent).widen(t.Context(), got, g, exact.Distance))
		for j, want := range farthestBelow(parent, g, exact.Distance) {
			if math.Float64bits(got[j]) != math.Float64bits(want) {
				t.Fatalf("of %d joints, %d reaches %v, want %v", len(parent), j, got[j], want)
			}
		}
	}
}

// Where half of a long chain is near the centre of a ball and half on its surface, no joint has a
// lever that is too short, nor one that is much too long.
func TestReachesOfABall(t *testing.T) {
	const joints = 2500
	r := rand.New(rand.NewPCG(seed.First(t), 22))
	parent, g := make([]int16, joints), make([]exact.Matrix, joints)
	for j := range parent {
		parent[j] = int16(j - 1)
		at := exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Unit()
		if j%2 == 0 {
			at = at.Scale(1e-3 * r.Float64())
		}
		g[j] = exact.Compose(at, exact.IdentityQuat(), exact.Vec{1, 1, 1})
	}
	got := make([]float64, joints)
	must.Do(t, newReaches(parent).widen(t.Context(), got, g, exact.Distance))
	for j, want := range farthestBelow(parent, g, exact.Distance) {
		if got[j] < want || got[j] > 1.75*want+1e-9 {
			t.Fatalf("joint %d reaches %v, want %v", j, got[j], want)
		}
	}
}
