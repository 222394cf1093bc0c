package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// Scratch ahead of the joints' states, in bytes; package simd's kernels.go
// says the same in values.
const (
	partsOffset = 4 * columnBytes // in a buffer, behind a group's quaternions: those of another one, in parts
	bufferBytes = 8 * columnBytes
	lanesRow    = 0   // address of each lane's row
	lanesNext   = 128 // and of the row after it
	lanesWeight = 256 // weight of the latter
	lanesNobody = 320 // where the first group's predecessor is written to
	lanesLine   = 512 // offset of the line in work from the start of a row
	lanesEdge   = 520 // of the last one
	lanesOthers = 528 // address of the sampled other columns
	lanesAhead  = 536 // and of those of the next block
	lanesFrames = 544 // frames of the next block
	lanesBlocks = 552 // blocks that have not been sampled
	lanesLeft   = 560 // groups to go in the block
	lanesTarget = 568 // palettes of the block in work
	lanesTodo   = 576 // blocks that have not been computed
	lanesFetch  = 584 // what the group in work will be written to: lanes 0, 3 and 10
	lanesBytes  = 640
	headBytes   = 2*bufferBytes + lanesBytes
)

const framesBytes = 192 // a Frames: Row, Alpha

func fixedScalar(i int) *reg { return &reg{class: scalar, phys: i, fixed: true} }
func fixedVector(i int) *reg { return &reg{class: vector, phys: i, fixed: true} }

// kernel is an AVX-512 kernel in the making.
type kernel struct {
	avx512
	name           string
	machine        machine
	out            lanesOut
	joints, states *reg
	current, next  *reg // buffers of quaternions: of the group in work, and of the one being sampled
	one            *reg
	lanes          laneTable
}

func newRigRows(c *build.Context, name string) *kernel {
	k := &kernel{avx512: avx512{Context: c}, name: name}
	r := make([]*reg, 9)
	for i := range r {
		r[i] = fixedScalar(i)
	}
	k.out = lanesOut{base: [3]*reg{r[0], r[1], r[2]}, stride: r[3], triple: r[4]}
	k.joints, k.states, k.current, k.next = r[5], r[6], r[7], r[8]
	k.merge = [2]*reg{fixedVector(30), fixedVector(31)}
	k.one = fixedVector(29)
	k.lanes = laneTable{base: k.states,
		row: lanesRow - lanesBytes, next: lanesNext - lanesBytes, weight: lanesWeight - lanesBytes, line: lanesLine - lanesBytes}
	k.machine = machine{vectors: 29, scalars: []int{9, 10, 11, 12, 13}, width: 64, folds: true, spreads: true, reach: 100,
		destroys: func(o *op) bool { return o.code == opMerge }}
	return k
}

func (k *kernel) gp(r *reg) avo.GPPhysical { return amd64Scalars[r.phys] }

// write puts threads in order, finds their registers and writes them.
func (k *kernel) write(threads ...*thread) {
	ops := weave(&k.machine, threads...)
	if err := assign(&k.machine, ops); err != nil {
		panic(k.name + ": " + err.Error())
	}
	for _, o := range ops {
		k.emit(o)
	}
}

// label names a place in the kernel.
func (k *kernel) label(s string) string { return k.name + "_" + s }

func (k *kernel) jump(to string) operand.LabelRef { return operand.LabelRef(k.label(to)) }

// filler is what the arithmetic of joint j of a group is woven with: writing out
// a part of the group before it and sampling a part of the ones after it.
func (k *kernel) filler(j int) *thread {
	t := &thread{}
	k.prefetch(t, 12*j, 12*j+6)
	t.half(k.out, halves[j][0]*32, k.quads(t, halves[j][0]))
	t.sampleQuarter(k.lanes, j, mem{base: k.current, disp: partsOffset})
	k.prefetch(t, 12*j+6, 12*j+12)
	for _, n := range halves[j][1:] {
		t.half(k.out, n*32, k.quads(t, n))
	}
	t.mergeComponent(j, mem{base: k.next, disp: partsOffset}, mem{base: k.next})
	return t
}

// halves are the halves of lines that are written out with each joint.
var halves = [groupSize][]int{{0, 1}, {2}, {3, 4}, {5}}

