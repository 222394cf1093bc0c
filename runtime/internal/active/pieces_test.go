package active

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// A clip is waited for by those that are queued behind it on its layer, and no others.
func TestWaitsFor(t *testing.T) {
	for s := range seed.Cases(t, 200) {
		r := rand.New(rand.NewPCG(s, 0))
		c := &Table{Clips: NewClips(6, 16)}
		v, i := &c.Clips, r.IntN(16)
		var list []int
		for range 1 + r.IntN(6) {
			k, ok := v.Take(i)
			if !ok {
				t.Fatal("no clip")
			}
			a := v.At(i, k)
			v.Layer[a] = uint8(r.IntN(3))
			if v.How[a] = 0; r.IntN(2) == 0 {
				v.How[a] = ClipQueued
			}
			list = append(list, a)
		}
		for n, a := range list { // from the oldest to the youngest
			want := false
			for _, b := range list[n+1:] {
				want = want || v.Queued(b) && v.Layer[b] == v.Layer[a]
			}
			if got := c.waitsFor(i, a); got != want {
				t.Errorf("clip %d of %d: waited for %v, want %v", n, len(list), got, want)
			}
		}
	}
}
