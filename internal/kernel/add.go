package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"math"
)

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
func AddPose16(pose, delta []float32, c simd.Columns, weight *[simd.Lanes]float32, mask, origin []float32) error {
	err := checkColumns(c, "AddPose16", poseLength(c, "pose", pose), poseLength(c, "delta", delta), maskLength(c, mask), rowLength(c, "origin", origin))
	if err == nil && c.RowValues() > 0 {
		addPose16(pose, delta, c, weight, mask, origin)
	}
	return err
}

func abs32(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// AddRow is AddPose16 for one instance, whose poses are rows.
func AddRow(row, delta []float32, c simd.Columns, weight float32, mask, origin []float32) error {
	if !columnsFit(c, min(len(row), len(delta), len(origin))) || mask != nil && len(mask) < c.Rotations+c.Others {
		return checkColumns(c, "AddRow", rowLength(c, "row", row), rowLength(c, "delta", delta), maskLength(c, mask), rowLength(c, "origin", origin))
	}
	if c.RowValues() > 0 {
		addRow(row, delta, c, weight, mask, origin)
	}
	return nil
}
