package fault

import (
	"cmp"
	"context"
	"sync/atomic"
)

// Each calls work for 0 to n-1 on workers and returns the error of the first, in their
// order, that has one. Once the context has ended it starts no more, and returns the
// context's error: a work that ends early then may leave what it likes.
func Each(ctx context.Context, workers, n int, work func(i int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var group Group
	for range min(workers, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				errs[i] = work(i)
			}
		})
	}
	group.Wait()
	return cmp.Or(ctx.Err(), cmp.Or(errs...))
}
