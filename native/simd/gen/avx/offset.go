package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// offset writes the kernel behind OffsetPose16. basis is F of the first lane; G and H
// follow, 16 lanes each.
func offset(c *build.Context, name string, wide bool) {
	k := &gather{blend: blend{block: block{Context: c, wide: wide}}}
	k.begin(name, "func(pose, offsets *float32, row *int64, basis *float32, rotationGroups, otherGroups int)")
	var line, rows, basis avo.GPVirtual
	k.pose, line, rows, basis = k.pointer("pose"), k.pointer("offsets"), k.pointer("row"), k.pointer("basis")
	k.one, k.zero = k.constant(floatOne), k.vector()
	k.VXORPS(k.zero, k.zero, k.zero)
	k.quad = func(lane, disp int) operand.Mem { return k.indexed(lane, disp, rows, line)[0] }
	k.part = func(lane, disp int) avo.VecVirtual { return k.load(k.quad(lane, disp)) }
	k.put = func(o [4]avo.VecVirtual, column, size int) {
		v := k.displacement(o, at(basis, 0), at(basis, row), at(basis, 2*row))
		to := func(i int) operand.Mem { return at(k.pose, column*size+i*row) }
		if size == otherColumn {
			for i := range v {
				k.store(k.sum(k.sum(v[i], to(i)), k.zero), to(i))
			}
			return
		}
		k.putRotation(k.displaced(v, func(i int) operand.Op { return to(i) }), k.pose, column*size)
	}
	k.lines("rotationGroups", poseColumn, func() { k.ADDQ(operand.Imm(64), line) })
	k.lines("otherGroups", otherColumn, func() { k.ADDQ(operand.Imm(64), line) })
	k.VZEROUPPER()
	k.RET()
}

// displacement is what is left of an offset, of the basis f, g, h.
func (k *blend) displacement(o [4]avo.VecVirtual, f, g, h operand.Op) [3]avo.VecVirtual {
	left := k.left(o[3], f, g, h)
	return [3]avo.VecVirtual{k.mul(o[0], left), k.mul(o[1], left), k.mul(o[2], left)}
}

// left is what part of an offset is left, which starts at a speed.
func (k *blend) left(speed avo.VecVirtual, f, g, h operand.Op) avo.VecVirtual {
	curve := k.do(k.VMAXPS, k.sub(k.mul(speed, k.constant(minusEight)), k.constant(floatTwenty)), k.zero)
	return k.sum(k.sum(k.mul(speed, g), f), k.mul(curve, h))
}

// displaced is a rotation, displaced by v.
func (k *blend) displaced(v [3]avo.VecVirtual, q func(i int) operand.Op) [4]avo.VecVirtual {
	square := k.sum(k.sum(k.mul(v[0], v[0]), k.mul(v[1], v[1])), k.mul(v[2], v[2]))
	delta := [4]avo.VecVirtual{k.sum(v[0], v[0]), k.sum(v[1], v[1]), k.sum(v[2], v[2]), k.sub(k.one, square)}
	out := k.product(func(i, j int) avo.VecVirtual { return k.mul(delta[i], q(j)) })
	zero := k.vector()
	k.VXORPS(zero, zero, zero)
	for i := range out {
		out[i] = k.sum(out[i], zero)
	}
	return out
}

// offsetRow writes the kernel behind OffsetRow.
func offsetRow(c *build.Context) {
	k := start4(c, "offsetRowAVX2", "func(row, offset *float32, rotations, others int, value, speed, curve float32)", "row")
	offset := k.pointer("offset")
	basis := func() (f, g, h operand.Op) {
		return k.broadcast(address(c, "value")), k.broadcast(address(c, "speed")), k.broadcast(address(c, "curve"))
	}
	k.each4("rotations", func() { // constants are made anew where registers are free
		o := k.quads(offset)
		f, g, h := basis()
		v := k.displacement(o, f, g, h)
		k.one = k.constant(floatOne)
		q := k.quads(k.to)
		k.put(k.displaced(v, func(i int) operand.Op { return q[i] }))
	}, offset)
	k.narrow = false
	k.constants()
	f, g, h := basis()
	k.each4("others", func() {
		for i := range 2 {
			o, q, speed := k.load(at(offset, 32*i)), k.load(at(k.to, 32*i)), k.YMM()
			k.VPERMILPS(operand.U8(0xff), o, speed)
			v := k.sum(k.sum(k.mul(o, k.left(speed, f, g, h)), q), k.zero)
			k.VBLENDPS(operand.U8(0x88), q, v, v)
			k.store(v, at(k.to, 32*i))
		}
	}, offset)
	k.VZEROUPPER()
	k.RET()
}

const (
	minusEight  = 0xc1000000
	floatTwenty = 0x41a00000
)
