package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Offsets in soloOrder, soloBlock and soloSource.
const (
	orderBlocks, orderSources, orderSteps = 0, 8, 16
	orderCount, orderColumns              = 24, 28
	orderJoints, orderK, orderUnit        = 32, 36, 40

	blockBind    = 0
	blockLane    = 192
	blockLines   = 256
	blockFrom    = 264
	blockSources = 272
	blockBytes   = 280

	sourceLane  = 0
	sourceMask  = 64
	sourceFrom  = 68
	sourceBytes = 80

	// matricesBytes is the size of a block's matrices: nine rows of lanes.
	matricesBytes = 9 * row
)

// soloRows writes the kernel behind SoloRows: lanes are joints, and lane 4b+i
// of a block is joint 4i+b, the order in which four cache lines of quads come
// out of a transposition. Registers, throughout:
//
//	Z31  alpha, or the two weights as words    Z30, Z29, Z28  K, 2K, 2    Z27  the unit of 16-bit rotations
//
// Scratch holds the quads of the block in work; a line, whose last quad is the
// translation above the roots, and the other translations; what columns add to
// them; and a block of the matrix above the roots, and the others.
type soloRows struct {
	*build.Context
	short         bool
	place, scaled Mem // where the next moves go, and how far the scales have been read
}

var (
	order, block, source, blocks = RDI, RAX, RBX, RCX
	rowA, rowB, matrices, turns  = R8, R9, R10, R11
	dst, moves, sums             = R12, R13, R14
	// Once the rows have been read:
	own, step = R8, R9
)

func (k *soloRows) field(offset int, to GPPhysical) {
	if offset < orderCount {
		k.MOVQ(Mem{Base: order, Disp: offset}, to)
	} else {
		k.MOVLQSX(Mem{Base: order, Disp: offset}, to)
	}
}

func (k *soloRows) write(name string) {
	k.Function(name)
	k.Attributes(attr.NOSPLIT)
	k.SignatureExpr("func(dst *float32, a, b *byte, alpha uint32, order *byte, scratch *byte, others int, scale *float32)")
	k.Pragma("noescape")
	local := k.AllocLocal(16)
	k.place, k.scaled = local, local.Offset(8)
	k.Load(k.Param("order"), order)
	k.Load(k.Param("a"), rowA)
	k.Load(k.Param("b"), rowB)
	k.Load(k.Param("dst"), dst)
	alpha, _ := k.Param("alpha").Resolve()
	k.VBROADCASTSS(alpha.Addr, Z31)
	k.VBROADCASTSS(Mem{Base: order, Disp: orderK}, Z30)
	k.VBROADCASTSS(Mem{Base: order, Disp: orderUnit}, Z27)
	k.VADDPS(Z30, Z30, Z29)
	k.MOVL(U32(0x40000000), ESI)
	k.VPBROADCASTD(ESI, Z28)
	for i, mask := range []uint32{0x8888, 0x00f0, 0x0f00} { // the last lanes of 16 bytes; the second block; the third
		k.MOVL(U32(mask), ESI)
		k.KMOVW(ESI, []OpmaskPhysical{K2, K3, K4}[i])
	}
	k.layOut()
	k.field(orderBlocks, block)
	k.field(orderSources, source)
	k.turnAll()
	k.Load(k.Param("scratch"), turns)
	k.moveAll()
	k.finishAll()
	k.VZEROUPPER()
	k.RET()
}

// layOut divides scratch.
func (k *soloRows) layOut() {
	k.Load(k.Param("scratch"), sums)
	k.ADDQ(U32(4*row+row), sums)
	k.VPXORD(Z0, Z0, Z0)
	k.VMOVUPS(X0, Mem{Base: sums, Disp: -16}) // above the roots
	k.field(orderCount, moves)
	k.SHLQ(Imm(8), moves)
	k.ADDQ(sums, moves)
	k.field(orderColumns, matrices)
	k.SHLQ(Imm(8), matrices)
	k.ADDQ(moves, matrices)
	for i := range 9 { // above the roots, in lane 0
		if i%4 == 0 {
			k.VMOVUPS(Z30, Mem{Base: matrices, Disp: i * row})
		} else {
			k.VMOVUPS(Z0, Mem{Base: matrices, Disp: i * row})
		}
	}
}

// lineBytes is the size of sixteen values of a row.
func (k *soloRows) lineBytes() int {
	if k.short {
		return 32
	}
	return row
}

