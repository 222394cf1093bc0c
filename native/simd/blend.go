package simd

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
func AccumulatePose16(sum, pose []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, first bool) error {
	const kernel = "AccumulatePose16"
	if err := checkBlend(kernel, sum, c, reference); err != nil {
		return err
	}
	if want := c.PoseValues(); len(pose) < want {
		return lengthError(kernel, "pose", len(pose), want)
	}
	if want := c.Rotations + c.Others; mask != nil && len(mask) < want {
		return lengthError(kernel, "mask", len(mask), want)
	}
	if c.RowValues() > 0 {
		accumulatePose16(sum, pose, c, weight, mask, reference, first)
	}
	return nil
}

func accumulatePose16Go(sum, pose []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, first bool) {
	for column := range c.Rotations + c.Others {
		m := float32(1)
		if mask != nil {
			m = mask[column]
		}
		rows := otherRows
		if column < c.Rotations {
			rows = rotationRows
		}
		to := sum[c.Row(column):][:rows*Lanes]
		switch {
		case m == 0 && first:
			clear(to)
		case m == 0:
		case column < c.Rotations:
			addRotation((*[rotationRows * Lanes]float32)(to), (*[4 * Lanes]float32)(pose[c.Row(column):]), weight, m, (*[4]float32)(reference[4*column:]), first)
		default:
			addOther((*[otherRows * Lanes]float32)(to), (*[otherRows * Lanes]float32)(pose[c.Row(column):]), weight, m, first)
		}
	}
}

func checkBlend(kernel string, sum []float32, c Columns, reference []float32) error {
	if want := 4 * c.Rotations; len(reference) < want {
		return lengthError(kernel, "reference", len(reference), want)
	}
	return checkSum(kernel, sum, c)
}

func checkSum(kernel string, sum []float32, c Columns) error {
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.PoseValues(); len(sum) < want {
		return lengthError(kernel, "sum", len(sum), want)
	}
	return nil
}

func addRotation(sum *[rotationRows * Lanes]float32, q *[4 * Lanes]float32, weight *[Lanes]float32, mask float32, r *[4]float32, first bool) {
	for l := range Lanes {
		x, y, z, w := q[l], q[Lanes+l], q[2*Lanes+l], q[3*Lanes+l]
		u := float32(weight[l] * mask)
		v := signed(lengthened(u, x, y, z, w), dot4(x, y, z, w, r))
		x, y, z, w = float32(v*x), float32(v*y), float32(v*z), float32(v*w)
		if !first {
			x, y, z, w, u = sum[l]+x, sum[Lanes+l]+y, sum[2*Lanes+l]+z, sum[3*Lanes+l]+w, sum[4*Lanes+l]+u
		}
		sum[l], sum[Lanes+l], sum[2*Lanes+l], sum[3*Lanes+l], sum[4*Lanes+l] = x, y, z, w, u
	}
}

func dot4(x, y, z, w float32, r *[4]float32) float32 {
	return (float32(x*r[0]) + float32(y*r[1])) + (float32(z*r[2]) + float32(w*r[3]))
}

// lengthened is u as the factor of a quaternion that is a little short of unit length, as
// those between two keys are: 1/|q| to the first order, so that it weighs as much as
// others. A pose of weight 1 keeps its bits.
func lengthened(u, x, y, z, w float32) float32 {
	if u == 1 {
		return u
	}
	return float32(u * (1 + (0.5 - float32(0.5*square(x, y, z, w)))))
}

// signed is u, or −u where d is negative.
func signed(u, d float32) float32 {
	if d < 0 {
		return -u
	}
	return u
}

