package fault

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Group is goroutines that work for the one that waits for them. A panic or a fault of one
// of them becomes a panic of Wait, so that the guard of its goroutine holds for all.
type Group struct {
	wait  sync.WaitGroup
	panic atomic.Pointer[any]
}

// Go calls do on a goroutine of its own.
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

// Wait waits for all of them.
func (g *Group) Wait() {
	g.wait.Wait()
	if p := g.panic.Load(); p != nil {
		panic(*p)
	}
}
