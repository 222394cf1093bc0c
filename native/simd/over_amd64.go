//go:build !purego

package simd

import "unsafe"

//go:noescape
func overPose16AVX512(sum, lower *float32, rotations, others int, reference *float32, threshold float32)

//go:noescape
func overPose8AVX2(sum, lower *float32, rotations, others int, reference *float32, threshold float32)

//go:noescape
func coverPose16AVX512(sum, pose *float32, rotations, others int, weight, mask *float32, maskStep int, reference *float32, threshold float32)

//go:noescape
func coverPose8AVX2(sum, pose *float32, rotations, others int, weight, mask *float32, maskStep int, reference *float32, threshold float32)

//go:noescape
func overRowAVX2(sum, lower *float32, rotations, others int, weights, reference *float32, threshold float32)

func overPose16(sum, lower []float32, c Columns, reference []float32, threshold float32) {
	switch Current() {
	case AVX512:
		overPose16AVX512(&sum[0], &lower[0], c.Rotations, c.Others, unsafe.SliceData(reference), threshold)
	case AVX2:
		for l := 0; l < Lanes; l += passLanes {
			overPose8AVX2(&sum[l], &lower[l], c.Rotations, c.Others, unsafe.SliceData(reference), threshold)
		}
	default:
		overPose16Go(sum, lower, c, reference, threshold)
	}
}

func coverPose16(lower, upper []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, threshold float32) {
	masks, step := maskOf(mask, 1)
	switch Current() {
	case AVX512:
		coverPose16AVX512(&lower[0], &upper[0], c.Rotations, c.Others, &weight[0], masks, step, unsafe.SliceData(reference), threshold)
	case AVX2:
		for l := 0; l < Lanes; l += passLanes {
			coverPose8AVX2(&lower[l], &upper[l], c.Rotations, c.Others, &weight[l], masks, step, unsafe.SliceData(reference), threshold)
		}
	default:
		coverPose16Go(lower, upper, c, weight, mask, reference, threshold)
	}
}

func overRow(sum, lower []float32, c Columns, reference []float32, threshold float32) {
	if Current() == Generic {
		overRowGo(sum, lower, c, reference, threshold)
		return
	}
	overRowAVX2(&sum[0], &lower[0], c.Rotations, c.Others, unsafe.SliceData(sum[c.RowValues():]), unsafe.SliceData(reference), threshold)
}
