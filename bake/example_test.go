package bake_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// A model becomes the bytes of an archive, and the archive a model again.
func Example() {
	model := &soa.Model{
		Name: "lift",
		Skeleton: &soa.Skeleton{
			Name: []string{"platform"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Rest: soa.MakeTransforms(1), Unit: []float32{1},
		},
		Clips: []*soa.Clip{{
			Name: "up", TicksPerSecond: 10, Duration: 10,
			Tracks: []soa.Track{{Property: soa.Translation, Interpolation: soa.Linear}},
			Time:   []float32{0, 10},
			X:      []float32{0, 0}, Y: []float32{0, 2}, Z: []float32{0, 0}, W: []float32{0, 0},
		}},
	}
	if err := bake.AddEvents(model, []bake.Event{{Clip: "up", Time: 1, Name: "arrived"}}); err != nil {
		log.Fatal(err)
	}
	baked, err := bake.Bake(context.Background(), model, bake.Options{})
	if err != nil {
		log.Fatal(err)
	}
	data, err := archive.Encode(&baked.Content)
	if err != nil {
		log.Fatal(err)
	}

	stored, err := archive.Decode(data)
	if err != nil {
		log.Fatal(err)
	}
	defer stored.Close()
	again, err := bake.Model(stored)
	if err != nil {
		log.Fatal(err)
	}
	clip := again.Clip("up")
	fmt.Println(clip.Name, clip.Seconds(), "s", clip.Events[0].Name, baked.Clips[0].Held())
	// Output:
	// up 1 s arrived true
}
