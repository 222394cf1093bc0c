package control_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime/control"
)

// Bodies begin where the joints are, with their velocities; here they fly on for a tenth
// of a second, and then the clip has them back.
func ExampleInstances_Simulate() {
	doll := control.Ragdoll{Joints: []string{"root1", "spine3", "neck1"}}
	number := 0
	crowd, instances := start(func(s *control.Stack) (err error) {
		number, err = s.Add(&doll)
		return err
	})
	bodies := make([]control.Body, len(doll.Joints))
	for range 2 {
		if err := crowd.Update(0.01); err != nil {
			log.Fatal(err)
		}
	}
	if err := instances.Bodies(0, number, bodies); err != nil {
		log.Fatal(err)
	}
	for range 10 {
		for k := range bodies { // a simulation with nothing in the way
			for x := range 3 {
				bodies[k].Place[x] += bodies[k].Linear[x] * 0.01
			}
		}
		if err := instances.Simulate(0, number, bodies); err != nil {
			log.Fatal(err)
		}
		if err := crowd.Update(0.01); err != nil {
			log.Fatal(err)
		}
	}
	if err := instances.LetGo(0, number, 0.2); err != nil {
		log.Fatal(err)
	}
	for range 4 {
		if err := crowd.Update(0.05); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%.2f\n", instances.Simulated(0, number))
	}
	// Output:
	// 0.84
	// 0.50
	// 0.16
	// 0.00
}

// Joints keep within what their clips do, and a tenth of a radian more.
func ExampleLimitsFrom() {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	limits, err := control.LimitsFrom(model, nil, 0.1)
	if err != nil {
		log.Fatal(err)
	}
	stack := control.New(model.Skeleton)
	for _, l := range limits {
		if _, err := stack.Add(&l); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(stack.Len(), "limits")
	// Output: 67 limits
}
