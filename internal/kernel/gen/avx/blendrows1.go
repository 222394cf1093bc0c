package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// blendRows1 writes the kernel behind kernel.BlendRows1: columns of all parts, and their sum completed,
// before the next ones. The quads of eight rotations are in two registers. What is one value per quad
// is in one: in lanes 0 and 2 for the quad of the first register, in lanes 1 and 3 for the second's.
type blendRows1 struct {
	*blendRow
	offset, column  avo.GPVirtual // of the quads at hand, in bytes of a row and of a mask
	first, stride   avo.GPVirtual // of rows
	rest, reference avo.GPVirtual
	spread          avo.VecVirtual // the order of columns of a mask
}

// BlendRows1 writes the kernel behind BlendRows1.
func BlendRows1(c *build.Context) {
	k := &blendRows1{blendRow: &blendRow{blend: blend{block: block{Context: c, wide: true}}}}
	k.start()
	k.finishing()
	k.first, k.stride, k.rest, k.reference = k.pointer("rows"), k.pointer("rowStride"), k.pointer("rest"), k.pointer("reference")
	k.offset, k.column = k.GP64(), k.GP64()
	k.XORQ(k.offset, k.offset)
	k.XORQ(k.column, k.column)
	k.rotations()
	k.others()
	k.end()
}

// here is memory of the quads at hand, or of those of the second register.
func (k *blendRows1) here(base avo.GPVirtual, register int) operand.Mem {
	return operand.Mem{Base: base, Index: k.offset, Scale: 1, Disp: row * register}
}

// rotations writes the loop over pairs of registers. One that is left over has the one before it again.
func (k *blendRows1) rotations() {
	done, long := operand.LabelRef("rotationsDone"), k.constant(floatLong)
	k.spread = k.order(0x0703070306020602, 0x0501050104000400)
	left := k.pointer("rotationGroups")
	k.TESTQ(left, left)
	k.JZ(done)
	k.Label("rotations")
	sum, total := [2]avo.VecVirtual{k.cleared(), k.cleared()}, k.cleared()
	k.parts("rotation", func(sample func(int) avo.VecVirtual, weight func() avo.VecVirtual) {
		v := [2]avo.VecVirtual{sample(0), sample(1)}
		squares := k.neighbours(k.mul(v[0], v[0]), k.mul(v[1], v[1]))
		products := k.neighbours(k.mul(v[0], k.here(k.reference, 0)), k.mul(v[1], k.here(k.reference, 1)))
		dots, u := k.neighbours(squares, products), weight()
		k.VADDPS(u, total, total)
		factor := k.negate(k.lengthened(u, dots, k.half), k.permuted(0xee, dots))
		for i := range v {
			k.VADDPS(k.mul(k.quads(i, factor), v[i]), sum[i], sum[i])
		}
	})
	less := k.missing(total)
	for i := range sum {
		sum[i] = k.sum(k.sum(k.mul(k.quads(i, less), k.here(k.rest, i)), sum[i]), k.zero)
	}
	k.whereLess(k.do(k.VUNPCKHPS, sum[0], sum[1]), long, 0xcccc, func() { // w alone tells most
		for i := range sum {
			k.whereShort(k.dots(sum[i], sum[i]), func() { k.lengthenQuads(sum[i]) })
		}
	})
	for i := range sum {
		k.store(sum[i], k.here(k.to, i))
	}
	k.next(2)
	k.SUBQ(operand.Imm(2), left)
	k.JZ(done)
	k.CMPQ(left, operand.Imm(1))
	k.JNE(operand.LabelRef("rotations"))
	k.next(-1)
	k.INCQ(left)
	k.JMP(operand.LabelRef("rotations"))
	k.Label("rotationsDone")
}

