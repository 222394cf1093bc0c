//go:build !purego

package simd

import "unsafe"

//go:noescape
func overPose16NEON(sum, lower *float32, rotations, others int, reference *float32, threshold float32)

//go:noescape
func coverPose16NEON(sum, pose *float32, rotations, others int, weight, mask *float32, maskStep int, reference *float32, threshold float32)

//go:noescape
func overRowNEON(sum, lower *float32, rotations, others int, weights, reference *float32, threshold float32)

func overPose16(sum, lower []float32, c Columns, reference []float32, threshold float32) {
	if Current() != NEON {
		overPose16Go(sum, lower, c, reference, threshold)
		return
	}
	overPose16NEON(&sum[0], &lower[0], c.Rotations, c.Others, unsafe.SliceData(reference), threshold)
}

func coverPose16(lower, upper []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, threshold float32) {
	if Current() != NEON {
		coverPose16Go(lower, upper, c, weight, mask, reference, threshold)
		return
	}
	masks, step := maskOf(mask, 1)
	coverPose16NEON(&lower[0], &upper[0], c.Rotations, c.Others, &weight[0], masks, step, unsafe.SliceData(reference), threshold)
}

func overRow(sum, lower []float32, c Columns, reference []float32, threshold float32) {
	if Current() != NEON {
		overRowGo(sum, lower, c, reference, threshold)
		return
	}
	overRowNEON(&sum[0], &lower[0], c.Rotations, c.Others, unsafe.SliceData(sum[c.RowValues():]), unsafe.SliceData(reference), threshold)
}
