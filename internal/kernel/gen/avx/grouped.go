package avx

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const rowBytes = 32 // of eight lanes

// grouped builds a kernel of one instance whose lanes are the joints of a group. Quads of joints
// go into halves of four registers: that of lane 4b+i into half b of register i.
type grouped struct {
	block
	rows      int // of a group in the table
	stateRows int

	dst, pose, group, states, own, source Register

	back  int // how many groups before the one at hand
	index VecVirtual

	passed []VecVirtual // by the first piece of a group to the second, in the next round
}

// begin starts with the state of the frame above the roots.
func (o *grouped) begin() {
	for _, r := range []*Register{&o.dst, &o.pose, &o.group, &o.states, &o.own, &o.source} {
		*r = o.GP64()
	}
	o.Load(o.Param("groups"), o.group)
	o.Load(o.Param("states"), o.states)
}

// eachGroup writes a loop over the groups. With the first piece of a group come the second of the
// group before it and the third of the one before that, so that none waits for another. The second
// is ahead of the first: a load of what one store wrote does not wait for the cache, one of what two
// did would, and a group's stores cover slots of the next. The third has the record behind the groups too.
func (o *grouped) eachGroup(pieces [3]func()) {
	left := o.GP64()
	o.Load(o.Param("count"), left)
	o.Label("group")
	for _, i := range [...]int{1, 0, 2} {
		name := fmt.Sprint("piece", i)
		o.back = i
		if i == 0 {
			for _, v := range o.passed { // until the first piece sets them the registers are free
				o.VXORPS(v, v, v)
			}
		}
		// There are groups from count on down to 1: this piece is at left + i.
		at := left
		if i > 0 {
			at = o.GP64()
			o.LEAQ(Mem{Base: left, Disp: i}, at)
			o.CMPQ(at, address(o.Context, "count"))
			o.JG(LabelRef(name + "Done"))
		}
		if i < 2 {
			o.TESTQ(at, at)
			o.JLE(LabelRef(name + "Done"))
		}
		pieces[i]()
		o.Label(name + "Done")
	}
	o.ADDQ(U32(uint64(o.rows*rowBytes)), o.group)
	o.DECQ(left)
	o.CMPQ(left, I32(int32(-len(pieces))))
	o.JG(LabelRef("group"))
	o.VZEROUPPER()
	o.RET()
}

// member opens the states of a group and of its parents.
func (o *grouped) member() {
	o.opened(constant("groupState"), o.own)
	o.opened(constant("groupSource"), o.source)
	o.index = o.load(o.of(constant("groupIndex")))
}

// opened is a place in scratch that a field has.
func (o *grouped) opened(field int, to Register) {
	o.MOVL(o.field(field), to.(GPVirtual).As32())
	o.ADDQ(o.states, to)
}

// block8 opens a block that begins or ends, and jumps if there is none.
func (o *grouped) block8(field int, none string) {
	o.MOVL(o.field(field), o.own.(GPVirtual).As32())
	o.TESTQ(o.own, o.own)
	o.JZ(LabelRef(none))
	o.ADDQ(o.states, o.own)
}

// of is a row of the group.
func (o *grouped) of(row int) Mem {
	return Mem{Base: o.group, Disp: (row - o.back*o.rows) * rowBytes}
}

func (o *grouped) field(i int) Mem { return o.of(constant("groupFields")).Offset(4 * i) }

// state is a row of states that is open.
func (o *grouped) state(row int) Mem { return Mem{Base: o.own, Disp: row * constant("groupRowSize")} }

// root is a row of the state above the roots.
func (o *grouped) root(row int) Mem {
	return Mem{Base: o.states, Disp: row * constant("groupRowSize")}
}

// above is a row of the parents' states.
func (o *grouped) above(row int) VecVirtual {
	v := o.YMM()
	o.VPERMPS(Mem{Base: o.source, Disp: row * constant("groupRowSize")}, o.index, v)
	return v
}

// sum3 is three terms, from left to right.
func (o *grouped) sum3(term func(int) VecVirtual) VecVirtual {
	return o.sum(o.sum(term(0), term(1)), term(2))
}

// unless runs body where a field is not zero.
func (o *grouped) unless(label string, field int, body func()) {
	o.CMPL(o.field(field), Imm(0))
	o.JE(LabelRef(label))
	body()
	o.Label(label)
}

