package control

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// Constraints are ordered as by asking each for all others.
func TestConstraintsAreOrdered(t *testing.T) {
	for s := range seed.Cases(t, 2000) {
		r := rand.New(rand.NewPCG(s, 1))
		k := &soa.Skeleton{}
		for j := range 1 + r.IntN(12) {
			k.Parent = append(k.Parent, int16(r.IntN(j+1)-1))
		}
		var arcs []arc
		var rest []int
		for i := range r.IntN(10) {
			arcs = append(arcs, arc{r.IntN(k.Len()), r.IntN(k.Len()), r.IntN(8) > 0, r.IntN(8) > 0})
			rest = append(rest, i)
		}
		order, left := ordered(k, arcs)
		var want []int
		for len(rest) > 0 {
			at := slices.IndexFunc(rest, func(i int) bool {
				c := arcs[i]
				return !c.sourceKnown || !slices.ContainsFunc(rest, func(o int) bool {
					other := arcs[o]
					return other.nodeKnown && (!c.nodeKnown || other.node != c.node) && k.InSubtree(c.source, other.node)
				})
			})
			if at < 0 {
				break
			}
			want, rest = append(want, rest[at]), slices.Delete(rest, at, at+1)
		}
		if !slices.Equal(order, want) || !slices.Equal(left, rest) {
			t.Fatalf("seed %d: %+v below %v are ordered %v, left %v; want %v, %v", s, arcs, k.Parent, order, left, want, rest)
		}
	}
}