// blend puts sixteen quads of the rows, those in the block's lines, into Z0 …
// Z3, component by component. Whole blocks have all of them.
func (k *soloRows) blend(whole, others bool) {
	v := [4]VecPhysical{Z16, Z17, Z18, Z19}
	for i := range v {
		next := zmm[20+i]
		mask := []OpmaskPhysical{K5, K6, K7, K5}[i]
		if !whole {
			k.KMOVW(Mem{Base: block, Disp: blockLines + 2*i}, mask)
		}
		for j, base := range []GPPhysical{rowA, rowB} {
			from, to := Mem{Base: base, Disp: i * k.lineBytes()}, []VecPhysical{v[i], next}[j]
			switch {
			case k.short && whole:
				k.VPMOVZXWD(from, to)
			case k.short:
				k.VPMOVZXWD_Z(from, mask, to)
			case whole:
				k.VMOVUPS(from, to)
			default:
				k.VMOVUPS_Z(from, mask, to)
			}
		}
		if k.short {
			k.blendWords(v[i], next)
			if others {
				k.scaleWords(v[i], next, mask, 2*row*i)
			} else {
				k.VMULPS(Z27, v[i], v[i])
			}
			continue
		}
		k.VSUBPS(v[i], next, next)
		k.VMULPS(Z31, next, next)
		k.VADDPS(v[i], next, v[i])
	}
	k.square4(v, [4]VecPhysical{Z20, Z21, Z22, Z23}, [4]VecPhysical{Z0, Z1, Z2, Z3})
	k.ADDQ(U32(4*k.lineBytes()), rowA)
	k.ADDQ(U32(4*k.lineBytes()), rowB)
}

// blendWords blends 16-bit values, each in 32 bits, as integers.
func (k *soloRows) blendWords(v, next VecPhysical) {
	k.VPSLLD(Imm(16), next, next)
	k.VPORD(next, v, v)
	k.VPMADDWD(Z31, v, v)
	k.VCVTDQ2PS(v, v)
}

// scaleWords applies scales and offsets of four columns, which take turns in
// memory.
func (k *soloRows) scaleWords(v, spare VecPhysical, mask OpmaskPhysical, disp int) {
	k.VMOVUPS_Z(Mem{Base: RSI, Disp: disp}, mask, spare)
	k.VMOVUPS_Z(Mem{Base: RSI, Disp: disp + row}, mask, Z24)
	k.VSHUFF32X4(U8(0x88), Z24, spare, Z25)
	k.VSHUFF32X4(U8(0xdd), Z24, spare, Z26)
	k.VMULPS(Z25, v, v)
	k.VADDPS(Z26, v, v)
}

// turnAll makes the matrices of all joints of their quaternions.
func (k *soloRows) turnAll() {
	k.LEAQ(Mem{Base: matrices, Disp: matricesBytes}, R11)
	k.field(orderJoints, blocks)
	k.SHRQ(Imm(4), blocks)
	k.JZ(LabelRef("turnRest"))
	k.Label("turn")
	k.turn(true)
	k.DECQ(blocks)
	k.JNZ(LabelRef("turn"))
	k.Label("turnRest")
	k.TESTL(U32(15), Mem{Base: order, Disp: orderJoints})
	k.JZ(LabelRef("turned"))
	k.turn(false)
	k.Label("turned")
}

func (k *soloRows) turn(whole bool) {
	k.blend(whole, false)
	for i := range 4 {
		k.VMULPS(zmm[i], zmm[i], zmm[16+i])
	}
	k.VADDPS(Z17, Z16, Z16)
	k.VADDPS(Z19, Z18, Z18)
	k.VADDPS(Z18, Z16, Z16)
	k.VSUBPS(Z16, Z28, Z16)
	k.VMULPS(Z29, Z16, Z16)
	(&solo{Context: k.Context}).matrix(Z30)
	for i := range 9 {
		k.VMOVUPS(zmm[i], Mem{Base: R11, Disp: i * row})
	}
	k.ADDQ(U32(blockBytes), block)
	k.ADDQ(U32(matricesBytes), R11)
}

