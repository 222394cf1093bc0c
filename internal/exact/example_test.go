package exact_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// An arm whose elbow bends by 90° within a second. All digits are printed: they
// are the same on every processor.
func Example() {
	rest := soa.MakeTransforms(3)
	rest.TX[1], rest.TX[2] = 0.25, 0.25
	model := &soa.Model{
		Skeleton: &soa.Skeleton{
			Name: []string{"shoulder", "elbow", "hand"}, Parent: []int16{soa.NoJoint, 0, 1},
			Rest: rest, Unit: []float32{1, 1, 1}, Depth: []uint16{0, 1, 2},
		},
		Clips: []*soa.Clip{{
			Name: "bend", TicksPerSecond: 30, Duration: 30,
			Tracks: []soa.Track{{Target: 1, Property: soa.Rotation, Interpolation: soa.Linear}},
			Time:   []float32{0, 30},
			X:      []float32{0, 0}, Y: []float32{0, 0}, Z: []float32{0, 0.70710677}, W: []float32{1, 0.70710677},
		}},
	}

	skeleton := exact.NewSkeleton(model, nil)
	clip := skeleton.NewClip(model.Clips[0])
	pose := skeleton.NewPose()
	for _, seconds := range []float64{0, 0.5, 1} {
		clip.At(exact.Tick(model.Clips[0], seconds), false, &pose)
		fmt.Println(seconds, "s: hand at", pose.Global[2].Translation())
	}

	// A matrix that shears is no translation, rotation and scale.
	_, _, scale, residual := exact.Matrix{0: 2, 5: 2, 10: 2}.Decompose()
	fmt.Println("no shear: scale", scale, "residual", residual)
	_, _, _, residual = exact.Matrix{0: 1, 1: 0.5, 5: 1, 10: 1}.Decompose()
	fmt.Println("shear: residual above 0.1", residual > 0.1)
	// Output:
	// 0 s: hand at [0.5 0 0]
	// 0.5 s: hand at [0.42677669529663687 0.1767766952966369 0]
	// 1 s: hand at [0.25000000000000006 0.24999999999999994 0]
	// no shear: scale [2 2 2] residual 0
	// shear: residual above 0.1 true
}
