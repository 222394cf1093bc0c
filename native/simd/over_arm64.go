//go:build !purego

package simd

import "unsafe"

//go:noescape
func overPoseNEON(sum *float32, rotations, others int, lower, reference *float32, threshold float32)

//go:noescape
func coverPoseNEON(sum *float32, rotations, others int, pose, weight, mask *float32, maskStep int, reference *float32, threshold float32)

//go:noescape
func overRowNEON(sum *float32, rotations, others int, lower, weights, reference *float32, threshold float32)

func overPose16(sum, lower []float32, c Columns, reference []float32, threshold float32) {
	if Current() != NEON {
		overPose16Go(sum, lower, c, reference, threshold)
		return
	}
	overPoseNEON(&sum[0], c.Rotations, c.Others, &lower[0], unsafe.SliceData(reference), threshold)
}

func coverPose16(lower, upper []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, threshold float32) {
	if Current() != NEON {
		coverPose16Go(lower, upper, c, weight, mask, reference, threshold)
		return
	}
	masks, step := maskOf(mask, 1)
	coverPoseNEON(&lower[0], c.Rotations, c.Others, &upper[0], &weight[0], masks, step, unsafe.SliceData(reference), threshold)
}

func overRow(sum, lower []float32, c Columns, reference []float32, threshold float32) {
	if Current() != NEON {
		overRowGo(sum, lower, c, reference, threshold)
		return
	}
	overRowNEON(&sum[0], c.Rotations, c.Others, &lower[0], unsafe.SliceData(sum[c.RowValues():]), unsafe.SliceData(reference), threshold)
}
