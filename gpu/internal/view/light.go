package view

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Light is a directional light with the part of the ground that its shadow map covers.
type Light struct {
	Toward exact.Vec  // unit vector to the light
	Center [3]float32 // on the ground
	Radius float32    // of the map; 0: no shadows
}

// Projections returns the map's view-projection and the matrix from the world to the map,
// both in column-major order.
func (l *Light) Projections() (view, place [16]float32) {
	x, y, z := Axes(l.Toward, exact.Vec{}, exact.Vec{})
	radius := float64(l.Radius)
	center := exact.WidenVec(l.Center)
	for row, axis := range [...]exact.Vec{x, y, z.Scale(-1)} {
		size := radius
		if row == 2 {
			size = 2 * radius // what is nearer to the light is clamped
		}
		for k := range 3 {
			view[4*k+row] = float32(axis[k] / size)
			place[4*k+row] = float32(0.5 * axis[k] / size)
		}
		view[12+row] = float32(-axis.Dot(center) / size)
		place[12+row] = float32(0.5 - 0.5*axis.Dot(center)/size)
	}
	view[15], place[15] = 1, 1
	return view, place
}

// cast returns the farthest displacement of a shadow from a sphere to the ground; height
// is the y of the sphere's top.
func (l *Light) cast(height float32) (v [3]float32) {
	down := float64(height - l.Center[1])
	if !(down > 0) {
		return v
	}
	length := math.Min(down/math.Max(l.Toward[1], 1e-3), 4*float64(l.Radius))
	for k := range v {
		v[k] = float32(-length * l.Toward[k])
	}
	return v
}
