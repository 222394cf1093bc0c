package control_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
)

// A finger touches a place near the shoulder; all joints of the arm help.
func ExampleChainIK() {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	stack := control.New(model.Skeleton)
	touch, err := stack.Add(&control.ChainIK{
		Joints:     []control.ChainJoint{{Joint: "left arm0", Stiffness: 0.5}, {Joint: "left arm1"}, {Joint: "left arm3"}, {Joint: "left finger13"}},
		Iterations: 20, Bend: [3]float32{0, 0, -1},
	})
	if err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{})
	if err != nil {
		log.Fatal(err)
	}
	instances, err := stack.Start(crowd.Layout(), crowd.Len())
	if err != nil {
		log.Fatal(err)
	}
	if err := crowd.SetControl(instances); err != nil {
		log.Fatal(err)
	}
	for _, x := range []float32{0.3, 3} {
		if err := instances.SetChainIK(0, touch, 0, control.ChainTarget{Place: [3]float32{x, 1.4, 0.3}, Weight: 1}); err != nil {
			log.Fatal(err)
		}
		if err := instances.SetWeight(0, touch, 1); err != nil {
			log.Fatal(err)
		}
		if err := crowd.Update(0); err != nil {
			log.Fatal(err)
		}
		fmt.Println(instances.Result(0, touch).Reason)
	}
	// Output:
	// reached
	// too far
}
