package simd

// WeightedRows is a pose of BlendRows16, between two rows, and its weights per lane and per
// column (nil: 1).
type WeightedRows struct {
	At     *Frames
	Weight *[Lanes]float32
	Mask   []float32
}

// maxWeightedRows is the maximum number of poses of BlendRows16.
const maxWeightedRows = 8

// BlendRows16 writes the weighted mean of 1 to 8 poses of rows, with the bits of SampleRows16
// and AccumulatePose16 of each, in order, and FinishPose16. Four columns with masks of 0 are
// not read. pose is working memory.
func BlendRows16(sum []float32, rows *Rows, parts []WeightedRows, rest, reference []float32, threshold float32, pose []float32) error {
	const kernel = "BlendRows16"
	c := rows.Columns
	err := c.check(kernel, c.reference(reference), c.pose("sum", sum), c.pose("pose", pose), c.row("rest", rest))
	if err == nil {
		err = checkParts(kernel, len(parts))
	}
	for k := 0; k < len(parts) && err == nil; k++ {
		if err = parts[k].At.check(kernel, rows); err == nil {
			err = checkLengths(kernel, c.mask(parts[k].Mask))
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
func blendRowsStaged(sum []float32, rows *Rows, parts []WeightedRows, rest, reference []float32, threshold float32, pose []float32) {
	for k := range parts {
		p := &parts[k]
		sampleRows16(pose, rows, p.At)
		sumPose16(sum, pose, rows.Columns, p.Weight, p.Mask, reference, k == 0)
	}
	finishPose16(sum, rows.Columns, rest, threshold)
}
