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
	if err := checkBlend(kernel, sum, rows.Columns.PoseValues(), rows.Columns, reference); err != nil {
		return err
	}
	if want := rows.PoseValues(); len(pose) < want {
		return lengthError(kernel, "pose", len(pose), want)
	}
	if want := rows.RowValues(); len(rest) < want {
		return lengthError(kernel, "rest", len(rest), want)
	}
	if len(parts) < 1 || len(parts) > maxWeightedRows {
		return lengthError(kernel, "parts", len(parts), maxWeightedRows)
	}
	for k := range parts {
		if err := parts[k].At.check(kernel, len(rows.Values), rows.Stride, rows.Columns); err != nil {
			return err
		}
		if want := rows.Rotations + rows.Others; parts[k].Mask != nil && len(parts[k].Mask) < want {
			return lengthError(kernel, "mask", len(parts[k].Mask), want)
		}
	}
	if rows.RowValues() > 0 {
		blendRows16(sum, rows, parts, rest, reference, aboveMin(threshold), pose)
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
