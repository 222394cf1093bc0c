package kernel

import "github.com/sinew-anim/sinew/native/simd"

// OverPose16 completes a sum of poses as FinishPose16 does, with a pose below in place
// of the rest pose: lane by lane what is missing of the weight threshold comes from
// there.
//
//	r = threshold − Σu, or 0 where that is less
//	v = r·√lower₄, or −(r·√lower₄) where lower is not in the hemisphere of the reference
//	rotations        sum = sum + v·lower         then as FinishPose16, and sum₄ too
//	other columns    sum = (sum + r·lower) / the greater of Σu and threshold; w = 1
//
// Where Σu is 0 the pose is the lower one to the bit, rotations with n < ½ too. sum and
// lower must not overlap.
func OverPose16(sum, lower []float32, c simd.Columns, reference []float32, threshold float32) error {
	err := checkColumns(c, "OverPose16", referenceLength(c, reference), poseLength(c, "sum", sum), poseLength(c, "lower", lower))
	if err == nil && c.RowValues() > 0 {
		overPose16(sum, lower, c, reference, aboveMin(threshold))
	}
	return err
}

// CoverPose16 lays one pose over another: it is AccumulatePose16 of the upper one as the first
// and OverPose16 of that sum over the lower one, which it replaces; the bits are the same.
// Columns with a mask of 0 are not touched.
func CoverPose16(lower, upper []float32, c simd.Columns, weight *[simd.Lanes]float32, mask, reference []float32, threshold float32) error {
	err := checkColumns(c, "CoverPose16", referenceLength(c, reference), poseLength(c, "lower", lower), poseLength(c, "upper", upper), maskLength(c, mask))
	if err == nil && c.RowValues() > 0 {
		coverPose16(lower, upper, c, weight, mask, reference, aboveMin(threshold))
	}
	return err
}

// OverRow is OverPose16 for a sum of AccumulateRow and a row below: the pose is its
// first values.
func OverRow(sum, lower []float32, c simd.Columns, reference []float32, threshold float32) error {
	if !columnsFit(c, min(len(sum)-c.Rotations, len(lower))) || len(reference) < 4*c.Rotations {
		return checkColumns(c, "OverRow", referenceLength(c, reference), sumLength(c, sum), rowLength(c, "lower", lower))
	}
	if c.RowValues() > 0 {
		overRow(sum, lower, c, reference, aboveMin(threshold))
	}
	return nil
}
