//go:build !purego

package simd

import "unsafe"

// passLanes is the number of lanes of a pass: AVX2 takes a block in two.
const passLanes = 8

// othersOf is the address of lane first of a pose's other columns, or, without any, of the pose.
func othersOf(pose []float32, rotations, first int) *float32 {
	at := rotations*rotationRows*Lanes + first
	if at >= len(pose) {
		at = 0
	}
	return (*float32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(pose)), 4*at))
}
