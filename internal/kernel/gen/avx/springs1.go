package avx

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// springs1 writes the kernel behind kernel.SpringChain: formulas SpringAdvance, SpringHit, SpringPush and
// BoneTurn with x, y, z, w in a register. Two chains of operations wait for the joint before, where bones end
// and how they have turned. Each is in a pass a third of what a processor looks ahead, so that they go on
// beside each other and what does not wait:
//
//	pass   0          1          2          3
//	                  swing 0    swing 1    swing 2
//	       advance 0  advance 1  advance 2  advance 3
//	                             turn 0     turn 1
//
// At the end rotations and tails are stored. The kernel ends before a joint for which a formula does what is
// rare. Six springs of one instance take 410 ns in place of the formulas' 790 on a Zen 5.
type springs1 struct {
	rigFrames1
	chain, memory avo.GPVirtual
	joint, work   avo.GPVirtual     // of the joint that advances
	before        int               // how many joints before it the one at hand is
	one, head     avo.VecVirtual    //
	turn          [3]avo.VecVirtual // rows of the accumulated rotation
}

// What the kernel has in memory.
const (
	springWorld   = 0   // three columns, then the place
	springBack    = 64  // three columns
	springGravity = 112 //
	springWind    = 128 //
	springCentre  = 144 // of the sphere
	springSide    = 160 // signs, where tails stay inside
	springSigns   = 176 // of x, y and z
	springSign    = 192 // of w
	springOne     = 208 //
	springWork    = 272 // of joints, after the rows of no rotation
)

// What it has of a joint.
const (
	workOffset   = 0   // of the tail
	workVelocity = 16  //
	workGoal     = 32  // in world space
	workTo       = 48  // where the tail swings to, then the direction of the bone
	workAlong    = 64  // direction of the bone in the pose
	workLength   = 80  //
	workReach    = 96  // distance from the sphere
	workTurn     = 112 // of the bone
	workHead     = 128 // where the bone begins
	workBytes    = 144
)

// Springs1 writes the kernel behind SpringChain.
func Springs1(c *build.Context) {
	k := &springs1{rigFrames1: rigFrames1{block: block{Context: c, narrow: true}}}
	k.chain = k.pointer("chain")
	k.memory, k.joint, k.work = k.slice("memory"), k.GP64(), k.GP64()
	k.begin()
	frames, state, steps, resting := k.slice("Frames"), k.pointer("state"), k.pointer("steps"), k.GP32()
	k.MOVL(k.field("Rests"), resting)
	k.first()
	// Joints from last on stay as they are; pass is the joint that advances.
	last, pass := k.GP64(), k.GP64()
	k.MOVQ(k.field("Left"), last)
	k.XORL(pass.As32(), pass.As32())
	k.Label("pass")
	k.stage(1, pass, last, k.swing)
	k.stage(0, pass, last, func() {
		tail, next := k.base(frames, k.of("tail")), k.GP64()
		k.LEAQ(at(pass, 1), next)
		k.CMPQ(next, last)
		k.CMOVQEQ(k.field("Tip"), tail)
		k.advance(state, steps, tail, k.base(frames, k.of("own")), resting)
	})
	k.stage(2, pass, last, k.addTurn)
	k.next()
	k.ADDQ(U32(9*row), state)
	k.ADDQ(U32(5*row), steps)
	k.INCQ(pass)
	left := k.GP64()
	k.LEAQ(at(pass, -2), left)
	k.CMPQ(left, last)
	k.JLT(LabelRef("pass"))
	k.MOVL(resting, k.field("Rests"))
	left = k.slice("walk")
	for i, v := range append(k.turn[:], k.head) {
		k.store(v, at(left, 16*i))
	}
	k.SUBQ(last, k.field("Left"))
	k.finish(frames, last)
	k.RET()
}

// first goes to the first joint, next to the one after the one at hand.
func (k *springs1) first() {
	k.before = 0
	k.Load(k.Param("joints"), k.joint)
	k.LEAQ(k.common(springWork), k.work)
}

func (k *springs1) next() {
	k.ADDQ(sizeOf("springJoint"), k.joint)
	k.ADDQ(U32(workBytes), k.work)
}

// finish stores the tails and rotations of joints before the last.
func (k *springs1) finish(frames, last avo.GPVirtual) {
	tails, columns := k.pointer("state"), k.slice("Block")
	k.first()
	k.TESTQ(last, last)
	k.JZ(LabelRef("end"))
	k.Label("set")
	for i := range 3 {
		k.scatter(k.load(k.kept(workOffset+16*i)), tails, 3*i, 3)
	}
	k.set(k.base(frames, k.of("own")), k.base(frames, k.of("above")), k.base(columns, k.of("rotation")))
	k.ADDQ(U32(9*row), tails)
	k.next()
	k.DECQ(last)
	k.JNZ(LabelRef("set"))
	k.Label("end")
}

