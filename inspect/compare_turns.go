package inspect

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// turned returns the angle in degrees between the orientations of two matrices, from 0 to 180: of their
// first two axes, the second made perpendicular to the first. It is 0 where a matrix has no orientation,
// or where one mirrors and the other does not, which their distance tells.
func turned(a, b *exact.Matrix) float64 {
	p, okA := axes(a)
	q, okB := axes(b)
	if !okA || !okB {
		return 0
	}
	// Of the rotation R from one to the other: trace R = 1 + 2·cos, and the part of R that is not
	// symmetric has the length 2·sin.
	var r [3][3]float64
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				r[i][j] += float64(p[k][i] * q[k][j])
			}
		}
	}
	x, y, z := r[2][1]-r[1][2], r[0][2]-r[2][0], r[1][0]-r[0][1]
	sin := math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
	return math.Atan2(sin, r[0][0]+r[1][1]+r[2][2]-1) * 180 / math.Pi
}

// axes returns perpendicular unit axes of a matrix, right-handed.
func axes(m *exact.Matrix) (list [3]exact.Vec, ok bool) {
	x := m.Column(0)
	if !(x.Length() > 0) {
		return list, false
	}
	x = x.Scale(1 / x.Length())
	y := m.Column(1)
	y = y.Sub(x.Scale(x.Dot(y)))
	if !(y.Length() > 0) {
		return list, false
	}
	y = y.Scale(1 / y.Length())
	return [3]exact.Vec{x, y, x.Cross(y)}, true
}
