// Package workers shares the blocks of an update among goroutines that stay.
//
//	pool := workers.New(4)                // the caller and 3 helpers
//	pool.Run(work, blocks, dt)            // work(worker, from, to, dt) on parts of 0:blocks
//	pool.Close()
//
//	blocks   │ caller │ helper 1 │ helper 2 │ caller │ …   the fewer are left, the less at a time
//
// Helpers spin for a while before they sleep: waking one takes longer than a small crowd.
package workers
