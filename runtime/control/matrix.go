package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/soa"
)

// parts are the rotation and the scales of a matrix without shear. One that mirrors has a
// negative scale along x.
func parts(m *soa.Affine) (geom.Quat, geom.Vec) {
	x, y, z := geom.Columns(m)
	scale := geom.XYZ(x.Length(), y.Length(), z.Length())
	z = z.Unit(geom.Vec{Z: 1})
	y = y.AddTimes(z, -y.Dot(z)).Unit(z.Perpendicular())
	right := y.Cross(z)
	if x.Dot(right) < 0 {
		scale.X = -scale.X
	}
	return geom.FromAxes(right, y, z), scale
}

// stretch multiplies the columns of a matrix by scales.
func stretch(m *soa.Affine, scale [3]float32) {
	for i := range m {
		if i%4 < 3 {
			m[i] = float32(m[i] * scale[i%4])
		}
	}
}

// bounded reports whether all of some numbers are less than soa.MaxMagnitude, as those of
// models are.
func bounded(values []float32) bool { return allInRange(values, soa.MaxMagnitude) }

// worldMagnitude bounds the numbers of places in the world: the squares of distances are numbers.
const worldMagnitude = 1 << 62

// inWorld reports whether all of some numbers are less than worldMagnitude.
func inWorld(values []float32) bool { return allInRange(values, worldMagnitude) }

func allInRange(values []float32, most float32) bool {
	for _, v := range values {
		if !(v > -most && v < most) {
			return false
		}
	}
	return true
}

// valid reports whether parts of a target are finite, weights from 0 to 1, and the rotation one if
// its weight, the last one, is above 0.
func valid(places [2][3]float32, rotation [4]float32, weights ...float32) bool {
	for _, w := range weights {
		if !(w >= 0 && w <= 1) {
			return false
		}
	}
	return geom.VecOf(places[0]).Finite() && geom.VecOf(places[1]).Finite() && (weights[len(weights)-1] == 0 || unitable(geom.QuatOf(rotation)))
}

func unitable(q geom.Quat) bool {
	return q != (geom.Quat{}) && (geom.XYZ(q.X, q.Y, q.Z)).Finite() && q.W-q.W == 0
}

// ease is a part that begins and ends slowly.
func ease(s float32) float32 { return float32(float32(s*s) * (3 - float32(s+s))) }
