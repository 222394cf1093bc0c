//go:build !purego

package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"unsafe"
)

// rowsPart is WeightedRows for the kernels. masked is −1, or 0 where the first four
// values of mask are those of all columns.
type rowsPart struct {
	row    *int64
	alpha  *float32
	weight *float32
	mask   *float32
	masked int
}

func blendRows16(sum []float32, rows *simd.Rows, parts []simd.WeightedRows, rest, reference []float32, threshold float32, pose []float32) {
	isa, lanes := simd.Current(), simd.Lanes
	switch isa {
	case simd.AVX512:
	case simd.AVX2:
		lanes = passLanes
	default:
		blendRowsStaged(sum, rows, parts, rest, reference, threshold, pose)
		return
	}
	rotations, others, stride := rows.Rotations/groupJoints, rows.Others/groupJoints, 4*rows.Stride
	var list [maxWeightedRows]rowsPart
	for first := 0; first < simd.Lanes; first += lanes {
		for k := range parts {
			p := &parts[k]
			mask, step := maskOf(p.Mask, 1)
			list[k] = rowsPart{&p.At.Row[first], &p.At.Alpha[first], &p.Weight[first], mask, -step / 4}
		}
		if isa == simd.AVX512 {
			blendRows16AVX512(&sum[0], &rows.Values[0], stride, &list[0], len(parts), rotations, others, &rest[0], unsafe.SliceData(reference), threshold)
		} else {
			blendRows8AVX2(&sum[first], &rows.Values[0], stride, &list[0], len(parts), rotations, others, &rest[0], unsafe.SliceData(reference), threshold)
		}
	}
}

func blendRows1(sum []float32, rows *simd.Rows, parts []simd.WeightedRow, rest, reference []float32, threshold float32, pose []float32) {
	rotations := rows.Rotations / groupJoints
	if simd.Current() != simd.AVX512 || rotations == 1 { // the kernel takes two at once
		blendRows1Staged(sum, rows, parts, rest, reference, threshold, pose)
		return
	}
	blendRows1AVX512(&sum[0], &rows.Values[0], 4*rows.Stride, &parts[0], len(parts), rotations, rows.Others/groupJoints,
		&rest[0], unsafe.SliceData(reference), threshold)
}
