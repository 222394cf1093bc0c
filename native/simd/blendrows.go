package simd

// WeightedRows is one of the poses that BlendRows16 adds up: between two rows, by the
// weights of the lanes and of the columns (nil: 1).
type WeightedRows struct {
	At     *Frames
	Weight *[Lanes]float32
	Mask   []float32
}

// maxWeightedRows is the greatest number of poses that BlendRows16 adds up.
const maxWeightedRows = 8

// BlendRows16 writes the weighted mean of poses of rows, each of them sampled by
// SampleRows16 into a pose and added by AccumulatePose16, in their order, and their sum
// completed by FinishPose16: the bits are the same. Four columns of which a mask has
// nothing are not read.
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
