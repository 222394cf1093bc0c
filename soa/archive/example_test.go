package archive_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

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
	data, err := archive.Encode(&archive.Content{Model: model}) // the bytes of a .sinew file
	if err != nil {
		log.Fatal(err)
	}

	a, err := archive.Decode(data) // or Open, OpenFS, OpenReaderAt
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	clip, err := a.Clip(a.ClipIndex("up"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Skeleton().Name, clip.Name, clip.Y)
	// Output:
	// [platform] up [0 2]
}
