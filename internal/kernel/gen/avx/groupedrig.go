package avx

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Rows of the state above the roots with 1 and k in all lanes.
const (
	rigRootOne = 3
	rigRootK   = stateM
)

// oneRig writes the kernel behind RigPalette1.
type oneRig struct {
	grouped
	moves Mem // what columns add to the translations
	moved Register
	last  [5]VecVirtual // the group's quaternions and s, which memory would pass on later
}

// RigPalette1 writes the kernel behind RigPalette1.
func RigPalette1(c *build.Context) {
	o := &oneRig{grouped: grouped{block: block{Context: c}, rows: constant("rigGroupRows"), stateRows: stateRows}}
	o.begin()
	o.moves, o.moved = o.AllocLocal(3*rowBytes), o.GP64()
	k, zero, ones := o.YMM(), o.YMM(), o.constant(floatOne)
	o.VBROADCASTSS(address(c, "k"), k)
	o.VXORPS(zero, zero, zero)
	two := o.sum(ones, ones)
	for i := range stateRows {
		o.store(rootRow(i, zero, ones, two, k), o.root(i))
	}
	for i := range o.last {
		o.last[i] = o.YMM()
	}
	o.passed = o.last[:]
	o.eachGroup([3]func(){o.turn, o.place, o.write})
}

// turn multiplies the quaternions with the parents'.
func (o *oneRig) turn() {
	o.member()
	v := o.gather("gathered", "pose", constant("groupOwn"))
	x, y, z, w := v[0], v[1], v[2], v[3]
	px, py, pz, pw := o.above(0), o.above(1), o.above(2), o.above(3)
	// What waits for the parents comes last.
	inverse := o.inverse(v, o.load(o.root(rigRootOne)))
	o.VMULPS(o.above(stateS), inverse, o.last[stateS])
	o.VADDPS(o.sub(o.mul(z, py), o.mul(pz, y)), o.sum(o.mul(x, pw), o.mul(px, w)), o.last[0])
	o.VADDPS(o.sum(o.mul(w, py), o.mul(pz, x)), o.sub(o.mul(y, pw), o.mul(px, z)), o.last[1])
	o.VADDPS(o.sub(o.mul(w, pz), o.mul(py, x)), o.sum(o.mul(z, pw), o.mul(px, y)), o.last[2])
	o.VSUBPS(o.sum(o.mul(y, py), o.mul(pz, z)), o.sub(o.mul(w, pw), o.mul(px, x)), o.last[3])
	for i, v := range o.last {
		o.VMOVUPS(v, o.state(i))
	}
}

// place makes the matrices, with the translations behind the parents'.
func (o *oneRig) place() {
	o.member()
	o.MOVL(o.field(constant("rigGroupMoved")), o.moved.(GPVirtual).As32())
	o.TESTL(o.moved.(GPVirtual).As32(), o.moved.(GPVirtual).As32())
	o.JZ(LabelRef("still"))
	by := o.gather("columns", "others", constant("rigGroupColumn"))
	for r := range 3 {
		move := o.sum3(func(c int) VecVirtual { return o.mul(o.above(stateM+4*r+c), by[c]) })
		o.VANDPS(o.of(constant("rigGroupMask")), move, move)
		o.VMOVUPS(move, o.moves.Offset(r*rowBytes))
	}
	o.Label("still")
	k := o.load(o.root(rigRootK))
	entries := o.matrix(o.last[0], o.last[1], o.last[2], o.last[3], o.mul(k, o.last[stateS]), k)
	for r := range entries {
		row := stateM + 4*r
		turned := o.sum3(func(c int) VecVirtual {
			// The parents' row is loaded before this one is stored: their windows overlap, and a load of
			// what two stores wrote waits until both are in the cache.
			m, above := entries[r][c](), o.above(row+c)
			o.VMOVUPS(m, o.state(row+c))
			return o.mul(o.sub(m, above), o.of(constant("rigGroupBind")+c))
		})
		t := o.sub(o.above(row+3), turned)
		still := fmt.Sprint("still", r)
		o.TESTQ(o.moved, o.moved)
		o.JZ(LabelRef(still))
		o.VADDPS(o.moves.Offset(r*rowBytes), t, t)
		o.Label(still)
		o.VMOVUPS(t, o.state(row+3))
	}
}

// write writes the palette matrices of a block, some groups later: work for the processor that
// waits for no result.
func (o *oneRig) write() {
	o.block8(constant("groupEnded"), "unended")
	out := o.ends()
	for r := range 3 {
		row := stateM + 4*r
		o.output(r, out, o.squares(o.load(o.state(row)), o.state(row+1), o.load(o.state(row+2)), o.state(row+3)))
	}
	o.Label("unended")
}
