package workers

import (
	"runtime"
	"sync/atomic"
)

// Work is work on blocks that workers share: on the blocks from:to, as one of the workers
// from 0 on.
type Work func(worker, from, to int, dt float64)

// poolSpins is how often a helper looks for work before it sleeps: some tens
// of microseconds, for waking a sleeper takes longer than a small crowd.
const poolSpins = 20000

// poolCrowdedSpins is poolSpins where workers outnumber processors: a spinning worker
// then keeps another from work.
const poolCrowdedSpins = 200

// poolLeast is the least number of blocks that a worker takes at a time, but for
// the last: kernels go from block to block without a pause.
const poolLeast = 2

// poolWake is the least number of blocks that sleepers are woken for: the caller
// alone has done less in the time that takes.
const poolWake = 16

// Pool is goroutines that share the blocks of an update. A helper joins a round
// while it is open; one that sleeps too long is not waited for.
//
//	gate   round number │ open │ helpers that have joined
//	          47 bits      1        16 bits
type Pool struct {
	helpers []*helper
	spins   int
	gate    atomic.Uint64
	_       [56]byte     // the gate and the next block do not share a line
	next    atomic.Int64 // the next block to take
	_       [56]byte

	// The round's work, written while the gate is closed.
	work   Work
	blocks int
	dt     float64

	closed atomic.Bool
}

const (
	gateOpen  = 1 << 16
	gateRound = 1 << 17
)

// helper is a worker but the caller.
type helper struct {
	asleep atomic.Bool
	wake   chan struct{}
}

func New(workers int) *Pool {
	p := &Pool{spins: poolSpins}
	if workers > runtime.GOMAXPROCS(0) {
		p.spins = poolCrowdedSpins
	}
	for i := 1; i < workers; i++ {
		h := &helper{wake: make(chan struct{}, 1)}
		p.helpers = append(p.helpers, h)
		go p.help(h, i)
	}
	return p
}

// Shares reports whether there are others than the caller.
func (p *Pool) Shares() bool { return len(p.helpers) > 0 }

// Run shares work among the workers and returns when it is done.
func (p *Pool) Run(work Work, blocks int, dt float64) {
	if len(p.helpers) == 0 || blocks <= poolLeast {
		work(0, 0, blocks, dt)
		return
	}
	p.work, p.blocks, p.dt = work, blocks, dt
	p.next.Store(0)
	p.gate.Store((p.gate.Load() | gateOpen) + gateRound)
	if blocks >= poolWake {
		p.wakeAll()
	}
	p.take(0)
	for g := p.gate.Load(); !p.gate.CompareAndSwap(g, g&^gateOpen); {
		g = p.gate.Load()
	}
	for i := 1; p.gate.Load()&(gateOpen-1) > 0; i++ {
		if i%256 == 0 {
			runtime.Gosched()
		}
	}
	p.work = nil // helpers alone do not keep it alive
}

// wakeAll wakes all sleeping workers.
func (p *Pool) wakeAll() {
	for _, h := range p.helpers {
		if h.asleep.Load() && h.asleep.CompareAndSwap(true, false) {
			h.wake <- struct{}{}
		}
	}
}

// take works on blocks until there are none: on less of them the less there are,
// so that all end at the same time.
func (p *Pool) take(worker int) {
	for {
		from := int(p.next.Load())
		left := p.blocks - from
		if left <= 0 {
			return
		}
		n := min(max(left/(2*(len(p.helpers)+1)), poolLeast), left)
		if p.next.CompareAndSwap(int64(from), int64(from+n)) {
			p.work(worker, from, from+n, p.dt)
		}
	}
}

// help is the life of a helper.
func (p *Pool) help(h *helper, worker int) {
	for seen := uint64(0); ; {
		g := p.await(h, seen)
		if p.closed.Load() {
			return
		}
		if p.gate.CompareAndSwap(g, g+1) { // joined
			p.take(worker)
			p.gate.Add(^uint64(0))
			seen = g / gateRound
		}
	}
}

// await returns the gate when it stands open in a round after the one seen, or
// the pool is closed: it spins, then sleeps.
func (p *Pool) await(h *helper, seen uint64) uint64 {
	for i := 1; ; i++ {
		if g := p.gate.Load(); g&gateOpen != 0 && g/gateRound != seen || p.closed.Load() {
			return g
		}
		if i%256 == 0 {
			runtime.Gosched()
		}
		if i < p.spins {
			continue
		}
		i = 0
		h.asleep.Store(true)
		// What began meanwhile may have found h awake.
		if g := p.gate.Load(); (g&gateOpen != 0 && g/gateRound != seen || p.closed.Load()) && h.asleep.CompareAndSwap(true, false) {
			continue
		}
		<-h.wake
	}
}

// Close ends the helpers. It may be called again.
func (p *Pool) Close() {
	p.closed.Store(true)
	p.wakeAll()
}
