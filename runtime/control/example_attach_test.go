package control_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// start prepares one character and a stack of modifiers, all with a weight of 1.
func start(declare func(s *control.Stack) error) (*runtime.Crowd, *control.Instances) {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	stack := control.New(model.Skeleton)
	if err := declare(stack); err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{Reserve: stack.Reserve()}})
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
	for k := range stack.Len() {
		if err := instances.SetWeight(0, k, 1); err != nil {
			log.Fatal(err)
		}
	}
	return crowd, instances
}

// A sword goes from the right hand to the left one in a fifth of a second.
func ExampleSocket() {
	sword := 0
	crowd, instances := start(func(s *control.Stack) (err error) {
		sword, err = s.Add(&control.Socket{Sockets: []control.SocketPlace{{Joint: "right arm3"}, {Joint: "left arm3"}}, Fade: 0.2})
		return err
	})
	for frame := range 5 {
		if frame == 1 {
			if err := instances.SetSocket(0, sword, 1); err != nil {
				log.Fatal(err)
			}
		}
		if err := crowd.Update(0.05); err != nil {
			log.Fatal(err)
		}
		m, err := instances.Attached(0, sword)
		if err != nil {
			log.Fatal(err)
		}
		x, _, _ := m.Translation()
		fmt.Printf("%.2f\n", x)
	}
	// Output:
	// -0.66
	// -0.66
	// -0.52
	// 0.00
	// 0.52
}

// A hand takes hold of a handle within a tenth of a second.
func ExampleHandIK() {
	grab := 0
	crowd, instances := start(func(s *control.Stack) (err error) {
		grab, err = s.Add(&control.HandIK{Root: "left arm0", Mid: "left arm1", End: "left arm3", In: 0.1, Out: 0.1})
		return err
	})
	if err := instances.SetHandIK(0, grab, control.HandTarget{Place: [3]float32{0.4, 1.2, 0.2}}); err != nil {
		log.Fatal(err)
	}
	if err := instances.Hold(0, grab, true); err != nil {
		log.Fatal(err)
	}
	for range 4 {
		if err := crowd.Update(0.03); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%.2f %v\n", instances.Held(0, grab), instances.Result(0, grab).Reason)
	}
	// Output:
	// 0.22 reached
	// 0.65 reached
	// 0.97 reached
	// 1.00 reached
}

// Half of what a hand twists is taken over by its forearm.
func ExampleTwist() {
	twist := 0
	crowd, _ := start(func(s *control.Stack) (err error) {
		twist, err = s.Add(&control.Twist{Source: "left arm3", Rolls: []control.Roll{{Joint: "left arm2", Share: 0.5}}})
		return err
	})
	fmt.Println(twist, crowd.Update(0.1))
	// Output: 0 <nil>
}
