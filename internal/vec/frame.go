package vec

import (
	"github.com/sinew-anim/sinew/internal/xyz"
	"github.com/sinew-anim/sinew/soa"
)

// Columns are the directions that a matrix gives to the axes.
func Columns(m *soa.Affine) (x, y, z V) {
	return V{m[0], m[4], m[8]}, V{m[1], m[5], m[9]}, V{m[2], m[6], m[10]}
}

// Place is where a matrix puts the origin.
func Place(m *soa.Affine) V { return V{m[3], m[7], m[11]} }

// Matrix is the matrix that turns by a unit quaternion and puts the origin somewhere.
func (q Q) Matrix(place V) soa.Affine {
	p := xyz.Quat(q)
	x, y, z := p.Rotate(xyz.V{X: 1}), p.Rotate(xyz.V{Y: 1}), p.Rotate(xyz.V{Z: 1})
	return soa.Affine{x.X, y.X, z.X, place[0], x.Y, y.Y, z.Y, place[1], x.Z, y.Z, z.Z, place[2]}
}

// Rotation is the quaternion of three unit columns at right angles to each other.
func Rotation(x, y, z V) Q { return xyz.Rotation(xyz.Vec(x), xyz.Vec(y), xyz.Vec(z)).Array() }
