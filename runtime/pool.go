package runtime

import (
	"runtime"
	"sync/atomic"
)

// poolSpins is how often a worker looks for work before it sleeps: some tens
// of microseconds, for waking a sleeper takes longer than a small crowd.
const poolSpins = 4000

// poolChunk is how many blocks a worker takes at a time.
const poolChunk = crowdBlocks

// pool is goroutines that share the blocks of an update.
type pool struct {
	workers int
	helpers []*helper
	crowd   *Crowd
	blocks  int
	dt      float64

	next   atomic.Int64 // the next block to take
	active atomic.Int32 // helpers at work
	round  atomic.Uint64
	stop   atomic.Bool
}

// helper is a worker but the caller.
type helper struct {
	asleep atomic.Bool
	wake   chan struct{}
}

func newPool(workers int) *pool {
	p := &pool{workers: workers}
	for i := 1; i < workers; i++ {
		h := &helper{wake: make(chan struct{}, 1)}
		p.helpers = append(p.helpers, h)
		go p.help(h, i)
	}
	return p
}

// run shares an update among the workers and returns when it is done.
func (p *pool) run(c *Crowd, blocks int, dt float64) {
	p.crowd, p.blocks, p.dt = c, blocks, dt
	p.next.Store(0)
	p.active.Store(int32(len(p.helpers)))
	p.start()
	p.work(0)
	for p.active.Load() > 0 {
		runtime.Gosched()
	}
}

// start begins a round and wakes who sleeps.
func (p *pool) start() {
	p.round.Add(1)
	for _, h := range p.helpers {
		if h.asleep.CompareAndSwap(true, false) {
			h.wake <- struct{}{}
		}
	}
}

// work takes blocks until there are none.
func (p *pool) work(worker int) {
	for {
		from := int(p.next.Add(poolChunk)) - poolChunk
		if from >= p.blocks {
			return
		}
		p.crowd.run(p.crowd.scratch[worker], from, min(from+poolChunk, p.blocks), p.dt)
	}
}

// help is the life of a helper.
func (p *pool) help(h *helper, worker int) {
	for seen := uint64(0); ; {
		p.await(h, seen)
		if p.stop.Load() {
			return
		}
		seen = p.round.Load()
		p.work(worker)
		p.active.Add(-1)
	}
}

// await returns when there is a round after the one seen: it spins, then
// sleeps.
func (p *pool) await(h *helper, seen uint64) {
	for i := range poolSpins {
		if p.round.Load() != seen {
			return
		}
		if i%64 == 63 {
			runtime.Gosched()
		}
	}
	h.asleep.Store(true)
	if p.round.Load() != seen && h.asleep.CompareAndSwap(true, false) {
		return // a round began meanwhile, and nobody is about to wake h
	}
	<-h.wake
}

// close ends the helpers.
func (p *pool) close() {
	p.stop.Store(true)
	p.start()
}
