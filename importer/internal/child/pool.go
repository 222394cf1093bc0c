package child

import (
	"errors"
	"sync"

	"github.com/sinew-anim/sinew/soa"
)

// Pool keeps children ready. Each serves up to Limits.Imports imports.
type Pool struct {
	children int // kept ready
	limits   Limits

	mu     sync.Mutex
	closed bool
	ready  []*child
	start  int // being started
	out    int // at work and due back after their import
	all    sync.WaitGroup
}

// NewPool returns an empty pool. The caller must close it.
func NewPool(children int, limits Limits) *Pool {
	return &Pool{children: children, limits: limits}
}

// Close ends the idle children and waits for them. Busy children end after their task.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	idle := p.ready
	p.ready = nil
	p.mu.Unlock()
	for _, c := range idle {
		_ = c.end()
	}
	p.all.Wait()
}

// run runs one import in a child of the pool.
func (p *Pool) run(clock *Clock, t *Task) error {
	for try := 1; ; try++ {
		c, warm, err := p.take(clock)
		if err != nil {
			return err
		}
		again := c.imports+1 < p.limits.Imports
		err = c.serve(clock, t)
		p.give(c, again, err)
		if err == nil {
			return nil
		}
		// A child killed while idle does not fail the import.
		again = warm && errors.Is(err, errIdle) || errors.Is(err, errUnready)
		if !again || try == p.children+mostStarts || clock.Ctx.Err() != nil {
			return err
		}
	}
}

// take returns a ready child (warm), or starts one.
func (p *Pool) take(clock *Clock) (c *child, warm bool, err error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, false, soa.ErrClosed
	}
	if n := len(p.ready); n > 0 {
		c, p.ready = p.ready[n-1], p.ready[:n-1]
	}
	warm = c != nil
	again := p.limits.Imports > 1 // a new one
	if warm {
		again = c.imports+1 < p.limits.Imports
	}
	if again {
		p.out++
	}
	p.refill()
	p.mu.Unlock()
	if warm {
		return c, true, nil
	}
	// Start without the lock: it may wait for other children, which need the lock to end.
	if c, err = startChild(clock, p.limits); err != nil && again {
		p.mu.Lock()
		p.out--
		p.mu.Unlock()
	}
	return c, false, err
}

// give returns a child to the pool after an import; after an error the child has ended.
func (p *Pool) give(c *child, again bool, err error) {
	p.mu.Lock()
	if again {
		p.out--
	}
	if err != nil {
		c = nil
	} else if again && !p.closed && len(p.ready) < p.children {
		p.ready = append(p.ready, c)
		c = nil
	}
	p.mu.Unlock()
	if c != nil {
		_ = c.end()
	}
}

// refill starts children in the background until enough are ready. A failure shows in the next
// import that has to start a child itself.
func (p *Pool) refill() {
	for ; len(p.ready)+p.start+p.out < p.children; p.start++ {
		p.all.Go(func() {
			c, err := tryStartChild(p.limits)
			p.mu.Lock()
			p.start--
			closed := p.closed
			if err == nil && !closed {
				p.ready = append(p.ready, c)
			}
			p.mu.Unlock()
			if err == nil && closed {
				_ = c.end()
			}
		})
	}
}
