package fault

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// TestSettled: on file systems of all granularities, under a clock that ticks, no change leaves the
// stamp of a settled file, and files settle.
func TestSettled(t *testing.T) {
	r := rand.New(rand.NewPCG(seed.First(t), 1))
	for _, granule := range []int64{1, 100, int64(time.Microsecond), int64(10 * time.Millisecond), int64(time.Second), int64(2 * time.Second)} {
		for _, tick := range []int64{int64(time.Millisecond), int64(4 * time.Millisecond), int64(10 * time.Millisecond)} {
			for range 2000 {
				phase := 1 + r.Int64N(tick-1)
				clock := func(at int64) int64 { return (at-phase)/tick*tick + phase }
				file := func(at int64) int64 { return clock(at) / granule * granule }
				at := int64(1e18) + r.Int64N(1e10)
				s := stamp{changed: file(at)}
				asked := at + r.Int64N(2*max(tick, granule))
				later := asked + r.Int64N(2*max(tick, granule))
				if s.settled(clock(asked)) && file(later) == s.changed {
					t.Fatalf("granules of %d, ticks of %d ns: changes at %d and %d look the same, asked at %d", granule, tick, at, later, asked)
				}
				if !s.settled(clock(at + 2*tick + 2*int64(2*time.Second))) {
					t.Fatalf("granules of %d, ticks of %d ns: never settled", granule, tick)
				}
			}
		}
	}
}
