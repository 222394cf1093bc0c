package bake_test

import (
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
)

// A clip that takes more work than MaxWork to compress keeps its keys.
func TestTooMuchToCompress(t *testing.T) {
	m := manyjoints.Model(manyjoints.Star, 100, 10)
	for work, packs := range map[int64]bool{0: true, 100_000: false} {
		b, err := bake.Bake(t.Context(), m, bake.Options{MaxWork: work})
		if err != nil {
			t.Fatal(err)
		}
		if p := b.Content.Packed[0]; (p.Bound > 0) != packs {
			t.Errorf("MaxWork %d: the bound is %v", work, p.Bound)
		}
	}
}
