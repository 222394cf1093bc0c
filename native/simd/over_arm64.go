//go:build !purego

package simd

import "unsafe"

//go:noescape
func overPoseNEON(sum *float32, rotations, others int, lower, reference *float32, threshold float32)

//go:noescape
func overRowNEON(sum *float32, rotations, others int, lower, weights, reference *float32, threshold float32)

func overPose16(sum, lower []float32, c Columns, reference []float32, threshold float32) {
	if Current() != NEON {
		overPose16Go(sum, lower, c, reference, threshold)
		return
	}
	overPoseNEON(&sum[0], c.Rotations, c.Others, &lower[0], unsafe.SliceData(reference), threshold)
}

func overRow(sum, lower []float32, c Columns, reference []float32, threshold float32) {
	if Current() != NEON {
		overRowGo(sum, lower, c, reference, threshold)
		return
	}
	overRowNEON(&sum[0], c.Rotations, c.Others, &lower[0], unsafe.SliceData(sum[c.RowValues():]), unsafe.SliceData(reference), threshold)
}
