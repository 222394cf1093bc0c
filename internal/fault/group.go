package fault

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Group is a wait group whose Wait panics with a panic or a fault of its goroutines, so that the
// guard of the waiting goroutine covers all.
type Group struct {
	wait  sync.WaitGroup
	panic atomic.Pointer[any]
}

// Go calls do on a new goroutine.
func (g *Group) Go(do func()) { g.wait.Go(func() { g.Call(do) }) }

// Call calls do, whose panic or fault is Wait's.
func (g *Group) Call(do func()) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			kept := p // on the heap
			g.panic.CompareAndSwap(nil, &kept)
		}
	}()
	do()
}

// Failed reports whether a call has panicked.
func (g *Group) Failed() bool { return g.panic.Load() != nil }

// Drop forgets a panic that Wait has not passed on.
func (g *Group) Drop() { g.panic.Store(nil) }

// Wait waits for all goroutines. The group may be used again.
func (g *Group) Wait() {
	g.wait.Wait()
	if p := g.panic.Swap(nil); p != nil {
		panic(*p)
	}
}
