package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"

	"github.com/sinew-anim/sinew/native/simd/gen/layout"
)

// blendRows1 writes the kernel behind simd.BlendRows1: four columns, whose quads fill a
// register, of all parts, and their sum completed, before the next four.
type blendRows1 struct {
	*blendRow
	offset avo.GPVirtual // of the quads at hand in a row
	column avo.GPVirtual // in a mask
	long   avo.VecVirtual
	quads  [3]avo.OpmaskVirtual // but the first
}

// BlendRows1 writes the kernel behind BlendRows1.
func BlendRows1(c *build.Context) {
	k := &blendRows1{blendRow: &blendRow{blend: blend{block: block{Context: c, wide: true}}}}
	k.start()
	k.finishing()
	k.long = k.constant(floatLong)
	for i := range k.quads {
		k.quads[i] = k.mask(0xf0 << (4 * i))
	}
	k.offset, k.column = k.GP64(), k.GP64()
	k.XORQ(k.offset, k.offset)
	k.XORQ(k.column, k.column)
	k.columnGroups("rotationGroups", k.finishRotations)
	k.columnGroups("otherGroups", k.finishOthers)
	k.end()
}

// here is memory of the quads at hand.
func (k *blendRows1) here(base avo.GPVirtual) operand.Mem {
	return operand.Mem{Base: base, Index: k.offset, Scale: 1}
}

// columnGroups writes the loop over the columns of a kind.
func (k *blendRows1) columnGroups(groups string, finish func(sum, total avo.VecVirtual)) {
	label := func(s string) operand.LabelRef { return operand.LabelRef(groups + s) }
	count, of, left := k.pointer(groups), k.GP64(), k.GP64()
	k.TESTQ(count, count)
	k.JZ(label("Done"))
	k.Label(groups)
	k.Load(k.Param("parts"), of)
	k.Load(k.Param("count"), left)
	sum, total := k.vector(), k.vector()
	k.VXORPS(sum, sum, sum)
	k.VXORPS(total, total, total)
	k.Label(groups + "Part")
	k.add(groups, of, sum, total, groups == "rotationGroups")
	k.ADDQ(sizeOf("rowPart"), of)
	k.DECQ(left)
	k.JNZ(label("Part"))
	finish(sum, total)
	k.ADDQ(operand.Imm(64), k.offset)
	k.ADDQ(operand.Imm(16), k.column)
	k.DECQ(count)
	k.JNZ(operand.LabelRef(groups))
	k.Label(groups + "Done")
}

// add adds quads of a part to sum, and their weights to total.
func (k *blendRows1) add(label string, of avo.GPVirtual, sum, total avo.VecVirtual, rotations bool) {
	part := func(field string) operand.Mem { return at(of, layout.Offset("rowPart", field)) }
	rows, next, mask := k.GP64(), k.pointer("rowStride"), k.GP64()
	k.MOVQ(part("row"), rows)
	k.ADDQ(rows, next)
	a := k.load(k.here(rows))
	v := k.sum(k.mul(k.sub(k.load(k.here(next)), a), k.broadcast(part("alpha"))), a)
	u := k.broadcast(part("weight"))
	k.MOVQ(part("mask"), mask)
	k.TESTQ(mask, mask)
	k.JZ(operand.LabelRef(label + "Whole"))
	k.VMULPS(k.spread(operand.Mem{Base: mask, Index: k.column, Scale: 1}), u, u)
	k.Label(label + "Whole")
	factor := u
	if rotations {
		k.VADDPS(u, total, total)
		factor = k.negate(k.lengthened(u, k.dots(v, v), k.half), k.dots(v, k.here(k.pointer("reference"))))
	}
	k.VADDPS(k.mul(factor, v), sum, sum)
}

// spread is a float32 of memory per quad.
func (k *blendRows1) spread(m operand.Mem) avo.VecVirtual {
	v := k.broadcast(m)
	for i, quad := range k.quads {
		k.VBROADCASTSS(m.Offset(4+4*i), quad, v)
	}
	return v
}

func (k *blendRows1) finishRotations(sum, total avo.VecVirtual) {
	rest := k.mul(k.missing(total), k.here(k.pointer("rest")))
	q := k.sum(k.sum(rest, sum), k.zero)
	k.whereLess(q, k.long, 0x8888, func() { // w alone tells most
		k.whereShort(k.dots(q, q), func() { k.lengthenQuads(q) })
	})
	k.store(q, k.here(k.to))
}

func (k *blendRows1) finishOthers(sum, _ avo.VecVirtual) {
	total := k.vector()
	k.VPERMILPS(operand.U8(0xff), sum, total)
	v := k.sum(k.mul(k.missing(total), k.here(k.pointer("rest"))), sum)
	v = k.sum(k.div(v, k.covered(total)), k.zero)
	k.VMOVAPS(k.one, k.mask(0x8888), v)
	k.store(v, k.here(k.to))
}
