package woven

// A piece of straight-line code is built from operations on virtual registers,
// each written once, in the order in which a person would write them down.
// weave (schedule.go) puts several such threads into one order that keeps the
// execution ports busy; assign (registers.go) finds the registers.

// class is the kind of a register.
type class int

const (
	vector class = iota
	scalar
)

// reg is a register: a fixed one of the machine, or a virtual one.
type reg struct {
	class class
	phys  int // number in the machine; of a virtual register once assigned
	fixed bool
}

// mem is the memory at base + index·scale + disp.
type mem struct {
	base, index *reg
	scale, disp int
}

func (m mem) plus(disp int) mem {
	m.disp += disp
	return m
}

// opcode is what an operation does. Arithmetic has one lane of float32 after
// the other; shuffles work within 16-byte blocks unless they say otherwise.
type opcode int

const (
	opLoad       opcode = iota // dst = mem
	opBroadcast                // dst = the float32 at mem in all lanes
	opStore                    // mem = src0
	opStream                   // mem = src0, around the caches
	opMul                      // dst = src0 · src1
	opAdd                      // dst = src0 + src1
	opSub                      // dst = src0 - src1
	opDiv                      // dst = src0 / src1
	opUnpackLow                // dst = a0 b0 a1 b1
	opUnpackHigh               // dst = a2 b2 a3 b3
	opPairsLow                 // dst = a0 a1 b0 b1
	opPairsHigh                // dst = a2 a3 b2 b3
	opBlocks                   // dst = two blocks of src0, two of src1, as imm says
	opIntoOdd                  // dst = a0 m0 a2 m2: src0, its odd lanes from the even ones at mem
	opIntoEven                 // dst = m1 a1 m3 a3: src0, its even lanes from the odd ones at mem
	opHalves                   // dst = halves of src0 and src1 as imm says
	opLoadHalf                 // dst = mem, half a register of it
	opInsertHalf               // dst = src0 with mem as its upper half
	opScalar                   // dst = 64 bits at mem
	opOffset                   // dst = 32 bits at mem, sign-extended
	opScalarSum                // dst = src0 + src1·imm, scalar
	opPrefetch                 // fetch the line at mem, to be written
)

// op is one operation. Where mem takes the place of the last source of an
// arithmetic operation or shuffle, fold is set.
type op struct {
	code      opcode
	dst       *reg
	src       []*reg
	mem       mem
	fold      bool
	broadcast bool // the folded operand is one float32 for all lanes
	imm       int
}

// usesMem reports whether the operation has a memory operand.
func (o *op) usesMem() bool {
	switch o.code {
	case opLoad, opBroadcast, opStore, opStream, opIntoOdd, opIntoEven, opScalar, opOffset, opPrefetch,
		opLoadHalf, opInsertHalf:
		return true
	}
	return o.fold
}

// reads calls f for every register that the operation reads.
func (o *op) reads(f func(*reg)) {
	for _, r := range o.src {
		f(r)
	}
	if o.usesMem() {
		for _, r := range [...]*reg{o.mem.base, o.mem.index} {
			if r != nil {
				f(r)
			}
		}
	}
}

// thread is code under construction for a machine.
type thread struct {
	m   *machine
	ops []*op
}

func (t *thread) add(o *op) *op {
	t.ops = append(t.ops, o)
	return o
}

func (t *thread) value(code opcode, src ...*reg) *reg {
	return t.add(&op{code: code, dst: &reg{class: vector}, src: src}).dst
}

func (t *thread) load(m mem) *reg {
	return t.add(&op{code: opLoad, dst: &reg{class: vector}, mem: m}).dst
}

func (t *thread) broadcast(m mem) *reg {
	return t.add(&op{code: opBroadcast, dst: &reg{class: vector}, mem: m}).dst
}

func (t *thread) store(r *reg, m mem) *op {
	return t.add(&op{code: opStore, src: []*reg{r}, mem: m})
}

func (t *thread) mul(a, b *reg) *reg { return t.value(opMul, a, b) }
func (t *thread) sum(a, b *reg) *reg { return t.value(opAdd, a, b) }
func (t *thread) sub(a, b *reg) *reg { return t.value(opSub, a, b) }
func (t *thread) div(a, b *reg) *reg { return t.value(opDiv, a, b) }

