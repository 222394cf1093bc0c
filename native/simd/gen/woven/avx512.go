package woven

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// Registers of amd64. BP stays with the frame; SP is the stack.
var amd64Scalars = []avo.GPPhysical{
	avo.RAX, avo.RBX, avo.RCX, avo.RDX, avo.RSI, avo.RDI, avo.R8, avo.R9, avo.R10, avo.R11, avo.R12, avo.R13, avo.R14, avo.R15,
}

var (
	zmm = []avo.VecPhysical{
		avo.Z0, avo.Z1, avo.Z2, avo.Z3, avo.Z4, avo.Z5, avo.Z6, avo.Z7, avo.Z8, avo.Z9, avo.Z10, avo.Z11, avo.Z12, avo.Z13, avo.Z14, avo.Z15,
		avo.Z16, avo.Z17, avo.Z18, avo.Z19, avo.Z20, avo.Z21, avo.Z22, avo.Z23, avo.Z24, avo.Z25, avo.Z26, avo.Z27, avo.Z28, avo.Z29, avo.Z30, avo.Z31,
	}
	ymm = []avo.VecPhysical{
		avo.Y0, avo.Y1, avo.Y2, avo.Y3, avo.Y4, avo.Y5, avo.Y6, avo.Y7, avo.Y8, avo.Y9, avo.Y10, avo.Y11, avo.Y12, avo.Y13, avo.Y14, avo.Y15,
		avo.Y16, avo.Y17, avo.Y18, avo.Y19, avo.Y20, avo.Y21, avo.Y22, avo.Y23, avo.Y24, avo.Y25, avo.Y26, avo.Y27, avo.Y28, avo.Y29, avo.Y30, avo.Y31,
	}
	xmm = []avo.VecPhysical{
		avo.X0, avo.X1, avo.X2, avo.X3, avo.X4, avo.X5, avo.X6, avo.X7, avo.X8, avo.X9, avo.X10, avo.X11, avo.X12, avo.X13, avo.X14, avo.X15,
		avo.X16, avo.X17, avo.X18, avo.X19, avo.X20, avo.X21, avo.X22, avo.X23, avo.X24, avo.X25, avo.X26, avo.X27, avo.X28, avo.X29, avo.X30, avo.X31,
	}
)

// avx512 writes operations of 16 lanes.
type avx512 struct {
	*build.Context
}

// The mask registers of every second lane.
var oddLanes, evenLanes = avo.K1, avo.K2

// setMasks loads the mask registers, by way of R11.
func (a *avx512) setMasks() {
	a.MOVL(operand.U32(0xaaaa), avo.R11.As32())
	a.KMOVW(avo.R11.As32(), oddLanes)
	a.MOVL(operand.U32(0x5555), avo.R11.As32())
	a.KMOVW(avo.R11.As32(), evenLanes)
}

// copied is d with the value of x.
func (a *avx512) copied(x, d avo.VecPhysical) avo.VecPhysical {
	if d != x {
		a.VMOVAPS(x, d)
	}
	return d
}

func amd64Mem(m mem) operand.Mem {
	o := operand.Mem{Base: amd64Scalars[m.base.phys], Disp: m.disp}
	if m.index != nil {
		o.Index, o.Scale = amd64Scalars[m.index.phys], uint8(m.scale)
	}
	return o
}

func (a *avx512) emit(o *op) {
	if emitScalar(a.Context, o) || a.emitMemory(o) || a.emitShuffle(o) {
		return
	}
	a.emitArithmetic(o)
}

func (a *avx512) emitMemory(o *op) bool {
	m := func() operand.Mem { return amd64Mem(o.mem) }
	switch o.code {
	case opLoad:
		a.VMOVUPS(m(), zmm[o.dst.phys])
	case opBroadcast:
		a.VBROADCASTSS(m(), zmm[o.dst.phys])
	case opStore:
		a.VMOVUPS(zmm[o.src[0].phys], m())
	case opStream:
		a.VMOVNTPS(zmm[o.src[0].phys], m())
	case opPrefetch:
		a.prefetchWrite(o.mem)
	case opLoadHalf:
		a.VMOVDQU32(m(), ymm[o.dst.phys])
	case opInsertHalf:
		a.VINSERTI64X4(operand.Imm(1), m(), zmm[o.src[0].phys], zmm[o.dst.phys])
	default:
		return false
	}
	return true
}

