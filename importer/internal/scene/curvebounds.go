package scene

import (
	"math"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
)

// CurveBounds are how near tracks have to be to their curves, for each node: what is below
// a joint must not be farther off than a point may be.
type CurveBounds struct {
	above, reach []float64 // the scale of the parent's frame, and how far away the nodes below are, in metres
	size         []float64 // the node's own scale
	opt          *Settings
}

func NewCurveBounds(in *Input, t *Tree) *CurveBounds {
	n := len(t.Nodes)
	b := &CurveBounds{make([]float64, n), make([]float64, n), make([]float64, n), in.Settings}
	world := make([]exact.Matrix, n)
	low, high := make([]exact.Vec, n), make([]exact.Vec, n)
	for i := range t.Nodes { // parents come first
		above := exact.Scaling(in.Settings.Scale)
		if p := t.Nodes[i].Parent; p >= 0 {
			above = world[p]
		}
		world[i] = above.Mul(t.Nodes[i].Local)
		b.above[i] = exact.CubeRoot(math.Abs(above.Determinant()))
		b.size[i] = exact.CubeRoot(math.Abs(t.Nodes[i].Local.Determinant()))
		low[i], high[i] = world[i].Translation(), world[i].Translation()
	}
	for i := n - 1; i > 0; i-- {
		p := t.Nodes[i].Parent
		for c := range 3 {
			low[p][c], high[p][c] = math.Min(low[p][c], low[i][c]), math.Max(high[p][c], high[i][c])
		}
	}
	for i := range t.Nodes {
		var far exact.Vec
		for c, at := range world[i].Translation() {
			far[c] = math.Max(high[i][c]-at, at-low[i][c])
		}
		b.reach[i] = far.Length()
	}
	return b
}

// Of returns the bounds of a node's translation, rotation and scale: in the unit of the
// frame above it, in radians, and as a number.
func (b *CurveBounds) Of(i int) (out [3]float64) {
	out[0] = b.opt.CurveDistance
	if s := b.above[i]; s > 1e-12 && s < 1e12 {
		out[0] /= s
	}
	out[1] = b.opt.CurveAngle
	if b.reach[i] > 0 {
		out[1] = math.Min(out[1], b.opt.CurveDistance/b.reach[i])
	}
	// The farther a scale's own size is from 1, the farther what it scales.
	out[2] = float64(out[1] * math.Min(math.Max(b.size[i], 1e-3), 1e3))
	return out
}

// SizeOf is how far a track is off that is a multiple of its bound: of a rotation an angle,
// of a number itself, and of what else places something the same multiple of the distance.
func (in *Input) SizeOf(by, off float64, rotation, plain bool) report.Size {
	switch {
	case rotation:
		return report.Size{Value: off * 180 / math.Pi, Unit: "°"}
	case plain:
		return report.Size{Value: off}
	}
	return report.Size{Value: 1000 * by * in.Settings.CurveDistance, Unit: "mm"}
}
