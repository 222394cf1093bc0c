package voxel_test

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/segment"
	"github.com/sinew-anim/sinew/rig/internal/voxel"
)

// A rod of two bones: its corners belong to the bone that is nearer along the rod.
func Example() {
	points := []exact.Vec{
		{0, -1, -1}, {0, 1, -1}, {0, 1, 1}, {0, -1, 1},
		{8, -1, -1}, {8, 1, -1}, {8, 1, 1}, {8, -1, 1},
	}
	triangles := [][3]int32{
		{0, 3, 1}, {1, 3, 2}, {4, 5, 7}, {5, 6, 7}, {0, 1, 4}, {1, 5, 4},
		{1, 2, 5}, {2, 6, 5}, {2, 3, 6}, {3, 7, 6}, {3, 0, 7}, {0, 4, 7},
	}
	bones := []segment.Segment{{Tail: exact.Vec{4, 0, 0}}, {Head: exact.Vec{4, 0, 0}, Tail: exact.Vec{8, 0, 0}}}
	ctx := context.Background()
	v, err := voxel.New(ctx, points, triangles, 64)
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := v.Distances(ctx, bones)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, point := range []int{0, 4} {
		for _, w := range d.Weights(nil, point, 0.5) {
			fmt.Printf("point %d, bone %d: %.2f\n", point, w.Bone, w.Weight)
		}
	}
	// Output:
	// point 0, bone 0: 0.95
	// point 0, bone 1: 0.05
	// point 4, bone 0: 0.05
	// point 4, bone 1: 0.95
}
