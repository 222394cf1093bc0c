package workers_test

import (
	"fmt"
	"sync/atomic"

	"github.com/sinew-anim/sinew/runtime/internal/workers"
)

// Each block is processed once, by any of the goroutines.
func ExamplePool_Run() {
	pool := workers.New(3)
	defer pool.Close()
	var done atomic.Int64
	pool.Run(func(_, from, to int, _ float64) { done.Add(int64(to - from)) }, 100, 1./60)
	fmt.Println(done.Load())
	// Output: 100
}