// folded is an operation whose last source is in memory.
func (t *thread) folded(code opcode, a *reg, m mem) *reg {
	return t.add(&op{code: code, dst: &reg{class: vector}, src: []*reg{a}, mem: m, fold: true}).dst
}

// spread is an operation whose last source is one float32 in memory.
func (t *thread) spread(code opcode, a *reg, m mem) *reg {
	if !t.m.spreads {
		return t.value(code, a, t.broadcast(m))
	}
	return t.add(&op{code: code, dst: &reg{class: vector}, src: []*reg{a}, mem: m, fold: true, broadcast: true}).dst
}

// dot is a0·b0 + a1·b1 + a2·b2, from left to right, with the b in memory.
func (t *thread) dot(a [3]*reg, b [3]mem, code func(code opcode, a *reg, m mem) *reg) *reg {
	s := t.sum(code(opMul, a[0], b[0]), code(opMul, a[1], b[1]))
	return t.sum(s, code(opMul, a[2], b[2]))
}

// scalar64 loads 64 bits, offset32 32 bits, into a scalar register.
func (t *thread) scalar64(m mem) *reg {
	return t.add(&op{code: opScalar, dst: &reg{class: scalar}, mem: m}).dst
}

func (t *thread) offset32(m mem) *reg {
	return t.add(&op{code: opOffset, dst: &reg{class: scalar}, mem: m}).dst
}

// place is the memory at base + index.
func place(base, index *reg) mem { return mem{base: base, index: index, scale: 1} }

func (t *thread) prefetch(m mem) { t.add(&op{code: opPrefetch, mem: m}) }

// square4 transposes the 4x4 squares of float32 in four registers, one square
// in each 16-byte block.
func (t *thread) square4(a, b, c, d *reg) [4]*reg {
	ab, ab2 := t.value(opUnpackLow, a, b), t.value(opUnpackHigh, a, b)
	cd, cd2 := t.value(opUnpackLow, c, d), t.value(opUnpackHigh, c, d)
	return t.pairs(ab, ab2, cd, cd2)
}

// square4At is square4 of four rows in memory. Its first step blends what it
// loads, which the ports that shuffle do not have to do.
func (t *thread) square4At(row [4]mem) [4]*reg {
	into := func(code opcode, a, b mem) *reg {
		return t.add(&op{code: code, dst: &reg{class: vector}, src: []*reg{t.load(a)}, mem: b}).dst
	}
	even, even2 := into(opIntoOdd, row[0], row[1]), into(opIntoOdd, row[2], row[3])
	odd, odd2 := into(opIntoEven, row[1], row[0]), into(opIntoEven, row[3], row[2])
	return [4]*reg{
		t.value(opPairsLow, even, even2), t.value(opPairsLow, odd, odd2),
		t.value(opPairsHigh, even, even2), t.value(opPairsHigh, odd, odd2),
	}
}

func (t *thread) pairs(ab, ab2, cd, cd2 *reg) [4]*reg {
	return [4]*reg{
		t.value(opPairsLow, ab, cd), t.value(opPairsHigh, ab, cd),
		t.value(opPairsLow, ab2, cd2), t.value(opPairsHigh, ab2, cd2),
	}
}

// blocks puts together two 16-byte blocks of a and two of b.
func (t *thread) blocks(a, b *reg, imm int) *reg {
	return t.add(&op{code: opBlocks, dst: &reg{class: vector}, src: []*reg{a, b}, imm: imm}).dst
}

// blocks4 transposes the 4x4 square of 16-byte blocks in four registers.
func (t *thread) blocks4(r [4]*reg) [4]*reg {
	ab, ab2 := t.blocks(r[0], r[1], 0x44), t.blocks(r[0], r[1], 0xee)
	cd, cd2 := t.blocks(r[2], r[3], 0x44), t.blocks(r[2], r[3], 0xee)
	return [4]*reg{t.blocks(ab, cd, 0x88), t.blocks(ab, cd, 0xdd), t.blocks(ab2, cd2, 0x88), t.blocks(ab2, cd2, 0xdd)}
}
