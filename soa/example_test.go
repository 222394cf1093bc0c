package soa_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/soa"
)

// A model made in memory: an arm of two joints, and a clip in which the elbow
// bends by 90° within a second.
func Example() {
	skeleton, err := soa.NewSkeleton(
		soa.Joint{Name: "shoulder"},
		soa.Joint{Name: "elbow", Parent: "shoulder", Translation: [3]float32{0.3, 0, 0}}, // 30 cm along X
	)
	if err != nil {
		log.Fatal(err)
	}
	bend, err := soa.NewClip("bend", 30, soa.Keys{ // ticks per second
		Target: skeleton.Joint("elbow"), Property: soa.Rotation,
		Seconds: []float64{0, 1}, Values: []float32{0, 0, 0, 1, 0, 0, 0.7071, 0.7071},
	})
	if err != nil {
		log.Fatal(err)
	}
	model := &soa.Model{Name: "arm", Skeleton: skeleton, Clips: []*soa.Clip{bend}}
	if err := model.Validate(); err != nil {
		log.Fatal(err)
	}

	for t, track := range bend.Tracks {
		first, end := bend.Keys(t)
		fmt.Println(track.Property, "of", skeleton.Path(int(track.Target)), "at ticks", bend.Time[first:end])
	}
	// Output:
	// rotation of shoulder/elbow at ticks [0 30]
}

// A character that stands at x = 10 holds a sword: the world matrix of the
// character, the hand's matrix in model space and the sword's grip in the hand
// give the sword's place, and the inverse takes a point of the world into the
// sword's space.
func ExampleAffine() {
	world := soa.IdentityAffine()
	world[3] = 10
	hand := soa.Affine{ // 90° about Z, 1.5 m above the ground
		0, -1, 0, 0,
		1, 0, 0, 1.5,
		0, 0, 1, 0,
	}
	grip := soa.IdentityAffine()
	grip[3] = 0.5

	inHand := world.Mul(&hand)
	sword := inHand.Mul(&grip)
	fmt.Println("hilt", sword.Apply([3]float32{0, 0, 0}))
	fmt.Println("tip", sword.Apply([3]float32{1, 0, 0}))
	fmt.Println("along the blade", sword.ApplyVector([3]float32{1, 0, 0}))

	toSword, ok := sword.Inverse()
	fmt.Println("on the blade", toSword.Apply([3]float32{10, 2.25, 0}), ok)
	// Output:
	// hilt [10 2 0]
	// tip [10 3 0]
	// along the blade [0 1 0]
	// on the blade [0.25 0 0] true
}
