// Package affine is the float64 geometry of import: 3x4 affine matrices,
// quaternions, and the split of a matrix into translation, rotation and scale.
// It is exact rather than fast; nothing of it runs per frame.
//
//	m := affine.Compose(t, q, s)          // T·R·S
//	t, q, s, residual := m.Decompose()    // residual > 0 where m shears
package affine

import "math"

// Vec is x, y, z.
type Vec [3]float64

// Matrix is a 3x4 affine matrix in row-major order, for column vectors.
type Matrix [12]float64

// Identity returns the matrix that changes nothing.
func Identity() Matrix { return Matrix{0: 1, 5: 1, 10: 1} }

// UniformScale returns the matrix that scales by s.
func UniformScale(s float64) Matrix { return Matrix{0: s, 5: s, 10: s} }

// FromRows4 takes the upper three rows of a row-major 4x4 matrix.
func FromRows4(m [16]float32) Matrix {
	var a Matrix
	for i := range a {
		a[i] = float64(m[i])
	}
	return a
}

// Float32 rounds the matrix.
func (m Matrix) Float32() [12]float32 {
	var a [12]float32
	for i, v := range m {
		a[i] = float32(v)
	}
	return a
}

// Mul returns m·n: n applies first.
func (m Matrix) Mul(n Matrix) Matrix {
	var r Matrix
	for i := range 3 {
		for j := range 4 {
			v := m[4*i]*n[j] + m[4*i+1]*n[4+j] + m[4*i+2]*n[8+j]
			if j == 3 {
				v += m[4*i+3]
			}
			r[4*i+j] = v
		}
	}
	return r
}

// Point applies the matrix to a point.
func (m Matrix) Point(v Vec) Vec {
	d := m.Direction(v)
	return Vec{d[0] + m[3], d[1] + m[7], d[2] + m[11]}
}

// Direction applies the matrix without its translation.
func (m Matrix) Direction(v Vec) Vec {
	return Vec{
		m[0]*v[0] + m[1]*v[1] + m[2]*v[2],
		m[4]*v[0] + m[5]*v[1] + m[6]*v[2],
		m[8]*v[0] + m[9]*v[1] + m[10]*v[2],
	}
}

// Translation returns the last column.
func (m Matrix) Translation() Vec { return Vec{m[3], m[7], m[11]} }

// Determinant returns that of the 3x3 part.
func (m Matrix) Determinant() float64 {
	return m[0]*(m[5]*m[10]-m[6]*m[9]) - m[1]*(m[4]*m[10]-m[6]*m[8]) + m[2]*(m[4]*m[9]-m[5]*m[8])
}

// Inverse returns the inverse, and false where the matrix has none.
func (m Matrix) Inverse() (Matrix, bool) {
	d := m.Determinant()
	if d == 0 || math.IsNaN(d) || math.IsInf(d, 0) {
		return Identity(), false
	}
	r := Matrix{
		0: (m[5]*m[10] - m[6]*m[9]) / d, 1: (m[2]*m[9] - m[1]*m[10]) / d, 2: (m[1]*m[6] - m[2]*m[5]) / d,
		4: (m[6]*m[8] - m[4]*m[10]) / d, 5: (m[0]*m[10] - m[2]*m[8]) / d, 6: (m[2]*m[4] - m[0]*m[6]) / d,
		8: (m[4]*m[9] - m[5]*m[8]) / d, 9: (m[1]*m[8] - m[0]*m[9]) / d, 10: (m[0]*m[5] - m[1]*m[4]) / d,
	}
	t := r.Direction(m.Translation())
	r[3], r[7], r[11] = -t[0], -t[1], -t[2]
	return r, true
}

// Finite reports whether every element is a number.
func (m Matrix) Finite() bool {
	for _, v := range m {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// Compose returns T·R·S.
func Compose(t Vec, q Quat, s Vec) Matrix {
	m := q.Matrix()
	for i := range 3 {
		for j := range 3 {
			m[4*i+j] *= s[j]
		}
		m[4*i+3] = t[i]
	}
	return m
}

// Decompose splits the matrix into T·R·S. A mirroring matrix gets a negative
// x scale. The residual is the largest element by which T·R·S misses the
// matrix, relative to its largest scale: about 1e-7 for a float32 matrix that
// does not shear.
func (m Matrix) Decompose() (t Vec, q Quat, s Vec, residual float64) {
	t = m.Translation()
	var column [3]Vec
	for j := range 3 {
		column[j] = Vec{m[j], m[4+j], m[8+j]}
		s[j] = column[j].Length()
	}
	if m.Determinant() < 0 {
		s[0] = -s[0]
	}
	q = rotationOf(column, s)
	back := Compose(t, q, s)
	largest := math.Max(math.Abs(s[0]), math.Max(s[1], s[2]))
	for i := range m {
		if i%4 != 3 {
			residual = math.Max(residual, math.Abs(back[i]-m[i]))
		}
	}
	if largest > 0 {
		residual /= largest
	}
	return t, q, s, residual
}

// rotationOf returns the rotation whose axes are the columns divided by their
// scales. A column of no length is replaced by the cross product of the
// others, so that a flattened node keeps its orientation.
func rotationOf(column [3]Vec, s Vec) Quat {
	var axis [3]Vec
	for j := range 3 {
		if s[j] != 0 {
			axis[j] = column[j].Scale(1 / s[j])
		}
	}
	for j := range 3 {
		if s[j] != 0 {
			continue
		}
		a, b := axis[(j+1)%3], axis[(j+2)%3]
		switch {
		case a != Vec{} && b != Vec{}:
			axis[j] = a.Cross(b).Unit()
		case a != Vec{}:
			axis[j] = a.Perpendicular()
		case b != Vec{}:
			axis[j] = b.Perpendicular()
		default:
			axis[j] = Vec{0: 1}
		}
	}
	return fromAxes(axis)
}
