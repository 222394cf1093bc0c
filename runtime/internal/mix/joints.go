package mix

import (
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/soa"
)

// Joint undoes the inverse bind matrix of the joint's slot.
func (c *Mixing) Joint(i, joint int, m *soa.Affine) {
	s := int(c.Poses.Slot[joint])
	place(m, (*soa.Affine)(c.Values[i*c.Stride+active.AffineFloats*s:]), &c.Poses.Bind[s])
}

// Joints writes the model-space matrices of joints of instance i.
func (c *Mixing) Joints(i int, joints []int, to []soa.Affine) {
	values, slots, binds := c.Values[i*c.Stride:][:c.Stride], c.Poses.Slot, c.Poses.Bind
	for k, joint := range joints {
		s := int(slots[joint])
		place(&to[k], (*soa.Affine)(values[active.AffineFloats*s:]), &binds[s])
	}
}

// PlacedJoints is Joints where the instance stands. Rows 0 and 2 of a matrix rotate about Y.
func (c *Mixing) PlacedJoints(i int, joints []int, to []soa.Affine, at *motion.RootTransform) {
	c.Joints(i, joints, to)
	cos, sin := float32(at.C), float32(at.S)
	for k := range joints {
		m := &to[k]
		for e := range 3 {
			x, z := m[e], m[8+e]
			m[e], m[8+e] = float32(cos*x)+float32(sin*z), float32(cos*z)-float32(sin*x)
		}
		x, z := float64(m[3]), float64(m[11])
		m[3] = float32(float64(at.C*x) + float64(at.S*z) + at.X)
		m[7] = float32(float64(m[7]) + at.Y)
		m[11] = float32(float64(at.C*z) - float64(at.S*x) + at.Z)
	}
}

// place writes the product of a palette matrix and a bind matrix, as Affine.Mul computes it.
func place(m, a, b *soa.Affine) {
	b0, b1, b2, b3 := b[0], b[1], b[2], b[3]
	b4, b5, b6, b7 := b[4], b[5], b[6], b[7]
	b8, b9, b10, b11 := b[8], b[9], b[10], b[11]
	x, y, z := a[0], a[1], a[2]
	m[0] = float32(x*b0) + float32(y*b4) + float32(z*b8)
	m[1] = float32(x*b1) + float32(y*b5) + float32(z*b9)
	m[2] = float32(x*b2) + float32(y*b6) + float32(z*b10)
	m[3] = float32(x*b3) + float32(y*b7) + float32(z*b11) + a[3]
	x, y, z = a[4], a[5], a[6]
	m[4] = float32(x*b0) + float32(y*b4) + float32(z*b8)
	m[5] = float32(x*b1) + float32(y*b5) + float32(z*b9)
	m[6] = float32(x*b2) + float32(y*b6) + float32(z*b10)
	m[7] = float32(x*b3) + float32(y*b7) + float32(z*b11) + a[7]
	x, y, z = a[8], a[9], a[10]
	m[8] = float32(x*b0) + float32(y*b4) + float32(z*b8)
	m[9] = float32(x*b1) + float32(y*b5) + float32(z*b9)
	m[10] = float32(x*b2) + float32(y*b6) + float32(z*b10)
	m[11] = float32(x*b3) + float32(y*b7) + float32(z*b11) + a[11]
}
