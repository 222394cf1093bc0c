package woven

import (
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// Writing out a group of joints, from the places where their matrices are in
// scratch, while the next group is computed.

// groupLines is the number of lines of a group and a lane.
const groupLines = 3

// begin sets up writing out, with nowhere as the place of the group before the
// first.
func (k *kernel512) begin() {
	stride, triple := k.gp(k.out.stride), k.gp(k.out.triple)
	k.copyParam("groups", headLeft)
	k.Load(k.Param("joints"), k.gp(k.joints))
	k.ADDQ(operand.U32(groupSize*k.joint.bytes), k.gp(k.joints))
	k.Load(k.Param("stride"), stride)
	k.LEAQ(operand.Mem{Base: stride, Index: stride, Scale: 2}, triple)
	k.copyParam("dst", headTarget)
	k.fetchFrom(avo.R11)
	for _, b := range k.out.base {
		k.LEAQ(k.head(headNobody), k.gp(b))
	}
	k.XORL(stride.As32(), stride.As32())
	k.XORL(triple.As32(), triple.As32())
}

// fetchFrom says where the group in work will be written to.
func (k *kernel512) fetchFrom(at avo.GPPhysical) {
	if k.streams {
		return
	}
	stride, triple := k.gp(k.out.stride), k.gp(k.out.triple)
	k.MOVQ(at, k.head(headFetch))
	k.ADDQ(triple, at)
	k.MOVQ(at, k.head(headFetch-8))
	k.ADDQ(triple, at)
	k.LEAQ(operand.Mem{Base: at, Index: stride, Scale: 4}, at)
	k.MOVQ(at, k.head(headFetch-16))
}

// advanceOut goes on to the next group, and at the end of a block of groups to
// more, and then to the label group.
func (k *kernel512) advanceOut(more func()) {
	base, stride, triple := k.out.base, k.gp(k.out.stride), k.gp(k.out.triple)
	// Behind a block's first group, which has written the end of the block before
	// it, the palettes are the block's.
	k.ADDQ(operand.U32(groupBytes), k.gp(base[0]))
	k.Load(k.Param("groups"), avo.R11)
	k.CMPQ(avo.R11, k.head(headLeft))
	k.JNE(k.jump("within"))
	k.MOVQ(k.head(headTarget), k.gp(base[0]))
	k.Load(k.Param("stride"), stride)
	k.LEAQ(operand.Mem{Base: stride, Index: stride, Scale: 2}, triple)
	k.MOVQ(stride, avo.R12)
	k.SHLQ(operand.Imm(4), avo.R12)
	k.ADDQ(avo.R12, k.head(headTarget))
	k.Label(k.label("within"))
	k.LEAQ(operand.Mem{Base: k.gp(base[0]), Index: triple, Scale: 1}, k.gp(base[1]))
	k.LEAQ(operand.Mem{Base: k.gp(base[1]), Index: stride, Scale: 4}, k.gp(base[2]))
	k.ADDQ(triple, k.gp(base[2]))

	k.LEAQ(operand.Mem{Base: k.gp(base[0]), Disp: groupBytes}, avo.R13)
	k.ADDQ(operand.U32(groupSize*k.joint.bytes), k.gp(k.joints))
	k.DECQ(k.head(headLeft))
	k.JNZ(k.jump("fetch"))
	more()
	k.Label(k.label("fetch"))
	k.fetchFrom(avo.R13)
	k.JMP(k.jump("group"))
}

// end writes out the last group and returns.
func (k *kernel512) end() {
	k.Label(k.label("last"))
	for n := range groupLines {
		t := k.thread()
		k.line(t, n)
		k.write(nil, t)
	}
	if k.streams {
		k.SFENCE()
	}
	k.VZEROUPPER()
	k.RET()
}

// line appends writing out line n of the group before.
func (k *kernel512) line(t *thread, n int) {
	code := opStore
	if k.streams {
		code = opStream
	}
	t.line(code, func(lane int) mem { return k.out.at(lane, n*row) }, k.quads(t, n))
}

// prefetch fetches some of the 48 lines that the group in work will be written
// to, those of lanes with the same base one after the other.
func (k *kernel512) prefetch(t *thread, from, to int) {
	if k.streams {
		return
	}
	n := 0
	for b := range k.out.base {
		var base *reg
		for lane, p := range lanePath {
			if p.base != b {
				continue
			}
			for line := range 3 {
				if n >= from && n < to {
					if base == nil {
						base = t.scalar64(mem{base: k.states, disp: 8*b - headFetch})
					}
					m := k.out.at(lane, line*row)
					m.base = base
					t.prefetch(m)
				}
				n++
			}
		}
	}
}

// quads are the four quads of line n of the group before: a quad is a row of a
// joint's matrix.
func (k *kernel512) quads(t *thread, n int) (quad [4][4]mem) {
	var at [groupSize]*reg
	for i := range quad {
		q := len(quad)*n + i
		j := q / 3
		if at[j] == nil {
			at[j] = t.offset32(mem{base: k.joints, disp: (j-groupSize)*k.joint.bytes + k.joint.out})
		}
		for c := range quad[i] {
			quad[i][c] = mem{base: k.states, index: at[j], scale: 1, disp: k.joint.rows + (q%3*4+c)*row}
		}
	}
	return quad
}
