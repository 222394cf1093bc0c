package segment

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
)

func Example() {
	s := Segment{Tail: exact.Vec{2}}
	place, t := s.Nearest(exact.Vec{1.5, 3})
	fmt.Println(place, t, s.Square(exact.Vec{3, 1}))
	// Output: [1.5 0 0] 0.75 2
}

// No place on the segment is nearer than the one found.
func TestNearest(t *testing.T) {
	for k := range seed.Cases(t, 50) {
		r := rand.New(rand.NewPCG(k, 3))
		draw := func() exact.Vec { return exact.Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()} }
		s, p := Segment{draw(), draw()}, draw()
		if r.IntN(5) == 0 {
			s.Tail = s.Head
		}
		place, at := s.Nearest(p)
		want := s.Head.Lerp(s.Tail, at)
		must.AllNear(t, "the place", place[:], want[:], 1e-12)
		for i := range 101 {
			if d := s.Head.Lerp(s.Tail, float64(i)/100).Sub(p); d.Dot(d) < s.Square(p)-1e-12 {
				t.Fatalf("%v is nearer to %v than %v", float64(i)/100, p, at)
			}
		}
	}
}
