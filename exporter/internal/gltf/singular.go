package gltf

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// singular returns the rotations U and V and the factors Σ of the 3x3 part of a matrix, which is
// U·Σ·Vᵀ: V is made of the eigenvectors of MᵀM by Jacobi's method. Of a matrix that mirrors, one
// factor is negative.
func singular(m exact.Matrix) (u exact.Quat, sigma exact.Vec, v exact.Quat) {
	var a, basis [3]exact.Vec // columns of M·V, and of V
	for c := range 3 {
		a[c] = m.Column(c)
		basis[c][c] = 1
	}
	for range 30 { // each sweep squares what is left; a handful is enough
		left := 0.
		for _, pair := range [...][2]int{{0, 1}, {0, 2}, {1, 2}} {
			left = max(left, orthogonalize(&a, &basis, pair[0], pair[1]))
		}
		if left < 1e-15 {
			break
		}
	}
	if basis[0].Cross(basis[1]).Dot(basis[2]) < 0 {
		basis[2], a[2] = basis[2].Scale(-1), a[2].Scale(-1)
	}
	axes := axesOf(&a, &sigma)
	return rotationOf(axes), sigma, rotationOf(basis)
}

// orthogonalize rotates columns i and k of both so that those of a are perpendicular, and returns
// the cosine that was between them.
func orthogonalize(a, basis *[3]exact.Vec, i, k int) float64 {
	p, q, r := a[i].Dot(a[i]), a[k].Dot(a[k]), a[i].Dot(a[k])
	if size := math.Sqrt(float64(p * q)); r == 0 || math.Abs(r) <= float64(1e-16*size) {
		return 0
	}
	z := (q - p) / (2 * r)
	t := 1 / (math.Abs(z) + math.Sqrt(1+float64(z*z)))
	if z < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(1+float64(t*t))
	s := float64(c * t)
	for _, columns := range []*[3]exact.Vec{a, basis} {
		x, y := columns[i], columns[k]
		columns[i], columns[k] = x.Scale(c).Sub(y.Scale(s)), x.Scale(s).Add(y.Scale(c))
	}
	return math.Abs(r) / max(math.Sqrt(float64(p*q)), math.SmallestNonzeroFloat64)
}

// axesOf returns three perpendicular unit vectors along the columns, whose lengths become sigma,
// as a rotation; a column without length gets the axis that the others leave.
func axesOf(a *[3]exact.Vec, sigma *exact.Vec) (axes [3]exact.Vec) {
	most := 0.
	for c := range 3 {
		sigma[c] = a[c].Length()
		most = max(most, sigma[c])
	}
	var known []int
	for c := range 3 {
		if sigma[c] > float64(1e-12*most) {
			axes[c] = a[c].Scale(1 / sigma[c])
			known = append(known, c)
		}
	}
	switch len(known) {
	case 0:
		return [3]exact.Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	case 1:
		c := known[0]
		other := exact.Vec{0: 1}
		if math.Abs(axes[c][0]) > 0.9 {
			other = exact.Vec{1: 1}
		}
		side := axes[c].Cross(other)
		side = side.Scale(1 / side.Length())
		axes[(c+1)%3], axes[(c+2)%3] = side, axes[c].Cross(side)
	case 2:
		c := 3 - known[0] - known[1]
		axes[c] = axes[(c+1)%3].Cross(axes[(c+2)%3])
	case 3:
		if axes[0].Cross(axes[1]).Dot(axes[2]) < 0 {
			axes[2], sigma[2] = axes[2].Scale(-1), -sigma[2]
		}
	}
	return axes
}

// rotationOf returns the rotation of three perpendicular columns.
func rotationOf(c [3]exact.Vec) exact.Quat {
	m := exact.Matrix{c[0][0], c[1][0], c[2][0], 0, c[0][1], c[1][1], c[2][1], 0, c[0][2], c[1][2], c[2][2], 0}
	return m.Rotation(1)
}
