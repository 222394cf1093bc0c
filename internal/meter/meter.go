// Package meter bounds the work on a file that somebody else made: it ends with a context, and takes no
// more memory than is allowed.
//
//	m := meter.New(ctx, 1<<30)
//	if err := m.Take("vertices", n, 12); err != nil { … }  // before they are allocated
//	for v := range n {
//		if err := m.Step(20); err != nil { … }             // about 20 ns of work
//	}
package meter

import (
	"context"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// interval is the number of steps from one question to the context to the next: a millisecond.
const interval = 1 << 20

// Meter counts the work and the memory of one task. Its first error stays: each method returns it from
// then on. A nil Meter allows everything. Methods are not to be called at once.
type Meter struct {
	steps         int
	err           error
	ctx           context.Context
	allowed, left int64
}

// New returns a meter of a task that ends with a context and may take some bytes of memory.
func New(ctx context.Context, bytes int64) *Meter {
	return &Meter{ctx: ctx, allowed: bytes, left: bytes, err: ctx.Err()}
}

// Allow adds to the bytes that may be taken.
func (m *Meter) Allow(bytes int64) {
	if m != nil && bytes < math.MaxInt64-m.allowed {
		m.allowed, m.left = m.allowed+bytes, m.left+bytes
	}
}

// Left returns the bytes that may still be taken.
func (m *Meter) Left() int64 {
	if m == nil {
		return math.MaxInt64
	}
	return m.left
}

// Step counts steps of about a nanosecond each, and asks the context once in a million of them.
func (m *Meter) Step(n int) error {
	if m == nil {
		return nil
	}
	if m.steps += n; m.steps < interval {
		return m.err
	}
	return m.ask()
}

func (m *Meter) ask() error {
	m.steps = 0
	if m.err == nil {
		m.err = m.ctx.Err()
	}
	return m.err
}

// Err asks the context and returns the first error.
func (m *Meter) Err() error {
	if m == nil {
		return nil
	}
	return m.ask()
}

// Wait waits until a channel is closed or the context ends, and returns the first error.
func (m *Meter) Wait(done <-chan struct{}) error {
	if m == nil {
		<-done
		return nil
	}
	select {
	case <-done:
	case <-m.ctx.Done():
	}
	return m.ask()
}

// Fail sets the error, unless there is one, and returns it.
func (m *Meter) Fail(err error) error {
	if m != nil && m.err == nil {
		m.err = err
	}
	return err
}

// Take counts the memory of n things of some bytes each, before they are made. Beyond what is allowed it
// returns an error that wraps soa.ErrTooLarge. Memory that was taken is not given back: what is allowed
// also bounds the time that filling it takes.
func (m *Meter) Take(what string, n int, size uintptr) error {
	if m == nil || n <= 0 {
		return m.Step(0)
	}
	if size > 0 && int64(n) > math.MaxInt64/int64(size) || int64(n)*int64(size) > m.left {
		if m.err == nil {
			m.err = fmt.Errorf("%w: %d %s of %d bytes each, with %d bytes of memory left of %d (Bounds.Memory)", soa.ErrTooLarge, n, what, size, m.left, m.allowed)
		}
		return m.err
	}
	bytes := int64(n) * int64(size)
	m.left -= bytes
	return m.Step(int(min(bytes/16, interval))) // an allocation clears 16 bytes in a nanosecond
}
