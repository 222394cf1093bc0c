package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// over writes the kernel behind OverPose16.
func over(c *build.Context, name string, wide bool) {
	k := &blend{block: block{Context: c, wide: wide}}
	k.start(name, "func(sum, lower *float32, rotations, others int, reference *float32, threshold float32)")
	k.pose = k.pointer("lower")
	reference := k.pointer("reference")
	k.finishing()
	k.each("rotations", poseColumn, func() {
		var p, v [4]avo.VecVirtual
		for i := range p {
			p[i] = k.load(at(k.pose, i*row))
		}
		u, length := k.load(at(k.to, 4*row)), k.vector()
		k.VSQRTPS(at(k.pose, 4*row), length)
		r := k.negate(k.mul(k.missing(u), length), k.hemisphere(p, reference))
		absent := k.isZero(u)
		for i := range v {
			v[i] = k.sum(k.sum(k.mul(r, p[i]), at(k.to, i*row)), k.zero)
			absent(p[i], v[i])
		}
		k.putRotation(v, k.to, 0)
		k.ADDQ(operand.U32(poseColumn), k.pose)
		k.ADDQ(operand.Imm(16), reference)
	})
	k.each("others", otherColumn, func() {
		u := k.load(at(k.to, 3*row))
		r, total := k.missing(u), k.covered(u)
		absent := k.isZero(u)
		for i := range 3 {
			p := k.load(at(k.pose, i*row))
			v := k.sum(k.div(k.sum(k.mul(r, p), at(k.to, i*row)), total), k.zero)
			absent(p, v)
			k.store(v, at(k.to, i*row))
		}
		k.store(k.one, at(k.to, 3*row))
		k.ADDQ(operand.U32(otherColumn), k.pose)
	})
	k.VZEROUPPER()
	k.RET()
}

// isZero returns what replaces v by p in the lanes in which u is 0.
func (k *blend) isZero(u avo.VecVirtual) (replace func(p, v avo.VecVirtual)) {
	return k.where(compareEqual, u)
}

// isNegative is isZero of the lanes in which u is less than 0.
func (k *blend) isNegative(u avo.VecVirtual) (replace func(p, v avo.VecVirtual)) {
	return k.where(compareLess, u)
}

func (k *blend) where(compare operand.U8, u avo.VecVirtual) (replace func(p, v avo.VecVirtual)) {
	if k.wide {
		m := k.K()
		k.VCMPPS(compare, k.zero, u, m)
		return func(p, v avo.VecVirtual) { k.VMOVAPS(p, m, v) }
	}
	m := k.vector()
	k.VCMPPS(compare, k.zero, u, m)
	return func(p, v avo.VecVirtual) { k.VBLENDVPS(m, p, v, v) }
}
