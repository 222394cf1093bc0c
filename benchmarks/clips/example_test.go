package clips_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/benchmarks/clips"
	"github.com/sinew-anim/sinew/internal/testing/figure"
)

// The first two libraries are Sinew's codings. They compress a clip within a tenth of a
// millimetre.
func Example() {
	model := figure.Character(figure.Motion{Name: "sway", Seconds: 0.5})
	clip := model.Clips[0]
	sampled, err := clips.Sample(model, clip, clips.Rate(clip))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sampled.Samples(), "samples of", sampled.Joints(), "joints")

	const bound = 1e-4
	raw := clips.RawJoint * sampled.Joints() * sampled.Samples()
	for _, library := range clips.Libraries()[:2] {
		coded, err := library.Compress(sampled, bound)
		if err != nil {
			log.Fatal(err)
		}
		defer coded.Close()
		off, err := sampled.Measure(coded)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: within the bound %v, less than half the bytes %v\n", library.Name, off.Any <= bound, 2*coded.Bytes < raw)
	}
	// Output:
	// 16 samples of 67 joints
	// sinew: within the bound true, less than half the bytes true
	// sinew-small: within the bound true, less than half the bytes true
}
