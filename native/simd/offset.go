package simd

import "fmt"

// Offsets are what lanes of a block are displaced by, fading: lane i by the row of
// quads x, y, z, κ that starts at Values[Row[i]], at the place of its fade that
// F[i], G[i] and H[i] stand for. Lanes whose three are 0 are not displaced; any row
// does for them.
type Offsets struct {
	Values  []float32
	Row     [Lanes]int64
	F, G, H [Lanes]float32
}

// OffsetPose16 displaces a pose:
//
//	v = (x, y, z)·((F + κ·G) + max(−8κ − 20, 0)·H)
//	rotations        q = δ·q         δ = (2v, 1 − ((v.x² + v.y²) + v.z²))
//	                 q₄ = 1 / ((xx + yy) + (zz + ww))
//	other columns    p = p + v
//
// v is the displacement of a rotation as modified Rodrigues parameters, tan(angle/4)
// along the axis. No component is −0.
func OffsetPose16(pose []float32, c Columns, at *Offsets) error {
	const kernel = "OffsetPose16"
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.PoseValues(); len(pose) < want {
		return lengthError(kernel, "pose", len(pose), want)
	}
	last := int64(len(at.Values) - c.RowValues())
	for l, r := range at.Row {
		if r < 0 || r > last {
			return fmt.Errorf("simd.%s: %w: lane %d reads %d values from %d on, of %d", kernel, ErrLength, l, c.RowValues(), r, len(at.Values))
		}
	}
	if c.RowValues() > 0 {
		offsetPose16(pose, c, at)
	}
	return nil
}

func offsetPose16Go(pose []float32, c Columns, at *Offsets) {
	for l := range Lanes {
		quads, f, g, h := castQuads(at.Values[at.Row[l]:][:c.RowValues()]), at.F[l], at.G[l], at.H[l]
		for column := range quads {
			vx, vy, vz := displacement(&quads[column], f, g, h)
			p := pose[c.Row(column)+l:]
			if column < c.Rotations {
				x, y, z, w := displaced(vx, vy, vz, p[0], p[Lanes], p[2*Lanes], p[3*Lanes])
				p[0], p[Lanes], p[2*Lanes], p[3*Lanes], p[4*Lanes] = x, y, z, w, inverseSquare(x, y, z, w)
				continue
			}
			p[0], p[Lanes], p[2*Lanes] = (p[0]+vx)+0, (p[Lanes]+vy)+0, (p[2*Lanes]+vz)+0
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

// OffsetRow is OffsetPose16 for one instance, whose pose is a row.
func OffsetRow(row, offset []float32, c Columns, f, g, h float32) error {
	const kernel = "OffsetRow"
	if err := c.check(kernel); err != nil {
		return err
	}
	if want := c.RowValues(); min(len(row), len(offset)) < want {
		return lengthError(kernel, "row or offset", min(len(row), len(offset)), want)
	}
	if c.RowValues() > 0 {
		offsetRow(row, offset, c, f, g, h)
	}
	return nil
}

func offsetRowGo(row, offset []float32, c Columns, f, g, h float32) {
	quads, offsets := castQuads(row[:c.RowValues()]), castQuads(offset[:c.RowValues()])
	for column := range quads {
		q := &quads[column]
		vx, vy, vz := displacement(&offsets[column], f, g, h)
		if column < c.Rotations {
			q[0], q[1], q[2], q[3] = displaced(vx, vy, vz, q[0], q[1], q[2], q[3])
			continue
		}
		q[0], q[1], q[2] = (q[0]+vx)+0, (q[1]+vy)+0, (q[2]+vz)+0
	}
}
