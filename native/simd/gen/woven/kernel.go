package woven

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
)

// kernel is a kernel in the making: of AVX2, which takes a block in two passes of
// 8 lanes, one call each, or of AVX-512. A group of joints is computed and written
// out one after the other, and the processor overlaps what it can. Rows in scratch
// are 64 bytes apart.
type kernel struct {
	flow
	lanes  int
	stream bool // stores go around the caches
	dst    *reg
	stride *reg
	triple *reg
	joints *reg
	states *reg
	line   *reg // line in work of a row that starts with the bank; or the pose's group
	next   *reg // and of the row after it
	table  *reg // indices of the lanes' rows in the bank
	weight *reg // their weights of the row after it
	count  *reg
	one    *reg
}

func newKernel(c *build.Context, lanes int) *kernel {
	k := &kernel{flow: flow{Context: c, wide: lanes == 16}, lanes: lanes}
	k.m = machine{vectors: 15, destroys: func(*op) bool { return false }}
	if k.wide {
		k.m = machine{vectors: 31, spreads: true,
			destroys: func(o *op) bool { return o.code == opIntoOdd || o.code == opIntoEven }}
	}
	k.one = fixedVector(k.m.vectors)
	fixed := []**reg{&k.dst, &k.stride, &k.triple, &k.joints, &k.states, &k.line, &k.count}
	for i, r := range fixed {
		*r = fixedScalar(i)
	}
	k.next, k.table, k.weight = k.stride, k.triple, k.joints // no kernel needs both
	for i := len(fixed); i < len(amd64Scalars); i++ {
		k.m.scalars = append(k.m.scalars, i)
	}
	return k
}

func (k *kernel) thread() *thread { return &thread{m: &k.m} }

// run writes one piece of code.
func (k *kernel) run(f func(t *thread), taken ...*reg) {
	k.weave(k.thread(), f, taken...)
}

// weave writes one piece of code and a filler.
func (k *kernel) weave(filler *thread, f func(t *thread), taken ...*reg) {
	t := k.thread()
	f(t)
	k.piece(taken, t, filler)
}

// rowMem is a lane's line of its row, or of the next one.
func (k *kernel) rowMem(t *thread, line *reg, lane int) mem {
	return mem{base: line, index: t.scalar64(mem{base: k.table, disp: 8 * lane}), scale: 4}
}

// out is where each lane writes to: lanes 3 and 10 have registers of their own.
func (k *kernel) out(t *thread) func(lane int) mem {
	sum := func(a, b *reg, scale int) *reg {
		return t.add(&op{code: opScalarSum, dst: &reg{class: scalar}, src: []*reg{a, b}, imm: scale}).dst
	}
	l := lanesOut{stride: k.stride, triple: k.triple}
	l.base[0], l.base[1] = k.dst, sum(k.dst, k.triple, 1)
	if k.wide {
		l.base[2] = sum(sum(l.base[1], k.stride, 4), k.triple, 1)
	}
	return func(lane int) mem { return l.at(lane, 0) }
}

// sampleGroup samples the four columns of the line in work to a place, a
// column's bytes apart, with 1/|q|² behind where there is room for it.
func (k *kernel) sampleGroup(to mem, columnSize int, taken ...*reg) {
	if k.wide {
		k.run(func(t *thread) { k.fourColumns(t, to, columnSize) }, taken...)
		return
	}
	for first := 0; first < groupSize; first += 2 {
		k.run(func(t *thread) {
			for i, v := range k.twoColumns(t, first) {
				at := to.plus((first + i) * columnSize)
				for c := range v {
					t.store(v[c], at.plus(c*row))
				}
				if columnSize == poseColumn {
					square := t.sum(t.sum(t.mul(v[0], v[0]), t.mul(v[1], v[1])), t.sum(t.mul(v[2], v[2]), t.mul(v[3], v[3])))
					t.store(t.div(k.one, square), at.plus(4*row))
				}
			}
		}, taken...)
	}
}

// twoColumns are the values of two columns, from first on, of four in a line.
func (k *kernel) twoColumns(t *thread, first int) (columns [2][4]*reg) {
	var v [8]*reg
	for lane := range v {
		a, b := k.rowMem(t, k.line, lane).plus(16*first), k.rowMem(t, k.next, lane).plus(16*first)
		step := t.spread(opMul, t.folded(opSub, t.load(b), a), mem{base: k.weight, disp: 4 * lane})
		v[lane] = t.folded(opAdd, step, a)
	}
	low, high := t.square4(v[0], v[1], v[2], v[3]), t.square4(v[4], v[5], v[6], v[7])
	for c := range low {
		for i, imm := range []int{0x20, 0x31} {
			columns[i][c] = t.add(&op{code: opHalves, dst: &reg{class: vector}, src: []*reg{low[c], high[c]}, imm: imm}).dst
		}
	}
	return columns
}

