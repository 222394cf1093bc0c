package simd

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
func OverPose16(sum, lower []float32, c Columns, reference []float32, threshold float32) error {
	err := c.check("OverPose16", c.reference(reference), c.pose("sum", sum), c.pose("lower", lower))
	if err == nil && c.RowValues() > 0 {
		overPose16(sum, lower, c, reference, aboveMin(threshold))
	}
	return err
}

// CoverPose16 lays one pose over another: it is AccumulatePose16 of the upper one as the first
// and OverPose16 of that sum over the lower one, which it replaces; the bits are the same.
// Columns of which the mask has nothing are not touched.
func CoverPose16(lower, upper []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, threshold float32) error {
	err := c.check("CoverPose16", c.reference(reference), c.pose("lower", lower), c.pose("upper", upper), c.mask(mask))
	if err == nil && c.RowValues() > 0 {
		coverPose16(lower, upper, c, weight, mask, reference, aboveMin(threshold))
	}
	return err
}

// OverRow is OverPose16 for a sum of AccumulateRow and a row below: the pose is its
// first values.
func OverRow(sum, lower []float32, c Columns, reference []float32, threshold float32) error {
	if !c.fit(min(len(sum)-c.Rotations, len(lower))) || len(reference) < 4*c.Rotations {
		return c.check("OverRow", c.reference(reference), c.sum(sum), c.row("lower", lower))
	}
	if c.RowValues() > 0 {
		overRow(sum, lower, c, reference, aboveMin(threshold))
	}
	return nil
}
