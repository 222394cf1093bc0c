package control_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// An arm hangs from its shoulder and comes after the character, which walks away.
func ExampleSprings() {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	stack := control.New(model.Skeleton)
	loose := spring.Joint{Stiffness: 60, Drag: 4, Gravity: 1}
	arm, err := stack.Add(&control.Springs{
		Joints:    []control.SpringJoint{{"left arm0", loose}, {"left arm1", loose}, {"left arm2", loose}},
		Colliders: []control.Collider{{Shape: spring.Collider{Shape: spring.Plane, B: [3]float32{0, 1, 0}}}}, // the ground
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
	if err := instances.SetWeight(0, arm, 1); err != nil {
		log.Fatal(err)
	}
	hand, place := soa.Affine{}, soa.IdentityAffine()
	for frame := range 4 {
		place[11] = float32(frame) / 10 // along Z
		if err := instances.SetWorld(0, place); err != nil {
			log.Fatal(err)
		}
		if err := crowd.Update(1. / 30); err != nil {
			log.Fatal(err)
		}
		for j, name := range model.Skeleton.Name {
			if name == "left arm3" {
				hand, err = crowd.Instance(0).Joint(j)
			}
		}
		if err != nil {
			log.Fatal(err)
		}
		if frame == 0 {
			continue
		}
		fmt.Printf("the body is at %.1f m, the hand %.1f cm behind\n", place[11], -100*hand[11])
	}
	// Output:
	// the body is at 0.1 m, the hand 9.7 cm behind
	// the body is at 0.2 m, the hand 18.5 cm behind
	// the body is at 0.3 m, the hand 25.5 cm behind
}
