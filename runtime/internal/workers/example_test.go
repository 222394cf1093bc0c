package workers_test

import (
	"fmt"
	"sync/atomic"

	"github.com/sinew-anim/sinew/runtime/internal/workers"
)

// All blocks are worked on once, whoever does it.
func ExamplePool_Run() {
	pool := workers.New(3)
	defer pool.Close()
	var done atomic.Int64
	pool.Run(func(_, from, to int, _ float64) { done.Add(int64(to - from)) }, 100, 1./60)
	fmt.Println(done.Load())
	// Output: 100
}
