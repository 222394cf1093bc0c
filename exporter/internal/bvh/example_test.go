package bvh_test

import (
	"context"
	"log"
	"os"

	"github.com/sinew-anim/sinew/exporter/internal/bvh"
	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/soa"
)

// A skeleton at rest has one frame.
func Example() {
	k := &soa.Skeleton{Name: []string{"hips"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Rest: soa.MakeTransforms(1), Unit: []float32{1}}
	k.Rest.TY[0] = 0.9
	var list finding.List
	if err := bvh.Write(context.Background(), os.Stdout, &soa.Model{Skeleton: k}, nil, bvh.Options{Rate: 30, Metre: 100}, &list); err != nil {
		log.Fatal(err)
	}
	// Output:
	// HIERARCHY
	// ROOT hips
	// {
	// 	OFFSET 0.000000 89.999998 0.000000
	// 	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	// 	End Site
	// 	{
	// 		OFFSET 0 0 0
	// 	}
	// }
	// MOTION
	// Frames: 1
	// Frame Time: 0.0333333333
	// 0.000000 89.999998 0.000000 0.000000 0.000000 0.000000
}
