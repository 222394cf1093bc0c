package vec

import "github.com/sinew-anim/sinew/soa"

// Columns are the directions that a matrix gives to the axes.
func Columns(m *soa.Affine) (x, y, z V) {
	return V{m[0], m[4], m[8]}, V{m[1], m[5], m[9]}, V{m[2], m[6], m[10]}
}

// Place is where a matrix puts the origin.
func Place(m *soa.Affine) V { return V{m[3], m[7], m[11]} }

// Frame is the matrix of some columns and a place.
func Frame(x, y, z, place V) soa.Affine {
	return soa.Affine{x[0], y[0], z[0], place[0], x[1], y[1], z[1], place[1], x[2], y[2], z[2], place[2]}
}

// Matrix is the matrix that turns by a unit quaternion and puts the origin somewhere.
func (q Q) Matrix(place V) soa.Affine {
	x, y, z := q.Rotate(V{1, 0, 0}), q.Rotate(V{0, 1, 0}), q.Rotate(V{0, 0, 1})
	return Frame(x, y, z, place)
}

// Rotation is the quaternion of three unit columns at right angles to each other, by
// Shepperd's method: the greatest part is found first.
func Rotation(x, y, z V) Q {
	switch trace := x[0] + y[1] + z[2]; {
	case trace >= x[0] && trace >= y[1] && trace >= z[2]:
		return Q{y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace}.Unit()
	case x[0] >= y[1] && x[0] >= z[2]:
		return Q{1 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]}.Unit()
	case y[1] >= z[2]:
		return Q{x[1] + y[0], 1 + y[1] - x[0] - z[2], y[2] + z[1], z[0] - x[2]}.Unit()
	default:
		return Q{z[0] + x[2], y[2] + z[1], 1 + z[2] - x[0] - y[1], x[1] - y[0]}.Unit()
	}
}