// fourColumns is sampleGroup for 16 lanes, which registers hold.
func (k *kernel) fourColumns(t *thread, to mem, columnSize int) {
	// The first step of the transposition, four lanes at a time: part[c][i] holds
	// component c of four columns.
	var part [4][4]*reg
	for i := range 4 {
		var v [4]*reg
		for l := range v {
			lane := 4*i + l
			a, b := t.load(k.rowMem(t, k.line, lane)), t.load(k.rowMem(t, k.next, lane))
			v[l] = t.sum(t.spread(opMul, t.sub(b, a), mem{base: k.weight, disp: 4 * lane}), a)
		}
		for c, v := range t.square4(v[0], v[1], v[2], v[3]) {
			part[c][i] = v
		}
	}
	// The second step, blocks of four lanes, and the sums of squares (x+y) and (z+w).
	var square [4][2]*reg
	for c := range 4 {
		for column, v := range t.blocks4(part[c]) {
			t.store(v, to.plus(column*columnSize+c*row))
			if s := &square[column][c/2]; c%2 == 0 {
				*s = t.mul(v, v)
			} else {
				*s = t.sum(*s, t.mul(v, v))
			}
		}
	}
	if columnSize == poseColumn {
		for column, s := range square {
			t.store(t.div(k.one, t.sum(s[0], s[1])), to.plus(column*columnSize+4*row))
		}
	}
}

// sampleColumns writes a loop over as many groups of columns as the argument
// count says.
func (k *kernel) sampleColumns(label, count string, to *reg, columnSize int) {
	k.param(count, k.count)
	k.jumpZero(k.count, label+"_none")
	k.label(label)
	k.sampleGroup(mem{base: to}, columnSize, to)
	k.addConstant(to, groupSize*columnSize)
	k.addConstant(k.line, lineBytes)
	k.addConstant(k.next, lineBytes)
	k.countDown(k.count, label)
	k.label(label + "_none")
}

// writeGroup writes out the matrices of the group in work, whose places in
// scratch are at the field of its joints that layout names.
func (k *kernel) writeGroup(layout jointLayout) {
	if k.wide {
		k.run(func(t *thread) { k.writeLine(t, layout, groupLines-1) })
		return
	}
	const quads = 12 // rows of four matrices
	for q := 0; q < quads; q += 2 {
		k.run(func(t *thread) {
			out := k.out(t)
			var rows [2][4]mem
			for i := range rows {
				j := (q + i) / 3
				at := place(k.states, t.offset32(mem{base: k.joints, disp: j*layout.bytes + layout.out}))
				for c := range rows[i] {
					rows[i][c] = at.plus(layout.rows + ((q+i)%3*4+c)*row)
				}
			}
			if q%(quads/groupLines) == 0 {
				k.prefetch(t, out, q/(quads/groupLines))
			}
			k.writeQuads(t, rows, func(lane int) mem { return out(lane).plus(q * 16) })
		})
	}
}

// filler is what the arithmetic of joint j of a group is woven with: on AVX-512 it
// writes out lines of joints before it.
func (k *kernel) filler(layout jointLayout, j int) *thread {
	t := k.thread()
	if n := j - 2; k.wide && n >= 0 {
		k.writeLine(t, layout, n)
	}
	return t
}

// writeLine writes out line n of a group, for 16 lanes.
func (k *kernel) writeLine(t *thread, layout jointLayout, n int) {
	out := k.out(t)
	k.prefetch(t, out, n)
	t.line(k.storeCode(), func(lane int) mem { return out(lane).plus(n * row) }, t.quads(k.states, k.joints, layout, n))
}

// prefetch fetches line n of the group after.
func (k *kernel) prefetch(t *thread, out func(lane int) mem, n int) {
	for lane := range k.lanes {
		if !k.stream {
			t.prefetch(out(lane).plus(groupBytes + n*row))
		}
	}
}

func (k *kernel) storeCode() opcode {
	if k.stream {
		return opStream
	}
	return opStore
}

// quads are the four quads of line n of a group: a quad is a row of a joint's
// matrix.
func (t *thread) quads(states, joints *reg, layout jointLayout, n int) (quad [4][4]mem) {
	var at [groupSize]*reg
	for i := range quad {
		q := len(quad)*n + i
		j := q / 3
		if at[j] == nil {
			at[j] = t.offset32(mem{base: joints, disp: j*layout.bytes + layout.out})
		}
		for c := range quad[i] {
			quad[i][c] = mem{base: states, index: at[j], scale: 1, disp: layout.rows + (q%3*4+c)*row}
		}
	}
	return quad
}

