package importer

import (
	"errors"
	"io/fs"
	"sync"

	"github.com/sinew-anim/sinew/soa"
)

// Pool keeps children that are ready for imports: an isolated import then does not wait
// for a process to start.
//
//	pool := importer.NewPool(importer.PoolOptions{Children: 4})
//	defer pool.Close()
//	model, err := importer.Load(ctx, "arnaud.fbx", importer.Pooled(pool))
//
// A pool may be used by any number of goroutines. Its children are started when the first
// import asks for one, and each after it while the import before is at work.
type Pool struct {
	options PoolOptions

	mu     sync.Mutex
	closed bool
	ready  []*child
	start  int // children that are being started
	out    int // children at work, for one import that is not their last
	all    sync.WaitGroup
}

// PoolOptions are the options of NewPool. A zero field means its default.
type PoolOptions struct {
	Children int    // that are kept ready; 2
	Limits   Limits // of every import
	// Imports is how many a child serves before another takes its place; 1. A file that
	// takes over its child reaches what the same child imports after it: more than one are
	// for files of one origin, and several times as fast.
	Imports int
}

// NewPool returns a pool without children. Close it.
func NewPool(o PoolOptions) *Pool {
	o.Children, o.Imports = max(o.Children, 0), max(o.Imports, 1)
	if o.Children == 0 {
		o.Children = 2
	}
	o.Limits = o.Limits.withDefaults()
	o.Limits.imports = o.Imports
	return &Pool{options: o}
}

// Pooled is Isolated with a child of a pool and its limits. After Close imports are errors
// that wrap soa.ErrClosed.
func Pooled(p *Pool) Option {
	return func(o *options) {
		limits := p.options.Limits
		o.isolate, o.pool = &limits, p
	}
}

// Close ends the children that are idle, and those at work when they have done their
// import, and waits for the first.
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

// run does one import with a child of the pool.
func (p *Pool) run(clock *clock, files fs.FS, req *request) (*reply, error) {
	for try := 1; ; try++ {
		c, warm, err := p.take(clock)
		if err != nil {
			return nil, err
		}
		again := c.imports+1 < p.options.Imports
		a, err := c.serve(clock, files, req)
		p.give(c, again, err)
		if err == nil {
			return a, nil
		}
		// One that was killed while it was idle is no failure of the import.
		again = warm && errors.Is(err, errIdle) || errors.Is(err, errUnready)
		if !again || try == p.options.Children+mostStarts || clock.ctx.Err() != nil {
			return nil, err
		}
	}
}

// take returns a child: one that is ready, or a new one.
func (p *Pool) take(clock *clock) (c *child, warm bool, err error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, false, soa.ErrClosed
	}
	if n := len(p.ready); n > 0 {
		c, p.ready = p.ready[n-1], p.ready[:n-1]
	}
	warm = c != nil
	again := p.options.Imports > 1 // a new one
	if warm {
		again = c.imports+1 < p.options.Imports
	}
	if again {
		p.out++
	}
	p.refill()
	p.mu.Unlock()
	if warm {
		return c, true, nil
	}
	// Starting may wait for other children to end: not under the lock that they need for that.
	if c, err = startChild(clock, p.options.Limits); err != nil && again {
		p.mu.Lock()
		p.out--
		p.mu.Unlock()
	}
	return c, false, err
}

// give takes a child back after an import, after which it may serve again. After an error
// it has ended.
func (p *Pool) give(c *child, again bool, err error) {
	p.mu.Lock()
	if again {
		p.out--
	}
	if err != nil {
		c = nil
	} else if again && !p.closed && len(p.ready) < p.options.Children {
		p.ready = append(p.ready, c)
		c = nil
	}
	p.mu.Unlock()
	if c != nil {
		_ = c.end()
	}
}

// refill starts children until enough are ready, in the background. Failures show in the
// import that starts one itself.
func (p *Pool) refill() {
	for ; len(p.ready)+p.start+p.out < p.options.Children; p.start++ {
		p.all.Go(func() {
			c, err := tryStartChild(p.options.Limits)
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