// others writes the loop over other columns, a register at a time.
func (k *blendRows1) others() {
	done := operand.LabelRef("othersDone")
	k.spread = k.order(0x0303030302020202, 0x0101010100000000)
	left := k.pointer("otherGroups")
	k.TESTQ(left, left)
	k.JZ(done)
	k.Label("others")
	sum := k.cleared()
	k.parts("other", func(sample func(int) avo.VecVirtual, weight func() avo.VecVirtual) {
		k.VADDPS(k.mul(weight(), sample(0)), sum, sum)
	})
	total := k.permuted(0xff, sum)
	v := k.sum(k.mul(k.missing(total), k.here(k.rest, 0)), sum)
	v = k.sum(k.div(v, k.covered(total)), k.zero)
	k.VMOVAPS(k.one, k.mask(0x8888), v)
	k.store(v, k.here(k.to, 0))
	k.next(1)
	k.DECQ(left)
	k.JNZ(operand.LabelRef("others"))
	k.Label("othersDone")
}

// next goes some registers on.
func (k *blendRows1) next(registers int) {
	k.SUBQ(operand.I8(-row*registers), k.offset)
	k.SUBQ(operand.I8(-16*registers), k.column)
}

// parts writes the loop over parts, of which body samples registers and weighs their columns.
func (k *blendRows1) parts(label string, body func(sample func(int) avo.VecVirtual, weight func() avo.VecVirtual)) {
	of, left := k.pointer("parts"), k.pointer("count")
	part := func(field string) operand.Mem { return at(of, layout.Offset("WeightedRow", field)) }
	k.Label(label + "Part")
	rows, next := k.GP64(), k.GP64()
	k.MOVQ(part("Row"), rows)
	k.LEAQ(operand.Mem{Base: k.first, Index: rows, Scale: 4}, rows)
	k.LEAQ(operand.Mem{Base: rows, Index: k.stride, Scale: 1}, next)
	body(func(i int) avo.VecVirtual {
		a := k.load(k.here(rows, i))
		return k.sum(k.mulAll(k.sub(k.load(k.here(next, i)), a), part("Alpha")), a)
	}, func() avo.VecVirtual {
		u, mask := k.broadcast(part("Weight")), k.GP64()
		k.MOVQ(part("Mask"), mask)
		k.TESTQ(mask, mask)
		k.JZ(operand.LabelRef(label + "Whole"))
		m, from := k.vector(), operand.Mem{Base: mask, Index: k.column, Scale: 1}
		if label == "other" {
			k.VMOVUPS(from, m.AsX())
		} else {
			k.VMOVUPS(from, m.AsY())
		}
		k.VPERMPS(m, k.spread, m)
		k.VMULPS(m, u, u)
		k.Label(label + "Whole")
		return u
	})
	k.ADDQ(sizeOf("WeightedRow"), of)
	k.DECQ(left)
	k.JNZ(operand.LabelRef(label + "Part"))
}

// order is the lanes of a permutation, a byte each.
func (k *blendRows1) order(high, low uint64) avo.VecVirtual {
	v, half := k.vector(), k.GP64()
	k.MOVQ(operand.U64(low), half)
	k.VMOVQ(half, v.AsX())
	k.MOVQ(operand.U64(high), half)
	k.VPINSRQ(operand.Imm(1), half, v.AsX(), v.AsX())
	k.VPMOVZXBD(v.AsX(), v)
	return v
}

func (k *blendRows1) cleared() avo.VecVirtual {
	v := k.vector()
	k.VXORPS(v, v, v)
	return v
}

func (k *blendRows1) permuted(order uint64, v avo.VecVirtual) avo.VecVirtual {
	p := k.vector()
	k.VPERMILPS(operand.U8(order), v, p)
	return p
}

// quads is the values of a register's quads in all their lanes.
func (k *blendRows1) quads(register int, v avo.VecVirtual) avo.VecVirtual {
	return k.permuted(uint64(0x55*register), v)
}

// neighbours is sums of neighbours: in each quad two of a, then two of b.
func (k *blendRows1) neighbours(a, b avo.VecVirtual) avo.VecVirtual {
	even, odd := k.vector(), k.vector()
	k.VSHUFPS(operand.U8(0x88), b, a, even)
	k.VSHUFPS(operand.U8(0xdd), b, a, odd)
	return k.sum(even, odd)
}
