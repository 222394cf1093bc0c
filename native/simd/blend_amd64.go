//go:build !purego

package simd

import "unsafe"

//go:noescape
func accumulatePose16AVX512(sum, pose *float32, rotations, others int, weight, mask *float32, maskStep int, reference *float32, first int)

//go:noescape
func accumulatePose8AVX2(sum, pose *float32, rotations, others int, weight, mask *float32, maskStep int, reference *float32, first int)

//go:noescape
func finishPose16AVX512(sum *float32, rotations, others int, rest *float32, threshold float32)

//go:noescape
func finishPose8AVX2(sum *float32, rotations, others int, rest *float32, threshold float32)

//go:noescape
func accumulateRowAVX2(sum, row *float32, rotations, others int, weights *float32, weight float32, mask *float32, maskStep int, reference *float32, first int)

//go:noescape
func finishRowAVX2(sum *float32, rotations, others int, weights, rest *float32, threshold float32)

func accumulatePose16(sum, pose []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, first bool) {
	masks, step := maskOf(mask, 1)
	switch Current() {
	case AVX512:
		accumulatePose16AVX512(&sum[0], &pose[0], c.Rotations, c.Others, &weight[0], masks, step, unsafe.SliceData(reference), flag(first))
	case AVX2:
		for l := 0; l < Lanes; l += passLanes {
			accumulatePose8AVX2(&sum[l], &pose[l], c.Rotations, c.Others, &weight[l], masks, step, unsafe.SliceData(reference), flag(first))
		}
	default:
		accumulatePose16Go(sum, pose, c, weight, mask, reference, first)
	}
}

func accumulateRow(sum, row []float32, c Columns, weight float32, mask, reference []float32, first bool) {
	if Current() == Generic {
		accumulateRowGo(sum, row, c, weight, mask, reference, first)
		return
	}
	masks, step := maskOf(mask, 4)
	accumulateRowAVX2(&sum[0], &row[0], c.Rotations, c.Others, unsafe.SliceData(sum[c.RowValues():]), weight, masks, step,
		unsafe.SliceData(reference), flag(first))
}

func finishRow(sum []float32, c Columns, rest []float32, threshold float32) {
	if Current() == Generic {
		finishRowGo(sum, c, rest, threshold)
		return
	}
	finishRowAVX2(&sum[0], c.Rotations, c.Others, unsafe.SliceData(sum[c.RowValues():]), &rest[0], threshold)
}

func finishPose16(sum []float32, c Columns, rest []float32, threshold float32) {
	switch Current() {
	case AVX512:
		finishPose16AVX512(&sum[0], c.Rotations, c.Others, &rest[0], threshold)
	case AVX2:
		for l := 0; l < Lanes; l += passLanes {
			finishPose8AVX2(&sum[l], c.Rotations, c.Others, &rest[0], threshold)
		}
	default:
		finishPose16Go(sum, c, rest, threshold)
	}
}
