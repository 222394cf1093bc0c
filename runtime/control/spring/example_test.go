package spring_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/control/spring"
)

// The goal of a tail jumps by a tenth of a metre; the tail comes after it, a twentieth of a
// second a step.
func ExamplePlan_Step() {
	chain, _ := spring.NewChain([]spring.Joint{{Stiffness: 400, Drag: 10}}, [3]float32{0, 0.5, 0})
	var plan spring.Plan
	_ = chain.Plan(&plan, 0.05)
	step := plan.Step(0)
	y, w := float32(-0.1), float32(0) // behind the goal, and how fast that changes
	for range 5 {
		fmt.Printf("%.3f\n", y)
		y, w = step[0]*y+step[1]*w, step[2]*y+step[3]*w
	}
	// Output:
	// -0.100
	// -0.061
	// 0.007
	// 0.043
	// 0.034
}

// A bone of half a metre that points into the ground turns out of it.
func ExampleClear() {
	ground := []spring.Collider{{Shape: spring.Plane, B: [3]float32{0, 1, 0}}}
	along := spring.Clear([3]float32{0.6, -0.8, 0}, [3]float32{0, 0.3, 0}, 0.5, 0, ground)
	fmt.Printf("%.2f\n", along)
	// Output: [0.80 -0.60 0.00]
}
