package woven

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
)

// kernel256 is an AVX2 kernel in the making. It takes a block in two passes of 8
// lanes, one call each, and has too few registers for what 16 lanes do in
// passing: a group of joints is computed and written out one after the other, and
// the processor overlaps what it can. Rows in scratch stay 64 bytes apart.
type kernel256 struct {
	avx2
	dst    *reg
	stride *reg
	triple *reg
	joints *reg
	states *reg
	line   *reg // line in work of a row that starts with the bank; or the pose's group
	next   *reg // and of the row after it
	table  *reg // lanes' byte offsets in the bank and weights
	count  *reg
	one    *reg
}

func newKernel256(c *build.Context) *kernel256 {
	k := &kernel256{avx2: avx2{Context: c, m: machine{vectors: 15, reach: 40, destroys: func(*op) bool { return false }}}, one: fixedVector(15)}
	fixed := []**reg{&k.dst, &k.stride, &k.triple, &k.joints, &k.states, &k.line, &k.next, &k.table, &k.count}
	for i, r := range fixed {
		*r = fixedScalar(i)
	}
	for i := len(fixed); i < len(amd64Scalars); i++ {
		k.m.scalars = append(k.m.scalars, i)
	}
	return k
}

// Offsets in the lanes' table.
const (
	tableOffset = 0   // 16 byte offsets of rows, 64 bits
	tableWeight = 128 // 16 weights, float32
)

func (k *kernel256) thread() *thread { return &thread{m: &k.m} }

// run writes one piece of code.
func (k *kernel256) run(f func(t *thread), taken ...*reg) {
	t := k.thread()
	f(t)
	k.piece(taken, t)
}

// rowMem is a lane's line of its row, or of the next one.
func (k *kernel256) rowMem(t *thread, line *reg, lane int) mem {
	return place(line, t.scalar64(mem{base: k.table, disp: tableOffset + 8*lane}))
}

// out is where each lane writes to.
func (k *kernel256) out(t *thread) func(lane int) mem {
	third := t.add(&op{code: opScalarSum, dst: &reg{class: scalar}, src: []*reg{k.dst, k.triple}}).dst
	path := [8]struct {
		base           *reg
		stride, triple int
	}{{base: k.dst}, {k.dst, 1, 0}, {k.dst, 2, 0}, {k.dst, 0, 1}, {k.dst, 4, 0}, {third, 2, 0}, {k.dst, 0, 2}, {third, 4, 0}}
	return func(lane int) mem {
		p := path[lane]
		m := mem{base: p.base}
		if p.stride > 0 {
			m.index, m.scale = k.stride, p.stride
		} else if p.triple > 0 {
			m.index, m.scale = k.triple, p.triple
		}
		return m
	}
}

// sampleGroup samples the four columns of the line in work to a place, a
// column's bytes apart, with 1/|q|² behind where there is room for it.
func (k *kernel256) sampleGroup(to mem, columnSize int, taken ...*reg) {
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
func (k *kernel256) twoColumns(t *thread, first int) (columns [2][4]*reg) {
	var v [8]*reg
	for lane := range v {
		a, b := k.rowMem(t, k.line, lane).plus(16*first), k.rowMem(t, k.next, lane).plus(16*first)
		step := t.spread(opMul, t.folded(opSub, t.load(b), a), mem{base: k.table, disp: tableWeight + 4*lane})
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

// sampleColumns writes a loop over as many groups of columns as the argument
// count says.
func (k *kernel256) sampleColumns(label, count string, to *reg, columnSize int) {
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
func (k *kernel256) writeGroup(layout jointLayout) {
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
			if q%(quads/3) == 0 {
				for lane := range 8 {
					t.prefetch(out(lane).plus(groupBytes + q/(quads/3)*row))
				}
			}
			k.writeQuads(t, rows, func(lane int) mem { return out(lane).plus(q * 16) })
		})
	}
}

// writeQuads transposes two quads of each of 8 lanes and writes them.
func (k *kernel256) writeQuads(t *thread, rows [2][4]mem, out func(lane int) mem) {
	for from := 0; from < 8; from += 4 {
		var r [4]*reg
		for c := range r {
			low := t.add(&op{code: opLoadHalf, dst: &reg{class: vector}, mem: rows[0][c].plus(4 * from)}).dst
			r[c] = t.add(&op{code: opInsertHalf, dst: &reg{class: vector}, src: []*reg{low}, mem: rows[1][c].plus(4 * from)}).dst
		}
		for lane, v := range t.square4(r[0], r[1], r[2], r[3]) {
			t.store(v, out(from+lane))
		}
	}
}

func (k *kernel256) advanceOut(jointBytes int) {
	k.addConstant(k.joints, groupSize*jointBytes)
	k.addConstant(k.dst, groupBytes)
}

func (k *kernel256) tripleStride() {
	k.copyRegister(k.triple, k.stride)
	k.addRegister(k.triple, k.stride)
	k.addRegister(k.triple, k.stride)
}

// lineBytes is the size of four columns in a row.
const lineBytes = 64

// rig writes the kernel of a rig.
func (k *kernel256) rig(name string) {
	k.begin(name, "func(dst *float32, stride int, pose *float32, joints *byte, groups int, states *float32, others *float32, root float32)")
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
	for j := range groupSize {
		q := quaternion{at: mem{base: k.line, disp: j * poseColumn}}
		k.run(func(t *thread) { t.rigJoint(r, j, q) })
		k.moveOver(r, j)
	}
	k.writeGroup(jointLayout{rigJointBytes, rigJointOwn, stateM})
	k.advanceOut(rigJointBytes)
	k.addConstant(k.line, groupSize*poseColumn)
	k.countDown(k.count, "group")
	k.end()
}

// moveOver lets joint j move, if it has a column.
func (k *kernel256) moveOver(r rigRegs, j int) {
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
func (k *kernel256) temporary(i int) *reg { return fixedScalar(k.m.scalars[i]) }

func (k *kernel256) setOne() { k.setFloat(k.one, floatOne) }

// rootState writes the state above joints without parent.
func (k *kernel256) rootState() {
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
func (k *kernel256) sample(name string) {
	k.begin(name, "func(pose *float32, rows *byte, rowStride int, table *byte, rotationGroups int, otherGroups int)")
	k.setOne()
	k.param("pose", k.dst)
	k.param("table", k.table)
	k.param("rows", k.line)
	k.param("rowStride", k.next)
	k.addRegister(k.next, k.line)
	k.sampleColumns("rotation", "rotationGroups", k.dst, poseColumn)
	k.sampleColumns("other", "otherGroups", k.dst, columnBytes)
	k.end()
}
