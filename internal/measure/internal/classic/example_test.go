package classic_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/measure/internal/classic"
	"github.com/sinew-anim/sinew/soa"
)

// Every method bends an arm by 90° within a second. Halfway, the palette entry of
// the elbow takes the tip, at rest 0.6 from the shoulder, to the same place.
func Example() {
	rest := soa.MakeTransforms(2)
	rest.TX[1] = 0.3
	bind := soa.IdentityAffine()
	bind[3] = -0.3
	model := &soa.Model{
		Skeleton: &soa.Skeleton{
			Name: []string{"shoulder", "elbow"}, Parent: []int16{soa.NoJoint, 0},
			Rest: rest, Unit: []float32{1, 1}, Depth: []uint16{0, 1},
		},
		Clips: []*soa.Clip{{
			Name: "bend", TicksPerSecond: 30, Duration: 30,
			Tracks: []soa.Track{{Target: 1, Property: soa.Rotation, Interpolation: soa.Linear}},
			Time:   []float32{0, 30},
			X:      []float32{0, 0}, Y: []float32{0, 0}, Z: []float32{0, 0.70710677}, W: []float32{1, 0.70710677},
		}},
		Skins: []*soa.Skin{{Joint: []uint16{1}, InverseBind: []soa.Affine{bind}}},
	}

	r := classic.NewRig(model)
	palette := make([]float32, 12*len(r.Entries))
	for _, m := range classic.Methods() {
		method, err := m.New(r, model.Clips, 1)
		if err != nil {
			log.Fatal(err)
		}
		method.Evaluate(0, 0, 15, palette)
		elbow := (*soa.Affine)(palette)
		tip := elbow.Apply([3]float32{0.6, 0, 0})
		fmt.Printf("%-6s  x %.3f y %.3f\n", m.Name, tip[0], tip[1])
	}
	// Output:
	// ogldev  x 0.512 y 0.212
	// flat    x 0.512 y 0.212
	// book    x 0.512 y 0.212
	// binary  x 0.512 y 0.212
	// cursor  x 0.512 y 0.212
}
