// Package view computes what cameras and lights see, without OpenGL.
package view

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Axes returns the right, up and backward directions of a camera; a zero up is +Y.
func Axes(eye, target, up exact.Vec) (x, y, z exact.Vec) {
	z, ok := Unit(eye.Sub(target))
	if !ok {
		z = exact.Vec{0, 0, 1}
	}
	up, ok = Unit(up)
	if !ok {
		up = exact.Vec{0, 1, 0}
	}
	x, ok = Unit(up.Cross(z))
	if !ok { // looking along up
		x, ok = Unit(exact.Vec{0, 0, -1}.Cross(z))
	}
	if !ok {
		x = exact.Vec{1, 0, 0}
	}
	return x, z.Cross(x), z
}

// Unit scales a vector to length one; it reports false for one without direction.
func Unit(a exact.Vec) (exact.Vec, bool) {
	n := a.Length()
	if !(n > 1e-12) || math.IsInf(n, 0) {
		return a, false
	}
	return exact.Vec{a[0] / n, a[1] / n, a[2] / n}, true
}
