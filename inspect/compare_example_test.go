package inspect_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/soa"
)

// lift returns a model of one joint that rises by height within a second.
func lift(height float32) *soa.Model {
	rest := soa.MakeTransforms(1)
	return &soa.Model{
		Skeleton: &soa.Skeleton{Name: []string{"platform"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Rest: rest, Unit: []float32{1}},
		Clips: []*soa.Clip{{
			Name: "up", TicksPerSecond: 10, Duration: 10,
			Tracks: []soa.Track{{Property: soa.Translation, Interpolation: soa.Linear}},
			Time:   []float32{0, 10},
			X:      []float32{0, 0}, Y: []float32{0, height}, Z: []float32{0, 0}, W: []float32{0, 0},
		}},
	}
}

func ExampleCompare() {
	difference, err := inspect.Compare(context.Background(), lift(2), lift(2.5), inspect.CompareOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range difference.Clips {
		fmt.Printf("%s: %.2f m at joint %s, %.1f s after the start\n", c.Name, c.Joint.Max, c.Joint.Part, c.Joint.Time)
	}
	// Output:
	// up: 0.50 m at joint platform, 1.0 s after the start
}
