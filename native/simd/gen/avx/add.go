package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// add writes the kernel behind AddPose16.
func add(c *build.Context, name string, wide bool) {
	k := &blend{block: block{Context: c, wide: wide}}
	k.begin(name, "func(pose, delta *float32, rotations, others int, weight, mask *float32, maskStep int, origin *float32)")
	k.to, k.pose = k.pointer("pose"), k.pointer("delta")
	k.constants()
	k.one = k.constant(floatOne)
	weight, mask, step, origin := k.pointer("weight"), k.pointer("mask"), k.pointer("maskStep"), k.pointer("origin")
	each := func(count string, size int, body func(u avo.VecVirtual)) {
		k.each(count, size, func() {
			m := k.GP32()
			k.MOVL(at(mask, 0), m)
			k.ADDL(m, m) // 0 of either sign
			k.JZ(operand.LabelRef(count + "Next"))
			body(k.mul(k.broadcast(at(mask, 0)), at(weight, 0)))
			k.Label(count + "Next")
			k.ADDQ(operand.U32(uint64(size)), k.pose)
			k.ADDQ(operand.Imm(16), origin)
			k.ADDQ(step, mask)
		})
	}
	each("rotations", poseColumn, func(u avo.VecVirtual) { k.compose(u, origin) })
	each("others", otherColumn, func(u avo.VecVirtual) {
		kind := k.GP32()
		k.MOVL(at(origin, 12), kind)
		k.TESTL(kind, kind)
		k.JNZ(operand.LabelRef("scale"))
		for i := range 3 {
			d := k.sub(k.load(at(k.pose, i*row)), k.broadcast(at(origin, 4*i)))
			k.store(k.sum(k.sum(k.mul(u, d), at(k.to, i*row)), k.zero), at(k.to, i*row))
		}
		k.JMP(operand.LabelRef("othersNext"))
		k.Label("scale")
		k.scale(u, origin)
	})
	k.VZEROUPPER()
	k.RET()
}

// compose adds a rotation column.
func (k *blend) compose(u avo.VecVirtual, origin avo.GPVirtual) {
	var p [4]avo.VecVirtual
	for i := range p {
		p[i] = k.load(at(k.pose, i*row))
	}
	d := k.product(func(i, j int) avo.VecVirtual { return k.mulAll(p[j], at(origin, 4*i)) })
	g := k.vector()
	k.VSQRTPS(at(k.pose, 4*row), g)
	g = k.mul(u, g)
	s := k.negate(g, d[3])
	part := [4]avo.VecVirtual{k.mul(s, d[0]), k.mul(s, d[1]), k.mul(s, d[2]), k.sum(k.sub(k.one, k.abs(u)), k.abs(k.mul(g, d[3])))}
	v := k.product(func(i, j int) avo.VecVirtual { return k.mul(part[j], at(k.to, i*row)) })
	for i := range v {
		v[i] = k.sum(v[i], k.zero)
	}
	k.putRotation(v, k.to, 0)
}

// product is the quaternion a·b, where times is a component of a times one of b.
func (k *block) product(times func(i, j int) avo.VecVirtual) (v [4]avo.VecVirtual) {
	for i := range 3 {
		next, last := (i+1)%3, (i+2)%3
		v[i] = k.sum(k.sum(times(3, i), times(i, 3)), k.sub(times(next, last), times(last, next)))
	}
	v[3] = k.sub(k.sub(times(3, 3), times(0, 0)), k.sum(times(1, 1), times(2, 2)))
	return v
}

func (k *blend) abs(v avo.VecVirtual) avo.VecVirtual { return k.do(k.VANDNPS, k.minus, v) }

// scale adds a column of scales.
func (k *blend) scale(u avo.VecVirtual, origin avo.GPVirtual) {
	size := k.abs(u)
	rest := k.sub(k.one, size)
	for i := range 3 {
		o, v := k.broadcast(at(origin, 4*i)), k.load(at(k.to, i*row))
		f := k.sum(rest, k.mul(size, k.mul(k.load(at(k.pose, i*row)), o)))
		k.isZero(o)(k.one, f)
		times := k.mul(v, f)
		k.isNegative(u)(k.div(v, f), times)
		k.store(k.sum(times, k.zero), at(k.to, i*row))
	}
}
