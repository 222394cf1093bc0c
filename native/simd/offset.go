package simd

import "fmt"

// Offsets are what lanes of a block are displaced by, fading: lane i by the row of
// quads x, y, z, κ that starts at Values[Row[i]], at the place of its fade that
// F[i], G[i] and H[i] stand for. Lanes whose F is 0 are not displaced; any row does for
// them.
type Offsets struct {
	Values  []float32
	Row     [Lanes]int64
	F, G, H [Lanes]float32
}

// OffsetPose16 writes a pose of the same columns as from, which it may be, displaced:
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
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.PoseValues(); min(len(pose), len(from)) < want {
		return lengthError(kernel, "pose", min(len(pose), len(from)), want)
	}
	if err := at.check(kernel, c); err != nil {
		return err
	}
	if c.RowValues() > 0 {
		offsetPose16(pose, from, c, at)
	}
	return nil
}

// OffsetRows16 is SampleRows16 and, of the pose, OffsetPose16: the bits are the same.
func OffsetRows16(pose []float32, rows *Rows, at *Frames, by *Offsets) error {
	const kernel = "OffsetRows16"
	if err := at.check(kernel, len(rows.Values), rows.Stride, rows.Columns); err != nil {
		return err
	}
	if want := rows.PoseValues(); len(pose) < want {
		return lengthError(kernel, "pose", len(pose), want)
	}
	if err := by.check(kernel, rows.Columns); err != nil {
		return err
	}
	if rows.RowValues() > 0 {
		offsetRows16(pose, rows, at, by)
	}
	return nil
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

func offsetPose16Go(pose, from []float32, c Columns, at *Offsets) {
	for l := range Lanes {
		quads, f, g, h := castQuads(at.Values[at.Row[l]:][:c.RowValues()]), at.F[l], at.G[l], at.H[l]
		for column := range quads {
			p, q := pose[c.Row(column)+l:], from[c.Row(column)+l:]
			if f == 0 {
				p[0], p[Lanes], p[2*Lanes], p[3*Lanes] = q[0], q[Lanes], q[2*Lanes], q[3*Lanes]
				if column < c.Rotations {
					p[4*Lanes] = q[4*Lanes]
				}
				continue
			}
			vx, vy, vz := displacement(&quads[column], f, g, h)
			if column < c.Rotations {
				x, y, z, w := displaced(vx, vy, vz, q[0], q[Lanes], q[2*Lanes], q[3*Lanes])
				p[0], p[Lanes], p[2*Lanes], p[3*Lanes], p[4*Lanes] = x, y, z, w, inverseSquare(x, y, z, w)
				continue
			}
			p[0], p[Lanes], p[2*Lanes], p[3*Lanes] = (q[0]+vx)+0, (q[Lanes]+vy)+0, (q[2*Lanes]+vz)+0, q[3*Lanes]
		}
	}
}

// displacement is what is left of an offset.
func displacement(o *[4]float32, f, g, h float32) (x, y, z float32) {
	curve := float32(-8*o[3]) - 20
	if !(curve > 0) {
		curve = 0
	}
	left := (f + float32(o[3]*g)) + float32(curve*h)
	return float32(o[0] * left), float32(o[1] * left), float32(o[2] * left)
}

// displaced is a rotation, displaced by v.
func displaced(vx, vy, vz, qx, qy, qz, qw float32) (x, y, z, w float32) {
	x, y, z, w = poseProduct(vx+vx, vy+vy, vz+vz, 1-((float32(vx*vx)+float32(vy*vy))+float32(vz*vz)), qx, qy, qz, qw)
	return x + 0, y + 0, z + 0, w + 0
}

// poseProduct is the quaternion a·b, b first, then a. Its sums are not in the order of
// paletteProduct: the recorded bits of poses and of palettes hold each to its own.
func poseProduct(ax, ay, az, aw, bx, by, bz, bw float32) (x, y, z, w float32) {
	return (float32(aw*bx) + float32(ax*bw)) + (float32(ay*bz) - float32(az*by)),
		(float32(aw*by) + float32(ay*bw)) + (float32(az*bx) - float32(ax*bz)),
		(float32(aw*bz) + float32(az*bw)) + (float32(ax*by) - float32(ay*bx)),
		(float32(aw*bw) - float32(ax*bx)) - (float32(ay*by) + float32(az*bz))
}

// OffsetRow is OffsetPose16 for one instance, whose pose is a row that changes.
func OffsetRow(row, offset []float32, c Columns, f, g, h float32) error {
	const kernel = "OffsetRow"
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.RowValues(); min(len(row), len(offset)) < want {
		return lengthError(kernel, "row or offset", min(len(row), len(offset)), want)
	}
	if c.RowValues() > 0 && f != 0 {
		offsetRow(row, offset, c, f, g, h)
	}
	return nil
}
