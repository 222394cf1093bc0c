package sparse_test

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/rig/internal/sparse"
)

// A chain of three unknowns.
func Example() {
	b := sparse.NewBuilder(3)
	for i := range 3 {
		b.Add(i, i, 2)
	}
	b.Add(1, 0, -1)
	b.Add(2, 1, -1)
	m, err := b.Matrix()
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := sparse.Factorize(context.Background(), m)
	if err != nil {
		fmt.Println(err)
		return
	}
	x := []float64{0, 4, 0}
	if err := f.Solve(x); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f\n", x)
	// Output: [2.000 4.000 2.000]
}
