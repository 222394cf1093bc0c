package soa_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
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
			for j, n := range paths.Numbers(k) {
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

// Path has at most about 1,000 bytes of names above a joint's own, and is whole below that.
func TestPathIsBounded(t *testing.T) {
	for s := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(s, 3))
		k := &soa.Skeleton{}
		whole := ""
		for j := range 300 {
			k.Parent, k.Name = append(k.Parent, int16(j-1)), append(k.Name, strings.Repeat("n", r.IntN(30)))
			if j > 0 {
				whole += "/"
			}
			whole += k.Name[j]
			path := k.Path(j)
			end, short := strings.CutPrefix(path, "…/")
			if short != (len(whole) >= 1000) || !strings.HasSuffix(whole, end) || !short && path != whole || len(end) > 1000 {
				t.Fatalf("a path of %d bytes is shown as %d", len(whole), len(path))
			}
		}
	}
	k := &soa.Skeleton{Parent: []int16{-1, 0}, Name: []string{"root", strings.Repeat("x", soa.MaxName)}}
	if k.Path(1) != "…/"+k.Name[1] {
		t.Errorf("a joint with a long name is shown as %q", k.Path(1))
	}
}
