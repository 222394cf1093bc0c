//go:build !purego

package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"unsafe"
)

// passLanes is the number of lanes of a pass: NEON takes a block in four.
const passLanes = 4

// othersOf is the address of a pose's other columns, if any.
func othersOf(pose []float32, rotations int) *float32 {
	return unsafe.SliceData(pose[simd.Lanes*rotationRows*rotations:])
}

// start writes the state of the frame above the roots, of four lanes, to scratch.
func (r *Rig) start(scratch []float32) {
	repeat4(scratch, []float32{0, 0, 0, 1, 2})
	m := affine{0: r.scale, 5: r.scale, 10: r.scale}
	repeat4(scratch[4*(stateRows-affineFloats):], m[:])
}

// start1 is start for one instance: the quaternion, s, and the matrix by columns.
func (r *Rig) start1(scratch []float32) {
	copy(scratch, []float32{3: 1, 4: 2, 8: r.scale, 13: r.scale, 18: r.scale, 23: 0})
}

// repeat4 writes each value four times.
func repeat4(dst, values []float32) {
	for i, v := range values {
		q := dst[4*i:][:4]
		q[0], q[1], q[2], q[3] = v, v, v, v
	}
}
