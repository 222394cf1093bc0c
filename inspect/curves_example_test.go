package inspect_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/soa"
)

// A joint goes up by 2 m in a second.
func ExampleCurves() {
	k := &soa.Skeleton{Name: []string{"lift"}, Parent: []int16{-1}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)}
	k.ComputeDepth()
	clip := &soa.Clip{TicksPerSecond: 1, Duration: 1, Tracks: []soa.Track{{Property: soa.Translation}},
		Time: []float32{0, 1}, X: []float32{0, 0}, Y: []float32{0, 2}, Z: []float32{0, 0}, W: []float32{0, 0}}
	list, err := inspect.Curves(context.Background(), &soa.Model{Skeleton: k}, clip, 0, inspect.Translation, 3)
	if err != nil {
		log.Fatal(err)
	}
	y := list[1]
	fmt.Println(y.Component, y.Time, y.Value, y.Rate, len(y.Keys))
	// Output:
	// y [0 0.5 1] [0 1 2] [2 2 2] 2
}
