package retarget_test

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/soa"
)

// A leg that stands for a second, lifts its hip by 30 cm, and stands again.
func Example_contact() {
	k := &soa.Skeleton{Name: []string{"hip", "knee", "foot"}, Parent: []int16{-1, 0, 1}, Unit: []float32{1, 1, 1}, Rest: soa.MakeTransforms(3)}
	k.ComputeDepth()
	k.Rest.TY[0], k.Rest.TY[1], k.Rest.TY[2] = 0.9, -0.45, -0.45
	model := &soa.Model{Skeleton: k, Clips: []*soa.Clip{{
		Name: "step", TicksPerSecond: 30, Duration: 90,
		Tracks: []soa.Track{{Target: 0, Property: soa.Translation, Interpolation: soa.Linear}},
		Time:   []float32{0, 30, 45, 60, 90}, Y: []float32{0.9, 0.9, 1.2, 0.9, 0.9},
		X: make([]float32, 5), Z: make([]float32, 5), W: make([]float32, 5),
	}}}
	found, err := retarget.BakeContacts(context.Background(), model, []retarget.Leg{{Upper: 0, Lower: 1, Ankle: 2, Toes: soa.NoJoint}}, retarget.ContactOptions{})
	if err != nil {
		panic(err)
	}
	for _, f := range found {
		for _, i := range f.Intervals {
			fmt.Printf("%s stands from %.1f to %.1f s\n", model.Clips[f.Clip].Name, i.From, i.To)
		}
	}
	// Output:
	// step stands from 0.0 to 1.0 s
	// step stands from 2.0 to 3.0 s
}
