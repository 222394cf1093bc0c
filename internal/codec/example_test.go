package codec_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/soa"
)

// A platform that swings for four seconds, with a key every 30th of a second:
// a time and three coordinates per key before, a few bits after.
func ExampleClip() {
	clip := &soa.Clip{Name: "swing", TicksPerSecond: 30, Duration: 120, Tracks: []soa.Track{{Property: soa.Translation}}}
	for k := range 121 {
		clip.Time = append(clip.Time, float32(k))
		clip.X = append(clip.X, float32(math.Sin(float64(k)/20)))
		clip.Y, clip.Z, clip.W = append(clip.Y, 0), append(clip.Z, 0), append(clip.W, 0)
	}
	model := &soa.Model{
		Skeleton: &soa.Skeleton{
			Name: []string{"platform"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Rest: soa.MakeTransforms(1), Unit: []float32{1},
		},
		Clips: []*soa.Clip{clip},
	}
	packed, err := codec.Clip(context.Background(), model, clip, codec.Options{Bound: 1e-4})
	if err != nil {
		log.Fatal(err)
	}
	unpacked, err := codec.Unpack(model, packed)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("a quarter of the size:", packed.Size() < 16*len(clip.Time)/4)
	fmt.Println("within the bound:", packed.Error <= packed.Bound)
	fmt.Println(unpacked.Name, unpacked.Seconds(), "s")
	// Output:
	// a quarter of the size: true
	// within the bound: true
	// swing 4 s
}
