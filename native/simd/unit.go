package simd

import "github.com/sinew-anim/sinew/native/simd/plain"

// UnitPose16 gives the rotations of a pose the length 1: palettes of a rig multiply lengths
// along chains of joints. A rotation without length, and of one so short that 1/|q|² is no
// number, becomes none.
//
//	n = (xx + yy) + (zz + ww)      q = q·(1/√n), or (0, 0, 0, 1) where n < 2⁻¹²⁶
//	q₄ = 1 / ((xx + yy) + (zz + ww))
//
// The arguments serve as memory.
func UnitPose16(pose []float32, c Columns, a *Lanewise) error {
	const kernel = "UnitPose16"
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.PoseValues(); len(pose) < want {
		return lengthError(kernel, "pose", len(pose), want)
	}
	for column := range c.Rotations {
		a.Rows[0] = pose[c.Row(column):]
		unitRotation16(a)
	}
	return nil
}

// UnitRow is UnitPose16 for a row: the bits of a lane.
func UnitRow(row []float32, c Columns) error {
	const kernel = "UnitRow"
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.RowValues(); len(row) < want {
		return lengthError(kernel, "row", len(row), want)
	}
	for column := range c.Rotations {
		q := (*[4]float32)(row[4*column:])
		n := square(q[0], q[1], q[2], q[3])
		if n < leastSquare {
			*q = [4]float32{0, 0, 0, 1}
			continue
		}
		inverse := 1 / sqrt(n)
		for k := range q {
			q[k] = float32(q[k] * inverse)
		}
	}
	return nil
}

func unitRotation16Go(a *Lanewise) { a.eachLane(plain.UnitRotation) }