// prefetch fetches some of the 48 lines that the group in work will be written
// to, those of lanes with the same base one after the other.
func (k *kernel) prefetch(t *thread, from, to int) {
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
						base = t.scalar64(mem{base: k.states, disp: lanesFetch + 8*b - lanesBytes})
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

// quads are the quads 2n and 2n+1 of the group before: a quad is a row of a
// joint's matrix.
func (k *kernel) quads(t *thread, n int) (quad [2][4]mem) {
	var own [groupSize]*reg
	for i := range quad {
		q := 2*n + i
		j := q / 3
		if own[j] == nil {
			own[j] = t.offset32(mem{base: k.joints, disp: (j-groupSize)*jointBytes + jointOwn})
		}
		for c := range quad[i] {
			quad[i][c] = mem{base: k.states, index: own[j], scale: 1, disp: stateM + (q%3*4+c)*row}
		}
	}
	return quad
}

// rigRows writes the kernel. It goes through the groups of all blocks in one
// stream: while a group is computed, the one after it is sampled and the one
// before it written out, across the borders of blocks.
func (k *kernel) rigRows() {
	k.Function(k.name)
	k.Attributes(attr.NOSPLIT)
	k.SignatureExpr("func(dst *float32, stride int, rows *float32, rowStride int, frames *byte, blocks int, joints *byte, groups int, states *float32, others *float32, otherGroups int, root float32)")
	k.Pragma("noescape")
	k.prologue()

	k.Label(k.label("group"))
	r := rigRegs{joints: k.joints, states: k.states, one: k.one}
	for j := range groupSize {
		t := &thread{}
		t.rigJoint(r, j, quaternion{at: mem{base: k.current, disp: j * columnBytes}, computes: true, step: row}, 0)
		k.write(t, k.filler(j))
		k.moveOver(r, j)
	}
	k.advance()
	k.JMP(k.jump("group"))

	// The last group of all is written out.
	k.Label(k.label("last"))
	last := &thread{}
	for n := range 6 {
		last.half(k.out, n*32, k.quads(last, n))
	}
	k.write(last)
	k.VZEROUPPER()
	k.RET()
}

// moveOver lets joint j move, if it has a column.
func (k *kernel) moveOver(r rigRegs, j int) {
	still := fmt.Sprint("still", j)
	k.MOVLQSX(operand.Mem{Base: k.gp(k.joints), Disp: j*jointBytes + jointColumn}, avo.R11)
	k.TESTQ(avo.R11, avo.R11)
	k.JS(k.jump(still))
	k.ADDQ(k.lane(lanesOthers), avo.R11)
	t := &thread{}
	t.moveJoint(r, j, mem{base: fixedScalar(9)}, 0)
	m := k.machine
	k.machine.scalars = m.scalars[1:]
	k.write(t)
	k.machine = m
	k.Label(k.label(still))
}

// lane is a place in the scratch ahead of the states.
func (k *kernel) lane(disp int) operand.Mem {
	return operand.Mem{Base: k.gp(k.states), Disp: disp - lanesBytes}
}

// copyParam copies an argument to the scratch.
func (k *kernel) copyParam(name string, disp int) {
	k.Load(k.Param(name), avo.RAX)
	k.MOVQ(avo.RAX, k.lane(disp))
}

// prologue fills in the scratch, samples the first group and lets it write its
// predecessor to nowhere.
func (k *kernel) prologue() {
	gp := k.gp
	k.Load(k.Param("states"), gp(k.states))
	k.rootState()
	k.constants()
	k.copyParam("frames", lanesFrames)
	k.copyParam("blocks", lanesBlocks)
	k.MOVQ(avo.RAX, k.lane(lanesTodo))
	k.copyParam("dst", lanesTarget)
	k.copyParam("others", lanesAhead)
	k.copyParam("groups", lanesLeft)
	k.SHLQ(operand.Imm(6), avo.RAX) // a group is a line
	k.SUBQ(operand.Imm(64), avo.RAX)
	k.MOVQ(avo.RAX, k.lane(lanesEdge))
	k.Load(k.Param("otherGroups"), avo.RCX)
	k.SHLQ(operand.U8(10), avo.RCX) // a group of others is 1024 bytes when sampled
	k.Load(k.Param("others"), avo.RAX)
	k.ADDQ(avo.RCX, avo.RAX)
	k.MOVQ(avo.RAX, k.lane(lanesOthers))

	k.LEAQ(operand.Mem{Base: gp(k.states), Disp: -headBytes}, gp(k.current))
	k.LEAQ(operand.Mem{Base: gp(k.current), Disp: bufferBytes}, gp(k.next))
	k.LEAQ(k.lane(lanesNobody), gp(k.out.base[0]))
	for i := 1; i < 3; i++ {
		k.MOVQ(gp(k.out.base[0]), gp(k.out.base[i]))
	}
	k.XORL(gp(k.out.stride).As32(), gp(k.out.stride).As32())
	k.XORL(gp(k.out.triple).As32(), gp(k.out.triple).As32())

	k.MOVQ(k.lane(lanesTarget), avo.R11)
	k.fetchFrom(avo.R11)

	k.enterBlock("first")
	k.swapOthers()
	k.sampleLine(k.current, mem{base: k.current})
	k.Load(k.Param("joints"), gp(k.joints))
	k.ADDQ(operand.U32(groupSize*jointBytes), gp(k.joints))
	// The second line, and on to the third, as far as there are any: a rig of
	// less than three groups has no other block here, and what is sampled again
	// is not used.
	k.smallAdvance("second")
	first := &thread{}
	for q := range 4 {
		first.sampleQuarter(k.lanes, q, mem{base: k.next, disp: partsOffset})
	}
	k.write(first)
	k.smallAdvance("third")
}

// smallAdvance goes on to the next line of the block, or stays at the last one.
func (k *kernel) smallAdvance(where string) {
	k.MOVQ(k.lane(lanesLine), avo.R11)
	k.CMPQ(avo.R11, k.lane(lanesEdge))
	k.JGE(k.jump(where))
	k.ADDQ(operand.Imm(64), avo.R11)
	k.MOVQ(avo.R11, k.lane(lanesLine))
	k.Label(k.label(where))
}

// sampleLine samples the line in work without other work, by way of a buffer.
func (k *kernel) sampleLine(buffer *reg, to mem) {
	t := &thread{}
	for q := range 4 {
		t.sampleQuarter(k.lanes, q, mem{base: buffer, disp: partsOffset})
	}
	k.write(t)
	t = &thread{}
	for c := range 4 {
		t.mergeComponent(c, mem{base: buffer, disp: partsOffset}, to)
	}
	k.write(t)
}

// enterBlock looks up the lanes of the next block to sample and samples its
// other columns.
func (k *kernel) enterBlock(where string) {
	k.Load(k.Param("rows"), avo.R11)
	k.Load(k.Param("rowStride"), avo.R12)
	k.MOVQ(k.lane(lanesFrames), avo.R13)
	k.ADDQ(operand.U32(framesBytes), k.lane(lanesFrames))
	k.DECQ(k.lane(lanesBlocks))
	for l := range 16 {
		k.MOVQ(operand.Mem{Base: avo.R13, Disp: 8 * l}, avo.R14)
		k.LEAQ(operand.Mem{Base: avo.R11, Index: avo.R14, Scale: 4}, avo.R14)
		k.MOVQ(avo.R14, k.lane(lanesRow+8*l))
		k.ADDQ(avo.R12, avo.R14)
		k.MOVQ(avo.R14, k.lane(lanesNext+8*l))
	}
	k.VMOVUPS(operand.Mem{Base: avo.R13, Disp: 128}, zmm[0])
	k.VMOVUPS(zmm[0], k.lane(lanesWeight))

	k.Load(k.Param("otherGroups"), avo.R11)
	k.TESTQ(avo.R11, avo.R11)
	k.JZ(k.jump(where + "_sampled"))
	k.MOVQ(k.lane(lanesEdge), avo.R12)
	k.ADDQ(operand.Imm(64), avo.R12)
	k.MOVQ(avo.R12, k.lane(lanesLine))
	k.MOVQ(k.lane(lanesAhead), avo.R12)
	k.Label(k.label(where + "_other"))
	m := k.machine
	k.machine.scalars = []int{11, 12, 13}
	k.sampleLine(k.current, mem{base: fixedScalar(10)})
	k.machine = m
	k.ADDQ(operand.Imm(64), k.lane(lanesLine))
	k.ADDQ(operand.U32(4*columnBytes), avo.R12)
	k.DECQ(avo.R11)
	k.JNZ(k.jump(where + "_other"))
	k.Label(k.label(where + "_sampled"))
	k.MOVQ(operand.U32(0), k.lane(lanesLine))
}

// swapOthers lets the block that has been sampled ahead be the one in work.
func (k *kernel) swapOthers() {
	k.MOVQ(k.lane(lanesOthers), avo.R11)
	k.MOVQ(k.lane(lanesAhead), avo.R12)
	k.MOVQ(avo.R11, k.lane(lanesAhead))
	k.MOVQ(avo.R12, k.lane(lanesOthers))
}

// advanceLine goes on to the next line of the rows: behind the last one of the
// rotations to the next block, or, where there is none, it stays.
func (k *kernel) advanceLine() {
	k.MOVQ(k.lane(lanesLine), avo.R11)
	k.CMPQ(avo.R11, k.lane(lanesEdge))
	k.JNE(k.jump("ahead"))
	k.CMPQ(k.lane(lanesBlocks), operand.Imm(0))
	k.JE(k.jump("stay"))
	k.enterBlock("enter")
	k.JMP(k.jump("stay"))
	k.Label(k.label("ahead"))
	k.ADDQ(operand.Imm(64), avo.R11)
	k.MOVQ(avo.R11, k.lane(lanesLine))
	k.Label(k.label("stay"))
}

// advance goes on to the next group, and at the end of a block to the next one.
func (k *kernel) advance() {
	gp, base, stride, triple := k.gp, k.out.base, k.gp(k.out.stride), k.gp(k.out.triple)
	k.XCHGQ(gp(k.current), gp(k.next))
	k.advanceLine()

	// Behind a block's first group, which has written the end of the block before
	// it, the palettes are the block's.
	k.ADDQ(operand.U32(192), gp(base[0]))
	k.Load(k.Param("groups"), avo.R11)
	k.CMPQ(avo.R11, k.lane(lanesLeft))
	k.JNE(k.jump("within"))
	k.MOVQ(k.lane(lanesTarget), gp(base[0]))
	k.Load(k.Param("stride"), stride)
	k.LEAQ(operand.Mem{Base: stride, Index: stride, Scale: 2}, triple)
	k.MOVQ(stride, avo.R12)
	k.SHLQ(operand.Imm(4), avo.R12)
	k.ADDQ(avo.R12, k.lane(lanesTarget))
	k.Label(k.label("within"))
	k.LEAQ(operand.Mem{Base: gp(base[0]), Index: triple, Scale: 1}, gp(base[1]))
	k.LEAQ(operand.Mem{Base: gp(base[1]), Index: stride, Scale: 4}, gp(base[2]))
	k.ADDQ(triple, gp(base[2]))

	k.LEAQ(operand.Mem{Base: gp(base[0]), Disp: 192}, avo.R13)
	k.ADDQ(operand.U32(groupSize*jointBytes), gp(k.joints))
	k.DECQ(k.lane(lanesLeft))
	k.JNZ(k.jump("fetch"))
	k.DECQ(k.lane(lanesTodo))
	k.JZ(k.jump("last"))
	k.MOVQ(avo.R11, k.lane(lanesLeft))
	k.Load(k.Param("joints"), gp(k.joints))
	k.ADDQ(operand.U32(groupSize*jointBytes), gp(k.joints))
	k.swapOthers()
	k.MOVQ(k.lane(lanesTarget), avo.R13)
	k.Label(k.label("fetch"))
	k.fetchFrom(avo.R13)
}

// fetchFrom says where the group in work will be written to.
func (k *kernel) fetchFrom(at avo.GPPhysical) {
	stride, triple := k.gp(k.out.stride), k.gp(k.out.triple)
	k.MOVQ(at, k.lane(lanesFetch))
	k.ADDQ(triple, at)
	k.MOVQ(at, k.lane(lanesFetch+8))
	k.ADDQ(triple, at)
	k.LEAQ(operand.Mem{Base: at, Index: stride, Scale: 4}, at)
	k.MOVQ(at, k.lane(lanesFetch+16))
}

// rootState writes the state above joints without parent.
func (k *kernel) rootState() {
	at := func(i int) operand.Mem { return operand.Mem{Base: k.gp(k.states), Disp: i * row} }
	k.VXORPS(zmm[0], zmm[0], zmm[0])
	for i := range stateBytes / row {
		k.VMOVUPS(zmm[0], at(i))
	}
	root, _ := k.Param("root").Resolve()
	k.VBROADCASTSS(root.Addr, zmm[1])
	for _, i := range []int{0, 5, 10} {
		k.VMOVUPS(zmm[1], at(5+i))
	}
	k.MOVL(operand.U32(0x3f800000), avo.EAX)
	k.VPBROADCASTD(avo.EAX, zmm[1])
	k.VMOVUPS(zmm[1], at(3))
	k.VADDPS(zmm[1], zmm[1], zmm[2])
	k.VMOVUPS(zmm[2], at(4))
	k.VMOVAPS(zmm[1], zmm[k.one.phys])
}

func (k *kernel) constants() {
	for i, order := range [2][8]uint64{{0, 1, 8, 9, 2, 3, 10, 11}, {4, 5, 12, 13, 6, 7, 14, 15}} {
		data := k.StaticGlobal(k.label([]string{"mergeLow", "mergeHigh"}[i]))
		k.DataAttributes(attr.RODATA | attr.NOPTR)
		for _, v := range order {
			k.AppendDatum(operand.U64(v))
		}
		k.VMOVDQU64(data, zmm[k.merge[i].phys])
	}
}
