package kernel

import (
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
)

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
func OffsetPose16(pose, from []float32, c simd.Columns, at *simd.Offsets) error {
	const kernel = "OffsetPose16"
	err := checkColumns(c, kernel, poseLength(c, "pose", pose), poseLength(c, "from", from))
	if err == nil {
		err = checkOffsets(at, kernel, c)
	}
	if err == nil && c.RowValues() > 0 {
		offsetPose16(pose, from, c, at)
	}
	return err
}

// OffsetRows16 is SampleRows16 and, of the pose, OffsetPose16: the bits are the same.
func OffsetRows16(pose []float32, rows *simd.Rows, at *simd.Frames, by *simd.Offsets) error {
	const kernel = "OffsetRows16"
	err := checkFrames(at, kernel, rows, poseLength(rows.Columns, "pose", pose))
	if err == nil {
		err = checkOffsets(by, kernel, rows.Columns)
	}
	if err == nil && rows.RowValues() > 0 {
		offsetRows16(pose, rows, at, by)
	}
	return err
}

func checkOffsets(o *simd.Offsets, kernel string, c simd.Columns) error {
	last := int64(len(o.Values) - c.RowValues())
	for l, r := range o.Row {
		if r < 0 || r > last {
			return fmt.Errorf("simd.%s: %w: lane %d is displaced by %d values from %d on, of %d", kernel, simd.ErrLength, l, c.RowValues(), r, len(o.Values))
		}
	}
	return nil
}

// offsetRowsStaged goes kernel by kernel.
func offsetRowsStaged(pose []float32, rows *simd.Rows, at *simd.Frames, by *simd.Offsets) {
	sampleRows16(pose, rows, at)
	offsetPose16(pose, pose, rows.Columns, by)
}

// OffsetRow is OffsetPose16 for one instance, whose pose is a row that changes.
func OffsetRow(row, offset []float32, c simd.Columns, f, g, h float32) error {
	if !columnsFit(c, min(len(row), len(offset))) {
		return checkColumns(c, "OffsetRow", rowLength(c, "row", row), rowLength(c, "offset", offset))
	}
	if c.RowValues() > 0 && f != 0 {
		offsetRow(row, offset, c, f, g, h)
	}
	return nil
}