// stage writes what is done for the joint that is some before the one that advances. Where a formula does what is
// rare for it, it is the last one.
func (k *springs1) stage(before int, pass, last avo.GPVirtual, body func()) {
	k.before = before
	joint, done := k.GP64(), fmt.Sprint("done", before)
	k.LEAQ(at(pass, -before), joint)
	k.CMPQ(joint, last)
	k.JCC(LabelRef(done)) // there is none
	body()
	k.JMP(LabelRef(done))
	k.Label(fmt.Sprint("rare", before))
	k.LEAQ(at(pass, -before), last)
	if before == 2 {
		k.VMOVUPS(k.kept(workHead), k.head)
	}
	k.Label(done)
}

// field is one of the chain's, slice the pointer of one that is a slice, of one of the joint's, kept what
// is kept of the joint, and number one of the joint's in all components.
func (k *springs1) field(name string) Mem { return at(k.chain, layout.Offset("SpringChain", name)) }
func (k *springs1) of(name string) Mem {
	return at(k.joint, layout.Offset("springJoint", name)-k.before*layout.Size("springJoint"))
}
func (k *springs1) kept(place int) Mem   { return at(k.work, place-k.before*workBytes) }
func (k *springs1) common(place int) Mem { return at(k.memory, place) }
func (k *springs1) slice(name string) avo.GPVirtual {
	r := k.GP64()
	k.MOVQ(k.field(name), r)
	return r
}
func (k *springs1) number(name string) avo.VecVirtual { return k.broadcast(k.of(name)) }

// begin loads what all joints need.
func (k *springs1) begin() {
	head, rows := k.pointer("head"), k.pointer("rows")
	k.one, k.sign, k.head = k.load(k.common(springOne)), k.load(k.common(springSign)), k.quad(head, 0, 3)
	for i := range k.turn {
		k.turn[i] = k.load(at(rows, 16*i))
	}
	world, sphere := k.slice("World"), k.slice("Sphere")
	for i := range 3 {
		k.store(k.every(world, i, 3), k.common(springWorld+16*i))
		k.store(k.every(world, 12+i, 3), k.common(springBack+16*i))
	}
	k.store(k.quad(world, 9, 3), k.common(springWorld+48))
	k.store(k.quad(world, 21, 3), k.common(springGravity))
	k.store(k.quad(world, 24, 3), k.common(springWind))
	k.store(k.quad(sphere, 0, 3), k.common(springCentre))
}

// every is three rows from one on, some apart.
func (k *springs1) every(base avo.GPVirtual, first, apart int) avo.VecVirtual {
	v := k.vector()
	k.VMOVSS(at(base, first*row), v)
	for i := 1; i < 3; i++ {
		k.VINSERTPS(Imm(uint64(i<<4)), at(base, (first+apart*i)*row), v, v)
	}
	return v
}

// advance is what of SpringAdvance does not wait for the joint before.
func (k *springs1) advance(state, steps, tail, own, resting avo.GPVirtual) {
	step := func(i int) avo.VecVirtual { return k.broadcast(at(steps, i*row)) }
	part := func(i int) avo.VecVirtual {
		return k.mul(k.broadcast(at(tail, i*row)), k.common(springWorld+16*i))
	}
	now := k.sum(k.sum(k.sum(part(0), part(1)), part(2)), k.common(springWorld+48))
	k.store(now, k.kept(workGoal))
	moved := k.sub(now, k.quad(state, 6, 3))
	speed := k.mul(moved, step(4))
	sag := k.sum(k.mul(k.number("gravity"), k.common(springGravity)), k.mul(k.number("wind"), k.common(springWind)))
	lie := k.sub(sag, k.mul(speed, k.number("lag")))
	y, w := k.sub(k.quad(state, 0, 3), lie), k.sub(k.quad(state, 3, 3), speed)
	y, w = k.sum(k.mul(y, step(0)), k.mul(w, step(1))), k.sum(k.mul(y, step(2)), k.mul(w, step(3)))
	offset, velocity := k.sum(lie, y), k.sum(w, speed)
	far, fast := k.squares(y, w)
	k.below(k.sum(far, fast), 1e30, "rare0")
	k.below(far, 1e-12, "moving")
	k.below(fast, 1e-10, "moving")
	k.VPADDD(moved, moved, moved) // loses signs
	k.VPTEST(moved, moved)
	k.JNZ(LabelRef("moving"))
	k.VMOVAPS(sag, offset)
	k.VXORPS(velocity, velocity, velocity)
	k.JMP(LabelRef("rests"))
	k.Label("moving")
	k.XORL(resting, resting)
	k.Label("rests")
	k.store(offset, k.kept(workOffset))
	k.store(velocity, k.kept(workVelocity))

	goal := k.quad(tail, 0, 3)
	back := k.through(func(i int) Op { return k.common(springBack + 16*i) }, offset)
	k.store(k.sum(goal, back), k.kept(workTo))
	bone := k.sub(goal, k.quad(own, 4, 3))
	square := k.dot3(bone, bone)
	k.within(square, 1e-30, 1e24, "rare0")
	length := k.root(square)
	k.store(length, k.kept(workLength))
	k.store(k.mul(bone, k.div(k.one, length)), k.kept(workAlong))
	sphere, reach := k.slice("Sphere"), k.vector()
	k.VXORPS(reach, reach, reach)
	k.VMAXPS(k.sum(k.do(k.VXORPS, k.number("radius"), k.common(springSide)), k.broadcast(at(sphere, 6*row))), reach, reach)
	k.store(reach, k.kept(workReach))
}

