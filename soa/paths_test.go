package soa_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// Joints of two skeletons have one number where Skeleton.Path is equal, and only there.
func TestPathsAreThoseOfSkeletons(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(s, 2))
		var paths soa.Paths
		path := map[int]string{}
		number := map[string]int{}
		for range 2 {
			k := &soa.Skeleton{}
			for j := range 1 + r.IntN(40) {
				k.Parent, k.Name = append(k.Parent, int16(r.IntN(j+1)-1)), append(k.Name, fmt.Sprint(r.IntN(3)))
			}
			for j, n := range paths.Of(k) {
				want := k.Path(j)
				if had, ok := path[n]; n < 1 || ok && had != want {
					t.Fatalf("%d stands for %q and %q", n, had, want)
				}
				if had, ok := number[want]; ok && had != n {
					t.Fatalf("%q has the numbers %d and %d", want, had, n)
				}
				path[n], number[want] = want, n
			}
		}
	}
}
