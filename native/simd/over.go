package simd

import "math"

// OverPose16 completes a sum of poses as FinishPose16 does, with a pose below in place
// of the rest pose: lane by lane what is missing of the weight threshold comes from
// there.
//
//	r = threshold − Σu, or 0 where that is less
//	v = r·√lower₄, or −(r·√lower₄) where lower is not in the hemisphere of the reference
//	rotations        sum = sum + v·lower         sum₄ = 1 / ((xx + yy) + (zz + ww))
//	other columns    sum = (sum + r·lower) / the greater of Σu and threshold; w = 1
//
// Where Σu is 0 the pose is the lower one to the bit. sum and lower must not overlap.
func OverPose16(sum, lower []float32, c Columns, reference []float32, threshold float32) error {
	const kernel = "OverPose16"
	if err := checkBlend(kernel, sum, c, reference); err != nil {
		return err
	}
	if want := c.PoseValues(); len(lower) < want {
		return lengthError(kernel, "lower", len(lower), want)
	}
	if c.RowValues() > 0 {
		overPose16(sum, lower, c, reference, aboveMin(threshold))
	}
	return nil
}

func overPose16Go(sum, lower []float32, c Columns, reference []float32, threshold float32) {
	for column := range c.Rotations {
		overRotation((*[rotationRows * Lanes]float32)(sum[c.Row(column):]), (*[rotationRows * Lanes]float32)(lower[c.Row(column):]),
			(*[4]float32)(reference[4*column:]), threshold)
	}
	for column := c.Rotations; column < c.Rotations+c.Others; column++ {
		overOther((*[otherRows * Lanes]float32)(sum[c.Row(column):]), (*[otherRows * Lanes]float32)(lower[c.Row(column):]), threshold)
	}
}

func overRotation(sum, lower *[rotationRows * Lanes]float32, reference *[4]float32, threshold float32) {
	for l := range Lanes {
		q := [4]float32{sum[l], sum[Lanes+l], sum[2*Lanes+l], sum[3*Lanes+l]}
		p := [4]float32{lower[l], lower[Lanes+l], lower[2*Lanes+l], lower[3*Lanes+l]}
		q = rotationOver(q, p, sum[4*Lanes+l], lower[4*Lanes+l], reference, threshold)
		sum[l], sum[Lanes+l], sum[2*Lanes+l], sum[3*Lanes+l] = q[0], q[1], q[2], q[3]
		sum[4*Lanes+l] = inverseSquare(q[0], q[1], q[2], q[3])
	}
}

// rotationOver completes the sum q of the weight u with p, whose 1/|p|² is inverse.
func rotationOver(q, p [4]float32, u, inverse float32, reference *[4]float32, threshold float32) [4]float32 {
	if u == 0 {
		return p
	}
	v := signed(float32(missing(threshold, u)*sqrt(inverse)), dot4(p[0], p[1], p[2], p[3], reference))
	return [4]float32{filled(q[0], v, p[0]), filled(q[1], v, p[1]), filled(q[2], v, p[2]), filled(q[3], v, p[3])}
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

func overOther(sum, lower *[otherRows * Lanes]float32, threshold float32) {
	for l := range Lanes {
		v := otherOver([4]float32{sum[l], sum[Lanes+l], sum[2*Lanes+l], sum[3*Lanes+l]}, [4]float32{lower[l], lower[Lanes+l], lower[2*Lanes+l]}, threshold)
		sum[l], sum[Lanes+l], sum[2*Lanes+l], sum[3*Lanes+l] = v[0], v[1], v[2], v[3]
	}
}

// otherOver completes the sum s of an other column with p.
func otherOver(s, p [4]float32, threshold float32) [4]float32 {
	u := s[3]
	if u == 0 {
		return [4]float32{p[0], p[1], p[2], 1}
	}
	r, total := missing(threshold, u), covered(threshold, u)
	return [4]float32{mean(s[0], r, p[0], total), mean(s[1], r, p[1], total), mean(s[2], r, p[2], total), 1}
}

// OverRow is OverPose16 for a sum of AccumulateRow and a row below: the pose is its
// first values.
func OverRow(sum, lower []float32, c Columns, reference []float32, threshold float32) error {
	const kernel = "OverRow"
	if err := checkBlendRow(kernel, sum, c, reference); err != nil {
		return err
	}
	if want := c.RowValues(); len(lower) < want {
		return lengthError(kernel, "lower", len(lower), want)
	}
	threshold = aboveMin(threshold)
	quads, below, weights := castQuads(sum[:c.RowValues()]), castQuads(lower[:c.RowValues()]), sum[c.RowValues():]
	for column := range quads {
		q, p := &quads[column], &below[column]
		if column < c.Rotations {
			*q = rotationOver(*q, *p, weights[column], inverseSquare(p[0], p[1], p[2], p[3]), (*[4]float32)(reference[4*column:]), threshold)
		} else {
			*q = otherOver(*q, *p, threshold)
		}
	}
	return nil
}
