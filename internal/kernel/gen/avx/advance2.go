package avx

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// advance2 writes the kernel that advances clocks, four at a time.
type advance2 struct {
	clocks

	dt, zero, abs, one, stride avo.VecVirtual
}

func (a *advance2) write() {
	a.load()
	a.Label("block")
	lanes := a.GP32()
	a.XORL(lanes, lanes)
	for turn := range 4 {
		a.turn(turn, lanes)
	}
	a.MOVW(lanes.As16(), operand.Mem{Base: a.left})
	a.next()
}

func (a *advance2) load() {
	a.pointers()
	a.dt, a.zero, a.abs, a.one, a.stride = a.YMM(), a.YMM(), a.YMM(), a.XMM(), a.XMM()
	a.VBROADCASTSD(address(a.Context, "dt"), a.dt)
	a.VXORPD(a.zero, a.zero, a.zero)
	t := a.GP64()
	a.MOVQ(operand.U64(1<<63-1), t)
	a.VMOVQ(t, a.abs.AsX())
	a.VPBROADCASTQ(a.abs.AsX(), a.abs)
	a.MOVL(operand.U32(0x3f800000), t.As32())
	a.VMOVD(t.As32(), a.one)
	a.VPBROADCASTD(a.one, a.one)
	a.VPBROADCASTD(address(a.Context, "stride"), a.stride)
}

// flagged are the lanes of a turn with a flag, as sign bits.
func (a *advance2) flagged(modes avo.VecVirtual, flag uint64) avo.VecVirtual {
	shift := uint64(63)
	for ; flag > 1; flag /= 2 {
		shift--
	}
	v := a.YMM()
	a.VPSLLQ(operand.Imm(shift), modes, v)
	return v
}

// turn advances four clocks and finds their rows.
func (a *advance2) turn(turn int, lanes avo.GPVirtual) {
	at := func(base avo.GPVirtual) operand.Mem { return operand.Mem{Base: base, Disp: 32 * turn} }
	modes := a.YMM()
	a.VPMOVZXBQ(operand.Mem{Base: a.mode, Disp: 4 * turn}, modes)
	step, x, period := a.YMM(), a.YMM(), a.YMM()
	a.VMULPD(at(a.speed), a.dt, step)
	a.VBLENDVPD(a.flagged(modes, clockPaused), a.zero, step, step)
	a.VMOVUPD(at(a.period), period)
	a.VADDPD(at(a.phase), step, x)

	r, cycles, far := a.reduce(x, period)
	clamp, held := a.flagged(modes, clockClamp), a.YMM()
	a.VMAXPD(a.zero, x, held)
	a.VMINPD(period, held, held)
	a.VBLENDVPD(clamp, held, r, r)

	alone := a.YMM()
	a.VANDNPD(far, clamp, alone)
	bits := a.GP32()
	a.VMOVMSKPD(alone, bits)
	a.SHLL(operand.Imm(uint64(4*turn)), bits)
	a.ORL(bits, lanes)
	kept := a.YMM()
	a.VBLENDVPD(alone, at(a.phase), r, kept)
	a.VMOVUPD(kept, at(a.phase))
	a.VBLENDVPD(clamp, a.zero, cycles, cycles)
	a.VBLENDVPD(alone, a.zero, cycles, cycles)
	a.VPADDQ(at(a.cycle), cycles, cycles)
	a.VMOVDQU(cycles, at(a.cycle))

	back, turned := a.YMM(), a.YMM()
	a.VSUBPD(r, period, back)
	a.VCMPPD(compareLess, r, back, turned)
	a.VANDPD(a.flagged(modes, clockPingPong), turned, turned)
	a.VBLENDVPD(turned, back, r, r)
	celled := a.YMM()
	a.VANDNPD(a.flagged(modes, clockCells), alone, celled)
	a.rows(turn, r, celled)
}

