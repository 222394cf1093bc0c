package workers

import (
	"sync/atomic"
	"testing"
	"time"
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
		p := New(workers)
		for _, blocks := range []int{0, 1, 2, 3, 7, 63, 250} {
			const rounds = 200
			c := &counter{times: make([]atomic.Int32, blocks)}
			for round := range rounds {
				p.Run(c.runBlocks, blocks, 0)
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
		p.Close()
		p.Close()
	}
}
