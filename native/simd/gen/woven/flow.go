package woven

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// flow is a kernel's code besides straight-line pieces: registers are fixed ones,
// labels the kernel's own.
type flow struct {
	*build.Context
	name string
	m    machine
	wide bool // AVX-512
}

// vectors are the registers of full width.
func (a *flow) vectors() []avo.VecPhysical {
	if a.wide {
		return zmm
	}
	return ymm
}

func (a *flow) begin(name, signature string) {
	a.name = name
	a.Function(name)
	a.Attributes(attr.NOSPLIT)
	a.SignatureExpr(signature)
	a.Pragma("noescape")
}

func (a *flow) piece(taken []*reg, threads ...*thread) {
	for _, o := range arrange(a.name, &a.m, taken, threads...) {
		if a.wide {
			(&avx512{a.Context}).emit(o)
		} else {
			(&avx2{a.Context}).emit(o)
		}
	}
}

func (a *flow) at(s string) operand.LabelRef { return operand.LabelRef(a.name + "_" + s) }

func (a *flow) param(name string, to *reg) { a.Load(a.Param(name), amd64Scalars[to.phys]) }
func (a *flow) label(s string)             { a.Label(a.name + "_" + s) }

func (a *flow) addConstant(r *reg, n int) { a.ADDQ(operand.U32(uint64(n)), amd64Scalars[r.phys]) }
func (a *flow) addRegister(r, s *reg)     { a.ADDQ(amd64Scalars[s.phys], amd64Scalars[r.phys]) }
func (a *flow) copyRegister(to, from *reg) {
	a.MOVQ(amd64Scalars[from.phys], amd64Scalars[to.phys])
}

func (a *flow) jump(s string) { a.JMP(a.at(s)) }

func (a *flow) jumpZero(r *reg, s string) {
	a.TESTQ(amd64Scalars[r.phys], amd64Scalars[r.phys])
	a.JZ(a.at(s))
}

func (a *flow) jumpNegative(r *reg, s string) {
	a.TESTQ(amd64Scalars[r.phys], amd64Scalars[r.phys])
	a.JS(a.at(s))
}

func (a *flow) jumpClear(m mem, bits int, s string) {
	a.TESTL(operand.U32(uint64(bits)), amd64Mem(m))
	a.JZ(a.at(s))
}

func (a *flow) countDown(r *reg, s string) {
	a.DECQ(amd64Scalars[r.phys])
	a.JNZ(a.at(s))
}

func (a *flow) offset(r *reg, m mem) { a.MOVLQSX(amd64Mem(m), amd64Scalars[r.phys]) }

func (a *flow) constant(suffix string, value uint32) operand.Mem {
	m := a.StaticGlobal(a.name + suffix)
	a.DataAttributes(attr.RODATA | attr.NOPTR)
	a.AppendDatum(operand.U32(value))
	return m
}

func (a *flow) setFloat(v *reg, bits uint32) {
	a.VBROADCASTSS(a.constant(fmt.Sprintf("Float%x", bits), bits), a.vectors()[v.phys])
}

func (a *flow) broadcastParam(v *reg, name string) {
	p, err := a.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	a.VBROADCASTSS(p.Addr, a.vectors()[v.phys])
}

func (a *flow) end() {
	a.VZEROUPPER()
	a.RET()
}
