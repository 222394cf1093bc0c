package avx

import (
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// row is the size of one row of a pose, and of a table of 16 key times.
const row = 64

// keys writes the kernel behind SampleKeys16. Registers, throughout:
//
//	Z31, Z30  Tick and Rest           K7  the lanes that are written, where masked
//	Z29       1 in all lanes
type keys struct {
	*build.Context
	masked  bool
	address Mem // of each lane's row, 64 bits each
	alpha   Mem // of each lane, float32
}

var (
	values, lines, count, out, pose = RAX, RBX, RCX, RDX, RDI
	next, column, left, from, to    = R8, R9, R10, R11, R12
	spare, spare2, local, later     = RSI, R13, R14, R15
	tick, rest, one                 = Z31, Z30, Z29
)

func (k *keys) write() {
	k.start(16)
	k.Load(k.Param("at"), spare)
	k.VMOVUPS(Mem{Base: spare}, tick)
	k.VMOVUPS(Mem{Base: spare, Disp: row}, rest)
	k.MOVL(U32(0x3f800000), spare.As32())
	k.VPBROADCASTD(spare.As32(), one)
	if k.masked {
		k.Load(k.Param("lanes"), spare)
		k.KMOVW(spare.As32(), K7)
	}
	k.lines(k.search, k.pack)
}

// start loads the arguments and reserves room for the results of two searches: addresses and alphas.
func (k *keys) start(lanes int) {
	found := 12 * lanes
	k.AllocLocal(2*found + 64)
	k.LEAQ(Mem{Base: StackPointer, Disp: 63}, local)
	k.ANDQ(I32(-64), local)
	k.LEAQ(Mem{Base: local, Disp: found}, later)
	k.address, k.alpha = Mem{Base: local}, Mem{Base: local, Disp: 8 * lanes}
	k.Load(k.Param("pose"), pose)
	k.Load(k.Param("values"), values)
	k.Load(k.Param("lines"), lines)
	k.Load(k.Param("count"), count)
	k.Load(k.Param("out"), out)
}

// lines writes the loop over lines. Each search is written ahead of the sampling of the line before it, which fills
// the time in which the search waits.
func (k *keys) lines(search func(label string), pack func(rotation bool)) {
	search("first")
	k.Label("line")
	k.DECQ(count)
	k.JZ(LabelRef("packs"))
	k.ADDQ(sizeOf("keyLine"), lines)
	k.XCHGQ(local, later)
	search("next")
	k.XCHGQ(local, later)
	k.SUBQ(sizeOf("keyLine"), lines)
	k.Label("packs")
	k.MOVLQSX(Mem{Base: lines, Disp: keyField("next")}, next)
	k.XORL(column.As32(), column.As32())
	k.repeat("pack", keyField("packs"), func() { pack(true) })
	k.repeat("otherPack", keyField("otherPacks"), func() { pack(false) })
	k.ADDQ(sizeOf("keyLine"), lines)
	k.XCHGQ(local, later)
	k.TESTQ(count, count)
	k.JNZ(LabelRef("line"))
	k.VZEROUPPER()
	k.RET()
}

// search finds where each lane is on a line's time line.
func (k *keys) search(label string) {
	k.CMPL(Mem{Base: lines, Disp: keyField("intervals")}, Imm(uint64(constant("tableIntervals"))))
	k.JHI(LabelRef(label + "Long"))
	k.searchTables()
	k.JMP(LabelRef(label + "Found"))
	k.Label(label + "Long")
	k.searchRecords(label)
	k.Label(label + "Found")
	k.addresses()
}

// repeat runs body as many times as a field of the line states.
func (k *keys) repeat(name string, field int, body func()) {
	k.MOVL(Mem{Base: lines, Disp: field}, left.As32())
	k.TESTL(left.As32(), left.As32())
	k.JZ(LabelRef(name + "End"))
	k.Label(name)
	body()
	k.DECL(left.As32())
	k.JNZ(LabelRef(name))
	k.Label(name + "End")
}

// searchTables halves the table of ticks: Z0 becomes the interval, Z1 the tick
// at which it begins, Z2 one over its length.
func (k *keys) searchTables() {
	k.MOVQ(Mem{Base: lines, Disp: keyField("times")}, spare)
	k.ADDQ(values, spare)
	table := func(i int) Mem { return Mem{Base: spare, Disp: i * row} }
	k.VMOVUPS(table(0), Z3)
	k.VMOVUPS(table(1), Z4)
	k.VCMPPS_BCST(U8(0x1d), Mem{Base: spare, Disp: 15 * 4}, tick, K4)
	k.constant(16, Z5)
	k.VMOVDQA32_Z(Z5, K4, Z0)
	for step := uint32(8); step > 0; step /= 2 {
		k.constant(step, Z5)
		if step > 1 {
			k.constant(step-1, Z6)
			k.VPADDD(Z6, Z0, Z6)
		} else {
			k.VMOVDQA32(Z0, Z6)
		}
		k.VPERMI2PS(Z4, Z3, Z6)
		k.VCMPPS(U8(0x1d), Z6, tick, K4)
		k.VPADDD(Z5, Z0, K4, Z0)
	}
	for i, d := range []VecPhysical{Z1, Z2} {
		k.VMOVUPS(table(2+2*i), d)
		k.VPERMT2PS(table(3+2*i), Z0, d)
	}
}

// constant puts a small number into all lanes.
func (k *keys) constant(v uint32, d VecPhysical) {
	k.MOVL(U32(v), spare2.As32())
	k.VPBROADCASTD(spare2.As32(), d)
}

// searchRecords starts at the tick's cell and always walks as far as may be needed: that is faster
// than a branch that cannot be predicted.
func (k *keys) searchRecords(label string) {
	k.VMULPS_BCST(Mem{Base: lines, Disp: keyField("scale")}, tick, Z0)
	k.VPXORD(Z1, Z1, Z1)
	k.VMAXPS(Z1, Z0, Z0) // 0 for NaN
	k.MOVL(Mem{Base: lines, Disp: keyField("cells")}, spare.As32())
	k.DECL(spare.As32())
	k.VPBROADCASTD(spare.As32(), Z2)
	k.VCVTDQ2PS(Z2, Z2)
	k.VMINPS(Z2, Z0, Z0)
	k.VCVTTPS2DQ(Z0, Z3)
	k.MOVLQSX(Mem{Base: lines, Disp: keyField("cell")}, spare)
	k.SHLQ(Imm(2), spare)
	k.Load(k.Param("cells"), spare2)
	k.ADDQ(spare2, spare)
	k.KXNORW(K4, K4, K4)
	k.VPXORD(Z0, Z0, Z0)
	k.VPGATHERDD(Mem{Base: spare, Index: Z3, Scale: 4}, K4, Z0)
	k.MOVQ(Mem{Base: lines, Disp: keyField("records")}, spare)
	k.ADDQ(values, spare)
	k.constant(1, Z5)
	k.repeat(label+"Walk", keyField("walks"), func() {
		k.VPSLLD(Imm(2), Z0, Z4)
		k.KXNORW(K4, K4, K4)
		k.VPXORD(Z2, Z2, Z2)
		k.VGATHERDPS(Mem{Base: spare, Index: Z4, Scale: 4, Disp: 4}, K4, Z2)
		k.VCMPPS(U8(0x1d), Z2, tick, K5)
		k.VPADDD(Z5, Z0, K5, Z0)
	})
	k.VPSLLD(Imm(2), Z0, Z4)
	for i, d := range []VecPhysical{Z1, Z2} {
		k.VPXORD(d, d, d)
		k.KXNORW(K4, K4, K4)
		k.VGATHERDPS(Mem{Base: spare, Index: Z4, Scale: 4, Disp: 8 * i}, K4, d)
	}
}

// addresses stores alpha and the address of each lane's row.
func (k *keys) addresses() {
	k.VSUBPS(Z1, tick, Z1)
	k.VADDPS(rest, Z1, Z1)
	k.VMULPS(Z2, Z1, Z1)
	k.VMOVUPS(Z1, k.alpha)
	k.MOVQ(Mem{Base: lines, Disp: keyField("rows")}, spare)
	k.ADDQ(values, spare)
	k.VPBROADCASTQ(spare, Z2)
	k.MOVL(Mem{Base: lines, Disp: keyField("stride")}, spare2.As32())
	k.VPBROADCASTQ(spare2, Z3)
	k.VEXTRACTI64X4(Imm(1), Z0, Y5)
	k.VPMOVZXDQ(Y0, Z4)
	k.VPMOVZXDQ(Y5, Z5)
	for i, z := range []VecPhysical{Z4, Z5} {
		k.VPMULUDQ(Z3, z, z)
		k.VPADDQ(Z2, z, z)
		k.VMOVDQU64(z, k.address.Offset(64*i))
	}
}

// pack samples four columns that share a cache line of each row: the lines of
// 16 lanes make a square of 16x16 values that is transposed in two steps.
func (k *keys) pack(rotation bool) {
	// Z0 … Z15: component i of the lanes of quarter q in 4q+i.
	for q := range 4 {
		var v [4]VecPhysical
		for i := range 4 {
			lane := 4*q + i
			v[i] = zmm[16+i]
			k.MOVQ(k.address.Offset(8*lane), from)
			k.VMOVUPS(Mem{Base: from, Index: column, Scale: 1}, v[i])
			k.ADDQ(next, from)
			b := zmm[20+i]
			k.VMOVUPS(Mem{Base: from, Index: column, Scale: 1}, b)
			k.VSUBPS(v[i], b, b)
			k.VMULPS_BCST(k.alpha.Offset(4*lane), b, b)
			k.VADDPS(v[i], b, v[i])
		}
		k.square4(v, [4]VecPhysical{Z20, Z21, Z22, Z23}, [4]VecPhysical(zmm[4*q:4*q+4]))
	}
	for i := range 4 { // component i of column c in Z(4c+i)
		k.blocks4([4]VecPhysical{zmm[i], zmm[4+i], zmm[8+i], zmm[12+i]})
	}
	for c := range 4 {
		k.store([4]VecPhysical(zmm[4*c:4*c+4]), Mem{Base: out, Disp: 4 * c}, rotation)
	}
	k.ADDQ(Imm(16), out)
	k.ADDQ(Imm(64), column)
}

// store writes the rows of a column to the place that offset says.
func (k *keys) store(v [4]VecPhysical, offset Mem, rotation bool) {
	k.MOVL(offset, to.As32())
	k.ADDQ(pose, to)
	for i := range v {
		k.storeRow(v[i], i)
	}
	if !rotation {
		return
	}
	k.VMULPS(v[0], v[0], Z16)
	k.VMULPS(v[1], v[1], Z17)
	k.VMULPS(v[2], v[2], Z18)
	k.VMULPS(v[3], v[3], Z19)
	k.VADDPS(Z17, Z16, Z16)
	k.VADDPS(Z19, Z18, Z18)
	k.VADDPS(Z18, Z16, Z16)
	k.VDIVPS(Z16, one, Z16)
	k.storeRow(Z16, 4)
}

func (k *keys) storeRow(v VecPhysical, i int) {
	if k.masked {
		k.VMOVUPS(v, K7, Mem{Base: to, Disp: i * row})
	} else {
		k.VMOVUPS(v, Mem{Base: to, Disp: i * row})
	}
}

// square4 transposes the 4x4 squares of v, one in each block, into r.
func (k *keys) square4(v, t, r [4]VecPhysical) {
	k.VUNPCKLPS(v[1], v[0], t[0])
	k.VUNPCKHPS(v[1], v[0], t[1])
	k.VUNPCKLPS(v[3], v[2], t[2])
	k.VUNPCKHPS(v[3], v[2], t[3])
	k.VUNPCKLPD(t[2], t[0], r[0])
	k.VUNPCKHPD(t[2], t[0], r[1])
	k.VUNPCKLPD(t[3], t[1], r[2])
	k.VUNPCKHPD(t[3], t[1], r[3])
}

// blocks4 transposes the 4x4 square of blocks in place.
func (k *keys) blocks4(r [4]VecPhysical) {
	k.VSHUFF32X4(U8(0x44), r[1], r[0], Z16)
	k.VSHUFF32X4(U8(0xee), r[1], r[0], Z17)
	k.VSHUFF32X4(U8(0x44), r[3], r[2], Z18)
	k.VSHUFF32X4(U8(0xee), r[3], r[2], Z19)
	k.VSHUFF32X4(U8(0x88), Z18, Z16, r[0])
	k.VSHUFF32X4(U8(0xdd), Z18, Z16, r[1])
	k.VSHUFF32X4(U8(0x88), Z19, Z17, r[2])
	k.VSHUFF32X4(U8(0xdd), Z19, Z17, r[3])
}
