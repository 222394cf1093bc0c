package surface_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/rig/internal/surface"
)

// A box of six faces with vertices of their own becomes one closed surface.
func Example() {
	box := solid.Box(2, 2, 2, 1)
	s, err := surface.New(context.Background(), []surface.Part{{Position: box.Position, Index: box.Index, To: exact.Identity()}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(box.Vertices(), "vertices,", len(s.Position), "points,", s.Pieces, "piece")
	hit, _ := s.Nearest(exact.Vec{3, 0.5, 0.5}, 10, nil)
	fmt.Println("nearest:", hit.Place, "at", hit.Distance)
	fmt.Println("left after:", s.Leaves(exact.Vec{0, 0.5, 0.5}, exact.Vec{4, 0.5, 0.5}))
	// Output:
	// 24 vertices, 8 points, 1 piece
	// nearest: [1 0.5 0.5] at 2
	// left after: 0.25
}
