package kernel

import "github.com/sinew-anim/sinew/native/simd"

// BlendRows1 is BlendRows16 for one instance, by SampleRows1, AccumulateRow and FinishRow. The
// pose is the first values of sum, whose length is SumValues.
func BlendRows1(sum []float32, rows *simd.Rows, parts []simd.WeightedRow, rest, reference []float32, threshold float32, pose []float32) error {
	const kernel = "BlendRows1"
	c := rows.Columns
	if !columnsFit(c, min(len(pose), len(rest), rows.Stride)) || len(sum) < SumValues(c) || len(reference) < 4*c.Rotations {
		return checkColumns(c, kernel, referenceLength(c, reference), sumLength(c, sum), rowLength(c, "pose", pose), rowLength(c, "rest", rest), length{"stride", rows.Stride, c.RowValues()})
	}
	if err := checkParts(kernel, len(parts)); err != nil {
		return err
	}
	last := int64(len(rows.Values) - rows.Stride - c.RowValues())
	for k := range parts {
		if row := parts[k].Row; row < 0 || row > last {
			return lengthError(kernel, "rows", len(rows.Values), int(row)+rows.Stride+c.RowValues())
		}
		if mask := parts[k].Mask; mask != nil && len(mask) < c.Rotations+c.Others {
			return checkLengths(kernel, maskLength(c, mask))
		}
	}
	if c.RowValues() > 0 {
		blendRows1(sum, rows, parts, rest, reference, aboveMin(threshold), pose)
	}
	return nil
}

// blendRows1Staged goes pose by pose. A pose that is a row, at alpha 0, is not copied: what differs
// is the sign of zeros, which the sum does not show.
func blendRows1Staged(sum []float32, rows *simd.Rows, parts []simd.WeightedRow, rest, reference []float32, threshold float32, pose []float32) {
	pose = pose[:rows.RowValues()]
	for k := range parts {
		p := &parts[k]
		row := rows.Values[p.Row:][:len(pose)]
		if p.Alpha != 0 {
			sampleRows1(pose, row, rows.Values[p.Row+int64(rows.Stride):][:len(pose)], p.Alpha)
			row = pose
		}
		sumRow(sum, row, rows.Columns, p.Weight, p.Mask, reference, k == 0)
	}
	finishRow(sum, rows.Columns, rest, threshold)
}
