package performance_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
)

// A time is in a loop, and at a time of the first one.
func ExampleFold() {
	cycle, in := performance.Fold(0, 2, 5)
	fmt.Println(cycle, in)
	// Output: 2 1
}