// swing is the rest of SpringAdvance, the push out of the sphere, and the end of the bone.
func (k *springs1) swing() {
	k.store(k.head, k.kept(workHead))
	aim := k.sub(k.load(k.kept(workTo)), k.head)
	n := k.dot3(aim, aim)
	k.within(n, 1e-30, 1e36, "rare1")
	to, length := k.mul(aim, k.div(k.one, k.root(n))), k.load(k.kept(workLength))
	k.meet(to, length)
	k.store(to, k.kept(workTo))
	k.VADDPS(k.mul(to, length), k.head, k.head)
}

// addTurn adds the bone's rotation to that of the walk, as BoneTurn does.
func (k *springs1) addTurn() {
	along := k.load(k.kept(workAlong))
	v := k.through(func(i int) Op { return k.turn[i] }, k.load(k.kept(workTo)))
	w := k.mul(along, v)
	w = k.sum(k.sum(k.spread(w), k.pick(w, 1, 1, 1, 1)), k.sum(k.pick(w, 2, 2, 2, 2), k.one))
	k.within(w, 1e-5, 4, "rare2")
	q := k.cross(along, v)
	k.VBLENDPS(U8(8), w, q, q)

	// What the rotation adds to the columns of the walk, up to a factor.
	squares := k.mul(q, q)
	diagonal := k.do(k.VXORPS, k.sum(k.pick(squares, 1, 0, 0, 0), k.pick(squares, 2, 2, 1, 1)), k.common(springSigns))
	crossed := k.mul(k.pick(q, 0, 1, 0, 0), k.pick(q, 1, 2, 2, 2)) // xy, yz, xz
	turned := k.mul(k.pick(q, 3, 3, 3, 3), k.pick(q, 2, 0, 1, 1))  // wz, wx, wy
	plus, minus := k.sum(crossed, turned), k.sub(crossed, turned)
	// join is a with components of b, and one of minus.
	join := func(a, b avo.VecVirtual, of, from, to uint8) avo.VecVirtual {
		v := k.vector()
		k.VBLENDPS(U8(of), b, a, v)
		k.VINSERTPS(U8(from<<6|to<<4), minus, v, v)
		return v
	}
	rows := [3]avo.VecVirtual{join(diagonal, plus, 4, 0, 1), join(plus, diagonal, 2, 1, 2), join(plus, diagonal, 4, 2, 0)}
	square := k.all4(squares)
	factor := k.div(k.sum(k.one, k.one), square)
	for _, v := range k.turn {
		k.VADDPS(k.mul(k.through(func(i int) Op { return rows[i] }, v), factor), v, v)
	}
	k.store(k.mul(q, k.div(k.one, k.root(square))), k.kept(workTurn))
}

