package pose_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// A mesh of two vertices hangs on a skin of two palette entries. The first
// vertex follows entry 0 alone, the second both by half.
func ExampleVertices() {
	mesh := &soa.Mesh{
		Position:   []float32{0, 1, 0, 2, 1, 0},
		Normal:     []float32{0, 1, 0, 0, 1, 0},
		Influences: 4,
		BoneIndex:  []uint16{0, 0, 0, 0, 0, 1, 0, 0},
		BoneWeight: []float32{1, 0, 0, 0, 0.5, 0.5, 0, 0},
	}
	still, raised := soa.IdentityAffine(), soa.IdentityAffine()
	raised[7] = 3
	palette := append(still[:], raised[:]...)

	var scratch pose.SkinScratch
	position, normal := make([]float32, 6), make([]float32, 6)
	if err := pose.SkinVertices(mesh, nil, palette, nil, &scratch, position, normal); err != nil {
		log.Fatal(err)
	}
	fmt.Println(position[:3], position[3:])
	fmt.Println(normal[:3], normal[3:])
	// Output:
	// [0 1 0] [2 2.5 0]
	// [0 1 0] [0 1 0]
}
