package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// ReconstructQuaternions writes the kernel behind ReconstructQuaternions.
func ReconstructQuaternions(c *build.Context) {
	s := newSpans(c)
	group, stride, masks := s.pointer("rows"), s.pointer("stride"), s.pointer("masks")
	s.one = s.constant(floatOne)
	rows, n := s.GP64(), s.GP64()
	s.Label("group")
	var mask [6]avo.VecVirtual // X, XY, Y, Z, W, sign
	for i := range mask {
		mask[i] = s.YMM()
		s.VMOVUPS(operand.Mem{Base: masks, Disp: 32 * i}, mask[i])
	}
	s.MOVQ(group, rows)
	s.Load(s.Param("n"), n)
	s.Label("row")
	var v [3]avo.VecVirtual
	for i := range v {
		v[i] = s.YMM()
		s.VMOVUPS(operand.Mem{Base: rows, Disp: 32 * i}, v[i])
	}
	square, t := s.YMM(), s.YMM()
	s.VMULPS(v[0], v[0], square)
	s.VMULPS(v[1], v[1], t)
	s.VADDPS(t, square, square)
	s.VMULPS(v[2], v[2], t)
	s.VADDPS(t, square, square)
	long := s.GP32()
	s.VCMPPS(compareGreater, s.one, square, t)
	s.VMOVMSKPS(t, long)
	s.TESTL(long, long)
	s.JZ(operand.LabelRef("short"))
	length := s.YMM()
	s.VSQRTPS(square, length)
	s.VDIVPS(length, s.one, length)
	s.VBLENDVPS(t, length, s.one, length)
	for i := range v {
		s.VMULPS(length, v[i], v[i])
	}
	s.Label("short")
	d := s.YMM()
	s.VSUBPS(square, s.one, d)
	s.VXORPS(t, t, t)
	s.VMAXPS(t, d, d)
	s.VSQRTPS(d, d)
	s.VXORPS(mask[5], d, d)
	pick := func(mask, yes, no avo.VecVirtual, to int) {
		s.VBLENDVPS(mask, yes, no, t)
		if to >= 0 {
			s.VMOVUPS(t, operand.Mem{Base: rows, Disp: 32 * to})
		}
	}
	pick(mask[0], d, v[0], 0)
	pick(mask[2], d, v[1], -1)
	pick(mask[0], v[0], t, 1)
	pick(mask[3], d, v[2], -1)
	pick(mask[1], v[1], t, 2)
	pick(mask[4], d, v[2], 3)
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
	s := newSpans(c)
	rows, stride, n := s.pointer("rows"), s.pointer("stride"), s.pointer("n")
	s.one = s.constant(floatOne)
	least := s.constant(minSquare)
	s.Label("row")
	var v [4]avo.VecVirtual
	for i := range v {
		v[i] = s.YMM()
		s.VMOVUPS(operand.Mem{Base: rows, Disp: 32 * i}, v[i])
	}
	square := s.square(&v)
	none := s.YMM()
	s.VCMPPS(compareLess, least, square, none)
	s.VSQRTPS(square, square)
	s.VDIVPS(square, s.one, square)
	for i := range v {
		s.VMULPS(square, v[i], v[i])
		if i < 3 {
			s.VANDNPS(v[i], none, v[i])
		} else {
			s.VBLENDVPS(none, s.one, v[i], v[i])
		}
		s.VMOVUPS(v[i], operand.Mem{Base: rows, Disp: 32 * i})
	}
	s.ADDQ(stride, rows)
	s.DECQ(n)
	s.JNZ(operand.LabelRef("row"))
	s.VZEROUPPER()
	s.RET()
}

func (s *spans) square(v *[4]avo.VecVirtual) avo.VecVirtual {
	return s.sum(s.sum(s.mul(v[0], v[0]), s.mul(v[1], v[1])), s.sum(s.mul(v[2], v[2]), s.mul(v[3], v[3])))
}