// meet is SpringHit and SpringPush for the direction of a bone, which it changes.
func (k *springs1) meet(to, length avo.VecVirtual) {
	side, centre, reach := k.common(springSide), k.common(springCentre), k.load(k.kept(workReach))
	from := k.sub(k.sum(k.head, k.mul(to, length)), centre)
	square := k.dot3(from, from)
	k.VUCOMISS(k.do(k.VXORPS, square, side), k.do(k.VXORPS, k.mul(reach, reach), side))
	k.JLS(LabelRef("free"))

	toward := k.sub(k.load(centre), k.head)
	d := k.root(k.dot3(toward, toward))
	k.within(d, 1e-12, 1e30, "rare1")
	axis := k.do(k.VXORPS, k.mul(toward, k.div(k.one, d)), side)
	edge := k.sum(k.mul(length, length), k.mul(k.sub(d, reach), k.sum(d, reach)))
	edge = k.do(k.VXORPS, k.div(edge, k.mul(k.sum(k.one, k.one), k.mul(length, d))), side)
	cosine := k.dot3(to, axis)
	k.VUCOMISS(edge, cosine)
	k.JLS(LabelRef("free"))
	size := k.bits(edge)
	k.ADDL(size, size) // loses the sign
	k.CMPL(size, U32(2*floatOne))
	k.JCS(LabelRef("cap"))
	k.VUCOMISS(edge, k.one)
	k.JLS(LabelRef("rare1"))
	k.VXORPS(k.common(springSigns), axis, to) // the cap is the whole sphere
	k.JMP(LabelRef("free"))
	k.Label("cap")
	beside := k.sub(to, k.mul(axis, cosine))
	near := k.dot3(beside, beside)
	k.within(near, 1e-3, 1e36, "rare1")
	beside = k.mul(beside, k.div(k.one, k.root(near)))
	k.VADDPS(k.mul(beside, k.root(k.sub(k.one, k.mul(edge, edge)))), k.mul(axis, edge), to)
	k.Label("free")
}

// set stores the rotation of the joint, as BoneTurn does.
func (k *springs1) set(own, above, column avo.GPVirtual) {
	q, weight := k.load(k.kept(workTurn)), k.broadcast(k.field("Weight"))
	share := k.mul(q, weight)
	k.VBLENDPS(U8(8), k.sum(k.mul(k.sub(q, k.one), weight), k.one), share, share)
	inverse := k.do(k.VXORPS, k.quad(above, 0, 4), k.common(springSigns))
	q = k.product(inverse, k.product(share, k.quad(own, 0, 4)))
	k.scatter(q, column, 0, 4)
	k.VMOVSS(k.div(k.one, k.dot4(q)), at(column, 4*row))
}

// bits are those of component x.
func (k *springs1) bits(v avo.VecVirtual) avo.GPVirtual {
	t := k.GP32()
	k.VMOVD(v, t)
	return t
}

// within jumps where a number of 0 or more, or anything, does not lie between others.
func (k *springs1) within(v avo.VecVirtual, low, high float32, otherwise string) {
	t, from := k.bits(v), math.Float32bits(low)+1
	k.SUBL(U32(from), t)
	k.CMPL(t, U32(math.Float32bits(high)-from))
	k.JCC(LabelRef(otherwise))
}

// below jumps where a number of 0 or more is not less than another.
func (k *springs1) below(v avo.VecVirtual, than float32, otherwise string) {
	k.CMPL(k.bits(v), U32(math.Float32bits(than)))
	k.JCC(LabelRef(otherwise))
}

// through is columns multiplied by the components of a vector: (c₀x + c₁y) + c₂z.
func (k *springs1) through(column func(i int) Op, v avo.VecVirtual) avo.VecVirtual {
	part := func(i int) avo.VecVirtual { return k.mul(k.pick(v, uint8(i), uint8(i), uint8(i), uint8(i)), column(i)) }
	return k.sum(k.sum(part(0), part(1)), part(2))
}

// dot3 is (xx + yy) + zz in all components.
func (k *springs1) dot3(a, b avo.VecVirtual) avo.VecVirtual {
	s := k.mul(a, b)
	return k.sum(k.sum(k.spread(s), k.pick(s, 1, 1, 1, 1)), k.pick(s, 2, 2, 2, 2))
}

// squares are a·a and b·b as dot3 has them, in component x.
func (k *springs1) squares(a, b avo.VecVirtual) (aa, bb avo.VecVirtual) {
	aa, bb = k.mul(a, a), k.mul(b, b)
	low, high := k.do(k.VUNPCKLPS, aa, bb), k.do(k.VUNPCKHPS, aa, bb)
	both := k.sum(k.sum(low, k.pick(low, 2, 3, 2, 3)), high)
	return both, k.pick(both, 1, 1, 1, 1)
}

// all4 is (x + y) + (z + w) in all components.
func (k *springs1) all4(v avo.VecVirtual) avo.VecVirtual {
	s := k.sum(v, k.pick(v, 1, 0, 3, 2))
	return k.sum(s, k.pick(s, 2, 3, 0, 1))
}

func (k *springs1) root(v avo.VecVirtual) avo.VecVirtual {
	out := k.vector()
	k.VSQRTPS(v, out)
	return out
}

func (k *springs1) cross(a, b avo.VecVirtual) avo.VecVirtual {
	yzx := func(v avo.VecVirtual) avo.VecVirtual { return k.pick(v, 1, 2, 0, 3) }
	return yzx(k.sub(k.mul(a, yzx(b)), k.mul(yzx(a), b)))
}
