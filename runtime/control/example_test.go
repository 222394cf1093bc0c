package control_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// The hand of one of a hundred characters is at a place.
func Example() {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	stack := control.New(model.Skeleton)
	hand, err := stack.Add(&control.ModifyJoint{Joint: "left arm3", Space: control.Model, Translation: control.Place(0, 0, 0)})
	if err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 100, runtime.CrowdOptions{
		Play: &play.Options{}, Layout: pose.LayoutOptions{Reserve: stack.Reserve()},
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
	to := control.IdentityTransform()
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
			if m, err = crowd.Instance(42).Joint(j); err != nil {
				log.Fatal(err)
			}
		}
	}
	x, y, z := m.Translation()
	fmt.Printf("%.2f %.2f %.2f\n", x, y, z)
	// Output: 0.50 1.25 0.25
}

// A character stands on a slope: its left foot is higher than its right one.
func ExampleFootPlacement() {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	stack := control.New(model.Skeleton)
	feet, err := stack.Add(&control.FootPlacement{Pelvis: "root1", Legs: []control.Leg{
		{Root: "left leg0", Mid: "left leg1", Ankle: "left leg2", Toe: "left leg3"},
		{Root: "right leg0", Mid: "right leg1", Ankle: "right leg2", Toe: "right leg3"},
	}})
	if err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{
		Layout: pose.LayoutOptions{AllJoints: true, Reserve: stack.Reserve()},
	})
	if err != nil {
		log.Fatal(err)
	}
	instances, err := stack.Start(crowd.Layout(), crowd.Len())
	if err != nil {
		log.Fatal(err)
	}
	if err := errors.Join(crowd.SetControl(instances), instances.SetWeight(0, feet, 1), crowd.Update(0)); err != nil {
		log.Fatal(err)
	}
	var hits []control.Hit
	for _, ray := range instances.FootRays(feet, nil) { // what an engine answers: a slope of 1 in 5
		x, z := ray.Origin[0], ray.Origin[2]
		hits = append(hits, control.Hit{Hit: true, Point: [3]float32{x, x / 5, z}, Normal: [3]float32{-1, 5, 0}})
	}
	if err := errors.Join(instances.SetFootHits(feet, hits), crowd.Update(0)); err != nil {
		log.Fatal(err)
	}
	left, right := instances.Foot(0, feet, 0), instances.Foot(0, feet, 1)
	fmt.Printf("%.2f %.2f %v\n", left.Place[1]-right.Place[1], (left.Place[0]-right.Place[0])/5, left.Reason)
	// Output: 0.04 0.04 reached
}
