package runtime

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/soa"
)

// counter counts the calls for each block.
type counter struct {
	times   []atomic.Int32
	workers [8]atomic.Int32
	inside  [8]atomic.Int32
	twice   atomic.Bool
}

func (c *counter) runBlocks(worker, from, to int, dt float64) {
	if c.inside[worker].Add(1) != 1 {
		c.twice.Store(true)
	}
	for b := from; b < to; b++ {
		c.times[b].Add(1)
	}
	c.workers[worker].Add(1)
	c.inside[worker].Add(-1)
}

// Every block is worked on once a round, and no worker is in two places.
func TestPoolTakesEachBlockOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 8} {
		p := newPool(workers)
		for _, blocks := range []int{0, 1, 2, 3, 7, 63, 250} {
			const rounds = 200
			c := &counter{times: make([]atomic.Int32, blocks)}
			for round := range rounds {
				p.run(c, blocks, 0)
				for b := range c.times {
					if got := c.times[b].Load(); got != int32(round+1) {
						t.Fatalf("%d workers, block %d of %d: %d times after %d rounds", workers, b, blocks, got, round+1)
					}
				}
				if round == rounds/2 {
					time.Sleep(time.Millisecond) // long enough to fall asleep
				}
			}
			if c.twice.Load() {
				t.Errorf("%d workers: a worker was in two places", workers)
			}
		}
		p.close()
		p.close()
	}
}

// goroutines waits until at most most goroutines are left.
func goroutines(t *testing.T, most int) {
	t.Helper()
	deadline := time.Now().Add(5 * time.Second)
	for runtime.NumGoroutine() > most {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines are left, want %d", runtime.NumGoroutine(), most)
		}
		runtime.GC() // runs cleanups
		time.Sleep(time.Millisecond)
	}
}

// Workers end with Close, which may be called again, and with a crowd that is
// forgotten. A closed crowd can still be updated.
func TestCrowdCloseEndsWorkers(t *testing.T) {
	before := runtime.NumGoroutine()
	source := Keyframes(&soa.Model{Skeleton: &soa.Skeleton{Name: []string{"a"}, Parent: []int16{-1}, Depth: []uint16{0}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)},
		Clips: []*soa.Clip{{Name: "still", TicksPerSecond: 1, Duration: 10}}})
	for range 10 {
		c, err := NewCrowd(source, 200, CrowdOptions{Workers: 4, Play: &PlayOptions{}})
		if err != nil {
			t.Fatal(err)
		}
		err = c.Update(0.1)
		c.Close()
		c.Close()
		at := c.Instance(7).Time()
		if err := errors.Join(err, c.Update(0.1)); err != nil || c.Instance(7).Time() == at {
			t.Errorf("a closed crowd is at %v s, then at %v: %v", at, c.Instance(7).Time(), err)
		}
	}
	goroutines(t, before)
	for range 3 {
		c, err := NewCrowd(source, 200, CrowdOptions{Workers: 4})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Update(0.1); err != nil {
			t.Fatal(err)
		}
	}
	goroutines(t, before)
}
