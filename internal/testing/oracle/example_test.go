package oracle_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// An arm whose elbow bends by 90° between 2 s and 3 s of the file's time line.
func Example() {
	rest := soa.MakeTransforms(3)
	rest.TX[1], rest.TX[2] = 0.3, 0.3
	bend := &soa.Clip{
		Name: "bend", TicksPerSecond: 30, Start: 2, Duration: 30,
		Tracks: []soa.Track{{Target: 1, Property: soa.Rotation, Interpolation: soa.Linear}},
		Time:   []float32{0, 30},
		X:      []float32{0, 0}, Y: []float32{0, 0}, Z: []float32{0, 0.70710677}, W: []float32{1, 0.70710677},
	}
	model := &soa.Model{
		Skeleton: &soa.Skeleton{
			Name: []string{"shoulder", "elbow", "hand"}, Parent: []int16{soa.NoJoint, 0, 1},
			Rest: rest, Unit: []float32{1, 1, 1}, Depth: []uint16{0, 1, 2},
		},
		Clips: []*soa.Clip{bend},
	}
	hand := model.Skeleton.Joint("hand")

	for _, seconds := range []float64{0, 2.5, 3} {
		at := oracle.Evaluate(model, model.Clips, seconds).Model[hand].Translation()
		fmt.Printf("%v s: hand at x %.3f y %.3f\n", seconds, at[0], at[1])
	}
	// Output:
	// 0 s: hand at x 0.600 y 0.000
	// 2.5 s: hand at x 0.512 y 0.212
	// 3 s: hand at x 0.300 y 0.300
}
