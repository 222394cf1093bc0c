package kernel

import "github.com/sinew-anim/sinew/native/simd"

// Blending adds up poses of one layout, column by column, and completes the sum. The
// fifth component of a rotation column and the fourth of any other, which is 1 in a
// pose, carry the sum of weights meanwhile:
//
//	sum   x │ Σ ±u·x     u = weight of the lane · mask of the column
//	      y │ Σ ±u·y     ± so that q lies in the hemisphere of the reference
//	      z │ Σ ±u·z
//	      w │ Σ ±u·w
//	        │ Σ u

// AccumulatePose16 adds a pose to a sum, each lane by its weight and each column by
// its mask (nil: 1), or, where first, makes the sum of it:
//
//	d = (x·X + y·Y) + (z·Z + w·W)              X … W: the reference of a rotation column
//	u = weight·mask      v = u·(1 + c), or −u·(1 + c) where d < 0
//	c = ½ − ½·|q|²       0 where u = 1
//	sum = sum + v·q      sum₄ = sum₄ + u       rotations
//	sum = sum + u·p                            other columns, all four components
//
// A column with mask 0 is left as it is, or where first set to 0. reference has a
// quad per rotation column, mask a value per column. Sums of three poses and more
// round in the order of the calls.
func AccumulatePose16(sum, pose []float32, c simd.Columns, weight *[simd.Lanes]float32, mask, reference []float32, first bool) error {
	err := checkColumns(c, "AccumulatePose16", referenceLength(c, reference), poseLength(c, "sum", sum), poseLength(c, "pose", pose), maskLength(c, mask))
	if err == nil && c.RowValues() > 0 {
		sumPose16(sum, pose, c, weight, mask, reference, first)
	}
	return err
}

// sumPose16 begins a sum, or adds to it.
func sumPose16(sum, pose []float32, c simd.Columns, weight *[simd.Lanes]float32, mask, reference []float32, first bool) {
	if !first {
		accumulatePose16(sum, pose, c, weight, mask, reference)
		return
	}
	clearMasked(sum, c, mask)
	beginPose16(sum, pose, c, weight, mask, reference)
}

// clearMasked sets columns to 0 where a mask is 0.
func clearMasked(sum []float32, c simd.Columns, mask []float32) {
	for column := range min(len(mask), c.Rotations+c.Others) {
		if mask[column] == 0 {
			clear(sum[ColumnStart(c, column):ColumnStart(c, column+1)])
		}
	}
}

func referenceLength(c simd.Columns, quads []float32) length {
	return length{"reference", len(quads), 4 * c.Rotations}
}
func sumLength(c simd.Columns, row []float32) length { return length{"sum", len(row), SumValues(c)} }

// FinishPose16 completes a sum of poses: what is missing of the weight threshold comes
// from the rest pose, a row whose rotations lie in the hemisphere of the reference, and then
//
//	r = threshold − Σu, or 0 where that is less      sum = sum + r·rest
//	rotations        n = (xx + yy) + (zz + ww)      w = w + 1, n = 1 where n < 2⁻¹²⁶
//	                 q = q·(1/√n), n anew of it     where n < ½
//	                 sum₄ = 1 / n
//	other columns    x, y, z divided by the greater of Σu and threshold; w = 1
//
// so that the pose of one lane of weight 1 keeps its bits where the threshold is not
// more, but for rotations with n < ½. No component is −0: a lane's bits are those of the
// poses that have a weight in it, whatever else the sum has. The mean of rotations that
// cancel each other is no rotation. Palettes of a rig multiply 1/n along chains: with n no
// less than ½, that of 126 joints is finite. A threshold below 2⁻³⁰, where Σu = 0 has no
// mean, is 2⁻³⁰.
func FinishPose16(sum []float32, c simd.Columns, rest []float32, threshold float32) error {
	err := checkColumns(c, "FinishPose16", poseLength(c, "sum", sum), rowLength(c, "rest", rest))
	if err == nil && c.RowValues() > 0 {
		finishPose16(sum, c, rest, aboveMin(threshold))
	}
	return err
}

// minThreshold is the least threshold of a sum of weights.
const minThreshold = 1.0 / (1 << 30)

func aboveMin(threshold float32) float32 {
	if threshold > minThreshold {
		return threshold
	}
	return minThreshold
}

// AccumulateRow is AccumulatePose16 for one instance, whose poses are rows: a quad
// per column. sum has the sum of weights of each rotation column behind the row. The
// bits are those of a lane.
func AccumulateRow(sum, row []float32, c simd.Columns, weight float32, mask, reference []float32, first bool) error {
	if !columnsFit(c, min(len(sum)-c.Rotations, len(row))) || len(reference) < 4*c.Rotations || mask != nil && len(mask) < c.Rotations+c.Others {
		return checkColumns(c, "AccumulateRow", referenceLength(c, reference), sumLength(c, sum), rowLength(c, "row", row), maskLength(c, mask))
	}
	if c.RowValues() > 0 {
		sumRow(sum, row, c, weight, mask, reference, first)
	}
	return nil
}

func sumRow(sum, row []float32, c simd.Columns, weight float32, mask, reference []float32, first bool) {
	if first {
		beginRow(sum, row, c, weight, mask, reference)
	} else {
		accumulateRow(sum, row, c, weight, mask, reference)
	}
}

// maskAt is the mask of a column.
func maskAt(mask []float32, column int) float32 {
	if mask == nil {
		return 1
	}
	return mask[column]
}

// SumValues is the length of the sum of AccumulateRow.
func SumValues(c simd.Columns) int { return c.RowValues() + c.Rotations }

// FinishRow is FinishPose16 for a sum of AccumulateRow: the pose is its first values.
func FinishRow(sum []float32, c simd.Columns, rest []float32, threshold float32) error {
	if !columnsFit(c, min(len(sum)-c.Rotations, len(rest))) {
		return checkColumns(c, "FinishRow", sumLength(c, sum), rowLength(c, "rest", rest))
	}
	if c.RowValues() > 0 {
		finishRow(sum, c, rest, aboveMin(threshold))
	}
	return nil
}
