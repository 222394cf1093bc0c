package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// OverPose writes the kernel behind OverPose16.
func OverPose(c *build.Context, wide bool) {
	k := &blend{block: block{Context: c, wide: wide}}
	k.start()
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
		r := k.negate(k.mul(k.missing(u), length), k.hemisphere(p, at(reference, 0)))
		absent := k.isZero(u)
		for i := range v {
			v[i] = k.sum(k.sum(k.mul(r, p[i]), at(k.to, i*row)), k.zero)
			absent(p[i], v[i])
		}
		k.putLasting(v, 0, func() func(p, v avo.VecVirtual) { return k.isZero(k.load(at(k.to, 4*row))) })
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
	k.end()
}

// CoverPose writes the kernel behind CoverPose16: what AccumulatePose and OverPose do, column by column.
func CoverPose(c *build.Context, wide bool) {
	k := &blend{block: block{Context: c, wide: wide}}
	k.start()
	k.pose = k.pointer("pose")
	k.finishing()
	weight, mask, step, reference := k.pointer("weight"), k.pointer("mask"), k.pointer("maskStep"), k.pointer("reference")
	column := func(kind string, size int, body func(u avo.VecVirtual)) {
		k.each(kind, size, func() {
			m := k.GP32()
			k.MOVL(at(mask, 0), m)
			k.ADDL(m, m) // 0 of either sign
			k.JZ(operand.LabelRef(kind + "Next"))
			body(k.mulAll(k.load(at(weight, 0)), at(mask, 0)))
			k.Label(kind + "Next")
			k.ADDQ(operand.U32(uint64(size)), k.pose)
			k.ADDQ(step, mask)
			if size == poseColumn {
				k.ADDQ(operand.Imm(16), reference)
			}
		})
	}
	column("rotations", poseColumn, func(u avo.VecVirtual) {
		var v [4]avo.VecVirtual
		for i := range v {
			v[i] = k.load(at(k.pose, i*row))
		}
		factor := k.negate(k.lengthened(u, k.square(v), k.half), k.hemisphere(v, at(reference, 0)))
		for i := range v {
			v[i] = k.mul(factor, v[i])
		}
		length := k.vector()
		k.VSQRTPS(at(k.to, 4*row), length)
		below := func(i int) avo.VecVirtual { return k.load(at(k.to, i*row)) } // for few registers each time anew
		d := func(i int) avo.VecVirtual { return k.mulAll(below(i), at(reference, 4*i)) }
		r := k.negate(k.mul(k.missing(u), length), k.sum(k.sum(d(0), d(1)), k.sum(d(2), d(3))))
		absent := k.isZero(u)
		for i := range v {
			p := below(i)
			v[i] = k.sum(k.sum(k.mul(r, p), v[i]), k.zero)
			absent(p, v[i])
		}
		k.putLasting(v, 0, func() func(p, v avo.VecVirtual) { return k.isZero(k.mulAll(k.load(at(weight, 0)), at(mask, 0))) })
	})
	column("others", otherColumn, func(u avo.VecVirtual) {
		r, total := k.missing(u), k.covered(u)
		absent := k.isZero(u)
		for i := range 3 {
			p := k.load(at(k.to, i*row))
			v := k.sum(k.div(k.sum(k.mul(r, p), k.mul(u, k.load(at(k.pose, i*row)))), total), k.zero)
			absent(p, v)
			k.store(v, at(k.to, i*row))
		}
	})
	k.end()
}

// isZero returns what replaces v by p in the lanes in which u is 0.
func (k *blend) isZero(u avo.VecVirtual) (replace func(p, v avo.VecVirtual)) {
	return k.compared(compareEqual, u, k.zero)
}

// isNegative is isZero of the lanes in which u is less than 0.
func (k *blend) isNegative(u avo.VecVirtual) (replace func(p, v avo.VecVirtual)) {
	return k.compared(compareLess, u, k.zero)
}

// compared is isZero of the lanes in which a comparison of u with another value holds.
func (k *blend) compared(compare operand.U8, u, with avo.VecVirtual) (replace func(p, v avo.VecVirtual)) {
	if k.wide {
		m := k.K()
		k.VCMPPS(compare, with, u, m)
		return func(p, v avo.VecVirtual) { k.VMOVAPS(p, m, v) }
	}
	m := k.vector()
	k.VCMPPS(compare, with, u, m)
	return func(p, v avo.VecVirtual) { k.VBLENDVPS(m, p, v, v) }
}

// OverRow writes the kernel behind OverRow.
func OverRow(c *build.Context) {
	k := start4(c, "sum")
	lower, weights, reference := k.pointer("lower"), k.pointer("weights"), k.pointer("reference")
	k.finishing()
	long := k.constant(floatLong)
	k.each4("rotations", func() {
		p, r := k.quads(lower), k.quads(reference)
		d := k.sum(k.sum(k.mul(p[0], r[0]), k.mul(p[1], r[1])), k.sum(k.mul(p[2], r[2]), k.mul(p[3], r[3])))
		u := k.load(at(weights, 0))
		v := k.negate(k.mul(k.missing(u), k.perLength(p)), d)
		absent, q := k.isZero(u), k.quads(k.to)
		for i := range q {
			q[i] = k.sum(k.sum(k.mul(v, p[i]), q[i]), k.zero)
			absent(p[i], q[i])
		}
		k.whereLess(q[3], long, allLanes, func() { // w alone tells most
			n := k.square(q)
			k.half = k.constant(floatHalf) // takes no register elsewhere
			k.whereShort(n, func() {
				k.isZero(k.load(at(weights, 0)))(k.one, n)
				k.lengthen(q, n)
			})
		})
		k.put(q)
		k.ADDQ(operand.Imm(16), weights)
	}, lower, reference)
	k.narrow = false
	k.constants()
	k.finishing()
	k.each4("others", func() {
		for i := range 2 {
			p, q, u := k.load(at(lower, 32*i)), k.load(at(k.to, 32*i)), k.YMM()
			k.VPERMILPS(operand.U8(0xff), q, u)
			q = k.sum(k.div(k.sum(k.mul(k.missing(u), p), q), k.covered(u)), k.zero)
			k.isZero(u)(p, q)
			k.VBLENDPS(operand.U8(0x88), k.one, q, q)
			k.store(q, at(k.to, 32*i))
		}
	}, lower)
	k.end()
}
