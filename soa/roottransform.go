package soa

import (
	"math"
)

// RootTransform is the place of a root on the ground: a translation, and a rotation about
// the Y axis as the complex number C + iS of length one, the cosine and sine of the angle
// from Z towards X. It takes a point to
//
//	x' = C·x + S·z + X      y' = y + Y      z' = C·z − S·x + Z
//
// The zero RootTransform is not the identity but flattens space: begin with IdentityRoot.
type RootTransform struct{ X, Y, Z, C, S float64 }

// IdentityRoot returns the transform that changes nothing.
func IdentityRoot() RootTransform { return RootTransform{C: 1} }

// Mul returns p·q, the transform that applies q first: q seen from p.
func (p RootTransform) Mul(q RootTransform) RootTransform {
	return RootTransform{
		X: float64(p.C*q.X) + float64(p.S*q.Z) + p.X,
		Y: p.Y + q.Y,
		Z: float64(p.C*q.Z) - float64(p.S*q.X) + p.Z,
		C: float64(p.C*q.C) - float64(p.S*q.S),
		S: float64(p.S*q.C) + float64(p.C*q.S),
	}
}

// Append makes p the product p·q. Its rotation stays at length one to 1e-12 however
// often it is called.
func (p *RootTransform) Append(q *RootTransform) {
	x, z, c, s := p.X, p.Z, p.C, p.S
	p.X, p.Y, p.Z = float64(c*q.X)+float64(s*q.Z)+x, p.Y+q.Y, float64(c*q.Z)-float64(s*q.X)+z
	p.C, p.S = float64(c*q.C)-float64(s*q.S), float64(s*q.C)+float64(c*q.S)
	if off := float64(p.C*p.C) + float64(p.S*p.S) - 1; off > maxOff || off < -maxOff {
		*p = p.Unit()
	}
}

// maxOff is how far the square of a rotation's length may be off 1.
const maxOff = 1e-12

// Inverse returns the transform that undoes p.
func (p RootTransform) Inverse() RootTransform {
	return RootTransform{
		X: float64(p.S*p.Z) - float64(p.C*p.X), Y: -p.Y, Z: -float64(p.C*p.Z) - float64(p.S*p.X),
		C: p.C, S: -p.S,
	}
}

// Unit returns p with its rotation at length one, which thousands of products lose.
// A rotation of length zero becomes none.
func (p RootTransform) Unit() RootTransform {
	l := math.Sqrt(float64(p.C*p.C) + float64(p.S*p.S))
	if l == 0 || l-l != 0 {
		p.C, p.S = 1, 0
		return p
	}
	p.C, p.S = p.C/l, p.S/l
	return p
}

// Pow returns p applied n times, or for a negative n its inverse −n times: by
// repeated squaring, in at most 126 products.
func (p RootTransform) Pow(n int64) RootTransform {
	y := float64(float64(n) * p.Y)
	if p.S == 0 && p.C == 1 { // straight on
		return RootTransform{X: float64(float64(n) * p.X), Y: y, Z: float64(float64(n) * p.Z), C: 1}
	}
	times := uint64(n)
	if n < 0 {
		p, times = p.Inverse(), -times
	}
	r := IdentityRoot()
	for ; times > 0; times >>= 1 {
		if times&1 != 0 {
			r = p.Mul(r).Unit()
		}
		p = p.Mul(p).Unit()
	}
	r.Y = y
	return r
}

// Point applies the transform to a point.
func (p RootTransform) Point(v [3]float64) [3]float64 {
	return [3]float64{
		float64(p.C*v[0]) + float64(p.S*v[2]) + p.X, v[1] + p.Y, float64(p.C*v[2]) - float64(p.S*v[0]) + p.Z,
	}
}

// Rotation returns the quaternion x, y, z, w of the rotation, w ≥ 0.
func (p RootTransform) Rotation() [4]float64 {
	// Half the angle: the larger of its two components by a root, the other by
	// sin = 2·sin(½)·cos(½).
	if p.C >= 0 {
		w := math.Sqrt((1 + p.C) / 2)
		return [4]float64{0, p.S / (2 * w), 0, w}
	}
	y := math.Sqrt((1 - p.C) / 2)
	if p.S < 0 {
		y = -y
	}
	return [4]float64{0, y, 0, p.S / (2 * y)}
}

// Affine returns the transform as a matrix, rounded to float32.
func (p RootTransform) Affine() Affine {
	return Affine{
		float32(p.C), 0, float32(p.S), float32(p.X),
		0, 1, 0, float32(p.Y),
		float32(-p.S), 0, float32(p.C), float32(p.Z),
	}
}
