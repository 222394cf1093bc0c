package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// AddPose writes the kernel behind AddPose16.
func AddPose(c *build.Context, wide bool) {
	k := &blend{block: block{Context: c, wide: wide}}
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
		k.ADDL(kind, kind) // 0 of either sign
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
	length := k.vector()
	k.VSQRTPS(at(k.pose, 4*row), length)
	part := k.part(d, u, length)
	v := k.product(func(i, j int) avo.VecVirtual { return k.mul(part[j], at(k.to, i*row)) })
	for i := range v {
		v[i] = k.sum(v[i], k.zero)
	}
	k.putRotation(v, k.to, 0)
}

// part is u times the rotation d, which is that of a quaternion of 1/length.
func (k *blend) part(d [4]avo.VecVirtual, u, length avo.VecVirtual) [4]avo.VecVirtual {
	g := k.mul(u, length)
	s := k.negate(g, d[3])
	return [4]avo.VecVirtual{k.mul(s, d[0]), k.mul(s, d[1]), k.mul(s, d[2]), k.sum(k.sub(k.one, k.abs(u)), k.abs(k.mul(g, d[3])))}
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
		f := k.factor(size, rest, k.load(at(k.pose, i*row)), o)
		k.store(k.sum(k.scaled(v, f, u), k.zero), at(k.to, i*row))
	}
}

// factor is what a scale changes by where it becomes p: rest is 1 less size.
func (k *blend) factor(size, rest, p, o avo.VecVirtual) avo.VecVirtual {
	f := k.sum(rest, k.mul(size, k.mul(p, o)))
	k.isZero(o)(k.one, f)
	return f
}

// scaled is v times f, or where u is negative v divided by f.
func (k *blend) scaled(v, f, u avo.VecVirtual) avo.VecVirtual {
	times := k.mul(v, f)
	k.isNegative(u)(k.div(v, f), times)
	return times
}

// AddRow writes the kernel behind AddRow. A mask has a value per column, or where it has
// a step of 0 four for all.
func AddRow(c *build.Context) {
	k := start4(c, "row")
	delta, mask, step, origin := k.pointer("delta"), k.pointer("mask"), k.pointer("maskStep"), k.pointer("origin")
	weight := address(c, "weight")
	k.each4("rotations", func() { // constants are made anew where registers are free
		k.one = k.constant(floatOne)
		p := k.quads(delta)
		length, o := k.perLength(p), k.quads(origin)
		d := k.product(func(i, j int) avo.VecVirtual { return k.mul(p[j], o[i]) })
		k.constants()
		k.one = k.constant(floatOne)
		part := k.part(d, k.mul(k.broadcast(weight), at(mask, 0)), length)
		q := k.quads(k.to)
		v := k.product(func(i, j int) avo.VecVirtual { return k.mul(part[j], q[i]) })
		masked := k.isZero(k.load(at(mask, 0)))
		for i := range v {
			v[i] = k.sum(v[i], k.zero)
			masked(q[i], v[i])
		}
		k.put(v)
		k.ADDQ(step, mask)
	}, delta, origin)
	k.narrow = false
	k.constants()
	k.one = k.constant(floatOne)
	k.each4("others", func() {
		for i := range 2 {
			m, p, o, q, kind := k.pair(at(mask, 8*i)), k.load(at(delta, 32*i)), k.load(at(origin, 32*i)), k.load(at(k.to, 32*i)), k.YMM()
			k.VPERMILPS(operand.U8(0xff), o, kind)
			u := k.mul(k.broadcast(weight), m)
			size := k.abs(u)
			v := k.scaled(q, k.factor(size, k.sub(k.one, size), p, o), u)
			k.isZero(kind)(k.sum(k.mul(u, k.sub(p, o)), q), v)
			v = k.sum(v, k.zero)
			k.isZero(m)(q, v)
			k.VBLENDPS(operand.U8(0x88), q, v, v)
			k.store(v, at(k.to, 32*i))
		}
		k.ADDQ(step, mask)
	}, delta, origin)
	k.VZEROUPPER()
	k.RET()
}
