package woven

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// avx2 writes operations of 8 lanes, and control flow of amd64.
type avx2 struct {
	*build.Context
	m    machine
	name string
}

func (a *avx2) begin(name, signature string) {
	a.name = name
	a.Function(name)
	a.Attributes(attr.NOSPLIT)
	a.SignatureExpr(signature)
	a.Pragma("noescape")
}

func (a *avx2) piece(taken []*reg, threads ...*thread) {
	for _, o := range arrange(a.name, &a.m, taken, threads...) {
		a.emit(o)
	}
}

func (a *avx2) at(s string) operand.LabelRef { return operand.LabelRef(a.name + "_" + s) }

func (a *avx2) param(name string, to *reg) { a.Load(a.Param(name), amd64Scalars[to.phys]) }
func (a *avx2) label(s string)             { a.Label(a.name + "_" + s) }

func (a *avx2) addConstant(r *reg, n int) { a.ADDQ(operand.U32(uint64(n)), amd64Scalars[r.phys]) }
func (a *avx2) addRegister(r, s *reg)     { a.ADDQ(amd64Scalars[s.phys], amd64Scalars[r.phys]) }
func (a *avx2) copyRegister(to, from *reg) {
	a.MOVQ(amd64Scalars[from.phys], amd64Scalars[to.phys])
}

func (a *avx2) jump(s string) { a.JMP(a.at(s)) }

func (a *avx2) jumpZero(r *reg, s string) {
	a.TESTQ(amd64Scalars[r.phys], amd64Scalars[r.phys])
	a.JZ(a.at(s))
}

func (a *avx2) jumpNegative(r *reg, s string) {
	a.TESTQ(amd64Scalars[r.phys], amd64Scalars[r.phys])
	a.JS(a.at(s))
}

func (a *avx2) jumpClear(m mem, bits int, s string) {
	a.TESTL(operand.U32(uint64(bits)), amd64Mem(m))
	a.JZ(a.at(s))
}

func (a *avx2) countDown(r *reg, s string) {
	a.DECQ(amd64Scalars[r.phys])
	a.JNZ(a.at(s))
}

func (a *avx2) offset(r *reg, m mem) { a.MOVLQSX(amd64Mem(m), amd64Scalars[r.phys]) }

func (a *avx2) constant(suffix string, value uint32) operand.Mem {
	m := a.StaticGlobal(a.name + suffix)
	a.DataAttributes(attr.RODATA | attr.NOPTR)
	a.AppendDatum(operand.U32(value))
	return m
}

func (a *avx2) setFloat(v *reg, bits uint32) {
	a.VBROADCASTSS(a.constant(fmt.Sprintf("Float%x", bits), bits), ymm[v.phys])
}

func (a *avx2) broadcastParam(v *reg, name string) {
	p, err := a.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	a.VBROADCASTSS(p.Addr, ymm[v.phys])
}

func (a *avx2) end() {
	a.VZEROUPPER()
	a.RET()
}

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
