package geom

import "github.com/sinew-anim/sinew/soa"

// Columns are the directions that a matrix gives to the axes.
func Columns(m *soa.Affine) (x, y, z Vec) {
	return Vec{m[0], m[4], m[8]}, Vec{m[1], m[5], m[9]}, Vec{m[2], m[6], m[10]}
}

// Translation is where a matrix puts the origin.
func Translation(m *soa.Affine) Vec { return Vec{m[3], m[7], m[11]} }

// Matrix is the matrix that turns by a unit quaternion and puts the origin somewhere.
func (q Quat) Matrix(place Vec) soa.Affine {
	x, y, z := q.Rotate(Vec{X: 1}), q.Rotate(Vec{Y: 1}), q.Rotate(Vec{Z: 1})
	return soa.Affine{x.X, y.X, z.X, place.X, x.Y, y.Y, z.Y, place.Y, x.Z, y.Z, z.Z, place.Z}
}
