package scene

import (
	"math"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
)

// CurveBounds returns the allowed deviation of tracks from their curves, per node: see
// Settings.CurveBound.
func CurveBounds(in *Input) [][3]float64 {
	t := in.Tree
	world, above := make([]exact.Matrix, len(t.Nodes)), make([]float64, len(t.Nodes))
	for i := range t.Nodes { // parents come first
		frame := exact.Scaling(in.Settings.Scale)
		if p := t.Nodes[i].Parent; p >= 0 {
			frame = world[p]
		}
		world[i] = frame.Mul(t.Nodes[i].Local)
		above[i] = exact.CubeRoot(math.Abs(frame.Determinant()))
	}
	out := make([][3]float64, len(t.Nodes))
	for i, reach := range Reaches(world, func(i int) int { return t.Nodes[i].Parent }) {
		out[i] = in.Settings.CurveBound(above[i], reach, exact.CubeRoot(math.Abs(t.Nodes[i].Local.Determinant())), 1)
	}
	return out
}

// Reaches returns, for each frame, the distance to the farthest frame below it. Parents come
// first.
func Reaches(world []exact.Matrix, parent func(i int) int) []float64 {
	low, high := make([]exact.Vec, len(world)), make([]exact.Vec, len(world))
	for i := range world {
		low[i], high[i] = world[i].Translation(), world[i].Translation()
	}
	for i := len(world) - 1; i >= 0; i-- {
		if p := parent(i); p >= 0 {
			for c := range 3 {
				low[p][c], high[p][c] = math.Min(low[p][c], low[i][c]), math.Max(high[p][c], high[i][c])
			}
		}
	}
	reach := make([]float64, len(world))
	for i := range world {
		var far exact.Vec
		for c, at := range world[i].Translation() {
			far[c] = math.Max(high[i][c]-at, at-low[i][c])
		}
		reach[i] = far.Length()
	}
	return reach
}

// CurveBound returns the allowed deviation of a frame's translation, rotation and scale from
// their curves: in the unit of the parent frame, in radians, and as a number. The bounds keep
// points below the frame within Settings.CurveDistance. above is the scale of the parent frame,
// reach the distance to the frames below, and size the frame's own scale; one unit is unit
// metres.
func (s *Settings) CurveBound(above, reach, size, unit float64) (out [3]float64) {
	out[0] = s.CurveDistance / unit
	if scale := above * unit; scale > 1e-12 && scale < 1e12 {
		out[0] = s.CurveDistance / scale
	}
	out[1] = s.CurveAngle
	if far := reach * unit; far > 0 {
		out[1] = math.Min(out[1], s.CurveDistance/far)
	}
	// The farther the scale is from 1, the more it magnifies errors.
	out[2] = float64(out[1] * math.Min(math.Max(size, 1e-3), 1e3))
	return out
}

// SizeOf converts a track's deviation, as a multiple of its bound, to a report size: an angle for
// rotations, a number for plain numbers, and otherwise a distance.
func (in *Input) SizeOf(by, off float64, rotation, plain bool) report.Size {
	switch {
	case rotation:
		return report.Size{Value: off * 180 / math.Pi, Unit: "°"}
	case plain:
		return report.Size{Value: off}
	}
	return report.Size{Value: 1000 * by * in.Settings.CurveDistance, Unit: "mm"}
}
