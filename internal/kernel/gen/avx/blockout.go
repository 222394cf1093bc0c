package avx

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// Writing out: the matrices of a group of four joints are 48 rows of 16 lanes in
// scratch, and 3 cache lines of each lane's palette.

// How palettes leave, as the parameter how of a kernel says.
const (
	usually  = ""         // a stride apart
	apart    = "Apart"    // anywhere
	streamed = "Streamed" // a stride apart, around the caches
)

// groups writes the loop of a palette kernel over the groups of joints. joint
// writes the arithmetic of joint j of a group, with other work to weave it with.
func (k *block) groups(joint func(j int, other func())) {
	k.dst, k.joints, k.pose = k.pointer("dst"), k.pointer("joints"), k.pointer("pose")
	count, first := k.pointer("groups"), groupSize
	if k.wide {
		k.odd, k.even = k.mask(0xaaaa), k.mask(0x5555)
		first = 2 // joints of which line 0 is made: as soon as they are complete it leaves
	}
	k.stride, k.triple = k.pointer("stride"), k.GP64()
	k.LEAQ(operand.Mem{Base: k.stride, Index: k.stride, Scale: 2}, k.triple)
	k.Label("group")
	for j := range first {
		joint(j, func() {})
	}
	for _, k.way = range k.ways {
		k.CMPQ(address(k.Context, "how"), operand.Imm(uint64(constant("palettes"+k.way))))
		k.JNE(operand.LabelRef("not" + k.way))
		k.leave(joint, first)
		k.JMP(operand.LabelRef("left"))
		k.Label("not" + k.way)
	}
	k.way = usually
	k.leave(joint, first)
	k.Label("left")
	k.ADDQ(operand.U32(groupSize*k.joint.bytes), k.joints)
	k.ADDQ(operand.U32(paletteLines*row), k.dst)
	k.ADDQ(operand.U32(groupSize*poseColumn), k.pose)
	k.DECQ(count)
	k.JNZ(operand.LabelRef("group"))
	k.VZEROUPPER()
	k.RET()
}

// leave writes the joints of a group from first on, and its way out.
func (k *block) leave(joint func(j int, other func()), first int) {
	k.reachLanes()
	for j := first; j < groupSize; j++ {
		joint(j, func() { k.writeLine(j - first) })
	}
	if k.wide {
		k.writeLine(2)
	} else {
		k.writePairs()
	}
}

// label is that of a place in joint j.
func (k *block) label(name string, j int) string { return fmt.Sprint(name, j, k.way) }

// reachLanes computes what out needs.
func (k *block) reachLanes() {
	if k.way == apart {
		k.lanes = k.pointer("lanes")
		return
	}
	k.third, k.tenth = k.GP64(), k.GP64()
	k.LEAQ(operand.Mem{Base: k.dst, Index: k.triple, Scale: 1}, k.third)
	if k.wide {
		k.LEAQ(operand.Mem{Base: k.third, Index: k.stride, Scale: 4}, k.tenth)
		k.ADDQ(k.triple, k.tenth)
	}
}

// lanePath is how to reach the palette of each lane: from lanes 0, 3 or 10, by a
// multiple of stride or of triple.
var lanePath = [16]struct {
	from           int
	stride, triple uint8
}{
	{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 0, 1}, {0, 4, 0}, {3, 2, 0}, {0, 0, 2}, {3, 4, 0},
	{0, 8, 0}, {3, 0, 2}, {10, 0, 0}, {3, 8, 0}, {0, 0, 4}, {10, 0, 1}, {10, 4, 0}, {3, 0, 4},
}

// out is disp bytes into the group in a lane's palette.
func (k *block) out(lane, disp int) operand.Mem {
	if k.way == apart {
		offset := k.GP64()
		k.MOVQ(at(k.lanes, 8*lane), offset)
		return operand.Mem{Base: k.dst, Index: offset, Scale: 1, Disp: disp}
	}
	p := lanePath[lane]
	m := operand.Mem{Base: map[int]avo.GPVirtual{0: k.dst, 3: k.third, 10: k.tenth}[p.from], Disp: disp}
	if p.stride > 0 {
		m.Index, m.Scale = k.stride, p.stride
	} else if p.triple > 0 {
		m.Index, m.Scale = k.triple, p.triple
	}
	return m
}

// write stores to palettes.
func (k *block) write(v avo.VecVirtual, m operand.Mem) {
	if k.way == streamed {
		k.VMOVNTPS(v, m)
	} else {
		k.VMOVUPS(v, m)
	}
}

// prefetch fetches line n of the group after.
func (k *block) prefetch(lanes, n int) {
	for lane := range lanes {
		if k.way != streamed {
			k.PREFETCHT0(k.out(lane, (paletteLines+n)*row))
		}
	}
}

// quads are some of the 12 rows of the group's matrices, four rows of lanes each.
func (k *block) quads(first, n int) (quads [][4]operand.Mem) {
	var matrix operand.Mem
	for q := first; q < first+n; q++ {
		if q == first || q%3 == 0 {
			matrix = k.place(at(k.joints, q/3*k.joint.bytes+k.joint.out))
		}
		var rows [4]operand.Mem
		for c := range rows {
			rows[c] = matrix.Offset(k.joint.rows + (q%3*4+c)*row)
		}
		quads = append(quads, rows)
	}
	return quads
}

// writeLine writes out line n of a group, four quads, for 16 lanes.
func (k *block) writeLine(n int) {
	k.prefetch(16, n)
	var s [4][4]avo.VecVirtual
	for i, rows := range k.quads(4*n, 4) {
		s[i] = k.square4At(rows)
	}
	for c := range 4 {
		for i, v := range k.blocks4([4]avo.VecVirtual{s[0][c], s[1][c], s[2][c], s[3][c]}) {
			k.write(v, k.out(4*i+c, n*row))
		}
	}
}

// writePairs writes out a group for 8 lanes, two quads at a time.
func (k *block) writePairs() {
	for q := 0; q < 12; q += 2 {
		if q%4 == 0 {
			k.prefetch(8, q/4)
		}
		pair := k.quads(q, 2)
		for from := 0; from < 8; from += 4 {
			var v [4]avo.VecVirtual
			for c := range v {
				v[c] = k.YMM()
				k.VBROADCASTF128(pair[0][c].Offset(4*from), v[c]) // its lower half, and all of v for avo
				k.VINSERTF128(operand.Imm(1), pair[1][c].Offset(4*from), v[c], v[c])
			}
			for lane, v := range k.square4(v) {
				k.write(v, k.out(from+lane, 16*q))
			}
		}
	}
}
