package kernel

import (
	"errors"
	"fmt"
)

// SimilarityValues is the length of a similarity: a rotation by a unit quaternion, after a uniform
// scale s, and a translation that follows. A negative s mirrors.
//
//	0       4
//	│ x y z w │ tx ty tz s │
const SimilarityValues = 8

// ErrShear reports a matrix that shears or scales by unequal factors.
var ErrShear = errors.New("the matrix shears or scales unequally")

// similarityTolerance is how far the products of a similarity's columns may be from those of a
// scaled rotation, as a share of its scale squared: a vertex 1 m away moves by 0.03 mm at most.
const similarityTolerance = 1.0 / (1 << 15)

// Similarities writes SimilarityValues for every matrix of a palette, and returns how many it has
// written before one that is no similarity, for which the error wraps ErrShear.
func Similarities(dst, palette []float32) (n int, err error) {
	list := affines(palette)
	err = checkExact("Similarities", length{"palette", len(palette), len(list) * affineFloats}, length{"dst", len(dst), len(list) * SimilarityValues})
	if err != nil {
		return 0, err
	}
	for i := range list {
		if !writeSimilarity((*[SimilarityValues]float32)(dst[i*SimilarityValues:]), &list[i]) {
			return i, fmt.Errorf("Similarities: matrix %d: %w", i, ErrShear)
		}
	}
	return len(list), nil
}

// writeSimilarity takes a matrix apart, unless it is no similarity.
func writeSimilarity(dst *[SimilarityValues]float32, m *affine) bool {
	a := float32(m[0]*m[0]) + float32(m[4]*m[4]) + float32(m[8]*m[8])
	b := float32(m[1]*m[1]) + float32(m[5]*m[5]) + float32(m[9]*m[9])
	c := float32(m[2]*m[2]) + float32(m[6]*m[6]) + float32(m[10]*m[10])
	ab := float32(m[0]*m[1]) + float32(m[4]*m[5]) + float32(m[8]*m[9])
	bc := float32(m[1]*m[2]) + float32(m[5]*m[6]) + float32(m[9]*m[10])
	ca := float32(m[2]*m[0]) + float32(m[6]*m[4]) + float32(m[10]*m[8])
	square := (a + b + c) / 3
	for _, d := range [...]float32{a - square, b - square, c - square, ab, bc, ca} {
		if !(max(d, -d) <= float32(similarityTolerance*square)) {
			return false
		}
	}
	s, f := sqrt32(square), float32(0)
	x := float32(m[5]*m[10]) - float32(m[6]*m[9])
	y := float32(m[6]*m[8]) - float32(m[4]*m[10])
	z := float32(m[4]*m[9]) - float32(m[5]*m[8])
	if float32(m[0]*x)+float32(m[1]*y)+float32(m[2]*z) < 0 {
		s = -s
	}
	r := affine{0: 1, 5: 1, 10: 1}
	if s != 0 {
		f = 1 / s
		r = affine{
			float32(m[0] * f), float32(m[1] * f), float32(m[2] * f), 0,
			float32(m[4] * f), float32(m[5] * f), float32(m[6] * f), 0,
			float32(m[8] * f), float32(m[9] * f), float32(m[10] * f), 0,
		}
	}
	writeDual(dst, &r)
	dst[4], dst[5], dst[6], dst[7] = m[3], m[7], m[11], s
	return true
}

// SimilarityMatrix computes the matrix of SimilarityValues. The quaternion may have any length
// but 0.
func SimilarityMatrix(m *[affineFloats]float32, entry []float32) {
	q := (*[SimilarityValues]float32)(entry)
	x, y, z, w, s := q[0], q[1], q[2], q[3], q[7]
	f := float32(2*s) / (float32(x*x) + float32(y*y) + float32(z*z) + float32(w*w))
	fx, fy, fz := float32(f*x), float32(f*y), float32(f*z)
	xx, yy, zz := float32(fx*x), float32(fy*y), float32(fz*z)
	xy, xz, yz := float32(fx*y), float32(fx*z), float32(fy*z)
	wx, wy, wz := float32(fx*w), float32(fy*w), float32(fz*w)
	*m = affine{
		s - (yy + zz), xy - wz, xz + wy, q[4],
		xy + wz, s - (xx + zz), yz - wx, q[5],
		xz - wy, yz + wx, s - (xx + yy), q[6],
	}
}
