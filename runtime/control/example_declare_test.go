package control_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// A file lets the left hand be where the right one is.
func ExampleNewDocumentStack() {
	c, err := control.Parse([]byte(`{"control": {"version": 1, "modifiers": [
		{"name": "right", "twoBoneIK": {"root": "right arm0", "mid": "right arm1", "end": "right arm3", "target": [0.1, 1.25, 0.25]}},
		{"name": "left", "twoBoneIK": {"root": "left arm0", "mid": "left arm1", "end": "left arm3", "target": "right arm3"}}]}}`))
	if err != nil {
		log.Fatal(err)
	}
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	d, err := control.NewDocumentStack(model.Skeleton, c)
	if err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 10, runtime.CrowdOptions{Layout: pose.LayoutOptions{Reserve: d.Reserve()}})
	if err != nil {
		log.Fatal(err)
	}
	instances, err := d.Start(crowd.Layout(), crowd.Len())
	if err != nil {
		log.Fatal(err)
	}
	if err := crowd.SetControl(instances); err != nil {
		log.Fatal(err)
	}
	if err := crowd.Update(1. / 60); err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"right arm3", "left arm3"} {
		m, err := crowd.Instance(3).Joint(model.Skeleton.Joint(name))
		if err != nil {
			log.Fatal(err)
		}
		x, y, z := m.Translation()
		fmt.Printf("%.2f %.2f %.2f\n", x, y, z)
	}
	// Output:
	// 0.10 1.25 0.25
	// 0.10 1.25 0.25
}