func addOther(sum, p *[otherRows * Lanes]float32, weight *[Lanes]float32, mask float32, first bool) {
	for l := range Lanes {
		u := float32(weight[l] * mask)
		for k := l; k < otherRows*Lanes; k += Lanes {
			if v := float32(u * p[k]); first {
				sum[k] = v
			} else {
				sum[k] += v
			}
		}
	}
}

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
// less than ½, that of 126 joints is finite. A threshold below MinThreshold, where Σu = 0
// has no mean, is MinThreshold.
func FinishPose16(sum []float32, c Columns, rest []float32, threshold float32) error {
	const kernel = "FinishPose16"
	if err := checkSum(kernel, sum, c); err != nil {
		return err
	}
	if want := c.RowValues(); len(rest) < want {
		return lengthError(kernel, "rest", len(rest), want)
	}
	if c.RowValues() > 0 {
		finishPose16(sum, c, rest, aboveMin(threshold))
	}
	return nil
}

// MinThreshold is the least threshold of a sum of weights.
const MinThreshold = 1.0 / (1 << 30)

func aboveMin(threshold float32) float32 {
	if threshold > MinThreshold {
		return threshold
	}
	return MinThreshold
}

func finishPose16Go(sum []float32, c Columns, rest []float32, threshold float32) {
	for column := range c.Rotations {
		finishRotation((*[rotationRows * Lanes]float32)(sum[c.Row(column):]), (*[4]float32)(rest[4*column:]), threshold)
	}
	for column := c.Rotations; column < c.Rotations+c.Others; column++ {
		finishOther((*[otherRows * Lanes]float32)(sum[c.Row(column):]), (*[4]float32)(rest[4*column:]), threshold)
	}
}

func finishRotation(q *[rotationRows * Lanes]float32, rest *[4]float32, threshold float32) {
	for l := range Lanes {
		r := missing(threshold, q[4*Lanes+l])
		x, y, z, w := filled(q[l], r, rest[0]), filled(q[Lanes+l], r, rest[1]), filled(q[2*Lanes+l], r, rest[2]), filled(q[3*Lanes+l], r, rest[3])
		n := square(x, y, z, w)
		if n < shortSquare {
			x, y, z, w, n = lengthen(x, y, z, w, n)
		}
		q[l], q[Lanes+l], q[2*Lanes+l], q[3*Lanes+l], q[4*Lanes+l] = x, y, z, w, 1/n
	}
}

// shortSquare is the square of the length below which the rotation of a sum is short.
const shortSquare = 0.5

// leastSquare is the square of the length below which a sum of rotations has none. Sums of
// MinThreshold are longer.
const leastSquare = 1.0 / (1 << 126)

// lengthen gives a short rotation, whose |q|² is n, the length 1, and returns its |q|² too.
// Where it has no length the poses cancel each other: none of their rotations is the mean,
// so no rotation is.
func lengthen(x, y, z, w, n float32) (longX, longY, longZ, longW, longN float32) {
	if n < leastSquare {
		w, n = w+1, 1
	}
	f := 1 / sqrt(n)
	x, y, z, w = float32(x*f), float32(y*f), float32(z*f), float32(w*f)
	return x, y, z, w, square(x, y, z, w)
}

func finishOther(p *[otherRows * Lanes]float32, rest *[4]float32, threshold float32) {
	for l := range Lanes {
		r, total := missing(threshold, p[3*Lanes+l]), covered(threshold, p[3*Lanes+l])
		for k := range 3 {
			p[k*Lanes+l] = mean(p[k*Lanes+l], r, rest[k], total)
		}
		p[3*Lanes+l] = 1
	}
}

// missing is what a sum of weights lacks of a threshold.
func missing(threshold, u float32) float32 {
	if r := threshold - u; r > 0 {
		return r
	}
	return 0
}

// covered is the greater of a sum of weights and a threshold.
func covered(threshold, u float32) float32 {
	if threshold > u {
		return threshold
	}
	return u
}

// filled is s + r·p, +0 where it is 0.
func filled(s, r, p float32) float32 { return (s + float32(r*p)) + 0 }

// mean is (s + r·p) / total, +0 where it is 0.
func mean(s, r, p, total float32) float32 { return (s+float32(r*p))/total + 0 }

