// Package interrupts lets a command that has something to lose answer Ctrl-C itself.
//
//	signal ──► Offer ──► taken: a channel of the command, which may ask
//	              └────► not taken, or the one before is not received: the process ends
package interrupts

import (
	"context"
	"sync/atomic"
)

// Desk passes on interrupts. All methods may be called by any goroutine.
type Desk struct{ taken atomic.Pointer[chan struct{}] }

type key struct{}

// NewContext returns a context whose commands can Take interrupts, and the desk that offers them.
func NewContext(ctx context.Context) (context.Context, *Desk) {
	d := new(Desk)
	return context.WithValue(ctx, key{}, d), d
}

// Take returns a channel that receives interrupts, instead of their ending the process, until release is called. Of a context
// without a desk it is nil.
func Take(ctx context.Context) (interrupts <-chan struct{}, release func()) {
	d, ok := ctx.Value(key{}).(*Desk)
	if !ok {
		return nil, func() {}
	}
	c := make(chan struct{}, 1)
	d.taken.Store(&c)
	return c, func() { d.taken.CompareAndSwap(&c, nil) }
}

// Offer passes an interrupt on. It reports false where none is taken, and where the one before has not been received: a command
// that hangs does not keep the process from ending.
func (d *Desk) Offer() bool {
	c := d.taken.Load()
	if c == nil {
		return false
	}
	select {
	case *c <- struct{}{}:
		return true
	default:
		return false
	}
}
