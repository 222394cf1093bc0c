package simd

import "fmt"

// Offsets are fading displacements of the lanes of a block: lane i by the row of quads
// x, y, z, κ from Values[Row[i]] on, at the time of its fade that F[i], G[i] and H[i] encode.
// Lanes with F = 0 are not displaced; their row may be any.
type Offsets struct {
	Values  []float32
	Row     [Lanes]int64
	F, G, H [Lanes]float32
}

// OffsetPose16 writes the pose from, displaced, to pose, which may be the same:
//
//	v = (x, y, z)·((F + κ·G) + max(−8κ − 20, 0)·H)
//	rotations        q = δ·q         δ = (2v, 1 − ((v.x² + v.y²) + v.z²))
//	                 q₄ = 1 / ((xx + yy) + (zz + ww))
//	other columns    p = p + v
//
// v is the displacement of a rotation as modified Rodrigues parameters, tan(angle/4)
// along the axis. No component is −0 but those of lanes that are not displaced, which
// keep their bits.
func OffsetPose16(pose, from []float32, c Columns, at *Offsets) error {
	const kernel = "OffsetPose16"
	err := c.check(kernel, c.pose("pose", pose), c.pose("from", from))
	if err == nil {
		err = at.check(kernel, c)
	}
	if err == nil && c.RowValues() > 0 {
		offsetPose16(pose, from, c, at)
	}
	return err
}

// OffsetRows16 is SampleRows16 and, of the pose, OffsetPose16: the bits are the same.
func OffsetRows16(pose []float32, rows *Rows, at *Frames, by *Offsets) error {
	const kernel = "OffsetRows16"
	err := at.check(kernel, rows, rows.pose("pose", pose))
	if err == nil {
		err = by.check(kernel, rows.Columns)
	}
	if err == nil && rows.RowValues() > 0 {
		offsetRows16(pose, rows, at, by)
	}
	return err
}

func (o *Offsets) check(kernel string, c Columns) error {
	last := int64(len(o.Values) - c.RowValues())
	for l, r := range o.Row {
		if r < 0 || r > last {
			return fmt.Errorf("simd.%s: %w: lane %d is displaced by %d values from %d on, of %d", kernel, ErrLength, l, c.RowValues(), r, len(o.Values))
		}
	}
	return nil
}

// offsetRowsStaged goes kernel by kernel.
func offsetRowsStaged(pose []float32, rows *Rows, at *Frames, by *Offsets) {
	sampleRows16(pose, rows, at)
	offsetPose16(pose, pose, rows.Columns, by)
}

// OffsetRow is OffsetPose16 for one instance, whose pose is a row that changes.
func OffsetRow(row, offset []float32, c Columns, f, g, h float32) error {
	if !c.fit(min(len(row), len(offset))) {
		return c.check("OffsetRow", c.row("row", row), c.row("offset", offset))
	}
	if c.RowValues() > 0 && f != 0 {
		offsetRow(row, offset, c, f, g, h)
	}
	return nil
}