// AccumulateRow is AccumulatePose16 for one instance, whose poses are rows: a quad
// per column. sum has the sum of weights of each rotation column behind the row. The
// bits are those of a lane.
func AccumulateRow(sum, row []float32, c Columns, weight float32, mask, reference []float32, first bool) error {
	const kernel = "AccumulateRow"
	if err := checkBlendRow(kernel, sum, c, reference); err != nil {
		return err
	}
	if want := c.RowValues(); len(row) < want {
		return lengthError(kernel, "row", len(row), want)
	}
	if want := c.Rotations + c.Others; mask != nil && len(mask) < want {
		return lengthError(kernel, "mask", len(mask), want)
	}
	if c.RowValues() > 0 {
		accumulateRow(sum, row, c, weight, mask, reference, first)
	}
	return nil
}

func accumulateRowGo(sum, row []float32, c Columns, weight float32, mask, reference []float32, first bool) {
	quads, from, weights := castQuads(sum[:c.RowValues()]), castQuads(row[:c.RowValues()]), sum[c.RowValues():][:c.Rotations]
	for column := range quads {
		u := weight
		if mask != nil {
			u = float32(weight * mask[column])
		}
		if mask != nil && mask[column] == 0 {
			if first {
				quads[column] = [4]float32{}
				if column < c.Rotations {
					weights[column] = 0
				}
			}
			continue
		}
		to, q := &quads[column], &from[column]
		v := u
		if column < c.Rotations {
			v = signed(lengthened(u, q[0], q[1], q[2], q[3]), dot4(q[0], q[1], q[2], q[3], (*[4]float32)(reference[4*column:])))
			if first {
				weights[column] = u
			} else {
				weights[column] += u
			}
		}
		for k := range to {
			if p := float32(v * q[k]); first {
				to[k] = p
			} else {
				to[k] += p
			}
		}
	}
}

// SumValues is the length of the sum of AccumulateRow.
func (c Columns) SumValues() int { return c.RowValues() + c.Rotations }

// FinishRow is FinishPose16 for a sum of AccumulateRow: the pose is its first values.
func FinishRow(sum []float32, c Columns, rest []float32, threshold float32) error {
	const kernel = "FinishRow"
	if err := checkSumRow(kernel, sum, c); err != nil {
		return err
	}
	if want := c.RowValues(); len(rest) < want {
		return lengthError(kernel, "rest", len(rest), want)
	}
	if c.RowValues() > 0 {
		finishRow(sum, c, rest, aboveMin(threshold))
	}
	return nil
}

func finishRowGo(sum []float32, c Columns, rest []float32, threshold float32) {
	quads, still, weights := castQuads(sum[:c.RowValues()]), castQuads(rest[:c.RowValues()]), sum[c.RowValues():]
	for column := range quads {
		q, s := &quads[column], &still[column]
		if column < c.Rotations {
			r := missing(threshold, weights[column])
			*q = [4]float32{filled(q[0], r, s[0]), filled(q[1], r, s[1]), filled(q[2], r, s[2]), filled(q[3], r, s[3])}
			if n := square(q[0], q[1], q[2], q[3]); n < shortSquare {
				q[0], q[1], q[2], q[3], _ = lengthen(q[0], q[1], q[2], q[3], n)
			}
			continue
		}
		r, total := missing(threshold, q[3]), covered(threshold, q[3])
		*q = [4]float32{mean(q[0], r, s[0], total), mean(q[1], r, s[1], total), mean(q[2], r, s[2], total), 1}
	}
}

func checkBlendRow(kernel string, sum []float32, c Columns, reference []float32) error {
	if want := 4 * c.Rotations; len(reference) < want {
		return lengthError(kernel, "reference", len(reference), want)
	}
	return checkSumRow(kernel, sum, c)
}

func checkSumRow(kernel string, sum []float32, c Columns) error {
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.SumValues(); len(sum) < want {
		return lengthError(kernel, "sum", len(sum), want)
	}
	return nil
}
