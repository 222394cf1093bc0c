package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// ReconstructQuaternions writes the kernel behind ReconstructQuaternions.
func ReconstructQuaternions(c *build.Context) {
	s := &block{Context: c}
	group, stride, masks := s.pointer("rows"), s.pointer("stride"), s.pointer("masks")
	s.one = s.constant(floatOne)
	rows, n := s.GP64(), s.GP64()
	s.Label("group")
	var mask [6]avo.VecVirtual // X, XY, Y, Z, W, sign
	for i := range mask {
		mask[i] = s.load(at(masks, 32*i))
	}
	s.MOVQ(group, rows)
	s.Load(s.Param("n"), n)
	s.Label("row")
	var v [3]avo.VecVirtual
	for i := range v {
		v[i] = s.load(at(rows, 32*i))
	}
	square := s.sum(s.sum(s.mul(v[0], v[0]), s.mul(v[1], v[1])), s.mul(v[2], v[2]))
	long, any := s.vector(), s.GP32()
	s.VCMPPS(compareGreater, s.one, square, long)
	s.VMOVMSKPS(long, any)
	s.TESTL(any, any)
	s.JZ(operand.LabelRef("short"))
	length := s.vector()
	s.VSQRTPS(square, length)
	s.VBLENDVPS(long, s.div(s.one, length), s.one, length)
	for i := range v {
		s.VMULPS(length, v[i], v[i])
	}
	s.Label("short")
	zero := s.vector()
	s.VXORPS(zero, zero, zero)
	d := s.do(s.VMAXPS, s.sub(s.one, square), zero)
	s.VSQRTPS(d, d)
	s.VXORPS(mask[5], d, d)
	pick := func(mask, yes, no avo.VecVirtual) avo.VecVirtual {
		v := s.vector()
		s.VBLENDVPS(mask, yes, no, v)
		return v
	}
	s.store(pick(mask[0], d, v[0]), at(rows, 0))
	s.store(pick(mask[0], v[0], pick(mask[2], d, v[1])), at(rows, 32))
	s.store(pick(mask[1], v[1], pick(mask[3], d, v[2])), at(rows, 2*32))
	s.store(pick(mask[4], d, v[2]), at(rows, 3*32))
	s.ADDQ(stride, rows)
	s.DECQ(n)
	s.JNZ(operand.LabelRef("row"))
	s.ADDQ(operand.U32(4*32), group)
	s.ADDQ(operand.U32(6*32), masks)
	s.DECQ(address(s.Context, "groups"))
	s.JNZ(operand.LabelRef("group"))
	s.VZEROUPPER()
	s.RET()
}

// RenormalizeQuaternions writes the kernel behind RenormalizeQuaternions.
func RenormalizeQuaternions(c *build.Context) {
	s := &blend{block: block{Context: c}}
	rows, stride, n := s.pointer("rows"), s.pointer("stride"), s.pointer("n")
	s.one = s.constant(floatOne)
	least := s.constant(minSquare)
	s.Label("row")
	var v [4]avo.VecVirtual
	for i := range v {
		v[i] = s.load(at(rows, 32*i))
	}
	square, none := s.square(v), s.vector()
	s.VCMPPS(compareLess, least, square, none)
	factor := s.perRoot(square)
	for i := range v {
		s.VMULPS(factor, v[i], v[i])
		if i < 3 {
			s.VANDNPS(v[i], none, v[i])
		} else {
			s.VBLENDVPS(none, s.one, v[i], v[i])
		}
		s.store(v[i], at(rows, 32*i))
	}
	s.ADDQ(stride, rows)
	s.DECQ(n)
	s.JNZ(operand.LabelRef("row"))
	s.VZEROUPPER()
	s.RET()
}
