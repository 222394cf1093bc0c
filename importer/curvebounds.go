package importer

import (
	"math"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
)

// curveBounds are how near tracks have to be to their curves, for each node: what is below
// a joint must not be farther off than a point may be.
type curveBounds struct {
	above, reach []float64 // the scale of the parent's frame, and how far away the nodes below are, in metres
	size         []float64 // the node's own scale
	opt          *settings
}

func newCurveBounds(in *input, t *tree) *curveBounds {
	n := len(t.nodes)
	b := &curveBounds{make([]float64, n), make([]float64, n), make([]float64, n), in.opt}
	world := make([]exact.Matrix, n)
	low, high := make([]exact.Vec, n), make([]exact.Vec, n)
	for i := range t.nodes { // parents come first
		above := exact.Scaling(in.opt.Scale)
		if p := t.nodes[i].parent; p >= 0 {
			above = world[p]
		}
		world[i] = above.Mul(t.nodes[i].local)
		b.above[i] = exact.CubeRoot(math.Abs(above.Determinant()))
		b.size[i] = exact.CubeRoot(math.Abs(t.nodes[i].local.Determinant()))
		low[i], high[i] = world[i].Translation(), world[i].Translation()
	}
	for i := n - 1; i > 0; i-- {
		p := t.nodes[i].parent
		for c := range 3 {
			low[p][c], high[p][c] = math.Min(low[p][c], low[i][c]), math.Max(high[p][c], high[i][c])
		}
	}
	for i := range t.nodes {
		var far exact.Vec
		for c, at := range world[i].Translation() {
			far[c] = math.Max(high[i][c]-at, at-low[i][c])
		}
		b.reach[i] = far.Length()
	}
	return b
}

// of returns the bounds of a node's translation, rotation and scale: in the unit of the
// frame above it, in radians, and as a number.
func (b *curveBounds) of(i int) (out [3]float64) {
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

// sizeOf is how far a track is off that is a multiple of its bound: of a rotation an angle,
// of a number itself, and of what else places something the same multiple of the distance.
func (in *input) sizeOf(by, off float64, rotation, plain bool) report.Size {
	switch {
	case rotation:
		return report.Size{Value: off * 180 / math.Pi, Unit: "°"}
	case plain:
		return report.Size{Value: off}
	}
	return report.Size{Value: 1000 * by * in.opt.CurveDistance, Unit: "mm"}
}