// last is the last source operand, in a register or in memory.
func (a *avx512) last(o *op) operand.Op {
	if o.fold {
		return amd64Mem(o.mem)
	}
	return zmm[o.src[len(o.src)-1].phys]
}

func (a *avx512) emitShuffle(o *op) bool {
	if len(o.src) == 0 || o.dst == nil {
		return false
	}
	x, d := zmm[o.src[0].phys], zmm[o.dst.phys]
	switch o.code {
	case opUnpackLow:
		a.VUNPCKLPS(a.last(o), x, d)
	case opUnpackHigh:
		a.VUNPCKHPS(a.last(o), x, d)
	case opPairsLow:
		a.VUNPCKLPD(a.last(o), x, d)
	case opPairsHigh:
		a.VUNPCKHPD(a.last(o), x, d)
	case opBlocks:
		a.VSHUFF32X4(operand.U8(o.imm), a.last(o), x, d)
	case opIntoOdd:
		a.VMOVSLDUP(amd64Mem(o.mem), oddLanes, a.copied(x, d))
	case opIntoEven:
		a.VMOVSHDUP(amd64Mem(o.mem), evenLanes, a.copied(x, d))
	default:
		return false
	}
	return true
}

func (a *avx512) emitArithmetic(o *op) {
	x, d := zmm[o.src[0].phys], zmm[o.dst.phys]
	switch {
	case o.code == opMul && o.broadcast:
		a.VMULPS_BCST(a.last(o), x, d)
	case o.code == opMul:
		a.VMULPS(a.last(o), x, d)
	case o.code == opAdd && o.broadcast:
		a.VADDPS_BCST(a.last(o), x, d)
	case o.code == opAdd:
		a.VADDPS(a.last(o), x, d)
	case o.code == opSub && o.broadcast:
		a.VSUBPS_BCST(a.last(o), x, d)
	case o.code == opSub:
		a.VSUBPS(a.last(o), x, d)
	case o.code == opDiv:
		a.VDIVPS(a.last(o), x, d)
	default:
		panic(fmt.Sprintf("no AVX-512 form of operation %d", o.code))
	}
}

// prefetchWrite writes a PREFETCHW, which Go's assembler does not know: 0F 0D /1
// with base, 32-bit displacement and, where there is one, an index.
func (a *avx512) prefetchWrite(m mem) {
	number := func(r *reg) int { return int(amd64Encoding[r.phys]) }
	rex := 0x40 | number(m.base)>>3
	modrm := 0x88 | number(m.base)&7
	bytes := []int{0, 0x0f, 0x0d, modrm}
	if m.index != nil {
		rex |= number(m.index) >> 3 << 1
		bytes[3] = 0x8c
		scale := map[int]int{1: 0, 2: 1, 4: 2, 8: 3}[m.scale]
		bytes = append(bytes, scale<<6|number(m.index)&7<<3|number(m.base)&7)
	} else if number(m.base)&7 == 4 {
		bytes = append(bytes, 0x24)
	}
	bytes[0] = rex
	for i := range 4 {
		bytes = append(bytes, m.disp>>(8*i)&0xff)
	}
	a.Comment("PREFETCHW " + amd64Mem(m).Asm())
	for len(bytes) >= 4 {
		word := operand.U32(bytes[0] | bytes[1]<<8 | bytes[2]<<16 | bytes[3]<<24)
		a.Instruction(&ir.Instruction{Opcode: "LONG", Operands: []operand.Op{word}})
		bytes = bytes[4:]
	}
	for _, b := range bytes {
		a.Instruction(&ir.Instruction{Opcode: "BYTE", Operands: []operand.Op{operand.U8(b)}})
	}
}

// amd64Encoding is the number of each of amd64Scalars in machine code.
var amd64Encoding = []int{0, 3, 1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

// emitScalar writes an operation on scalar registers.
func emitScalar(c *build.Context, o *op) bool {
	switch o.code {
	case opScalar:
		c.MOVQ(amd64Mem(o.mem), amd64Scalars[o.dst.phys])
	case opOffset:
		c.MOVLQSX(amd64Mem(o.mem), amd64Scalars[o.dst.phys])
	case opScalarSum:
		a, b := amd64Scalars[o.src[0].phys], amd64Scalars[o.src[1].phys]
		c.LEAQ(operand.Mem{Base: a, Index: b, Scale: uint8(o.imm)}, amd64Scalars[o.dst.phys])
	default:
		return false
	}
	return true
}
