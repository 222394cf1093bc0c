package bake_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
)

// asked is a context that ends when it has been asked for its error a number of times.
type asked struct {
	context.Context
	left atomic.Int64
}

func (a *asked) Err() error {
	if a.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCompileInterrupted: whatever Compile is about when its context ends, it asks soon, and
// returns the context's error.
func TestCompileInterrupted(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 1}, figure.Motion{Name: "dance", Seconds: 20})
	for _, workers := range []int{1, 2} {
		o := bake.BankOptions{Workers: workers, ErrorBound: 1e-4}
		all := &asked{Context: t.Context()}
		all.left.Store(1 << 40)
		if _, err := bake.Bank(all, m, nil, o); err != nil {
			t.Fatal(err)
		}
		times := 1<<40 - all.left.Load()
		if times < 1000 {
			t.Errorf("with %d workers it asks %d times", workers, times)
		}
		for _, after := range []int64{0, 1, 2, times / 3, times / 2, times - 1} {
			ctx := &asked{Context: t.Context()}
			ctx.left.Store(after)
			if _, err := bake.Bank(ctx, m, nil, o); !errors.Is(err, context.Canceled) {
				t.Errorf("with %d workers, ended when asked %d of %d times: %v", workers, after, times, err)
			}
			if more := -ctx.left.Load(); more > 100 {
				t.Errorf("with %d workers, ended when asked %d of %d times: it asks %d times more", workers, after, times, more)
			}
		}
	}
}
