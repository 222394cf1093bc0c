package active

import (
	"slices"
	"sync"
	"testing"
)

// While one goroutine takes rows, others release theirs: no row is had twice or lost, and each keeps
// what was written while the pool grows.
func TestRowsAreReleasedTogether(t *testing.T) {
	const each, workers, rounds = 4, 4, 2000
	pool := &Rows{Each: each}
	type held struct {
		k    int
		mark float32
	}
	taken := make(chan held, 3*firstRows)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for h := range taken {
				if row := pool.Row(h.k); row[0] != h.mark || row[each-1] != h.mark {
					t.Errorf("row %d has %v, want %v", h.k, row, h.mark)
				}
				pool.release(h.k)
			}
		})
	}
	for n := range rounds {
		k, row := pool.Take()
		for i := range row {
			row[i] = float32(n)
		}
		taken <- held{k, float32(n)}
	}
	close(taken)
	all.Wait()
	slices.Sort(pool.free)
	for k, free := range pool.free {
		if k != free {
			t.Fatalf("row %d is free in place of %d", free, k)
		}
	}
	if n := len(pool.All()) / each; len(pool.free) != n || len(pool.Key) != n || n > 4*firstRows+2*workers+2 {
		t.Errorf("%d rows are free of %d, with %d keys", len(pool.free), n, len(pool.Key))
	}
}
