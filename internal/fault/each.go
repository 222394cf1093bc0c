package fault

import (
	"cmp"
	"context"
	"sync/atomic"
)

// ForEach calls work for 0 to n-1 on workers and returns the error of the lowest index with one. When
// the context ends it starts no more calls and returns the context's error; results are then
// undefined.
func ForEach(ctx context.Context, workers, n int, work func(i int) error) error {
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