// few jumps if all of the group's joints are in the lower halves.
func (o *grouped) few(label string) {
	o.CMPL(o.field(constant("groupCount")), Imm(4))
	o.JLE(LabelRef(label))
}

// gather loads quads at the offsets that a row of the group has, from the pose's
// rotations or its others, and transposes them. With a label, it skips the upper halves of small groups.
func (o *grouped) gather(label, from string, row int) [4]VecVirtual {
	quad := func(lane int) Mem {
		at := o.GP64()
		o.MOVL(o.of(row).Offset(4*lane), at.As32())
		return Mem{Base: o.pose, Index: at, Scale: 1}
	}
	o.Load(o.Param(from), o.pose)
	var v [4]VecVirtual
	for i := range v {
		v[i] = o.YMM()
		o.VBROADCASTF128(quad(i), v[i])
	}
	if label != "" {
		o.few(label)
	}
	for i := range v {
		o.VINSERTF128(Imm(1), quad(4+i), v[i], v[i])
	}
	if label != "" {
		o.Label(label)
	}
	return o.square4(v)
}

// inverse is 1/|q|².
func (o *grouped) inverse(q [4]VecVirtual, one VecVirtual) VecVirtual { return o.div(one, o.square(q)) }

// matrix is the rows of the matrices of quaternions, entry by entry: 1 or k on the
// diagonal less products with s.
func (o *grouped) matrix(x, y, z, w, s, one VecVirtual) [3][3]func() VecVirtual {
	x2, y2, z2 := o.mul(x, s), o.mul(y, s), o.mul(z, s)
	yy, zz, rest := o.mul(y, y2), o.mul(z, z2), o.sub(one, o.mul(x, x2))
	xy, xz, yz := o.mul(x, y2), o.mul(x, z2), o.mul(y, z2)
	wx, wy, wz := o.mul(w, x2), o.mul(w, y2), o.mul(w, z2)
	sum := func(a, b VecVirtual) func() VecVirtual { return func() VecVirtual { return o.sum(a, b) } }
	sub := func(a, b VecVirtual) func() VecVirtual { return func() VecVirtual { return o.sub(a, b) } }
	return [3][3]func() VecVirtual{
		{func() VecVirtual { return o.sub(o.sub(one, yy), zz) }, sub(xy, wz), sum(xz, wy)},
		{sum(xy, wz), sub(rest, zz), sub(yz, wx)},
		{sub(xz, wy), sum(yz, wx), sub(rest, yy)},
	}
}

// ends are where the palette matrices of a block's lower half go.
func (o *grouped) ends() (out [4]Register) {
	o.Load(o.Param("dst"), o.dst)
	for i := range out {
		out[i] = o.end(i)
	}
	return out
}

func (o *grouped) end(lane int) Register {
	at := o.GP64()
	o.MOVL(o.of(constant("groupOut")).Offset(4*lane), at.As32())
	return at
}

// output writes row r of the palette matrices of a block, a quad of v per lane.
func (o *grouped) output(r int, out [4]Register, v [4]VecVirtual) {
	for i, at := range out {
		o.VMOVUPS(v[i].AsX(), Mem{Base: o.dst, Index: at, Scale: 1, Disp: 16 * r})
	}
	for i := range v {
		o.VEXTRACTF128(Imm(1), v[i], Mem{Base: o.dst, Index: o.end(4 + i), Scale: 1, Disp: 16 * r})
	}
}

// SampleRows1 writes the kernel behind SampleRows1.
func SampleRows1(c *build.Context) {
	k := &block{Context: c}
	pose, a, b, lines, alpha := k.pointer("pose"), k.pointer("a"), k.pointer("b"), k.pointer("lines"), k.broadcast(address(c, "alpha"))
	k.Label("line")
	for i := range 2 {
		from := k.load(at(a, rowBytes*i))
		k.store(k.sum(k.mul(k.sub(k.load(at(b, rowBytes*i)), from), alpha), from), at(pose, rowBytes*i))
	}
	for _, r := range []Register{pose, a, b} {
		k.ADDQ(Imm(2*rowBytes), r)
	}
	k.DECQ(lines)
	k.JNZ(LabelRef("line"))
	k.VZEROUPPER()
	k.RET()
}
