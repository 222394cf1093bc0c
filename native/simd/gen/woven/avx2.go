package woven

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// avx2 writes operations of 8 lanes.
type avx2 struct{ *build.Context }

func (a *avx2) last(o *op) operand.Op {
	if o.fold {
		return amd64Mem(o.mem)
	}
	return ymm[o.src[len(o.src)-1].phys]
}

func (a *avx2) emit(o *op) {
	m := func() operand.Mem { return amd64Mem(o.mem) }
	switch o.code {
	case opLoad:
		a.VMOVUPS(m(), ymm[o.dst.phys])
	case opBroadcast:
		a.VBROADCASTSS(m(), ymm[o.dst.phys])
	case opStore:
		a.VMOVUPS(ymm[o.src[0].phys], m())
	case opStream:
		a.VMOVNTPS(ymm[o.src[0].phys], m())
	case opLoadHalf:
		a.VMOVUPS(m(), xmm[o.dst.phys])
	case opInsertHalf:
		a.VINSERTF128(operand.Imm(1), m(), ymm[o.src[0].phys], ymm[o.dst.phys])
	case opPrefetch:
		a.PREFETCHT0(m())
	default:
		if !emitScalar(a.Context, o) {
			a.emitArithmetic(o)
		}
	}
}

func (a *avx2) emitArithmetic(o *op) {
	x, d := ymm[o.src[0].phys], ymm[o.dst.phys]
	switch o.code {
	case opMul:
		a.VMULPS(a.last(o), x, d)
	case opAdd:
		a.VADDPS(a.last(o), x, d)
	case opSub:
		a.VSUBPS(a.last(o), x, d)
	case opDiv:
		a.VDIVPS(a.last(o), x, d)
	case opUnpackLow:
		a.VUNPCKLPS(a.last(o), x, d)
	case opUnpackHigh:
		a.VUNPCKHPS(a.last(o), x, d)
	case opPairsLow:
		a.VUNPCKLPD(a.last(o), x, d)
	case opPairsHigh:
		a.VUNPCKHPD(a.last(o), x, d)
	case opHalves:
		a.VPERM2F128(operand.U8(uint64(o.imm)), a.last(o), x, d)
	default:
		panic(fmt.Sprintf("no AVX2 form of operation %d", o.code))
	}
}
