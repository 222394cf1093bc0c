package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// Offsets in simd.spanTable, which has an entry per code and then one per width.
const (
	spanShift = 7 // an entry has 1<<spanShift bytes
	spanLeft  = 32
	spanRight = 64
	spanWidth = 96 // the same as 64 bits
	spanHalf  = 104
	spanCodes = 16
)

// minSquare is 1e-12 in float32: quaternions that are shorter are no rotation.
const minSquare = 0x2b8cbccc

// spanKind is which keys of a span a kernel decodes: eight, all of fewer, or some.
type spanKind int

const (
	wholeSpan spanKind = iota
	shortSpan
	someKeys
)

// spans writes the kernels that decode spans of packed clips, eight values at a
// time, and those of the rows that come out.
type spans struct{ block }

func newSpans(c *build.Context) *spans { return &spans{block{Context: c}} }

// values reads eight integers of the width that an entry of the table is for.
func (s *spans) values(from, table, entry avo.GPVirtual) avo.VecVirtual {
	at := func(disp int) operand.Mem {
		return operand.Mem{Base: table, Index: entry, Scale: 1, Disp: disp}
	}
	half, v := s.GP64(), s.YMM()
	s.MOVQ(at(spanHalf), half)
	s.VMOVDQU(operand.Mem{Base: from}, v.AsX())
	s.VINSERTI128(operand.Imm(1), operand.Mem{Base: from, Index: half, Scale: 1}, v, v)
	s.VPSHUFB(at(0), v, v)
	s.VPSLLVD(at(spanLeft), v, v)
	s.VPSRAVD(at(spanRight), v, v)
	return v
}

// UnpackSpan writes the kernel behind UnpackSpan.
func UnpackSpan(c *build.Context) { unpack(c, wholeSpan) }

// UnpackShortSpan writes the kernel for spans of fewer keys.
func UnpackShortSpan(c *build.Context) { unpack(c, shortSpan) }

// UnpackSome writes the kernel for some of the keys.
func UnpackSome(c *build.Context) { unpack(c, someKeys) }

// unpack writes the decoder of a span. Eight streams give eight keys each; transposed
// over they are eight rows of a vector.
func unpack(c *build.Context, kind spanKind) {
	s := newSpans(c)
	var kept operand.Mem
	if kind == someKeys {
		kept = s.AllocLocal(8 * 32)
	}
	rows, vector, size, base := s.pointer("rows"), s.pointer("vectors"), s.pointer("size"), s.pointer("base")
	codes, residuals, keys, table := s.pointer("codes"), s.pointer("residuals"), s.pointer("keys"), s.pointer("table")

	s.Label("vector")
	at, entry := s.GP64(), s.GP64()
	knot := func(param string) avo.VecVirtual {
		s.MOVL(operand.Mem{Base: vector}, at.As32())
		s.ADDQ(address(s.Context, param), at)
		v := s.values(at, table, entry)
		s.VPADDD(operand.Mem{Base: base}, v, v)
		return v
	}
	s.MOVL(operand.Mem{Base: vector, Disp: 4}, entry.As32())
	s.SHLQ(operand.Imm(spanShift), entry)
	s.ADDQ(operand.U32(spanCodes<<spanShift), entry)
	first, last := knot("knots"), knot("next")

	factor := s.YMM()
	s.VMOVUPS(operand.Mem{Base: size}, factor)
	out := s.GP64()
	s.MOVL(operand.Mem{Base: vector, Disp: 8}, out.As32())
	s.LEAQ(operand.Mem{Base: rows, Index: out, Scale: 4}, out)
	end := s.GP64()
	s.LEAQ(operand.Mem{Base: keys, Disp: 1}, end)
	s.IMULQ(address(s.Context, "stride"), end)
	s.ADDQ(out, end)
	s.store(first, factor, operand.Mem{Base: out})

	streams := s.streams(vector, codes, residuals, keys, table, kind == wholeSpan)
	transpose8(s.Context, &streams)

	line := s.YMM()
	s.VPSUBD(first, last, line)
	s.VCVTDQ2PS(line, line)
	fraction := s.GP64()
	s.Load(s.Param("fractions"), fraction)
	if kind == someKeys {
		s.someRows(&streams, kept, fraction, out, line, first, factor)
	} else {
		for k, r := range streams {
			s.ADDQ(address(s.Context, "stride"), out)
			f := s.YMM()
			s.VMULPS(operand.Mem{Base: fraction, Disp: 32 * k}, line, f)
			s.VCVTPS2DQ(f, f)
			s.VPADDD(first, f, f)
			s.VPADDD(r, f, f)
			s.store(f, factor, operand.Mem{Base: out})
		}
	}
	s.store(last, factor, operand.Mem{Base: end}) // rows beyond it are not in use

	s.ADDQ(operand.Imm(16), vector)
	s.ADDQ(operand.Imm(32), size)
	s.ADDQ(operand.Imm(32), base)
	s.DECQ(address(s.Context, "count"))
	s.JNZ(operand.LabelRef("vector"))
	s.VZEROUPPER()
	s.RET()
}

