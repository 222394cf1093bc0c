package runtime

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/native/simd"
)

// Chosen instances move on and show it; the others stay as they are.
func TestCrowdUpdateSome(t *testing.T) {
	levels := []CrowdLevel{{}, {Every: 7, Bank: 1}, {Every: Never}}
	everyLevel(t, func(level simd.Level) {
		for _, n := range []int{1, 2, 15, 16, 17, 33, 211} {
			for _, workers := range []int{1, 3} {
				crowds(t, n, CrowdOptions{Workers: workers, Levels: levels}, func(name string, c *Crowd, slow *slowCrowd) {
					what := fmt.Sprintf("%v, %s, n=%d", level, name, n)
					r := rand.New(rand.NewPCG(uint64(n), 1))
					for i := range n {
						if err := c.SetLevel(i, r.IntN(20)%len(levels)); err != nil {
							t.Fatal(err)
						}
					}
					c.Update(0)
					for round := range 6 {
						var some []int
						for i := range n {
							// Whole blocks, and some here and there.
							if i/16%3 == round%3 || r.IntN(4) == 0 {
								some = append(some, i)
							}
							mark(c, i)
						}
						if err := c.UpdateSome(some, 0.05); err != nil {
							t.Fatal(err)
						}
						for _, i := range some {
							slow.advance(i, 0.05)
							compareInstance(t, what, c, slow, i, levels[c.Level(i)].Bank)
							mark(c, i)
						}
						for i := range n {
							if !marked(c, i) {
								t.Fatalf("%s: instance %d was evaluated, and is not chosen", what, i)
							}
						}
					}
				})
			}
		}
	})
}

func TestCrowdUpdateSomeErrors(t *testing.T) {
	crowds(t, 5, CrowdOptions{}, func(name string, c *Crowd, _ *slowCrowd) {
		before := c.Time(1)
		for _, some := range [][]int{{-1}, {5}, {1, 1}, {2, 1}, {1, 2, 5}} {
			if err := c.UpdateSome(some, 1); !errors.Is(err, ErrRange) {
				t.Errorf("%v: %v", some, err)
			}
		}
		if err := c.UpdateSome([]int{1}, math.NaN()); !errors.Is(err, ErrTime) {
			t.Errorf("NaN: %v", err)
		}
		if err := c.UpdateSome(nil, 1); err != nil {
			t.Errorf("nobody: %v", err)
		}
		if c.Time(1) != before {
			t.Error("time went on in spite of errors")
		}
	})
}

// Advance and an update of no time are an update.
func TestCrowdAdvance(t *testing.T) {
	crowds(t, 150, CrowdOptions{}, func(name string, c *Crowd, slow *slowCrowd) {
		if err := c.Advance(0.3); err != nil {
			t.Fatal(err)
		}
		c.Update(0)
		for i := range c.Len() {
			slow.advance(i, 0.3)
			slow.advance(i, 0)
			compareInstance(t, name, c, slow, i, 0)
		}
		if err := c.Advance(math.Inf(1)); !errors.Is(err, ErrTime) {
			t.Errorf("infinite: %v", err)
		}
	})
}
