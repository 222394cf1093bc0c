package simd

import "math"

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
		x, y, z, w := lower[l], lower[Lanes+l], lower[2*Lanes+l], lower[3*Lanes+l]
		u := sum[4*Lanes+l]
		if u != 0 {
			v := share(u, threshold, lower[4*Lanes+l], dot4(x, y, z, w, reference))
			x, y, z, w = filled(sum[l], v, x), filled(sum[Lanes+l], v, y), filled(sum[2*Lanes+l], v, z), filled(sum[3*Lanes+l], v, w)
		}
		n := square(x, y, z, w)
		if n < shortSquare && u != 0 {
			x, y, z, w, n = lengthen(x, y, z, w, n)
		}
		sum[l], sum[Lanes+l], sum[2*Lanes+l], sum[3*Lanes+l], sum[4*Lanes+l] = x, y, z, w, 1/n
	}
}

// share is how many times a sum of the weight u gets the rotation below, whose 1/|q|²
// is inverse and whose product with the reference is d.
func share(u, threshold, inverse, d float32) float32 {
	return signed(float32(missing(threshold, u)*sqrt(inverse)), d)
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

func overOther(sum, lower *[otherRows * Lanes]float32, threshold float32) {
	for l := range Lanes {
		u := sum[3*Lanes+l]
		r, total := missing(threshold, u), covered(threshold, u)
		for i := l; i < 3*Lanes; i += Lanes {
			v := lower[i]
			if u != 0 {
				v = mean(sum[i], r, v, total)
			}
			sum[i] = v
		}
		sum[3*Lanes+l] = 1
	}
}

// CoverPose16 lays one pose over another: it is AccumulatePose16 of the upper one as the first
// and OverPose16 of that sum over the lower one, which it replaces; the bits are the same.
// Columns of which the mask has nothing are not touched.
func CoverPose16(lower, upper []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, threshold float32) error {
	const kernel = "CoverPose16"
	if err := checkBlend(kernel, lower, c, reference); err != nil {
		return err
	}
	if want := c.PoseValues(); len(upper) < want {
		return lengthError(kernel, "upper", len(upper), want)
	}
	if want := c.Rotations + c.Others; mask != nil && len(mask) < want {
		return lengthError(kernel, "mask", len(mask), want)
	}
	if c.RowValues() > 0 {
		coverPose16(lower, upper, c, weight, mask, reference, aboveMin(threshold))
	}
	return nil
}

func coverPose16Go(lower, upper []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, threshold float32) {
	var sum [rotationRows * Lanes]float32
	for column := range c.Rotations + c.Others {
		m := float32(1)
		if mask != nil {
			m = mask[column]
		}
		if m == 0 {
			continue
		}
		below, above := lower[c.Row(column):], upper[c.Row(column):]
		if column >= c.Rotations {
			p, s := (*[otherRows * Lanes]float32)(below), (*[otherRows * Lanes]float32)(sum[:])
			addOther(s, (*[otherRows * Lanes]float32)(above), weight, m, true)
			for l := range Lanes {
				s[3*Lanes+l] = float32(weight[l] * m) // which is what it is where the pose has 1 there
			}
			overOther(s, p, threshold)
			copy(p[:], s[:3*Lanes])
			continue
		}
		p, r := (*[rotationRows * Lanes]float32)(below), (*[4]float32)(reference[4*column:])
		addRotation(&sum, (*[4 * Lanes]float32)(above), weight, m, r, true)
		overRotation(&sum, p, r, threshold)
		*p = sum
	}
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
	if c.RowValues() > 0 {
		overRow(sum, lower, c, reference, aboveMin(threshold))
	}
	return nil
}

func overRowGo(sum, lower []float32, c Columns, reference []float32, threshold float32) {
	quads, below, weights := castQuads(sum[:c.RowValues()]), castQuads(lower[:c.RowValues()]), sum[c.RowValues():]
	for column := range quads {
		q, p := &quads[column], &below[column]
		if column < c.Rotations {
			u := weights[column]
			if u == 0 {
				*q = *p
				continue
			}
			v := share(u, threshold, inverseSquare(p[0], p[1], p[2], p[3]), dot4(p[0], p[1], p[2], p[3], (*[4]float32)(reference[4*column:])))
			*q = [4]float32{filled(q[0], v, p[0]), filled(q[1], v, p[1]), filled(q[2], v, p[2]), filled(q[3], v, p[3])}
			if n := square(q[0], q[1], q[2], q[3]); n < shortSquare {
				q[0], q[1], q[2], q[3], _ = lengthen(q[0], q[1], q[2], q[3], n)
			}
			continue
		}
		u := q[3]
		r, total := missing(threshold, u), covered(threshold, u)
		for k := range 3 {
			v := p[k]
			if u != 0 {
				v = mean(q[k], r, v, total)
			}
			q[k] = v
		}
		q[3] = 1
	}
}
