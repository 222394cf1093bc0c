//go:build !purego

package simd

import "unsafe"

//go:noescape
func accumulatePose16NEON(sum, pose *float32, rotations, others int, weight, mask *float32, maskStep int, reference *float32, first int)

//go:noescape
func finishPose16NEON(sum *float32, rotations, others int, rest *float32, threshold float32)

//go:noescape
func accumulateRowNEON(sum, row *float32, rotations, others int, weights *float32, weight float32, mask *float32, maskStep int, reference *float32, first int)

//go:noescape
func finishRowNEON(sum *float32, rotations, others int, weights, rest *float32, threshold float32)

func accumulatePose16(sum, pose []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, first bool) {
	if Current() != NEON {
		accumulatePose16Go(sum, pose, c, weight, mask, reference, first)
		return
	}
	masks, step := maskOf(mask, 1)
	accumulatePose16NEON(&sum[0], &pose[0], c.Rotations, c.Others, &weight[0], masks, step, unsafe.SliceData(reference), flag(first))
}

func finishPose16(sum []float32, c Columns, rest []float32, threshold float32) {
	if Current() != NEON {
		finishPose16Go(sum, c, rest, threshold)
		return
	}
	finishPose16NEON(&sum[0], c.Rotations, c.Others, &rest[0], threshold)
}

func accumulateRow(sum, row []float32, c Columns, weight float32, mask, reference []float32, first bool) {
	if Current() != NEON {
		accumulateRowGo(sum, row, c, weight, mask, reference, first)
		return
	}
	masks, step := maskOf(mask, 4)
	accumulateRowNEON(&sum[0], &row[0], c.Rotations, c.Others, unsafe.SliceData(sum[c.RowValues():]), weight, masks, step,
		unsafe.SliceData(reference), flag(first))
}

func finishRow(sum []float32, c Columns, rest []float32, threshold float32) {
	if Current() != NEON {
		finishRowGo(sum, c, rest, threshold)
		return
	}
	finishRowNEON(&sum[0], c.Rotations, c.Others, unsafe.SliceData(sum[c.RowValues():]), &rest[0], threshold)
}