// writeQuads transposes two quads of each of 8 lanes and writes them.
func (k *kernel) writeQuads(t *thread, rows [2][4]mem, out func(lane int) mem) {
	for from := 0; from < 8; from += 4 {
		var r [4]*reg
		for c := range r {
			low := t.add(&op{code: opLoadHalf, dst: &reg{class: vector}, mem: rows[0][c].plus(4 * from)}).dst
			r[c] = t.add(&op{code: opInsertHalf, dst: &reg{class: vector}, src: []*reg{low}, mem: rows[1][c].plus(4 * from)}).dst
		}
		for lane, v := range t.square4(r[0], r[1], r[2], r[3]) {
			t.add(&op{code: k.storeCode(), src: []*reg{v}, mem: out(from + lane)})
		}
	}
}

func (k *kernel) advanceOut(jointBytes int) {
	k.addConstant(k.joints, groupSize*jointBytes)
	k.addConstant(k.dst, groupBytes)
}

func (k *kernel) tripleStride() {
	k.copyRegister(k.triple, k.stride)
	k.addRegister(k.triple, k.stride)
	k.addRegister(k.triple, k.stride)
}

const (
	lineBytes   = 64      // four columns of a row
	groupLines  = 3       // lines of a group and a lane
	groupBytes  = 3 * row // the same in bytes
	columnBytes = 4 * row // an other column in a pose
	poseColumn  = 5 * row // a rotation column

	floatOne = 0x3f800000 // 1
)

// jointLayout says how a kernel's joints describe what is to be written out.
type jointLayout struct {
	bytes int // size of a joint
	out   int // where in it the offset of the matrix from states is
	rows  int // bytes from there to the matrix
}

func fixedScalar(i int) *reg { return &reg{class: scalar, phys: i, fixed: true} }
func fixedVector(i int) *reg { return &reg{class: vector, phys: i, fixed: true} }

// rig writes the kernel of a rig.
func (k *kernel) rig(name string) {
	k.begin(name, "func(dst *float32, stride int, pose *float32, others *float32, joints *byte, groups int, states *float32, root float32)")
	k.masks()
	k.param("states", k.states)
	k.setOne()
	k.rootState()
	k.param("pose", k.line)
	k.param("dst", k.dst)
	k.param("stride", k.stride)
	k.tripleStride()
	k.param("joints", k.joints)
	k.param("groups", k.count)
	k.label("group")
	r := rigRegs{joints: k.joints, states: k.states, one: k.one}
	layout := jointLayout{rigJointBytes, rigJointOwn, stateM}
	for j := range groupSize {
		k.weave(k.filler(layout, j), func(t *thread) { t.rigJoint(r, j, mem{base: k.line, disp: j * poseColumn}) })
		k.moveOver(r, j)
	}
	k.writeGroup(layout)
	k.advanceOut(rigJointBytes)
	k.addConstant(k.line, groupSize*poseColumn)
	k.countDown(k.count, "group")
	k.end()
}

// moveOver lets joint j move, if it has a column.
func (k *kernel) moveOver(r rigRegs, j int) {
	still := fmt.Sprint("still", j)
	column, others := k.temporary(0), k.temporary(1)
	k.offset(column, mem{base: k.joints, disp: j*rigJointBytes + rigJointColumn})
	k.jumpNegative(column, still)
	k.param("others", others)
	k.addRegister(column, others)
	k.run(func(t *thread) { t.moveJoint(r, j, mem{base: column}) }, column)
	k.label(still)
}

// temporary is a register that is free between pieces of code.
func (k *kernel) temporary(i int) *reg { return fixedScalar(k.m.scalars[i]) }

// masks loads the masks of transpositions.
func (k *kernel) masks() {
	if k.wide {
		(&avx512{k.Context}).setMasks()
	}
}

func (k *kernel) setOne() { k.setFloat(k.one, floatOne) }

// rootState writes the state above joints without parent.
func (k *kernel) rootState() {
	k.run(func(t *thread) {
		// 0 as the difference of ones: no instruction set needs a constant for it.
		zero, two := t.sub(k.one, k.one), t.sum(k.one, k.one)
		for i := range stateBytes / row {
			v := zero
			switch i {
			case 3:
				v = k.one
			case 4:
				v = two
			}
			t.store(v, mem{base: k.states, disp: i * row})
		}
	})
	root := fixedVector(0) // free: the piece of code behind it takes no other
	k.broadcastParam(root, "root")
	k.run(func(t *thread) {
		for i := 0; i < matrixRows; i += 5 {
			t.store(root, mem{base: k.states, disp: stateM + i*row})
		}
	})
}

// sample writes the kernel that samples rows into a pose.
func (k *kernel) sample(name string) {
	k.begin(name, "func(pose *float32, rows *byte, rowStride int, row *int64, alpha *float32, rotationGroups int, otherGroups int)")
	k.setOne()
	k.param("pose", k.dst)
	k.param("row", k.table)
	k.param("alpha", k.weight)
	k.param("rows", k.line)
	k.param("rowStride", k.next)
	k.addRegister(k.next, k.line)
	k.sampleColumns("rotation", "rotationGroups", k.dst, poseColumn)
	k.sampleColumns("other", "otherGroups", k.dst, columnBytes)
	k.end()
}
