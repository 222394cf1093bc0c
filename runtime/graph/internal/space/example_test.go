package space_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/runtime/graph/internal/space"
)

// A character that idles, walks in four directions, and may do anything in between.
func Example() {
	name := []string{"idle", "right", "run", "left", "back"}
	x := []float64{0, 1, 0, -1, 0}
	y := []float64{0, 0, 1, 0, -1}

	triangles, err := space.NewTriangles(x, y)
	if err != nil {
		log.Fatal(err)
	}
	corner, weight := triangles.At(0.25, 0.5)
	for k, c := range corner {
		fmt.Println(name[c], weight[k])
	}

	bands, err := space.NewBands(x, y, true)
	if err != nil {
		log.Fatal(err)
	}
	all := make([]float32, len(x))
	bands.At(0.5, 0.5, all)
	fmt.Printf("%.2f\n", all)

	speed, err := space.NewLine([]float64{0, 1.4, 4})
	if err != nil {
		log.Fatal(err)
	}
	i, j, w := speed.At(2.7)
	fmt.Printf("samples %d and %d, %.2f of the second\n", i, j, w)

	_, err = space.NewLine([]float64{0, 1, 0})
	fmt.Println(err)
	// Output:
	// idle 0.25
	// right 0.25
	// run 0.5
	// [0.28 0.36 0.36 0.00 0.00]
	// samples 1 and 2, 0.50 of the second
	// the samples make no blend space: samples 0 and 2 are both at 0, as float32
}
