package pose

import (
	"fmt"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Accumulate adds the pose of a block to a sum, or makes the sum of it where first:
// lane i with weight[i] and each column with its weight in columns, see
// ColumnWeights; nil stands for 1 in all. Rotations take the sign that puts them into
// the hemisphere of the layout's Reference, so that the sum is one weighted mean. A
// column of weight 0 takes no time. The error wraps simd.ErrLength.
func (l *Layout) Accumulate(sum, block []float32, weight *[Lanes]float32, columns []float32, first bool) error {
	return simd.AccumulatePose16(sum, block, l.columns, weight, columns, l.Reference, first)
}

// Finish makes a pose of a sum: a weight below 1 is filled up from the rest pose, a
// weight above 1 divided out, and rotations get their 1/|q|². The pose of a lane of
// weight 1 that was alone keeps its bits. The error wraps simd.ErrLength.
func (l *Layout) Finish(sum []float32) error {
	return simd.FinishPose16(sum, l.columns, l.Rest, l.Reference)
}

// AccumulateRow is Accumulate for one instance, whose pose is a row; sum has SumValues
// values. The error wraps simd.ErrLength.
func (l *Layout) AccumulateRow(sum, row []float32, weight float32, columns []float32, first bool) error {
	return simd.AccumulateRow(sum, row, l.columns, weight, columns, l.Reference, first)
}

// SumValues returns the length of the sum of AccumulateRow.
func (l *Layout) SumValues() int { return l.columns.SumValues() }

// FinishRow is Finish for a sum of AccumulateRow. Its first RowValues values are the
// pose then, for ToPalette. The error wraps simd.ErrLength.
func (l *Layout) FinishRow(sum []float32) error {
	return simd.FinishRow(sum, l.columns, l.Rest, l.Reference)
}

// ToModel computes the model-space matrices of some slots' joints from the palettes
// of a block, in lanes:
//
//	model[(12k + r)·16 + lane]    r = 0 … 11: the matrix of slots[k]
//
// The error wraps simd.ErrLength for a slice that is too short and soa.ErrRange for a
// slot out of range.
func (l *Layout) ToModel(model, palettes []float32, stride int, slots []int) error {
	if err := checkLen("to model", "model", len(model), affineFloats*Lanes*len(slots)); err != nil {
		return err
	}
	if err := checkLen("to model", "palettes", len(palettes), (Lanes-1)*stride+affineFloats*l.Rotations()); err != nil {
		return err
	}
	for k, s := range slots {
		if s < 0 || s >= l.Rotations() {
			return fmt.Errorf("to model: %w: slot %d of %d", soa.ErrRange, s, l.Rotations())
		}
		to := model[affineFloats*Lanes*k:][:affineFloats*Lanes]
		for lane := range Lanes {
			palette := soa.Affine(palettes[lane*stride+affineFloats*s:])
			m := palette.Mul(&l.Bind[s])
			for r, v := range m {
				to[r*Lanes+lane] = v
			}
		}
	}
	return nil
}
