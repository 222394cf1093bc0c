package compress

import "github.com/sinew-anim/sinew/internal/exact"

// around returns, per axis of a joint, where on it a point is a distance from the
// joint; 0 where the axis has no length.
func around(global *exact.Matrix, distance float64) (v exact.Vec) {
	for axis := range v {
		if length := global.Column(axis).Length(); length > 0 {
			v[axis] = distance / length
		}
	}
	return v
}

// miss returns the square of the greatest distance of a joint, and of the points
// around it, from where another matrix has them.
func miss(got, want *exact.Matrix, around exact.Vec) (worst float64) {
	d := got.Translation().Sub(want.Translation())
	worst = d.Dot(d)
	for axis, at := range around {
		e := d.Add(got.Column(axis).Sub(want.Column(axis)).Scale(at))
		worst = max(worst, e.Dot(e))
	}
	return worst
}
