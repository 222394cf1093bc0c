package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"math"
)

// RescalePose16 scales each rotation of a pose by a power of two to a length near 1. Palettes keep
// their bits, but do not overflow: those of a rig multiply lengths along chains of joints.
// A rotation shorter than 2⁻⁶³ becomes the identity.
//
//	n = (xx + yy) + (zz + ww)      q = q·2ⁱ with n·4ⁱ from 1/2 to 2, or (0, 0, 0, 1) where n < 2⁻¹²⁶
//	q₄ = 1 / ((xx + yy) + (zz + ww))
//
// a is working memory.
func RescalePose16(pose []float32, c simd.Columns, a *Lanewise) error {
	if err := checkColumns(c, "RescalePose16", poseLength(c, "pose", pose)); err != nil {
		return err
	}
	for column := range c.Rotations {
		a.Rows[0] = pose[ColumnStart(c, column):]
		rescaleRotation16(a)
	}
	return nil
}

// leastSquare is the squared length below which a rotation counts as zero.
const leastSquare = 1.0 / (1 << 126)

// RescaleRow is RescalePose16 for a row: the bits of a lane.
func RescaleRow(row []float32, c simd.Columns) error {
	if err := checkColumns(c, "RescaleRow", rowLength(c, "row", row)); err != nil {
		return err
	}
	for column := range c.Rotations {
		q := (*[4]float32)(row[4*column:])
		n := square(q[0], q[1], q[2], q[3])
		if n < leastSquare {
			*q = [4]float32{0, 0, 0, 1}
			continue
		}
		_, e := math.Frexp(float64(n))
		for factor, k := float32(math.Ldexp(1, -(e>>1))), 0; k < len(q); k++ {
			q[k] = float32(q[k] * factor)
		}
	}
	return nil
}