// above puts the matrices of the lanes' parents into Z0 … Z8: from two blocks
// of joints, and as many more as the block says. R15 is where the matrices
// begin, with those of the roots' parent.
func (k *soloRows) above(label string) {
	from := func(i int) Mem { return Mem{Base: R15, Index: RSI, Scale: 1, Disp: i * row} }
	k.VMOVDQU32(Mem{Base: block, Disp: blockLane}, Z16)
	k.MOVLQSX(Mem{Base: block, Disp: blockFrom}, RSI)
	for i := range 9 {
		k.VMOVUPS(from(i), zmm[i])
	}
	k.MOVLQSX(Mem{Base: block, Disp: blockFrom + 4}, RSI)
	for i := range 9 {
		k.VPERMT2PS(from(i), Z16, zmm[i])
	}
	k.MOVL(Mem{Base: block, Disp: blockSources}, EDX)
	k.TESTL(EDX, EDX)
	k.JZ(LabelRef(label + "Found"))
	k.Label(label)
	k.VMOVDQU32(Mem{Base: source, Disp: sourceLane}, Z16)
	k.KMOVW(Mem{Base: source, Disp: sourceMask}, K1)
	k.MOVLQSX(Mem{Base: source, Disp: sourceFrom}, RSI)
	for i := range 9 {
		k.VPERMPS(from(i), Z16, K1, zmm[i])
	}
	k.ADDQ(Imm(sourceBytes), source)
	k.DECL(EDX)
	k.JNZ(LabelRef(label))
	k.Label(label + "Found")
}

// dots multiplies the matrices Z0 … Z8 with the vectors Z17, Z18, Z19 and
// stores the results, a quad per lane.
func (k *soloRows) dots(at Mem) {
	for i := range 9 {
		k.VMULPS(zmm[17+i%3], zmm[i], zmm[i])
	}
	for r := range 3 {
		k.VADDPS(zmm[3*r+1], zmm[3*r], zmm[3*r])
		k.VADDPS(zmm[3*r+2], zmm[3*r], zmm[3*r])
	}
	k.VUNPCKLPS(Z3, Z0, Z20)
	k.VUNPCKHPS(Z3, Z0, Z21)
	for i, pick := range []uint{0x04, 0x5e, 0xa4, 0xfe} {
		k.VSHUFPS(U8(pick), Z6, zmm[20+i/2], Z22)
		k.VMOVUPS(Z22, at.Offset(i*row))
	}
}

// moveAll computes a·column of all columns, a quad per column.
func (k *soloRows) moveAll() {
	k.MOVQ(matrices, R15)
	k.ADDQ(U32(matricesBytes), matrices)
	k.field(orderColumns, blocks)
	k.TESTQ(blocks, blocks)
	k.JZ(LabelRef("moved"))
	// The columns follow the rotations, which end inside a block.
	k.Load(k.Param("a"), rowA)
	k.Load(k.Param("b"), rowB)
	k.Load(k.Param("others"), RSI)
	k.ADDQ(RSI, rowA)
	k.ADDQ(RSI, rowB)
	k.MOVQ(moves, RSI)
	k.MOVQ(RSI, k.place)
	k.XORL(ESI, ESI)
	k.MOVQ(RSI, k.scaled)
	k.Label("move")
	if k.short {
		k.Load(k.Param("scale"), RSI)
		k.ADDQ(k.scaled, RSI)
	}
	k.blend(false, true)
	for i := range 3 {
		k.VMOVAPS(zmm[i], zmm[17+i])
	}
	k.above("moveFrom")
	k.MOVQ(k.place, RSI)
	k.dots(Mem{Base: RSI})
	k.ADDQ(U32(4*row), k.place)
	if k.short {
		k.ADDQ(U32(8*row), k.scaled)
	}
	k.ADDQ(U32(blockBytes), block)
	k.DECQ(blocks)
	k.JNZ(LabelRef("move"))
	k.Label("moved")
}

// finishAll computes translations and writes the palette. A block is written
// out while the next one is computed: its translations have reached the cache
// by then.
func (k *soloRows) finishAll() {
	k.field(orderBlocks, block)
	k.field(orderSteps, step)
	k.field(orderJoints, blocks)
	k.MOVQ(sums, own)
	k.relate("first")
	k.chain("first")
	k.Label("block")
	k.SUBQ(U32(16), blocks)
	k.JLE(LabelRef("last"))
	k.relate("next")
	k.output("", false)
	k.chain("next")
	k.JMP(LabelRef("block"))
	k.Label("last")
	k.ADDQ(U32(16), blocks)
	k.output("done", true)
	k.Label("done")
}

// relate computes (a - m)·Bind of a block's joints, a quad per joint, in turns.
func (k *soloRows) relate(label string) {
	k.above(label + "From")
	for c := range 3 {
		k.VMOVUPS(Mem{Base: block, Disp: blockBind + c*row}, zmm[17+c])
	}
	for i := range 9 {
		k.VSUBPS(Mem{Base: matrices, Disp: i * row}, zmm[i], zmm[i])
	}
	k.dots(Mem{Base: turns})
	k.ADDQ(U32(blockBytes), block)
	k.ADDQ(U32(matricesBytes), matrices)
}

