package humanoid

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// A tree says what a skeleton finds by walking up.
func TestTreeIsTheSkeletons(t *testing.T) {
	for s := range seed.Cases(t, 200) {
		r := rand.New(rand.NewPCG(s, 1))
		k := &soa.Skeleton{}
		for j := range 1 + r.IntN(30) {
			k.Parent = append(k.Parent, int16(r.IntN(j+1)-1))
		}
		tree := newTree(k)
		for j := -1; j < k.Len(); j++ {
			for above := -1; above < k.Len(); above++ {
				if tree.isDescendant(j, above) != (j != above && k.InSubtree(j, above)) {
					t.Fatalf("joint %d below %d of %v: %v", j, above, k.Parent, tree.isDescendant(j, above))
				}
			}
		}
	}
}
