package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// advance2 writes the kernel that moves clocks on, four at a time. left takes
// per block the lanes that it leaves alone: those many periods away, and those
// that look their rows up in cells.
type advance2 struct {
	*build.Context
	phase, speed, period, rate, base, last, mode, at, left avo.GPVirtual

	dt, zero, abs, one, stride avo.VecVirtual
}

func (a *advance2) write() {
	a.Function("advance16AVX2")
	a.Attributes(attr.NOSPLIT)
	a.Pragma("noescape")
	a.SignatureExpr(clockArguments + ")")
	a.load()
	a.Label("block")
	lanes := a.GP32()
	a.XORL(lanes, lanes)
	for turn := range 4 {
		a.turn(turn, lanes)
	}
	a.MOVW(lanes.As16(), operand.Mem{Base: a.left})
	for _, p := range []struct {
		at    avo.GPVirtual
		bytes uint32
	}{{a.phase, 128}, {a.speed, 128}, {a.period, 128}, {a.rate, 128}, {a.base, 64}, {a.last, 64}, {a.mode, 16}, {a.at, framesBytes}, {a.left, 2}} {
		a.ADDQ(operand.U32(p.bytes), p.at)
	}
	a.DECQ(address(a.Context, "blocks"))
	a.JNZ(operand.LabelRef("block"))
	a.VZEROUPPER()
	a.RET()
}

func (a *advance2) load() {
	for _, p := range []struct {
		name string
		to   *avo.GPVirtual
	}{{"phase", &a.phase}, {"speed", &a.speed}, {"period", &a.period}, {"rate", &a.rate}, {"base", &a.base}, {"last", &a.last},
		{"mode", &a.mode}, {"at", &a.at}, {"left", &a.left}} {
		*p.to = a.GP64()
		a.Load(a.Param(p.name), *p.to)
	}
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

// turn moves four clocks on and finds their rows.
func (a *advance2) turn(turn int, lanes avo.GPVirtual) {
	at := func(base avo.GPVirtual) operand.Mem { return operand.Mem{Base: base, Disp: 32 * turn} }
	modes := a.YMM()
	a.VPMOVZXBQ(operand.Mem{Base: a.mode, Disp: 4 * turn}, modes)
	step, old, x, period := a.YMM(), a.YMM(), a.YMM(), a.YMM()
	a.VMULPD(at(a.speed), a.dt, step)
	a.VBLENDVPD(a.flagged(modes, clockPaused), a.zero, step, step)
	a.VMOVUPD(at(a.phase), old)
	a.VMOVUPD(at(a.period), period)
	a.VADDPD(step, old, x)

	r, far := a.reduce(x, period)
	clamp, held := a.flagged(modes, clockClamp), a.YMM()
	a.VMAXPD(a.zero, x, held)
	a.VMINPD(period, held, held)
	a.VBLENDVPD(clamp, held, r, r)

	alone := a.YMM()
	a.VANDNPD(far, clamp, alone)
	a.VORPD(a.flagged(modes, clockCells), alone, alone)
	bits := a.GP32()
	a.VMOVMSKPD(alone, bits)
	a.SHLL(operand.Imm(uint64(4*turn)), bits)
	a.ORL(bits, lanes)
	kept := a.YMM()
	a.VBLENDVPD(alone, old, r, kept)
	a.VMOVUPD(kept, at(a.phase))

	back, turned := a.YMM(), a.YMM()
	a.VSUBPD(r, period, back)
	a.VCMPPD(compareLess, r, back, turned)
	a.VANDPD(a.flagged(modes, clockPingPong), turned, turned)
	a.VBLENDVPD(turned, back, r, r)
	a.rows(turn, r)
}

// reduce is x mod period for lanes that are not far: 2^clockDoublings periods
// away or more.
func (a *advance2) reduce(x, period avo.VecVirtual) (r, far avo.VecVirtual) {
	r, far = a.YMM(), a.YMM()
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
		a.VANDPD(beyond, multiple[k], beyond)
		a.VSUBPD(beyond, r, r)
	}
	negative, positive, other := a.YMM(), a.YMM(), a.YMM()
	a.VCMPPD(compareLess, a.zero, x, negative)
	a.VCMPPD(compareGreater, a.zero, r, positive)
	a.VANDPD(negative, positive, negative)
	a.VSUBPD(r, period, other)
	a.VBLENDVPD(negative, other, r, r)
	inside := a.YMM()
	a.VCMPPD(compareLess, period, r, inside)
	a.VANDPD(inside, r, r)
	return r, far
}

// rows finds the rows of four lanes x seconds after the start and writes them.
func (a *advance2) rows(turn int, x avo.VecVirtual) {
	f, last := a.YMM(), a.YMM()
	a.VMULPD(operand.Mem{Base: a.rate, Disp: 32 * turn}, x, x)
	a.VROUNDPD(floorRounding, x, f)
	a.VCVTDQ2PD(operand.Mem{Base: a.last, Disp: 16 * turn}, last)
	a.VMINPD(last, f, f)
	a.VSUBPD(f, x, x)
	row, alpha, wide := a.XMM(), a.XMM(), a.YMM()
	a.VCVTTPD2DQY(f, row)
	a.VPADDD(operand.Mem{Base: a.base, Disp: 16 * turn}, row, row)
	a.VPMULLD(a.stride, row, row)
	a.VPMOVSXDQ(row, wide)
	a.VMOVDQU(wide, operand.Mem{Base: a.at, Disp: 32 * turn})
	a.VCVTPD2PSY(x, alpha)
	a.VMINPS(a.one, alpha, alpha)
	a.VMOVUPS(alpha, operand.Mem{Base: a.at, Disp: framesAlpha + 16*turn})
}
