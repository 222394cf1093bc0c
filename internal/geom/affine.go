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

// Point is where a matrix puts a point.
func Point(m *soa.Affine, v Vec) Vec { return Direction(m, v).Add(Translation(m)) }

// Direction is what a matrix makes of a direction.
func Direction(m *soa.Affine, v Vec) Vec {
	return Vec{
		(float32(m[0]*v.X) + float32(m[1]*v.Y)) + float32(m[2]*v.Z),
		(float32(m[4]*v.X) + float32(m[5]*v.Y)) + float32(m[6]*v.Z),
		(float32(m[8]*v.X) + float32(m[9]*v.Y)) + float32(m[10]*v.Z),
	}
}

// Finite reports whether all elements of a matrix are numbers.
func Finite(m *soa.Affine) bool {
	a := (m[0] - m[0]) + (m[1] - m[1]) + (m[2] - m[2])
	b := (m[3] - m[3]) + (m[4] - m[4]) + (m[5] - m[5])
	c := (m[6] - m[6]) + (m[7] - m[7]) + (m[8] - m[8])
	d := (m[9] - m[9]) + (m[10] - m[10]) + (m[11] - m[11])
	return (a+b)+(c+d) == 0
}
