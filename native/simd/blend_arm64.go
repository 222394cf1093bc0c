//go:build !purego

package simd

import "unsafe"

//go:noescape
func accumulatePoseNEON(sum *float32, rotations, others int, pose, weight, mask *float32, maskStep int, reference *float32, first int)

//go:noescape
func finishPoseNEON(sum *float32, rotations, others int, rest *float32, threshold float32)

//go:noescape
func accumulateRowNEON(sum *float32, rotations, others int, row, weights, mask *float32, maskStep int, reference *float32, first int, weight float32)

//go:noescape
func finishRowNEON(sum *float32, rotations, others int, weights, rest *float32, threshold float32)

func accumulatePose16(sum, pose []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, first bool) {
	if Current() != NEON {
		accumulatePose16Go(sum, pose, c, weight, mask, reference, first)
		return
	}
	masks, step := maskOf(mask, 1)
	accumulatePoseNEON(&sum[0], c.Rotations, c.Others, &pose[0], &weight[0], masks, step, unsafe.SliceData(reference), flag(first))
}

func finishPose16(sum []float32, c Columns, rest []float32, threshold float32) {
	if Current() != NEON {
		finishPose16Go(sum, c, rest, threshold)
		return
	}
	finishPoseNEON(&sum[0], c.Rotations, c.Others, &rest[0], threshold)
}

func accumulateRow(sum, row []float32, c Columns, weight float32, mask, reference []float32, first bool) {
	if Current() != NEON {
		accumulateRowGo(sum, row, c, weight, mask, reference, first)
		return
	}
	masks, step := maskOf(mask, 4)
	accumulateRowNEON(&sum[0], c.Rotations, c.Others, &row[0], unsafe.SliceData(sum[c.RowValues():]), masks, step,
		unsafe.SliceData(reference), flag(first), weight)
}

func finishRow(sum []float32, c Columns, rest []float32, threshold float32) {
	if Current() != NEON {
		finishRowGo(sum, c, rest, threshold)
		return
	}
	finishRowNEON(&sum[0], c.Rotations, c.Others, unsafe.SliceData(sum[c.RowValues():]), &rest[0], threshold)
}
