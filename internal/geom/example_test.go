package geom_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
)

// An arc takes one direction to another by the shortest way.
func ExampleArc() {
	q := geom.Arc(geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1})
	fmt.Printf("%.2f\n", q.Rotate(geom.Vec{X: 2}).Array())
	// Output: [0.00 2.00 0.00]
}
