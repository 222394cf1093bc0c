package avx

import (
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// looks1 writes the kernel behind simd.lookShares1: formulas LookShare and TurnBeside of a joint after the other, with
// x, y, z in a register, or one number in all of them. It ends before a joint that formula.AimAt turns in another way
// than the usual one. A look of four joints of one instance takes 315 ns in place of the formulas' 345 on a Zen 5.
type looks1 struct {
	springs1
	t, pole       avo.VecVirtual // of the joint before
	memory, block avo.GPVirtual
}

// What the kernel has in memory.
const (
	lookForward  = 0
	lookUp       = 16
	lookAcross   = 32
	lookStart    = 48
	lookShortest = 64
	lookOne      = 80
	lookFour     = 96
	lookSigns    = 112 // of x, y and z
	lookSign     = 128 // of w
)

// Looks1 writes the kernel behind lookShares1.
func Looks1(c *build.Context) {
	k := &looks1{springs1: springs1{rigFrames1: rigFrames1{block: block{Context: c, narrow: true}}}}
	head, joints, count, before := k.pointer("head"), k.pointer("joints"), k.pointer("count"), k.pointer("from")
	k.joint, k.memory, k.block = joints, k.pointer("memory"), k.pointer("block")
	k.begin(head)
	k.t, k.pole = k.quad(before, formula.LookTo, 3), k.quad(before, formula.LookPole, 3)
	k.Label("joint")
	k.share()
	k.MOVQ(k.lookField("rows"), before)
	k.ADDQ(sizeOf("lookJoint"), joints)
	k.DECQ(count)
	k.JNZ(LabelRef("joint"))
	k.Label("end")
	k.scatter(k.t, before, formula.LookTo, 3)
	k.scatter(k.pole, before, formula.LookPole, 3)
	k.MOVQ(count, at(k.pointer("left"), 0))
	k.RET()
}

func (k *looks1) lookField(name string) Mem { return at(k.joint, layout.Offset("lookJoint", name)) }
func (k *looks1) numberOf(i int) avo.VecVirtual {
	return k.broadcast(k.lookField("numbers").Offset(4 * i))
}
func (k *looks1) kept(place int) Mem { return at(k.memory, place) }

func (k *looks1) pointerOf(name string) avo.GPVirtual {
	r := k.GP64()
	k.MOVQ(k.lookField(name), r)
	return r
}

// begin stores what all joints need.
func (k *looks1) begin(head avo.GPVirtual) {
	forward, up := k.quad(head, formula.LookForward, 3), k.quad(head, formula.LookUp, 3)
	k.store(forward, k.kept(lookForward))
	k.store(up, k.kept(lookUp))
	k.store(k.cross(up, forward), k.kept(lookAcross))
	k.store(k.quad(head, formula.LookStart, 3), k.kept(lookStart))
	k.store(k.broadcast(at(head, formula.LookShortest*row)), k.kept(lookShortest))
}

// share is formula.LookShare and formula.AimAt, whose order of operations it keeps.
func (k *looks1) share() {
	frame, frameBefore := k.pointerOf("frame"), k.pointerOf("before")
	forward, up, across := k.kept(lookForward), k.kept(lookUp), k.kept(lookAcross)
	place := k.quad(frame, 4, 3)
	t := k.sub(k.t, k.sub(place, k.quad(frameBefore, 4, 3)))
	offset := k.sub(k.load(k.kept(lookStart)), place)
	beyond := k.sub(offset, k.mul(k.onto(offset, forward), forward))
	r2 := k.dot3(t, t)
	k.within(r2, 1e-30, 1e36, "end")
	root := k.root(k.sub(r2, k.dot3(beyond, beyond)))
	per := k.div(k.load(k.kept(lookOne)), r2)
	to := k.mul(t, per)
	of := func(forward, beyond avo.VecVirtual) avo.VecVirtual { return k.sum(k.mul(forward, root), beyond) }

	x, xB := k.onto(to, forward), k.dot3(beyond, to)
	y, yB := k.onto(k.pole, forward), k.dot3(beyond, k.pole)
	both, upTo := k.onto(k.pole, up), k.onto(to, up)
	e := of(k.sub(k.mul(both, x), k.mul(upTo, y)), k.sub(k.mul(both, xB), k.mul(upTo, yB)))
	w := of(x, k.sum(xB, k.kept(lookOne))) // k
	k.within(w, 0.05, 8, "end")
	ahead := of(y, k.sum(yB, k.dot3(k.pole, t)))
	acrossB := k.cross(k.load(up), beyond)
	upOff := of(k.onto(to, across), k.dot3(acrossB, to))
	poleOff := of(k.dot3(k.cross(k.pole, k.load(forward)), to), k.dot3(k.cross(k.pole, beyond), to))
	s := k.sub(k.mul(upOff, ahead), k.mul(w, of(k.onto(k.pole, across), k.dot3(k.pole, acrossB))))
	c := k.sum(k.mul(w, e), k.sum(k.mul(upOff, poleOff), k.kept(lookShortest)))
	f := k.sum(beyond, k.mul(root, forward))
	perS := k.mul(s, per)
	length := k.root(k.sum(k.mul(s, perS), k.mul(c, c)))
	k.within(length, 0.05, 1e30, "end")
	sum := k.sum(length, c)
	k.within(sum, 0.05, 1e30, "end")
	square := k.mul(k.mul(k.mul(w, k.kept(lookFour)), length), sum)
	v := k.sum(k.mul(k.sum(f, t), perS), k.mul(k.cross(f, to), sum))
	w = k.mul(sum, w)

	// The share, see formula.shareOf.
	long, weight := k.root(square), k.numberOf(0)
	v = k.mul(v, weight)
	z := k.sum(k.mul(long, k.numberOf(1)), k.mul(w, weight))
	part := k.sum(k.mul(long, k.mul(w, k.numberOf(3))), k.mul(square, k.numberOf(2)))
	rows, own := k.pointerOf("rows"), k.vector()
	k.VBLENDPS(U8(8), z, v, own)
	k.scatter(own, rows, formula.LookOwn, 4)
	k.turn(own, frame)

	// The target and the pole turned back.
	twice, square2 := k.sum(v, v), k.sub(k.mul(z, z), k.dot3(v, v))
	perPart := k.div(k.load(k.kept(lookOne)), part)
	back := func(a, out avo.VecVirtual) {
		off := k.sum(k.mul(v, k.dot3(twice, a)), k.mul(k.cross(a, twice), z))
		k.VMULPS(perPart, k.sum(k.mul(a, square2), off), out)
	}
	back(t, k.t)
	back(k.pole, k.pole)
}

// turn is formula.TurnBeside.
func (k *looks1) turn(own avo.VecVirtual, frame avo.GPVirtual) {
	k.sign = k.load(k.kept(lookSign))
	inverse := k.do(k.VXORPS, k.quad(k.pointerOf("above"), 0, 4), k.kept(lookSigns))
	q := k.product(inverse, k.product(own, k.quad(frame, 0, 4)))
	column := k.base(k.block, k.lookField("column"))
	k.scatter(q, column, 0, 4)
	k.VMOVSS(k.div(k.load(k.kept(lookOne)), k.dot4(q)), at(column, 4*row))
}

// onto is dot3 of a vector with one in memory.
func (k *looks1) onto(a avo.VecVirtual, b Mem) avo.VecVirtual {
	s := k.mul(a, b)
	return k.sum(k.sum(k.spread(s), k.pick(s, 1, 1, 1, 1)), k.pick(s, 2, 2, 2, 2))
}