// reduce returns x mod period, and the number of periods subtracted, for lanes fewer than
// 2^clockDoublings periods away.
func (a *advance2) reduce(x, period avo.VecVirtual) (r, cycles, far avo.VecVirtual) {
	r, cycles, far = a.YMM(), a.YMM(), a.YMM()
	a.VPXOR(cycles, cycles, cycles)
	a.VANDPD(a.abs, x, r)
	multiple := [clockDoublings + 1]avo.VecVirtual{period}
	for k := 1; k <= clockDoublings; k++ {
		multiple[k] = a.YMM()
		a.VADDPD(multiple[k-1], multiple[k-1], multiple[k])
	}
	a.VCMPPD(compareNotLess, multiple[clockDoublings], r, far)
	for k := clockDoublings - 1; k >= 0; k-- {
		beyond := a.YMM()
		a.VCMPPD(compareAtLeast, multiple[k], r, beyond)
		a.VPADDQ(cycles, cycles, cycles) // a digit of the number of periods
		a.VPSUBQ(beyond, cycles, cycles) // all bits: -1
		a.VANDPD(beyond, multiple[k], beyond)
		a.VSUBPD(beyond, r, r)
	}
	negative, positive, other := a.YMM(), a.YMM(), a.YMM()
	a.VCMPPD(compareLess, a.zero, x, negative)
	a.VPXOR(negative, cycles, cycles) // -n = ^n + 1
	a.VPSUBQ(negative, cycles, cycles)
	a.VCMPPD(compareGreater, a.zero, r, positive)
	a.VANDPD(negative, positive, negative)
	a.VSUBPD(r, period, other)
	a.VBLENDVPD(negative, other, r, r)
	inside := a.YMM()
	a.VCMPPD(compareLess, period, r, inside)
	a.VANDPD(inside, r, r)
	a.VANDPD(inside, negative, negative)
	a.VPADDQ(negative, cycles, cycles) // all bits: -1
	return r, cycles, far
}

// rows finds the rows of four lanes x seconds after the start and writes them.
func (a *advance2) rows(turn int, x, celled avo.VecVirtual) {
	f, last := a.YMM(), a.YMM()
	rate, base, lasts := a.framesOf(turn)
	a.VMULPD(rate, x, x)
	a.VROUNDPD(floorRounding, x, f)
	a.VCVTDQ2PD(lasts, last)
	a.VMINPD(last, f, f)
	a.VSUBPD(f, x, x)
	row, alpha, wide := a.XMM(), a.XMM(), a.YMM()
	a.VCVTTPD2DQY(f, row)
	a.VPADDD(base, row, row)
	any, plain := a.GP32(), fmt.Sprintf("plain%d", turn)
	a.VMOVMSKPD(celled, any)
	a.TESTL(any, any)
	a.JZ(operand.LabelRef(plain))
	a.lookUp(turn, x, row, celled)
	a.Label(plain)
	a.VPMULLD(a.stride, row, row)
	a.VPMOVSXDQ(row, wide)
	a.VMOVDQU(wide, operand.Mem{Base: a.at, Disp: 32 * turn})
	a.VCVTPD2PSY(x, alpha)
	a.VMINPS(a.one, alpha, alpha)
	a.VMOVUPS(alpha, operand.Mem{Base: a.at, Disp: framesAlpha + 16*turn})
}

// framesOf reads the clips of four clocks: their rates, first rows and last frames.
func (a *advance2) framesOf(turn int) (rate, base, last avo.VecVirtual) {
	clip, all, frames, high := a.XMM(), a.YMM(), a.YMM(), a.XMM()
	rate, base, last = a.YMM(), a.XMM(), a.XMM()
	a.VMOVDQU(operand.Mem{Base: a.clip, Disp: 16 * turn}, clip)
	a.VPADDD(clip, clip, clip)
	gather := func(op func(operand.Op, operand.Op, operand.Op), disp int, to avo.VecVirtual) {
		a.VPCMPEQD(a.zero, a.zero, all)
		a.VMOVAPD(a.zero, to)
		op(all, operand.Mem{Base: a.frames, Index: clip, Scale: 8, Disp: disp}, to)
	}
	gather(a.VGATHERDPD, 0, rate)
	gather(a.VPGATHERDQ, 8, frames)
	a.VEXTRACTF128(operand.Imm(1), frames, high)
	a.VSHUFPS(operand.Imm(0x88), high, frames.AsX(), base)
	a.VSHUFPS(operand.Imm(0xdd), high, frames.AsX(), last)
	return rate, base, last
}

