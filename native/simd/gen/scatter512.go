package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// Kernels of one block whose lanes write to addresses of their own, from a
// table. Of the registers for writing out, the first base is then how far the
// group before is from there in bytes, the second one the table, and the third
// how far the group in work is.
//
// The first group is preceded by none: what is written for it goes to the place
// of the first group, which is overwritten in its turn.

// target is how a kernel of one block is told where to write.
func (k *kernel512) target() string {
	if k.scattered {
		return "lanes *byte"
	}
	return "dst *float32, stride int"
}

// beginScattered sets up writing out.
func (k *kernel512) beginScattered() {
	before, table, work := k.gp(k.out.base[0]), k.gp(k.out.base[1]), k.gp(k.out.base[2])
	k.copyParam("groups", headLeft)
	k.Load(k.Param("joints"), k.gp(k.joints))
	k.ADDQ(operand.U32(groupSize*k.joint.bytes), k.gp(k.joints))
	k.Load(k.Param("lanes"), table)
	k.XORL(before.As32(), before.As32())
	k.XORL(work.As32(), work.As32())
}

// advanceScattered goes on to the next group, or behind the last one to more.
func (k *kernel512) advanceScattered(more func()) {
	before, work := k.gp(k.out.base[0]), k.gp(k.out.base[2])
	k.MOVQ(work, before)
	k.ADDQ(operand.U32(groupBytes), work)
	k.ADDQ(operand.U32(groupSize*k.joint.bytes), k.gp(k.joints))
	k.DECQ(k.head(headLeft))
	k.JNZ(k.jump("group"))
	more()
}

// place is where a lane of the group before is written to.
func (k *kernel512) place(t *thread, lane, disp int) mem {
	if !k.scattered {
		return k.out.at(lane, disp)
	}
	return mem{base: t.scalar64(mem{base: k.out.base[1], disp: 8 * lane}), index: k.out.base[0], scale: 1, disp: disp}
}

// prefetchScattered fetches some of the 48 lines that the group in work will be
// written to.
func (k *kernel512) prefetchScattered(t *thread, from, to int) {
	var base *reg
	for n := from; n < to; n++ {
		if base == nil || n%groupLines == 0 {
			base = t.scalar64(mem{base: k.out.base[1], disp: 8 * (n / groupLines)})
		}
		t.prefetch(mem{base: base, index: k.out.base[2], scale: 1, disp: n % groupLines * row})
	}
}

// scattered makes the palette kernels of lanes with addresses of their own.
func scattered(c *build.Context) {
	rig := newRig512(c, "rigPaletteTo16AVX512", relative, fromPose, false)
	rig.scattered = true
	rig.palette()
	general := newGeneral512(c, "generalPaletteTo16AVX512", false)
	general.scattered = true
	general.palette()
}
