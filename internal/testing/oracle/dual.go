package oracle

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// bone is a palette entry taken apart: palette = rigid·stretch, and rigid as a dual
// quaternion.
type bone struct {
	real, dual     Quat
	rigid, stretch Mat4
}

// bones takes the palette of a skin apart the way Blender's armature modifier does: of a
// joint's posed matrix the y column keeps its direction, x loses what it has of y, z is
// their product, and the joint its place; rest is the same of the joint at rest. What
// scales the mesh along its axes when it is bound does so before.
func bones(skin *soa.Skin, palette []Mat4) []bone {
	list := make([]bone, len(palette))
	for i, m := range palette {
		inverse := FromAffine(skin.InverseBind[i])
		unscale := Identity()
		for c := range 3 {
			if k := (Vec3{inverse[c], inverse[4+c], inverse[8+c]}).Length(); k > 0 {
				unscale[5*c] = 1 / k
			}
		}
		inverse = inverse.Mul(unscale)
		rest := Identity()
		if inv, ok := inverse.invert(); ok {
			rest = inv.straight(Identity())
		}
		unrest, _ := rest.invert()
		g := m.Mul(unscale).Mul(rest).straight(rest).Mul(unrest)
		ungroup, _ := g.invert()
		q := g.rotation()
		t := g.Translation()
		list[i] = bone{real: q, dual: Quat{t[0] / 2, t[1] / 2, t[2] / 2, 0}.mul(q), rigid: g, stretch: ungroup.Mul(m)}
	}
	return list
}

// straight returns the matrix with its columns made orthonormal, or those of otherwise
// where they have no directions.
func (m Mat4) straight(otherwise Mat4) Mat4 {
	x, y := Vec3{m[0], m[4], m[8]}.Unit(), Vec3{m[1], m[5], m[9]}.Unit()
	d := x.Dot(y)
	x = Vec3{x[0] - d*y[0], x[1] - d*y[1], x[2] - d*y[2]}
	if x.Length() < 1e-6 {
		otherwise[3], otherwise[7], otherwise[11] = m[3], m[7], m[11]
		return otherwise
	}
	x = x.Unit()
	z := x.Cross(y)
	return Mat4{x[0], y[0], z[0], m[3], x[1], y[1], z[1], m[7], x[2], y[2], z[2], m[11], 0, 0, 0, 1}
}

// invert returns the inverse of an affine matrix, if it has one.
func (m Mat4) invert() (inv Mat4, ok bool) {
	a, b, c := Vec3{m[0], m[1], m[2]}, Vec3{m[4], m[5], m[6]}, Vec3{m[8], m[9], m[10]}
	x, y, z := b.Cross(c), c.Cross(a), a.Cross(b)
	det := a.Dot(x)
	if det == 0 {
		return inv, false
	}
	for i := range 3 {
		inv[4*i], inv[4*i+1], inv[4*i+2] = x[i]/det, y[i]/det, z[i]/det
	}
	t := inv.Direction(m.Translation())
	inv[3], inv[7], inv[11], inv[15] = -t[0], -t[1], -t[2], 1
	return inv, true
}

// rotation returns the unit quaternion of a rotation matrix: its greatest component from
// the diagonal, the others from sums and differences across it.
func (m Mat4) rotation() Quat {
	squares := Quat{1 + m[0] - m[5] - m[10], 1 - m[0] + m[5] - m[10], 1 - m[0] - m[5] + m[10], 1 + m[0] + m[5] + m[10]}
	products := [4]Quat{
		{squares[0], m[1] + m[4], m[2] + m[8], m[9] - m[6]},
		{m[1] + m[4], squares[1], m[6] + m[9], m[2] - m[8]},
		{m[2] + m[8], m[6] + m[9], squares[2], m[4] - m[1]},
		{m[9] - m[6], m[2] - m[8], m[4] - m[1], squares[3]},
	}
	greatest := 0
	for k := range squares {
		if squares[k] > squares[greatest] {
			greatest = k
		}
	}
	return products[greatest].Unit()
}

// mul returns the product of quaternions.
func (q Quat) mul(r Quat) Quat {
	v, w := Vec3{q[0], q[1], q[2]}, Vec3{r[0], r[1], r[2]}
	c := v.Cross(w)
	return Quat{
		q[3]*w[0] + r[3]*v[0] + c[0], q[3]*w[1] + r[3]*v[1] + c[1], q[3]*w[2] + r[3]*v[2] + c[2],
		q[3]*r[3] - v.Dot(w),
	}
}

// dualMatrix returns what moves a vertex of these influences by dual quaternions: each is
// added with the sign that brings it nearer to the sum of those before it, the sum is
// divided by the length of its real part, and what the bones do beside rotating and moving
// is averaged and applied first.
func dualMatrix(of []bone, index []uint16, weight []float32) Mat4 {
	var real, dual Quat
	var stretch Mat4
	for i, b := range index {
		w := float64(weight[i])
		stretch = stretch.Add(of[b].stretch, w)
		if real.Dot(of[b].real) < 0 {
			w = -w
		}
		for k := range real {
			real[k] += w * of[b].real[k]
			dual[k] += w * of[b].dual[k]
		}
	}
	length := math.Sqrt(real.Dot(real))
	if length == 0 {
		return Mat4{}
	}
	for k := range real {
		real[k] /= length
		dual[k] /= length
	}
	moved := dual.mul(Quat{-real[0], -real[1], -real[2], real[3]})
	return Translate(Vec3{2 * moved[0], 2 * moved[1], 2 * moved[2]}).Mul(real.Matrix()).Mul(stretch)
}
