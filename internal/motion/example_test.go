package motion_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/soa"
)

// A cart drives a quarter of a circle to the left in two seconds, again and again.
func Example() {
	rest := soa.MakeTransforms(1)
	model := &soa.Model{Skeleton: &soa.Skeleton{
		Name: []string{"cart"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Rest: rest, Unit: []float32{1},
	}}
	bend := &soa.Clip{
		Name: "bend", TicksPerSecond: 1, Duration: 2,
		Tracks: []soa.Track{{Property: soa.Translation}, {Property: soa.Rotation, First: 3}},
		Time:   []float32{0, 1, 2, 0, 2},
		X:      []float32{0, 0.29289323, 1, 0, 0}, Z: []float32{0, 0.70710677, 1, 0, 0},
		Y: []float32{0, 0, 0, 0, 0.70710677}, W: []float32{0, 0, 0, 1, 0.70710677},
	}
	inPlace, err := edit.ExtractMotion(context.Background(), model, bend, soa.None, edit.MotionOptions{Rule: edit.Follow}) // at each moment where the cart is
	if err != nil {
		log.Fatal(err)
	}
	track, err := motion.NewTrack(inPlace.Motion, inPlace.TicksPerSecond, inPlace.Seconds(), motion.Wrap)
	if err != nil {
		log.Fatal(err)
	}

	// The root as the game has it, after a step of seven seconds: three loops and a half.
	root := soa.RootTransform{X: 10, C: 1}
	root = root.Mul(track.Delta(motion.Moment{Cycle: 0, Phase: 0}, motion.Moment{Cycle: 3, Phase: 1}))
	fmt.Printf("%.3f, %.3f\n", root.X, root.Z)

	// Backwards, in two steps, it comes home.
	root = root.Mul(track.Delta(motion.Moment{Cycle: 3, Phase: 1}, motion.Moment{Cycle: 2, Phase: 0.5}))
	root = root.Mul(track.Delta(motion.Moment{Cycle: 2, Phase: 0.5}, motion.Moment{Cycle: 0, Phase: 0}))
	fmt.Printf("%.3f, %.3f\n", root.X, root.Z)

	// A thousand laps of four loops lead nowhere.
	far := track.At(motion.Moment{Cycle: 4000})
	fmt.Println(far.X*far.X+far.Z*far.Z < 1e-6)
	// Output:
	// 10.293, -0.707
	// 10.000, 0.000
	// true
}
