package avx

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// blend writes the kernels that sum poses.
type blend struct {
	block
	to        avo.GPVirtual
	minus     avo.VecVirtual // the sign bit
	zero      avo.VecVirtual
	threshold avo.VecVirtual
	half      avo.VecVirtual
	rare      []rarely
	rarities  int // number of their labels
}

// rarely is a piece of a kernel that hardly ever runs. It lies after the kernel's end, so that the
// usual path has no jump.
type rarely struct {
	from string
	with blend // the registers of its place
	body func()
}

func (k *blend) start() {
	k.to = k.pointer("sum")
	k.constants()
}

func (k *blend) constants() {
	k.minus = k.constant(1 << 31)
	k.zero = k.vector()
	k.VXORPS(k.zero, k.zero, k.zero)
}

// finishing loads what every kernel that completes a sum needs.
func (k *blend) finishing() {
	k.one = k.constant(floatOne)
	k.threshold = k.broadcast(address(k.Context, "threshold"))
	k.half = k.constant(floatHalf)
}

// negate changes the sign of v in the lanes in which d is negative.
func (k *blend) negate(v, d avo.VecVirtual) avo.VecVirtual {
	n := k.vector()
	if k.wide {
		k.VMINPS(k.zero, d, n) // the sign is that of no −0
		k.VPTERNLOGD(operand.U8(0x6a), v, k.minus, n)
		return n
	}
	k.VCMPPS(compareLess, k.zero, d, n)
	k.VANDPS(k.minus, n, n)
	k.VXORPS(v, n, n)
	return n
}

// missing is how far a sum of weights is below the threshold, or +0.
func (k *blend) missing(u avo.VecVirtual) avo.VecVirtual {
	return k.do(k.VMAXPS, k.sub(k.threshold, u), k.zero)
}

// covered is the greater of a sum of weights and the threshold.
func (k *blend) covered(u avo.VecVirtual) avo.VecVirtual { return k.do(k.VMAXPS, k.threshold, u) }

// hemisphere is the product of four values with a reference.
func (k *blend) hemisphere(q [4]avo.VecVirtual, reference operand.Mem) avo.VecVirtual {
	p := func(i int) avo.VecVirtual { return k.mulAll(q[i], reference.Offset(4*i)) }
	return k.sum(k.sum(p(0), p(1)), k.sum(p(2), p(3)))
}

// finishRotation is the pose of the rotation column disp bytes into the sum.
func (k *blend) finishRotation(disp int, rest operand.Mem) [4]avo.VecVirtual {
	var sum [4]operand.Op
	for i := range sum {
		sum[i] = at(k.to, disp+i*row)
	}
	return k.completeRotation(sum, k.load(at(k.to, disp+4*row)), rest)
}

// completeRotation is the pose of a sum whose weights add up to u.
func (k *blend) completeRotation(sum [4]operand.Op, u avo.VecVirtual, rest operand.Mem) (v [4]avo.VecVirtual) {
	r := k.missing(u)
	for i := range v {
		v[i] = k.sum(k.sum(k.mulAll(r, rest.Offset(4*i)), sum[i]), k.zero)
	}
	return v
}

// allLanes is the mask of all lanes of a register of any size.
const allLanes = 0xffff

// whereShort jumps over a body unless a lane of n is the square of a short length, which is rare.
func (k *blend) whereShort(n avo.VecVirtual, body func()) { k.whereLess(n, k.half, allLanes, body) }

// whereLess jumps over a body unless some of the given lanes of v are less than another value.
func (k *blend) whereLess(v, than avo.VecVirtual, lanes uint32, body func()) {
	any := k.GP32()
	if k.wide {
		m := k.K()
		k.VCMPPS(compareLess, than, v, m)
		if lanes == allLanes {
			k.KORTESTW(m, m)
			k.unlessZero(body)
			return
		}
		k.KMOVW(m, any)
	} else {
		m := k.vector()
		k.VCMPPS(compareLess, than, v, m)
		k.VMOVMSKPS(m, any)
	}
	k.TESTL(operand.U32(lanes), any)
	k.unlessZero(body)
}

