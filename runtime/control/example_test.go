package control_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/rig"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/soa"
)

// The hand of one of a hundred characters is at a place.
func Example() {
	model := rig.Character(rig.Motion{Name: "walk", Seconds: 1, Drive: rig.Captured})
	stack := control.New(model.Skeleton)
	hand, err := stack.Joint(control.Joint{Name: "left arm3", Space: control.Model, Translation: true})
	if err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keys(model), 100, runtime.CrowdOptions{
		Play: &runtime.PlayOptions{}, Layout: runtime.LayoutOptions{Reserve: stack.Reserve()},
	})
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
	to := control.Unmoved()
	to.Translation = [3]float32{0.5, 1.25, 0.25}
	if err := instances.SetJoint(42, hand, to); err != nil {
		log.Fatal(err)
	}
	if err := instances.SetWeight(42, hand, 1); err != nil {
		log.Fatal(err)
	}
	if err := crowd.Update(1. / 60); err != nil {
		log.Fatal(err)
	}
	var m soa.Affine
	for j, name := range model.Skeleton.Name {
		if name == "left arm3" {
			if err := crowd.Joint(42, j, &m); err != nil {
				log.Fatal(err)
			}
		}
	}
	x, y, z := m.Translation()
	fmt.Printf("%.2f %.2f %.2f\n", x, y, z)
	// Output: 0.50 1.25 0.25
}
