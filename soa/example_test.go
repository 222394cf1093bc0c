package soa_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/soa"
)

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