// lengthen normalizes short rotations, whose squared lengths are n, and replaces those of length 0
// by the identity.
func (k *blend) lengthen(v [4]avo.VecVirtual, n avo.VecVirtual) {
	k.compared(compareNotLess, n, k.half)(k.one, n)
	none := k.compared(compareLess, n, k.constant(floatLeastSquare))
	none(k.sum(k.one, v[3]), v[3])
	none(k.one, n)
	f := k.perRoot(n)
	for i := range v {
		k.VMULPS(f, v[i], v[i])
	}
}

// perRoot is 1/√n.
func (k *blend) perRoot(n avo.VecVirtual) avo.VecVirtual {
	root := k.vector()
	k.VSQRTPS(n, root)
	return k.div(k.one, root)
}

// unlessZero jumps to a body, and back, where flags do not say zero.
func (k *blend) unlessZero(body func()) {
	k.rarities++
	from := fmt.Sprint("rare", k.rarities)
	k.JNZ(operand.LabelRef(from))
	k.Label(from + "Done")
	k.rare = append(k.rare, rarely{from: from, with: *k, body: body})
}

// end returns from the kernel, and writes what rarely runs behind it.
func (k *blend) end() {
	k.VZEROUPPER()
	k.RET()
	for len(k.rare) > 0 {
		r, rest := k.rare[0], k.rare[1:]
		rarities := k.rarities
		*k = r.with
		k.rare, k.rarities = rest, rarities
		k.Label(r.from)
		r.body()
		k.JMP(operand.LabelRef(r.from + "Done"))
	}
}

// finishOther completes another column.
func (k *blend) finishOther(disp int, rest operand.Mem) {
	var sum [3]operand.Op
	for i := range sum {
		sum[i] = at(k.to, disp+i*row)
	}
	k.completeOther(sum, k.load(at(k.to, disp+3*row)), disp, rest)
}

func (k *blend) completeOther(sum [3]operand.Op, u avo.VecVirtual, disp int, rest operand.Mem) {
	r, total := k.missing(u), k.covered(u)
	for i := range sum {
		k.store(k.sum(k.div(k.sum(k.mulAll(r, rest.Offset(4*i)), sum[i]), total), k.zero), at(k.to, disp+i*row))
	}
	k.store(k.one, at(k.to, disp+3*row))
}

// putRotation stores a rotation column and its 1/|q|².
func (k *block) putRotation(v [4]avo.VecVirtual, to avo.GPVirtual, disp int) {
	k.putSquared(v, k.square(v), to, disp)
}

// putSquared is putRotation for v with a known |q|², n.
func (k *block) putSquared(v [4]avo.VecVirtual, n avo.VecVirtual, to avo.GPVirtual, disp int) {
	for i := range v {
		k.store(v[i], at(to, disp+i*row))
	}
	k.store(k.div(k.one, n), at(to, disp+4*row))
}

// square is |q|².
func (k *block) square(v [4]avo.VecVirtual) avo.VecVirtual {
	return k.sum(k.sum(k.mul(v[0], v[0]), k.mul(v[1], v[1])), k.sum(k.mul(v[2], v[2]), k.mul(v[3], v[3])))
}

// lengthened is the factor that normalizes quaternions whose squared length is n, or u where n is 1.
func (k *blend) lengthened(u, n, half avo.VecVirtual) avo.VecVirtual {
	more := k.vector()
	if k.wide {
		m := k.K()
		k.VCMPPS(compareUnequal, k.one, u, m)
		k.VSUBPS_Z(k.mul(half, n), half, m, more)
	} else {
		k.VSUBPS(k.mul(half, n), half, more)
		m := k.vector()
		k.VCMPPS(compareUnequal, k.one, u, m)
		k.VANDPS(m, more, more)
	}
	return k.mul(u, k.sum(k.one, more))
}

// blendRow writes the kernels of one instance, two quads to a register.
type blendRow struct{ blend }

func newBlendRow(c *build.Context) *blendRow {
	k := &blendRow{blend: blend{block: block{Context: c}}}
	k.start()
	return k
}

// four writes a loop over four columns at a time.
func (k *blendRow) four(count string, body func()) {
	left := k.pointer(count)
	k.TESTQ(left, left)
	k.JZ(operand.LabelRef(count + "Done"))
	k.Label(count)
	body()
	k.ADDQ(operand.Imm(64), k.to)
	k.SUBQ(operand.Imm(4), left)
	k.JNZ(operand.LabelRef(count))
	k.Label(count + "Done")
}