// gather reads a field of the cells i.
func (a *advance2) gather(lanes, i avo.VecVirtual, field int, to avo.VecVirtual) {
	mask := a.XMM()
	a.VMOVDQA(lanes, mask)
	a.VPGATHERDD(mask, operand.Mem{Base: a.cells, Index: i, Scale: 4, Disp: 4 * field}, to)
}

// integers is the same integer in four lanes.
func (a *advance2) integers(value uint32) avo.VecVirtual {
	t, v := a.GP32(), a.XMM()
	a.MOVL(operand.U32(value), t)
	a.VMOVD(t, v)
	a.VPBROADCASTD(v, v)
	return v
}

// lookUp finds the rows of cells, and how far lanes in divided cells are in
// their part.
func (a *advance2) lookUp(turn int, x, cell, celled avo.VecVirtual) {
	lanes, high := a.XMM(), a.XMM()
	a.VEXTRACTF128(operand.Imm(1), celled, high)
	a.VSHUFPS(operand.Imm(0xdd), high, celled.AsX(), lanes) // the upper half of each mask
	a.VPSRAD(operand.Imm(31), lanes, lanes)                 // all of it, to blend integers
	i, row, parts, split := a.XMM(), a.XMM(), a.XMM(), a.XMM()
	index := func(cell avo.VecVirtual) {
		a.VPADDD(cell, cell, i)
		a.VPADDD(cell, i, i)
	}
	index(cell)
	for field, to := range []avo.VecVirtual{row, parts, split} {
		a.VPXOR(to, to, to)
		a.gather(lanes, i, field, to)
	}
	divided, any, whole := a.XMM(), a.GP32(), fmt.Sprintf("whole%d", turn)
	a.VPCMPGTD(a.integers(1), parts, divided)
	a.VMOVMSKPS(divided, any)
	a.TESTL(any, any)
	a.JZ(operand.LabelRef(whole))
	a.part(x, parts, divided, row)
	index(row)
	part := a.XMM()
	a.VMOVDQA(row, part)
	a.gather(divided, i, 0, part)
	a.VMOVDQA(part, row)
	a.gather(divided, i, 2, split)
	a.Label(whole)

	alpha, after := a.XMM(), a.XMM()
	a.VCVTPD2PSY(x, alpha)
	a.VCMPPS(compareAtLeast, split, alpha, after)
	a.VPAND(a.integers(2), after, after)
	a.VPADDD(after, row, row)
	a.VBLENDVPS(lanes, row, cell, cell)
}

// part finds the parts of divided cells: it adds their numbers to the first ones, and makes x
// the remainder within the part.
func (a *advance2) part(x, parts, divided, row avo.VecVirtual) {
	count, within, n, wide, number := a.YMM(), a.YMM(), a.YMM(), a.YMM(), a.XMM()
	a.VCVTDQ2PD(parts, count)
	a.VMULPD(count, x, within)
	a.VROUNDPD(floorRounding, within, n)
	ones := a.YMM()
	a.VCVTDQ2PD(a.integers(1), ones)
	a.VSUBPD(ones, count, count)
	a.VMINPD(count, n, n)
	a.VSUBPD(n, within, within)
	a.VPMOVSXDQ(divided, wide)
	a.VBLENDVPD(wide, within, x, x)
	a.VCVTTPD2DQY(n, number)
	a.VPAND(divided, number, number)
	a.VPADDD(number, row, row)
}
