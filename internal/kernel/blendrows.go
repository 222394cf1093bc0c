package kernel

import "github.com/sinew-anim/sinew/native/simd"

// maxWeightedRows is the maximum number of poses of BlendRows16.
const maxWeightedRows = 8

// BlendRows16 writes the weighted mean of 1 to 8 poses of rows, with the bits of SampleRows16
// and AccumulatePose16 of each, in order, and FinishPose16. Four columns with masks of 0 are
// not read. pose is working memory.
func BlendRows16(sum []float32, rows *simd.Rows, parts []simd.WeightedRows, rest, reference []float32, threshold float32, pose []float32) error {
	const kernel = "BlendRows16"
	c := rows.Columns
	err := checkColumns(c, kernel, referenceLength(c, reference), poseLength(c, "sum", sum), poseLength(c, "pose", pose), rowLength(c, "rest", rest))
	if err == nil {
		err = checkParts(kernel, len(parts))
	}
	for k := 0; k < len(parts) && err == nil; k++ {
		if err = checkFrames(parts[k].At, kernel, rows); err == nil {
			err = checkLengths(kernel, maskLength(c, parts[k].Mask))
		}
	}
	if err == nil && c.RowValues() > 0 {
		blendRows16(sum, rows, parts, rest, reference, aboveMin(threshold), pose)
	}
	return err
}

func checkParts(kernel string, n int) error {
	if n < 1 || n > maxWeightedRows {
		return lengthError(kernel, "parts", n, maxWeightedRows)
	}
	return nil
}

// blendRowsStaged goes pose by pose.
func blendRowsStaged(sum []float32, rows *simd.Rows, parts []simd.WeightedRows, rest, reference []float32, threshold float32, pose []float32) {
	for k := range parts {
		p := &parts[k]
		sampleRows16(pose, rows, p.At)
		sumPose16(sum, pose, rows.Columns, p.Weight, p.Mask, reference, k == 0)
	}
	finishPose16(sum, rows.Columns, rest, threshold)
}
