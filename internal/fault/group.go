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
func (g *Group) Go(do func()) {
	g.wait.Go(func() {
		debug.SetPanicOnFault(true)
		defer func() {
			if p := recover(); p != nil {
				g.panic.CompareAndSwap(nil, &p)
			}
		}()
		do()
	})
}

// Wait waits for all goroutines.
func (g *Group) Wait() {
	g.wait.Wait()
	if p := g.panic.Load(); p != nil {
		panic(*p)
	}
}
