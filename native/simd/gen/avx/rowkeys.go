package avx

import (
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// reconstruct writes the kernel that restores dropped components of rotations.
func (s *spans) reconstruct() {
	s.begin("reconstructQuaternionsAVX2", "func(rows *float32, stride, n int, masks *byte, groups int)")
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

// renormalize writes the kernel that divides quaternions by their length.
func (s *spans) renormalize() {
	s.begin("renormalizeQuaternionsAVX2", "func(rows *float32, stride, n int)")
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

// interpolate writes the kernel of simd.InterpolateRows. Wide gets a byte for each group,
// a bit for each rotation whose keys are too far apart; whether there are any is
// returned.
func (s *spans) interpolate() {
	s.begin("interpolateRowsAVX2", "func(out, a, b *float32, groups, vectors int, series *float32, wide *uint8) uint32")
	out, a, b, series := s.pointer("out"), s.pointer("a"), s.pointer("b"), s.pointer("series")
	groups, vectors := s.pointer("groups"), s.pointer("vectors")
	var coefficient [4]avo.VecVirtual
	for i := range coefficient {
		coefficient[i] = s.YMM()
		s.VBROADCASTSS(operand.Mem{Base: series, Disp: 4 * i}, coefficient[i])
	}
	s.one = s.constant(floatOne)
	most := s.constant(0x3e000000)
	wide, lanes, any := s.pointer("wide"), s.GP32(), s.GP32()
	s.XORL(any, any)
	s.TESTQ(groups, groups)
	s.JZ(operand.LabelRef("straight"))

	s.Label("group")
	var d [4]avo.VecVirtual
	for i := range d {
		d[i] = s.YMM()
		s.VMOVUPS(operand.Mem{Base: b, Disp: 32 * i}, d[i])
		s.VSUBPS(operand.Mem{Base: a, Disp: 32 * i}, d[i], d[i])
	}
	e := s.square(&d)
	t := s.YMM()
	s.VCMPPS(compareGreater, most, e, t)
	s.VMOVMSKPS(t, lanes)
	s.ORL(lanes, any)
	s.MOVB(lanes.As8(), operand.Mem{Base: wide})
	s.INCQ(wide)
	u := s.YMM()
	s.VMULPS(coefficient[3], e, u)
	s.VADDPS(coefficient[2], u, u)
	s.VMULPS(e, u, u)
	s.VADDPS(coefficient[1], u, u)
	s.VMULPS(e, u, u)
	s.VADDPS(coefficient[0], u, u)
	for i := range d {
		s.VMULPS(u, d[i], d[i])
		s.VADDPS(operand.Mem{Base: a, Disp: 32 * i}, d[i], d[i])
	}
	n := s.square(&d)
	s.VSQRTPS(n, n)
	s.VDIVPS(n, s.one, n)
	for i := range d {
		s.VMULPS(n, d[i], d[i])
		s.VMOVUPS(d[i], operand.Mem{Base: out, Disp: 32 * i})
	}
	for _, r := range []avo.GPVirtual{out, a, b} {
		s.ADDQ(operand.U32(4*32), r)
	}
	s.DECQ(groups)
	s.JNZ(operand.LabelRef("group"))

	s.Label("straight")
	s.TESTQ(vectors, vectors)
	s.JZ(operand.LabelRef("done"))
	s.Label("vector")
	v, from := s.YMM(), s.YMM()
	s.VMOVUPS(operand.Mem{Base: a}, from)
	s.VMOVUPS(operand.Mem{Base: b}, v)
	s.VSUBPS(from, v, v)
	s.VMULPS(coefficient[0], v, v) // alpha
	s.VADDPS(v, from, v)
	s.VMOVUPS(v, operand.Mem{Base: out})
	for _, r := range []avo.GPVirtual{out, a, b} {
		s.ADDQ(operand.Imm(32), r)
	}
	s.DECQ(vectors)
	s.JNZ(operand.LabelRef("vector"))

	s.Label("done")
	s.Store(any, s.ReturnIndex(0))
	s.VZEROUPPER()
	s.RET()
}

// square is the square of the length of quaternions.
func (s *spans) square(v *[4]avo.VecVirtual) avo.VecVirtual {
	return s.sum(s.sum(s.mul(v[0], v[0]), s.mul(v[1], v[1])), s.sum(s.mul(v[2], v[2]), s.mul(v[3], v[3])))
}

// copy writes the kernel of simd.PlaceQuaternions or PlaceVectors. It needs no vectors,
// but to check every index, as Go does, takes longer than to write a value.
func (s *spans) copy(name, signature string, dst ...string) {
	s.begin(name, signature)
	var to []avo.GPVirtual
	for _, d := range dst {
		to = append(to, s.pointer(d))
	}
	row, places, count := s.pointer("row"), s.pointer("places"), s.pointer("count")
	s.Label("place")
	from, target := s.GP64(), s.GP64()
	s.MOVL(operand.Mem{Base: places}, from.As32())
	s.MOVL(operand.Mem{Base: places, Disp: 4}, target.As32())
	for c := range to {
		value := s.GP32()
		s.MOVL(operand.Mem{Base: row, Index: from, Scale: 4, Disp: 32 * c}, value)
		s.MOVL(value, operand.Mem{Base: to[c], Index: target, Scale: 4})
	}
	s.ADDQ(operand.Imm(8), places)
	s.DECQ(count)
	s.JNZ(operand.LabelRef("place"))
	s.RET()
}