// someRows writes the rows of the keys first to last, counted from 1.
func (s *spans) someRows(streams *[8]avo.VecVirtual, kept operand.Mem, fraction, out avo.GPVirtual, line, knot, factor avo.VecVirtual) {
	for k, r := range streams {
		s.VMOVDQU(r, kept.Offset(32*k))
	}
	k, to, at := s.GP64(), s.GP64(), s.GP64()
	s.Load(s.Param("first"), k)
	s.MOVQ(k, to)
	s.IMULQ(address(s.Context, "stride"), to)
	s.ADDQ(out, to)
	s.Label("some")
	s.CMPQ(k, address(s.Context, "last"))
	s.JG(operand.LabelRef("done"))
	s.MOVQ(k, at)
	s.SHLQ(operand.Imm(5), at)
	f := s.YMM()
	s.VMULPS(operand.Mem{Base: fraction, Index: at, Scale: 1, Disp: -32}, line, f)
	s.VCVTPS2DQ(f, f)
	s.VPADDD(knot, f, f)
	s.VPADDD(kept.Offset(-32).Idx(at, 1), f, f)
	s.store(f, factor, operand.Mem{Base: to})
	s.ADDQ(address(s.Context, "stride"), to)
	s.INCQ(k)
	s.JMP(operand.LabelRef("some"))
	s.Label("done")
}

// store writes integers times a factor.
func (s *spans) store(v, factor avo.VecVirtual, to operand.Mem) {
	f := s.YMM()
	s.VCVTDQ2PS(v, f)
	s.VMULPS(factor, f, f)
	s.VMOVUPS(f, to)
}

// streams reads the residuals of a vector's eight streams.
func (s *spans) streams(vector, codes, residuals, keys, table avo.GPVirtual, whole bool) (v [8]avo.VecVirtual) {
	code := s.GP64()
	mask := s.GP64()
	s.MOVL(operand.Mem{Base: vector, Disp: 12}, mask.As32())
	s.MOVL(operand.Mem{Base: codes}, code.As32())
	s.ANDL(mask.As32(), code.As32())
	tracks := s.GP64()
	s.POPCNTL(mask.As32(), tracks.As32())
	s.SHRL(operand.Imm(2), tracks.As32())
	s.LEAQ(operand.Mem{Base: tracks, Disp: 1}, mask)
	s.SHRQ(operand.Imm(1), mask)
	s.ADDQ(mask, codes)
	for i := range v {
		entry := s.GP64()
		s.RORXL(operand.Imm(uint64(4*i+32-spanShift)%32), code.As32(), entry.As32())
		s.ANDL(operand.U32(15<<spanShift), entry.As32())
		v[i] = s.values(residuals, table, entry)
		width := operand.Mem{Base: table, Index: entry, Scale: 1, Disp: spanWidth}
		if whole {
			s.ADDQ(width, residuals)
		} else {
			bytes := s.GP64()
			s.MOVQ(width, bytes)
			s.IMULQ(keys, bytes)
			s.ADDQ(operand.Imm(7), bytes)
			s.SHRQ(operand.Imm(3), bytes)
			s.ADDQ(bytes, residuals)
		}
		if i == 0 || i == 1 || i == 3 { // what further lanes hold becomes 0 in the end
			s.CMPL(tracks.As32(), operand.U8(i+1))
			s.JE(operand.LabelRef("read"))
		}
	}
	s.Label("read")
	return v
}

// transpose8 transposes eight rows of eight. It needs one register besides theirs: the register
// that a pair frees takes the first half of the next.
func transpose8(c *build.Context, v *[8]avo.VecVirtual) {
	spare := c.YMM()
	pair := func(i, k int, low, high func(x, y, to avo.VecVirtual)) {
		low(v[i], v[k], spare)
		high(v[i], v[k], v[k])
		v[i], spare = spare, v[i]
	}
	shuffle := func(imm uint64) func(x, y, to avo.VecVirtual) {
		return func(x, y, to avo.VecVirtual) { c.VSHUFPS(operand.Imm(imm), y, x, to) }
	}
	halves := func(imm uint64) func(x, y, to avo.VecVirtual) {
		return func(x, y, to avo.VecVirtual) { c.VPERM2F128(operand.Imm(imm), y, x, to) }
	}
	for i := 0; i < 8; i += 2 {
		pair(i, i+1, func(x, y, to avo.VecVirtual) { c.VUNPCKLPS(y, x, to) }, func(x, y, to avo.VecVirtual) { c.VUNPCKHPS(y, x, to) })
	}
	for _, i := range [...]int{0, 1, 4, 5} {
		pair(i, i+2, shuffle(0x44), shuffle(0xee))
	}
	v[1], v[2], v[5], v[6] = v[2], v[1], v[6], v[5] // columns 0, 1, 2, 3 of each half
	for i := range 4 {
		pair(i, i+4, halves(0x20), halves(0x31))
	}
}