// pair is two float32 of memory, each in all lanes of a quad.
func (k *blend) pair(m operand.Mem) avo.VecVirtual {
	v, high := k.broadcast(m), k.broadcast(m.Offset(4))
	k.VBLENDPS(operand.U8(0xf0), high, v, v)
	return v
}

// dots is the product of each quad with a reference, in all its lanes.
func (k *blendRow) dots(q avo.VecVirtual, reference operand.Op) avo.VecVirtual {
	v := k.mul(q, reference)
	for _, imm := range []uint64{0xb1, 0x4e} { // neighbours, then halves
		other := k.vector()
		k.VPERMILPS(operand.U8(imm), v, other)
		v = k.sum(v, other)
	}
	return v
}

// squares are |q|² of four quads, each in two lanes.
func (k *blendRow) squares(q [2]avo.VecVirtual) avo.VecVirtual {
	a, b := k.mul(q[0], q[0]), k.mul(q[1], q[1])
	xz, yw, other := k.vector(), k.vector(), k.vector()
	k.VSHUFPS(operand.U8(0x88), b, a, xz)
	k.VSHUFPS(operand.U8(0xdd), b, a, yw)
	v := k.sum(xz, yw)
	k.VPERMILPS(operand.U8(0xb1), v, other)
	return k.sum(v, other)
}

// lengthenQuads is lengthen of quads, of which none has −0.
func (k *blendRow) lengthenQuads(q avo.VecVirtual) {
	n := k.dots(q, q)
	k.compared(compareNotLess, n, k.half)(k.one, n)
	none := k.compared(compareLess, n, k.constant(floatLeastSquare))
	none(k.sum(q, k.noRotation()), q)
	none(k.one, n)
	k.VMULPS(k.perRoot(n), q, q)
}

// noRotation is quads of the identity.
func (k *blendRow) noRotation() avo.VecVirtual {
	v := k.vector()
	if k.wide {
		k.VMOVAPS_Z(k.one, k.mask(0x8888), v)
	} else {
		k.VBLENDPS(operand.U8(0x88), k.one, k.zero, v)
	}
	return v
}

// FinishRow writes the kernel behind FinishRow.
func FinishRow(c *build.Context) {
	k := newBlendRow(c)
	weights, rest := k.pointer("weights"), k.pointer("rest")
	k.finishing()
	long := k.constant(floatLong)
	k.four("rotations", func() {
		var q [2]avo.VecVirtual
		for i := range q {
			r := k.missing(k.pair(at(weights, 8*i)))
			q[i] = k.sum(k.sum(k.mul(r, at(rest, 32*i)), at(k.to, 32*i)), k.zero)
		}
		k.whereLess(k.do(k.VUNPCKHPS, q[0], q[1]), long, 0xcc, func() { // w alone tells most
			k.whereShort(k.squares(q), func() {
				for i := range q {
					k.lengthenQuads(q[i])
				}
			})
		})
		for i := range q {
			k.store(q[i], at(k.to, 32*i))
		}
		k.ADDQ(operand.Imm(16), weights)
		k.ADDQ(operand.Imm(64), rest)
	})
	k.four("others", func() {
		for i := range 2 {
			q, w := k.load(at(k.to, 32*i)), k.YMM()
			k.VPERMILPS(operand.U8(0xff), q, w)
			q = k.sum(k.mul(k.missing(w), at(rest, 32*i)), q)
			q = k.sum(k.div(q, k.covered(w)), k.zero)
			k.VBLENDPS(operand.U8(0x88), k.one, q, q)
			k.store(q, at(k.to, 32*i))
		}
		k.ADDQ(operand.Imm(64), rest)
	})
	k.end()
}

// compared is isZero of the lanes in which a comparison of u with another value holds.
func (k *blend) compared(compare operand.U8, u, with avo.VecVirtual) (replace func(p, v avo.VecVirtual)) {
	if k.wide {
		m := k.K()
		k.VCMPPS(compare, with, u, m)
		return func(p, v avo.VecVirtual) { k.VMOVAPS(p, m, v) }
	}
	m := k.vector()
	k.VCMPPS(compare, with, u, m)
	return func(p, v avo.VecVirtual) { k.VBLENDVPS(m, p, v, v) }
}
