//go:build !purego

package simd

import "unsafe"

// passLanes is the number of lanes of a pass: NEON takes a block in four.
const passLanes = 4

// othersOf is the address of a pose's other columns, of which there may be none.
func othersOf(pose []float32, rotations int) *float32 {
	return unsafe.SliceData(pose[Lanes*rotationRows*rotations:])
}

// start writes the state of the frame above roots to the first place of scratch.
// NEON kernels keep states of four lanes, a quarter of the size of the others'.
func (r *Rig) start(scratch []float32) {
	repeat4(scratch, []float32{0, 0, 0, 1, 2})
	m := affine12{0: r.scale, 5: r.scale, 10: r.scale}
	repeat4(scratch[4*(stateRows-affineFloats):], m[:])
}

// repeat4 writes each value four times.
func repeat4(dst, values []float32) {
	for i, v := range values {
		q := dst[4*i:][:4]
		q[0], q[1], q[2], q[3] = v, v, v, v
	}
}
