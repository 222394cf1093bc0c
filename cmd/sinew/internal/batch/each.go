package batch

import (
	"context"
	"sync"
	"sync/atomic"
)

// ForEach calls work for 0 to n−1, at most workers at the same time, and done with each result in this
// order, as soon as all before it are there; calls of done do not overlap. An error of done, or the end
// of ctx, ends the context of the works that run, drops their results, begins no other, and is returned.
func ForEach[T any](ctx context.Context, n, workers int, work func(ctx context.Context, i int) T, done func(T) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]*T, n)
	var next atomic.Int64
	var order sync.Mutex
	reported := 0
	report := func(i int, r *T) {
		order.Lock()
		defer order.Unlock()
		for results[i] = r; reported < n && results[reported] != nil && ctx.Err() == nil; reported++ {
			if err := done(*results[reported]); err != nil {
				cancel(err)
			}
			results[reported] = nil // its memory
		}
	}
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				r := work(ctx, i)
				report(i, &r)
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}
