package avx

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// laneLists is a kernel behind kernel.LaneRows in the making.
type laneLists struct {
	block
	to, list, count, sources avo.GPVirtual
}

// GatherLanes writes the kernel behind LaneRows.Gather. A row becomes one store, which a kernel that
// reads it at once need not wait for. What two legs of one instance read takes it 308 instructions, Go 812.
func GatherLanes(c *build.Context) {
	k := &laneLists{block: block{Context: c, narrow: true}}
	k.to, k.list, k.count = k.pointer("to"), k.pointer("list"), k.pointer("count")
	k.sources = k.pointer("sources")
	lanes := k.pointer("lanes")
	k.CMPQ(lanes, Imm(2))
	k.JG(LabelRef("four"))
	k.rows("two", 2)
	k.rows("four", 4)
}

// rows copies every row of the list, a given number of lanes of it.
func (k *laneLists) rows(name string, lanes int) {
	field := func(name string, i int) Mem { return at(k.list, layout.Offset("laneRows", name)+4*i) }
	k.Label(name)
	to, index := k.GP64(), k.GP64()
	k.MOVLQSX(field("to", 0), to)
	k.ADDQ(k.to, to)
	from := make([]avo.GPVirtual, lanes)
	for l := range from {
		from[l] = k.offset(field("from", l))
		k.ADDQ(Mem{Base: k.sources, Index: k.offset(field("source", l)), Scale: 1}, from[l])
	}
	k.XORL(index.As32(), index.As32())
	for _, part := range []struct {
		field string
		rows  int
	}{{"fours", 4}, {"ones", 1}} {
		count := k.GP64()
		k.MOVLQSX(field(part.field, 0), count)
		k.TESTQ(count, count)
		loop := fmt.Sprintf("%s_%s", name, part.field)
		k.JZ(LabelRef(loop + "Done"))
		k.Label(loop)
		for row := range part.rows {
			in := func(base avo.GPVirtual) Mem { return Mem{Base: base, Index: index, Scale: 1, Disp: 64 * row} }
			v := k.vector()
			k.VMOVSS(in(from[0]), v)
			for l := 1; l < lanes; l++ {
				k.VINSERTPS(Imm(uint64(l<<4)), in(from[l]), v, v)
			}
			k.store(v, in(to))
		}
		k.ADDQ(U32(64*part.rows), index)
		k.DECQ(count)
		k.JNZ(LabelRef(loop))
		k.Label(loop + "Done")
	}
	k.ADDQ(sizeOf("laneRows"), k.list)
	k.DECQ(k.count)
	k.JNZ(LabelRef(name))
	k.RET()
}

// ScatterLanes writes the kernel behind LaneColumns.Scatter.
func ScatterLanes(c *build.Context) {
	k := &laneLists{block: block{Context: c, narrow: true}}
	k.to, k.list, k.count = k.pointer("to"), k.pointer("list"), k.pointer("count")
	from := k.pointer("from")
	k.Label("column")
	target := k.offset(at(k.list, layout.Offset("laneColumn", "to")))
	source := k.offset(at(k.list, layout.Offset("laneColumn", "from")))
	k.ADDQ(k.to, target)
	k.ADDQ(from, source)
	for row := range 5 {
		v := k.GP32()
		k.MOVL(at(source, 64*row), v)
		k.MOVL(v, at(target, 64*row))
	}
	k.ADDQ(sizeOf("laneColumn"), k.list)
	k.DECQ(k.count)
	k.JNZ(LabelRef("column"))
	k.RET()
}