// chain adds up a block's translations, joint after joint, parents first. Most
// joints follow their parents, whose sum is still in X0, and have no column.
func (k *soloRows) chain(label string) {
	const plain = -32 | -16<<32 // the turn of such a joint
	name := func(what string, j int) string { return fmt.Sprint(label, what, j) }
	k.MOVQ(I64(plain), RSI)
	for j := range 16 {
		k.CMPQ(RSI, Mem{Base: step, Disp: 8 * j})
		k.JNE(LabelRef(name("Other", j)))
		k.VADDPS(Mem{Base: turns, Disp: 16 * j}, X0, X0)
		k.Label(name("Added", j))
		k.VMOVUPS(X0, Mem{Base: own, Disp: 16 * j})
	}
	k.ADDQ(U32(16*8), step)
	k.ADDQ(U32(4*row), own)
	k.JMP(LabelRef(label + "Chained"))
	for j := range 16 {
		k.Label(name("Other", j))
		k.MOVLQSX(Mem{Base: step, Disp: 8 * j}, RDX)
		k.CMPQ(RDX, I8(-32))
		k.JEQ(LabelRef(name("Near", j)))
		k.VMOVUPS(Mem{Base: sums, Index: RDX, Scale: 1}, X0)
		k.Label(name("Near", j))
		k.VADDPS(Mem{Base: turns, Disp: 16 * j}, X0, X0)
		k.MOVLQSX(Mem{Base: step, Disp: 8*j + 4}, RDX)
		k.CMPQ(RDX, I8(-16))
		k.JEQ(LabelRef(name("Added", j)))
		k.VADDPS(Mem{Base: moves, Index: RDX, Scale: 1}, X0, X0)
		k.JMP(LabelRef(name("Added", j)))
	}
	k.Label(label + "Chained")
}

// output puts matrices and translations of the block before together, twelve
// values per joint; of the last one those of the joints left.
func (k *soloRows) output(end string, last bool) {
	behind, back := 1, 2 // the block in work: its sums are still to come, its matrices were
	if last {
		back = 1
	}
	for r := range 3 {
		v := [3]VecPhysical{Z20, Z21, Z22}
		for c := range v {
			k.VMOVUPS(Mem{Base: matrices, Disp: (3*r+c)*row - back*matricesBytes}, v[c])
		}
		k.VUNPCKLPS(Z21, Z20, Z23)
		k.VUNPCKHPS(Z21, Z20, Z24)
		for i, pick := range []uint{0x04, 0x5e, 0xa4, 0xfe} { // rows r of joints 4i … 4i+3
			k.VSHUFPS(U8(pick), Z22, zmm[23+i/2], zmm[4*r+i])
		}
	}
	for i := range 4 {
		k.VMOVUPS(Mem{Base: own, Disp: i*row - behind*4*row}, Z25)
		for r := range 3 {
			k.VPERMILPS(U8(r<<6), Z25, K2, zmm[4*r+i])
		}
		k.lines(zmm[i], zmm[4+i], zmm[8+i], 192*i)
		if last && i < 3 {
			k.SUBQ(Imm(4), blocks)
			k.JZ(LabelRef(end))
		}
	}
	k.ADDQ(U32(768), dst)
}

// lines writes four joints, whose first, second and third rows are in a, b and
// c: blocks a0 b0 c0 a1, b1 c1 a2 b2, c2 a3 b3 c3.
func (k *soloRows) lines(a, b, c VecPhysical, at int) {
	k.VSHUFF32X4(U8(0x6c), a, a, a) // a0 a3 a2 a1
	k.VSHUFF32X4(U8(0xb1), b, b, b) // b1 b0 b3 b2
	k.VSHUFF32X4(U8(0xc6), c, c, c) // c2 c1 c0 c3
	for i, v := range [3][3]VecPhysical{{a, b, c}, {b, c, a}, {c, a, b}} {
		k.VMOVAPS(v[0], zmm[26+i])
		k.VMOVAPS(v[1], K3, zmm[26+i])
		k.VMOVAPS(v[2], K4, zmm[26+i])
		k.VMOVUPS(zmm[26+i], Mem{Base: dst, Disp: at + i*row})
	}
}

func (k *soloRows) square4(v, t, r [4]VecPhysical) {
	(&keys{Context: k.Context}).square4(v, t, r)
}
