package constraint_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

// at is a matrix that only moves.
func at(x, y, z float32) soa.Affine {
	m := soa.IdentityAffine()
	m[3], m[7], m[11] = x, y, z
	return m
}

// A lamp looks at a ball, but only half of the way.
func ExampleStack() {
	lamp := &constraint.Joint{World: soa.IdentityAffine(), Base: soa.IdentityAffine(), Rest: soa.IdentityAffine()}
	ball := []constraint.Target{{Matrix: at(5, 0, 0)}}
	stack := constraint.Stack{{Rule: constraint.DampedTrack{Track: constraint.PlusZ}, Influence: 0.5}}
	pose := stack.Apply(at(0, 0, 0), lamp, ball)
	fmt.Printf("%.2f %.2f %.2f\n", pose[2], pose[6], pose[10])
	// Output: 0.71 0.00 0.71
}

// A sword stays in the hand that it is put into.
func ExampleAttachKeeping() {
	hand, sword := at(1, 2, 0), at(1, 2.5, 0)
	held, _ := constraint.AttachKeeping(sword, hand)
	moved := held.Apply(sword, at(4, 2, 0))
	fmt.Println(moved.Translation())
	// Output: 4 2.5 0
}

// A cart goes along a track of two lines at constant speed.
func ExampleFollowPath() {
	track, _ := constraint.NewPath([][3]float32{{0, 0, 0}, {3, 0, 0}, {3, 4, 0}}, false, [3]float32{0, 0, 1})
	cart := constraint.FollowPath{Path: track, Fraction: 5. / 7}
	place := cart.Apply(soa.IdentityAffine(), soa.IdentityAffine())
	fmt.Println(place.Translation())
	// Output: 3 2 0
}
