package child

import (
	"context"
	"runtime"
	"sync"
)

// Admission limits how many children run at once. Zero fields mean the defaults.
type Admission struct {
	Children int
	Memory   int64
}

// gate admits children in order of arrival while the running ones stay within the limits of each.
type gate struct {
	mu       sync.Mutex
	children int
	memory   int64
	waiting  []*waiter
}

type waiter struct {
	Admission
	takes    int64
	admitted chan struct{}
}

// children is the gate of all imports in the process.
var children gate

// enter waits until a child that needs takes bytes fits in. A single child is always admitted.
func (g *gate) enter(ctx context.Context, a Admission, takes int64) (leave func(), err error) {
	if a.Children <= 0 {
		a.Children = 4 * runtime.GOMAXPROCS(0)
	}
	if a.Memory <= 0 {
		a.Memory = max(machineMemory()/2, 2<<30)
	}
	w := &waiter{a, takes, make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, w)
	g.admit()
	g.mu.Unlock()
	leave = sync.OnceFunc(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.children, g.memory = g.children-1, g.memory-takes
		g.admit()
	})
	select {
	case <-w.admitted:
		return leave, nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-w.admitted: // at the same time
		g.children, g.memory = g.children-1, g.memory-takes
	default:
		for i := range g.waiting {
			if g.waiting[i] == w {
				g.waiting = append(g.waiting[:i], g.waiting[i+1:]...)
				break
			}
		}
	}
	g.admit()
	return nil, ctx.Err()
}

// admit admits waiters from the front of the queue.
func (g *gate) admit() {
	for len(g.waiting) > 0 {
		w := g.waiting[0]
		if g.children > 0 && (g.children >= w.Children || g.memory+w.takes > w.Memory) {
			return
		}
		g.children, g.memory = g.children+1, g.memory+w.takes
		g.waiting = g.waiting[1:]
		close(w.admitted)
	}
}
