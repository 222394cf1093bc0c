package simd

// WeightedRow is one of the poses that BlendRows1 adds up: WeightedRows of one lane.
type WeightedRow struct {
	Row           int64
	Alpha, Weight float32
	Mask          []float32
}

// BlendRows1 is BlendRows16 for one instance: its pose is the first values of sum, which has
// room for a sum of AccumulateRow. Each pose is sampled by SampleRows1 and added by
// AccumulateRow, in their order, and FinishRow completes the sum: the bits are the same.
func BlendRows1(sum []float32, rows *Rows, parts []WeightedRow, rest, reference []float32, threshold float32, pose []float32) error {
	const kernel = "BlendRows1"
	if err := checkBlend(kernel, sum, rows.Columns.SumValues(), rows.Columns, reference); err != nil {
		return err
	}
	want := rows.RowValues()
	if len(pose) < want {
		return lengthError(kernel, "pose", len(pose), want)
	}
	if len(rest) < want {
		return lengthError(kernel, "rest", len(rest), want)
	}
	if len(parts) < 1 || len(parts) > maxWeightedRows {
		return lengthError(kernel, "parts", len(parts), maxWeightedRows)
	}
	if rows.Stride < want {
		return lengthError(kernel, "stride", rows.Stride, want)
	}
	last := int64(len(rows.Values) - rows.Stride - want)
	for k := range parts {
		if row := parts[k].Row; row < 0 || row > last {
			return lengthError(kernel, "rows", len(rows.Values), int(row)+rows.Stride+want)
		}
		if want := rows.Rotations + rows.Others; parts[k].Mask != nil && len(parts[k].Mask) < want {
			return lengthError(kernel, "mask", len(parts[k].Mask), want)
		}
	}
	if want > 0 {
		blendRows1(sum, rows, parts, rest, reference, aboveMin(threshold), pose)
	}
	return nil
}

// blendRows1Staged goes pose by pose.
func blendRows1Staged(sum []float32, rows *Rows, parts []WeightedRow, rest, reference []float32, threshold float32, pose []float32) {
	pose = pose[:rows.RowValues()]
	for k := range parts {
		p := &parts[k]
		sampleRows1(pose, rows.Values[p.Row:][:len(pose)], rows.Values[p.Row+int64(rows.Stride):][:len(pose)], p.Alpha)
		sumRow(sum, pose, rows.Columns, p.Weight, p.Mask, reference, k == 0)
	}
	finishRow(sum, rows.Columns, rest, threshold)
}
