package simd

import "math"

// AddPose16 adds the difference of a pose from an origin to a pose, each lane by its
// weight and each column by its mask (nil: 1); a negative weight takes the difference
// away. The pose is one that FinishPose16 completed, and is complete afterwards.
//
//	u = weight·mask        o: the quad of the column in origin
//	rotations      d = o·p, g = u·√delta₄                  o: the inverse of a unit quaternion; p of any length
//	               q = q·(g·d.xyz, 1 − |u| + |g·d.w|)      g negated where d.w < 0
//	other columns  v = v + u·(p − o)                       where o₄ is 0
//	               v = v·f, or v/f where u < 0             where o₄ is 1: o holds reciprocals
//	               f = 1 − |u| + |u|·(p·o), or 1 where o is 0
//
// A column with mask 0 is left as it is, and a lane keeps its bits where u is 0. No
// component is −0. pose and delta must not overlap.
func AddPose16(pose, delta []float32, c Columns, weight *[Lanes]float32, mask, origin []float32) error {
	const kernel = "AddPose16"
	if err := checkAdd(kernel, c, mask, origin); err != nil {
		return err
	}
	if want := c.PoseValues(); min(len(pose), len(delta)) < want {
		return lengthError(kernel, "pose or delta", min(len(pose), len(delta)), want)
	}
	if c.RowValues() > 0 {
		addPose16(pose, delta, c, weight, mask, origin)
	}
	return nil
}

func checkAdd(kernel string, c Columns, mask, origin []float32) error {
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.Rotations + c.Others; mask != nil && len(mask) < want {
		return lengthError(kernel, "mask", len(mask), want)
	}
	if want := c.RowValues(); len(origin) < want {
		return lengthError(kernel, "origin", len(origin), want)
	}
	return nil
}

func addPose16Go(pose, delta []float32, c Columns, weight *[Lanes]float32, mask, origin []float32) {
	for column := range c.Rotations + c.Others {
		m := float32(1)
		if mask != nil {
			m = mask[column]
		}
		if m == 0 {
			continue
		}
		o, to, from := (*[4]float32)(origin[4*column:]), pose[c.Row(column):], delta[c.Row(column):]
		if column < c.Rotations {
			composeRotation((*[rotationRows * Lanes]float32)(to), (*[rotationRows * Lanes]float32)(from), weight, m, o)
		} else {
			composeOther((*[3 * Lanes]float32)(to), (*[3 * Lanes]float32)(from), weight, m, o)
		}
	}
}

func composeRotation(pose, delta *[rotationRows * Lanes]float32, weight *[Lanes]float32, mask float32, o *[4]float32) {
	for l := range Lanes {
		px, py, pz, pw := part(o, delta[l], delta[Lanes+l], delta[2*Lanes+l], delta[3*Lanes+l], delta[4*Lanes+l], float32(weight[l]*mask))
		x, y, z, w := poseProduct(pose[l], pose[Lanes+l], pose[2*Lanes+l], pose[3*Lanes+l], px, py, pz, pw)
		x, y, z, w = x+0, y+0, z+0, w+0
		pose[l], pose[Lanes+l], pose[2*Lanes+l], pose[3*Lanes+l], pose[4*Lanes+l] = x, y, z, w, inverseSquare(x, y, z, w)
	}
}

// part is u times the rotation from the origin to p, whose 1/|p|² is inverse.
func part(o *[4]float32, px, py, pz, pw, inverse, u float32) (x, y, z, w float32) {
	x, y, z, w = poseProduct(o[0], o[1], o[2], o[3], px, py, pz, pw)
	g := float32(u * sqrt(inverse))
	s := signed(g, w)
	return float32(s * x), float32(s * y), float32(s * z), (1 - abs(u)) + abs(float32(g*w))
}

// poseProduct is the quaternion a·b, b first, then a. Its sums are not in the order of
// paletteProduct: the recorded bits of poses and of palettes hold each to its own.
func poseProduct(ax, ay, az, aw, bx, by, bz, bw float32) (x, y, z, w float32) {
	return (float32(aw*bx) + float32(ax*bw)) + (float32(ay*bz) - float32(az*by)),
		(float32(aw*by) + float32(ay*bw)) + (float32(az*bx) - float32(ax*bz)),
		(float32(aw*bz) + float32(az*bw)) + (float32(ax*by) - float32(ay*bx)),
		(float32(aw*bw) - float32(ax*bx)) - (float32(ay*by) + float32(az*bz))
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

func composeOther(pose, delta *[3 * Lanes]float32, weight *[Lanes]float32, mask float32, o *[4]float32) {
	for l := range Lanes {
		u := float32(weight[l] * mask)
		for k := range 3 {
			i := k*Lanes + l
			pose[i] = moved(pose[i], delta[i], u, o[k], o[3])
		}
	}
}

// moved is v moved, or where kind is not 0 scaled, by u times the difference of p
// from the origin.
func moved(v, p, u, o, kind float32) float32 {
	switch {
	case kind == 0:
		return (v + float32(u*(p-o))) + 0
	case o == 0:
		return v + 0
	}
	f := (1 - abs(u)) + float32(abs(u)*float32(p*o))
	if u < 0 {
		return v/f + 0
	}
	return float32(v*f) + 0
}

// AddRow is AddPose16 for one instance, whose poses are rows.
func AddRow(row, delta []float32, c Columns, weight float32, mask, origin []float32) error {
	const kernel = "AddRow"
	if err := checkAdd(kernel, c, mask, origin); err != nil {
		return err
	}
	if want := c.RowValues(); min(len(row), len(delta)) < want {
		return lengthError(kernel, "row or delta", min(len(row), len(delta)), want)
	}
	if c.RowValues() > 0 {
		addRow(row, delta, c, weight, mask, origin)
	}
	return nil
}

func addRowGo(row, delta []float32, c Columns, weight float32, mask, origin []float32) {
	quads, from := castQuads(row[:c.RowValues()]), castQuads(delta[:c.RowValues()])
	for column := range quads {
		u := weight
		if mask != nil {
			if mask[column] == 0 {
				continue
			}
			u = float32(weight * mask[column])
		}
		q, p, o := &quads[column], &from[column], (*[4]float32)(origin[4*column:])
		if column < c.Rotations {
			px, py, pz, pw := part(o, p[0], p[1], p[2], p[3], inverseSquare(p[0], p[1], p[2], p[3]), u)
			x, y, z, w := poseProduct(q[0], q[1], q[2], q[3], px, py, pz, pw)
			q[0], q[1], q[2], q[3] = x+0, y+0, z+0, w+0
			continue
		}
		for k := range 3 {
			q[k] = moved(q[k], p[k], u, o[k], o[3])
		}
	}
}
