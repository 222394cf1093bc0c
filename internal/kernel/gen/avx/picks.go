package avx

import (
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// picks is a kernel behind kernel.Picks in the making: a column after the other.
type picks struct {
	rigFrames1
	list, blocks, rows avo.GPVirtual
}

func newPicks(c *build.Context) *picks {
	k := &picks{rigFrames1: rigFrames1{block: block{Context: c, narrow: true}}}
	k.blocks, k.rows, k.list = k.pointer("block"), k.pointer("row"), k.pointer("list")
	return k
}

// SetPicks writes the kernel behind Picks.Set: of nine columns 189 instructions, in Go 626.
func SetPicks(c *build.Context) {
	k := newPicks(c)
	rotations, others, one := k.pointer("rotations"), k.pointer("others"), k.constant(floatOne)
	k.each("rotation", rotations, func(block, from avo.GPVirtual) {
		q := k.load(at(from, 0))
		k.scatter(q, block, 0, 4)
		k.VMOVSS(k.div(one, k.dot4(q)), at(block, 4*row))
	})
	k.each("other", others, func(block, row avo.GPVirtual) { k.scatter(k.load(at(row, 0)), block, 0, 4) })
	k.RET()
}

// GetPicks writes the kernel behind Picks.Get. Four values become one store, which a kernel that reads
// them at once need not wait for.
func GetPicks(c *build.Context) {
	k := newPicks(c)
	k.each("column", k.pointer("count"), func(block, row avo.GPVirtual) { k.store(k.quad(block, 0, 4), at(row, 0)) })
	k.RET()
}

// each is a loop over columns.
func (k *picks) each(label string, count avo.GPVirtual, body func(block, row avo.GPVirtual)) {
	k.TESTQ(count, count)
	k.JZ(LabelRef(label + "Done"))
	k.Label(label)
	body(k.base(k.blocks, at(k.list, layout.Offset("pick", "block"))), k.base(k.rows, at(k.list, layout.Offset("pick", "row"))))
	k.ADDQ(sizeOf("pick"), k.list)
	k.DECQ(count)
	k.JNZ(LabelRef(label))
	k.Label(label + "Done")
}
