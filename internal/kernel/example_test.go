package kernel_test

import (
	"fmt"
	"log"
	"math"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
)

// An arm of two joints, 16 times, between two frames: the elbow bends from 0 to
// 90 degrees about z, lane after lane a little farther.
func Example() {
	// The elbow lies one metre along x. Kernels pad joints and columns to fours.
	rig, err := kernel.NewRig([]kernel.RigJoint{
		{Parent: -1, Column: -1},
		{Parent: 0, Column: -1, Bind: [3]float32{1, 0, 0}},
	}, 1)
	if err != nil {
		log.Fatal(err)
	}
	half := float32(math.Sqrt(0.5))
	rows := simd.Rows{Columns: simd.Columns{Rotations: rig.Joints()}, Stride: 16, Values: []float32{
		0, 0, 0, 1 /**/, 0, 0, 0, 1 /*       */, 0, 0, 0, 1, 0, 0, 0, 1, // frame 0
		0, 0, 0, 1 /**/, 0, 0, half, half /* */, 0, 0, 0, 1, 0, 0, 0, 1, // frame 1
	}}
	var at simd.Frames
	for lane := range at.Alpha {
		at.Alpha[lane] = float32(lane) / (simd.Lanes - 1)
	}

	out := simd.Palettes{Values: simd.AlignedFloat32(simd.Lanes * 12 * rig.Joints()), Stride: 12 * rig.Joints()}
	pose, scratch := simd.AlignedFloat32(kernel.PoseValues(rows.Columns)), simd.AlignedFloat32(rig.ScratchValues())
	if err := kernel.SampleRows16(pose, &rows, &at); err != nil {
		log.Fatal(err)
	}
	if err := kernel.RigPalette16(&out, pose, rows.Columns, rig, scratch); err != nil {
		log.Fatal(err)
	}
	for _, lane := range []int{0, 15} {
		elbow := out.Values[lane*out.Stride+12:][:12]
		hand := [2]float32{elbow[0]*2 + elbow[3], elbow[4]*2 + elbow[7]} // the point (2, 0, 0) of the bind pose
		fmt.Printf("lane %2d: the hand is at (%.2f, %.2f)\n", lane, hand[0], hand[1])
	}
	// Output:
	// lane  0: the hand is at (2.00, 0.00)
	// lane 15: the hand is at (1.00, 1.00)
}
