package runtime_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Ranges of blocks that overlap are refused while one of them runs, and advance each clock once for each
// call that is not; ranges that do not overlap never wait for each other.
func TestBlocksOfOverlappingRanges(t *testing.T) {
	const calls, dt = 300, 0.25
	r := &subjects()[3].roads[0]
	o := runtime.CrowdOptions{Play: &play.Options{Seed: 1}}
	c := r.crowd(t, 128, o)
	defer c.Close()
	ranges := [][2]int{{0, 3}, {2, 5}, {5, 8}, {5, 5}}
	done, busy := make([]int, len(ranges)), make([]int, len(ranges))
	var group sync.WaitGroup
	for g, span := range ranges {
		scratch := c.NewScratch()
		group.Go(func() {
			for range calls {
				switch err := c.RunBlocks(scratch, span[0], span[1], dt); {
				case err == nil:
					done[g]++
				case errors.Is(err, runtime.ErrBusy):
					busy[g]++
				default:
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if busy[2] != 0 || busy[3] != 0 {
		t.Errorf("ranges that nothing overlaps are busy %v times", busy[2:])
	}
	one := r.crowd(t, 128, o)
	defer one.Close()
	for n := range 2*calls + 1 {
		for block, want := range map[int]int{0: done[0], 2: done[0] + done[1], 4: done[1], 7: done[2]} {
			i := 16 * block
			if n == want && c.Instance(i).Time() != one.Instance(i).Time() {
				t.Errorf("instance %d is at %v s after %d steps, want %v", i, c.Instance(i).Time(), want, one.Instance(i).Time())
			}
		}
		must.Do(t, one.Advance(dt))
	}
}
