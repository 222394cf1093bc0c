package spring_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// A bone of half a metre points along Y. It jumps to the side by a tenth; the tip comes
// after it.
func ExamplePlan_Move() {
	chain, _ := spring.NewChain([]spring.Joint{{Stiffness: 400, Drag: 10}}, [3]float32{0, 0.5, 0})
	state, plan := chain.NewState(), spring.Plan{}
	_ = chain.Plan(&plan, 0.05)
	for frame := range 5 {
		pose := []soa.Affine{soa.IdentityAffine()}
		if frame > 0 {
			pose[0][3] = 0.1
		}
		if err := plan.Move(state, &spring.Air{}, pose, nil); err != nil {
			fmt.Println(err)
		}
		tip := pose[0].Apply([3]float32{0, 0.5, 0})
		fmt.Printf("%.3f\n", tip[0])
	}
	// Output:
	// 0.000
	// 0.015
	// 0.074
	// 0.129
	// 0.141
}
