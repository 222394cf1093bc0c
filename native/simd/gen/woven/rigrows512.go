package woven

import (
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// fused writes the kernel that samples rows itself. It goes through the groups
// of all blocks in one stream: while a group is computed, the one after it and
// the one after that are sampled and the one before it is written out, across
// the borders of blocks.
func (k *rig512) fused() {
	k.function("func(dst *float32, stride int, rows *byte, rowStride int, frames *byte, blocks int, joints *byte, groups int, states *float32, others *float32, otherGroups int, root float32)")
	k.Load(k.Param("states"), k.gp(k.states))
	k.constants()
	k.rootState()
	k.copyParam("frames", headFrames)
	k.copyParam("blocks", headBlocks)
	k.MOVQ(avo.R11, k.head(headTodo))
	k.Load(k.Param("groups"), avo.R11)
	k.SHLQ(operand.Imm(6), avo.R11) // a group is a line
	k.SUBQ(operand.Imm(lineBytes), avo.R11)
	k.MOVQ(avo.R11, k.head(headEdge))
	k.copyParam("others", headAhead)
	k.Load(k.Param("otherGroups"), avo.R12)
	k.SHLQ(operand.U8(10), avo.R12) // four columns are 1024 bytes when sampled
	k.ADDQ(avo.R12, avo.R11)
	k.MOVQ(avo.R11, k.head(headOthers))
	k.LEAQ(k.head(headBuffers), k.gp(k.current))
	k.LEAQ(operand.Mem{Base: k.gp(k.current), Disp: bufferBytes}, k.gp(k.next))
	k.begin()
	k.sampleAhead()

	k.groups(columnBytes)
	k.XCHGQ(k.gp(k.current), k.gp(k.next))
	k.advanceLine()
	k.advanceOut(func() {
		// The next block starts with the first joint again.
		k.DECQ(k.head(headTodo))
		k.JZ(k.jump("last"))
		k.MOVQ(avo.R11, k.head(headLeft))
		k.Load(k.Param("joints"), k.gp(k.joints))
		k.ADDQ(operand.U32(groupSize*rigJointBytes), k.gp(k.joints))
		k.swapOthers()
		k.MOVQ(k.head(headTarget), avo.R13)
	})
	k.end()
}

// sampleAhead samples the first group, and the second one up to its merging.
func (k *rig512) sampleAhead() {
	k.enterBlock("first")
	k.swapOthers()
	k.sampleLine(nil, mem{base: k.current})
	// The second line, and on to the third, as far as there are any: a rig of
	// less than three groups has no other block here, and what is sampled again
	// is not used.
	k.nextLine("second")
	first := k.thread()
	for q := range 4 {
		first.sampleQuarter(k.lanes, q, mem{base: k.next, disp: partsOffset})
	}
	k.write(nil, first)
	k.nextLine("third")
}

// nextLine goes on to the next line of the block, or stays at the last one.
func (k *rig512) nextLine(where string) {
	k.MOVQ(k.head(headLine), avo.R11)
	k.CMPQ(avo.R11, k.head(headEdge))
	k.JGE(k.jump(where))
	k.ADDQ(operand.Imm(lineBytes), avo.R11)
	k.MOVQ(avo.R11, k.head(headLine))
	k.Label(k.label(where))
}

// sampleLine samples the line in work without other work between, by way of the
// current buffer's parts.
func (k *rig512) sampleLine(taken []*reg, to mem) {
	parts := mem{base: k.current, disp: partsOffset}
	t := k.thread()
	for q := range 4 {
		t.sampleQuarter(k.lanes, q, parts)
	}
	k.write(taken, t)
	t = k.thread()
	for c := range 4 {
		t.mergeComponent(c, parts, to)
	}
	k.write(taken, t)
}

// enterBlock looks up the lanes of the next block to sample and samples its
// other columns.
func (k *rig512) enterBlock(where string) {
	k.Load(k.Param("rows"), avo.R11)
	k.Load(k.Param("rowStride"), avo.R12)
	k.MOVQ(k.head(headFrames), avo.R13)
	k.ADDQ(operand.U32(framesBytes), k.head(headFrames))
	k.DECQ(k.head(headBlocks))
	for l := range 16 {
		k.MOVQ(operand.Mem{Base: avo.R13, Disp: 8 * l}, avo.R14)
		k.LEAQ(operand.Mem{Base: avo.R11, Index: avo.R14, Scale: 4}, avo.R14)
		k.MOVQ(avo.R14, k.head(headRow-8*l))
		k.ADDQ(avo.R12, avo.R14)
		k.MOVQ(avo.R14, k.head(headNext-8*l))
	}
	k.VMOVUPS(operand.Mem{Base: avo.R13, Disp: framesAlpha}, zmm[0])
	k.VMOVUPS(zmm[0], k.head(headWeight))

	k.Load(k.Param("otherGroups"), avo.R11)
	k.TESTQ(avo.R11, avo.R11)
	k.JZ(k.jump(where + "_sampled"))
	k.MOVQ(k.head(headEdge), avo.R12)
	k.ADDQ(operand.Imm(lineBytes), avo.R12)
	k.MOVQ(avo.R12, k.head(headLine))
	k.MOVQ(k.head(headAhead), avo.R12)
	taken := []*reg{fixedScalar(temporaries), fixedScalar(temporaries + 1)}
	k.Label(k.label(where + "_other"))
	k.sampleLine(taken, mem{base: taken[1]})
	k.ADDQ(operand.Imm(lineBytes), k.head(headLine))
	k.ADDQ(operand.U32(4*columnBytes), avo.R12)
	k.DECQ(avo.R11)
	k.JNZ(k.jump(where + "_other"))
	k.Label(k.label(where + "_sampled"))
	k.MOVQ(operand.U32(0), k.head(headLine))
}

// Frames: Row, Alpha.
const (
	framesAlpha = 128
	framesBytes = 192
)

// swapOthers lets the block that has been sampled ahead be the one in work.
func (k *rig512) swapOthers() {
	k.MOVQ(k.head(headOthers), avo.R11)
	k.MOVQ(k.head(headAhead), avo.R12)
	k.MOVQ(avo.R11, k.head(headAhead))
	k.MOVQ(avo.R12, k.head(headOthers))
}

// advanceLine goes on to the next line of the rows: behind the last one of the
// rotations to the next block, or, where there is none, it stays.
func (k *rig512) advanceLine() {
	k.MOVQ(k.head(headLine), avo.R11)
	k.CMPQ(avo.R11, k.head(headEdge))
	k.JNE(k.jump("ahead"))
	k.CMPQ(k.head(headBlocks), operand.Imm(0))
	k.JE(k.jump("stay"))
	k.enterBlock("enter")
	k.JMP(k.jump("stay"))
	k.Label(k.label("ahead"))
	k.ADDQ(operand.Imm(lineBytes), avo.R11)
	k.MOVQ(avo.R11, k.head(headLine))
	k.Label(k.label("stay"))
}
