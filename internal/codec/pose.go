package codec

import "github.com/sinew-anim/sinew/internal/exact"

// axisPoints returns, per axis of a joint, the coordinate of a point at a distance from the joint; 0 if
// the axis has no length.
func axisPoints(global *exact.Matrix, distance float64) (v exact.Vec) {
	for axis := range v {
		if length := global.Column(axis).Length(); length > 0 {
			v[axis] = distance / length
		}
	}
	return v
}

// miss returns the square of the greatest distance of a joint and the points around it between two
// matrices. It is unrolled since most of the search's time is spent here.
func miss(got, want *exact.Matrix, around *exact.Vec) float64 {
	x, y, z := got[3]-want[3], got[7]-want[7], got[11]-want[11]
	worst := float64(x*x) + float64(y*y) + float64(z*z)
	for axis, at := range around {
		dx := x + float64((got[axis]-want[axis])*at)
		dy := y + float64((got[4+axis]-want[4+axis])*at)
		dz := z + float64((got[8+axis]-want[8+axis])*at)
		if d := float64(dx*dx) + float64(dy*dy) + float64(dz*dz); d > worst {
			worst = d
		}
	}
	return worst
}
