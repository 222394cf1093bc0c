package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"math"
)

// lookJoint is a joint of a look of one pose, as lookShares1 reads it.
type lookJoint struct {
	frame, before, above, rows *float32   // frames of the joint, of the joint before and of the parent; the joint's rows
	numbers                    [4]float32 // from formula.LookWeight on
	column                     int32      // where its rotation column begins in a block, in bytes
}

// Numbers that lookShares1 has in memory, and where constants begin.
const (
	lookMemory = 36
	lookOne    = 20
)

func newLookMemory() []float32 {
	v := simd.AlignedFloat32(lookMemory)
	minus := float32(math.Copysign(0, -1))
	for i := range 4 {
		of := v[lookOne+i:]
		of[0], of[4] = 1, 4
		if i < 3 {
			of[8] = minus
		} else {
			of[12] = minus
		}
	}
	return v
}

// lookShares1Go leaves all joints.
func lookShares1Go(_, _, _, _ []float32, joints []lookJoint, left *int) { *left = len(joints) }
