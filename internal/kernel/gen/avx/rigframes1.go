package avx

import (
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// rigFrames1 writes the kernel behind kernel.RigFrames: formula.FrameRig of a joint after the other,
// with x, y, z, w in a register.
type rigFrames1 struct {
	block
	sign avo.VecVirtual // of w
}

// RigFrames1 writes the kernel behind RigFrames.
func RigFrames1(c *build.Context) {
	k := &rigFrames1{block: block{Context: c, narrow: true}}
	frames, columns, joints, count := k.pointer("frames"), k.pointer("block"), k.pointer("joints"), k.pointer("count")
	half, most := k.constant(floatHalf), k.constant(0x3fc00000) // 1.5
	k.sign = k.vector()
	k.VPCMPEQD(k.sign, k.sign, k.sign)
	k.VPSLLD(Imm(31), k.sign, k.sign)
	k.VPSLLDQ(Imm(12), k.sign, k.sign)
	// The parent of most joints is the joint before, which registers hold.
	p, move, before := k.vector(), k.vector(), k.GP64()
	k.MOVQ(I32(-1), before)
	k.Label("joint")
	field := func(name string) Mem { return at(joints, layout.Offset("rigFrame", name)) }
	own, rotation := k.base(frames, field("own")), k.base(columns, field("rotation"))

	inverse := k.vector()
	k.VMOVSS(at(rotation, 4*row), inverse)
	k.VSQRTSS(inverse, inverse, inverse)
	q := k.mul(k.quad(rotation, 0, 4), k.spread(inverse))
	k.CMPL(field("above"), before.As32())
	k.JE(LabelRef("near"))
	above := k.base(frames, field("above"))
	k.quadTo(p, above, 0, 4)
	k.quadTo(move, above, 4, 3)
	k.Label("near")
	turn := k.mul(k.product(p, q), k.sub(most, k.mul(half, k.dot4(p))))
	k.scatter(turn, own, 0, 4)

	place := k.vector()
	k.VXORPS(place, place, place)
	translation := k.GP64()
	k.MOVLQSX(field("translation"), translation)
	k.TESTQ(translation, translation)
	k.JL(LabelRef("still"))
	k.ADDQ(columns, translation)
	k.quadTo(place, translation, 0, 3)
	k.Label("still")
	from := k.mul(k.sum(k.load(field("uniforms")), place), k.broadcast(field("uniforms").Offset(12)))
	k.VADDPS(move, k.rotated(p, from), move)
	k.scatter(move, own, 4, 3)
	k.VMOVAPS(turn, p)
	k.MOVL(field("own"), before.As32())

	k.ADDQ(sizeOf("rigFrame"), joints)
	k.DECQ(count)
	k.JNZ(LabelRef("joint"))
	k.RET()
}

// base is an address and the offset that memory holds.
func (k *rigFrames1) base(from avo.GPVirtual, offset Mem) avo.GPVirtual {
	r := k.offset(offset)
	k.ADDQ(from, r)
	return r
}

// quad is n rows from one on, of lane 0.
func (k *rigFrames1) quad(base avo.GPVirtual, first, n int) avo.VecVirtual {
	v := k.vector()
	k.quadTo(v, base, first, n)
	return v
}

func (k *rigFrames1) quadTo(v avo.VecVirtual, base avo.GPVirtual, first, n int) {
	k.VMOVSS(at(base, first*row), v)
	for i := 1; i < n; i++ {
		k.VINSERTPS(Imm(uint64(i<<4)), at(base, (first+i)*row), v, v)
	}
}

// scatter is the inverse of quad.
func (k *rigFrames1) scatter(v avo.VecVirtual, base avo.GPVirtual, first, n int) {
	k.VMOVSS(v, at(base, first*row))
	for i := 1; i < n; i++ {
		k.VEXTRACTPS(Imm(uint64(i)), v, at(base, (first+i)*row))
	}
}

// pick is the components of v that are named.
func (k *rigFrames1) pick(v avo.VecVirtual, x, y, z, w uint8) avo.VecVirtual {
	out := k.vector()
	k.VPERMILPS(U8(x|y<<2|z<<4|w<<6), v, out)
	return out
}

// spread is component x of v in all.
func (k *rigFrames1) spread(v avo.VecVirtual) avo.VecVirtual { return k.pick(v, 0, 0, 0, 0) }

// withSign changes the sign of w.
func (k *rigFrames1) withSign(v avo.VecVirtual) avo.VecVirtual { return k.do(k.VXORPS, v, k.sign) }

// product is p·q.
func (k *rigFrames1) product(p, q avo.VecVirtual) avo.VecVirtual {
	const x, y, z, w = 0, 1, 2, 3
	a := k.mul(k.pick(p, w, w, w, w), q)
	b := k.mul(k.pick(p, x, y, z, x), k.pick(q, w, w, w, x))
	c := k.mul(k.pick(p, y, z, x, y), k.pick(q, z, x, y, y))
	d := k.mul(k.pick(p, z, x, y, z), k.pick(q, y, z, x, z))
	return k.sum(k.sum(a, k.withSign(b)), k.withSign(k.sub(c, k.withSign(d))))
}

// dot4 is (xx + yy) + (zz + ww) in all components.
func (k *rigFrames1) dot4(v avo.VecVirtual) avo.VecVirtual {
	s := k.mul(v, v)
	s = k.sum(s, k.pick(s, 1, 0, 3, 2))
	return k.sum(s, k.pick(s, 2, 3, 0, 1))
}

// rotated is a vector rotated by a unit quaternion.
func (k *rigFrames1) rotated(q, v avo.VecVirtual) avo.VecVirtual {
	yzx := func(v avo.VecVirtual) avo.VecVirtual { return k.pick(v, 1, 2, 0, 3) }
	zxy := func(v avo.VecVirtual) avo.VecVirtual { return k.pick(v, 2, 0, 1, 3) }
	first, second := yzx(q), zxy(q)
	cross := func(v avo.VecVirtual) avo.VecVirtual {
		return k.sub(k.mul(first, zxy(v)), k.mul(second, yzx(v)))
	}
	t := cross(v)
	t = k.sum(t, t)
	return k.sum(k.sum(v, k.mul(t, k.pick(q, 3, 3, 3, 3))), cross(t))
}
