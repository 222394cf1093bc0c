package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// Comparisons of floating-point numbers: false for NaN, except the negated one.
const (
	compareLess    = operand.U8(1)
	compareUnequal = operand.U8(4)
	compareNotLess = operand.U8(5)
	compareAtLeast = operand.U8(13)
	compareGreater = operand.U8(14)
)

// floorRounding is ⌊x⌋, without an exception.
const floorRounding = operand.U8(9)

// Flags of a clock's mode.
const (
	clockPingPong = 1
	clockClamp    = 2
	clockCells    = 4
	clockPaused   = 8
)

const (
	clockDoublings = 4 // see reduce

	framesAlpha = 128 // Frames: Row, Alpha
	framesBytes = 192
)

// Advance writes the kernel behind Advance16.
func Advance(c *build.Context, wide bool) {
	if wide {
		(&advance512{clocks: clocks{Context: c}}).write()
	} else {
		(&advance2{clocks: clocks{Context: c}}).write()
	}
}

// clocks is where the fields of clocks are. left receives, per block, the lanes that the kernel leaves
// alone because they are many periods away.
type clocks struct {
	*build.Context
	phase, speed, period, clip, frames, mode, cycle, at, left, cells avo.GPVirtual
}

func (a *clocks) pointers() {
	for _, p := range []struct {
		name string
		to   *avo.GPVirtual
	}{{"phase", &a.phase}, {"speed", &a.speed}, {"period", &a.period}, {"clip", &a.clip}, {"frames", &a.frames},
		{"mode", &a.mode}, {"cycle", &a.cycle}, {"at", &a.at}, {"left", &a.left}, {"cells", &a.cells}} {
		*p.to = a.GP64()
		a.Load(a.Param(p.name), *p.to)
	}
}

// next goes to the next block, or returns.
func (a *clocks) next() {
	for _, p := range []struct {
		at    avo.GPVirtual
		bytes uint32
	}{{a.phase, 128}, {a.speed, 128}, {a.period, 128}, {a.clip, 64}, {a.mode, 16}, {a.cycle, 128}, {a.at, framesBytes}, {a.left, 2}} {
		a.ADDQ(operand.U32(p.bytes), p.at)
	}
	a.DECQ(address(a.Context, "blocks"))
	a.JNZ(operand.LabelRef("block"))
	a.VZEROUPPER()
	a.RET()
}

// advance512 writes the kernel that advances clocks, 16 at a time: float64 in two halves, rows
// and lookups in cells together.
type advance512 struct {
	clocks

	dt, zero, abs, one64, one32, stride avo.VecVirtual
	periods                             [clockDoublings]avo.VecVirtual // 2^k
	flag                                map[int]avo.VecVirtual         // the flag in each byte
	lanes                               map[int]avo.OpmaskVirtual
	far                                 [2]avo.OpmaskVirtual
	u, n, base                          [2]avo.VecVirtual // per half: between rows, the frame, and the clip's first
}

func (a *advance512) write() {
	a.load()
	a.Label("block")
	a.masks()
	a.half(0)
	a.half(1)
	a.finish()
	a.next()
}

// address is where an argument is.
func address(c *build.Context, argument string) operand.Mem {
	p, err := c.Param(argument).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

// load reads the arguments and makes the constants.
func (a *advance512) load() {
	a.pointers()
	t := a.GP64()
	bytes := func(value uint64) avo.VecVirtual {
		v := a.ZMM()
		a.MOVQ(operand.U64(value), t)
		a.VPBROADCASTQ(t, v)
		return v
	}
	a.dt = a.ZMM()
	a.VBROADCASTSD(address(a.Context, "dt"), a.dt)
	a.zero = a.ZMM()
	a.VPXORQ(a.zero, a.zero, a.zero)
	a.abs = bytes(1<<63 - 1)
	a.one64 = bytes(0x3ff0000000000000)
	a.one32 = bytes(0x3f8000003f800000)
	for k := range a.periods {
		a.periods[k] = bytes(1 << k)
	}
	a.flag, a.lanes = map[int]avo.VecVirtual{}, map[int]avo.OpmaskVirtual{}
	for _, f := range []int{clockPingPong, clockClamp, clockCells, clockPaused} {
		a.flag[f] = bytes(uint64(f) * 0x0101010101010101)
	}
	a.stride = a.ZMM()
	a.Load(a.Param("stride"), t)
	a.VPBROADCASTD(t.As32(), a.stride)
}

// masks finds the lanes that have each flag; for clockPaused, those that lack it.
func (a *advance512) masks() {
	m := a.XMM()
	a.VMOVDQU8(operand.Mem{Base: a.mode}, m)
	for _, f := range []int{clockPingPong, clockClamp, clockCells, clockPaused} {
		a.lanes[f] = a.K()
		if f == clockPaused {
			a.VPTESTNMB(a.flag[f].AsX(), m, a.lanes[f])
		} else {
			a.VPTESTMB(a.flag[f].AsX(), m, a.lanes[f])
		}
	}
}

// ofHalf is the mask of one half of the lanes.
func (a *advance512) ofHalf(h int, lanes avo.OpmaskVirtual) avo.OpmaskVirtual {
	if h == 0 {
		return lanes
	}
	k := a.K()
	a.KSHIFTRW(operand.Imm(8), lanes, k)
	return k
}

// half advances eight clocks and finds their frames.
func (a *advance512) half(h int) {
	at := func(base avo.GPVirtual) operand.Mem { return operand.Mem{Base: base, Disp: 64 * h} }
	x, period := a.ZMM(), a.ZMM()
	a.VMOVUPD(at(a.phase), x)
	a.VMOVUPD(at(a.period), period)
	step := a.ZMM()
	a.VMULPD_Z(at(a.speed), a.dt, a.ofHalf(h, a.lanes[clockPaused]), step)
	a.VADDPD(step, x, x)

	clamp := a.ofHalf(h, a.lanes[clockClamp])
	r, cycles := a.reduce(h, x, period, clamp)
	held := a.ZMM()
	a.VMAXPD(a.zero, x, held)
	a.VMINPD(period, held, held)
	a.VMOVAPD(held, clamp, r)
	near := a.K()
	a.KNOTW(a.far[h], near)
	a.VMOVUPD(r, near, at(a.phase))
	a.KANDNW(near, clamp, near)
	a.VPADDQ(at(a.cycle), cycles, cycles)
	a.VMOVDQU64(cycles, near, at(a.cycle))

	back, turned := a.ZMM(), a.K()
	a.VSUBPD(r, period, back)
	a.VCMPPD(compareLess, r, back, a.ofHalf(h, a.lanes[clockPingPong]), turned)
	a.VMOVAPD(back, turned, r)

	u, f, last := a.ZMM(), a.ZMM(), a.ZMM()
	rate, frames := a.framesOf(h)
	a.VMULPD(rate, r, u)
	a.VRNDSCALEPD(floorRounding, u, f)
	a.base[h] = a.YMM()
	a.VPMOVQD(frames, a.base[h])
	a.VPSRLQ(operand.Imm(32), frames, frames)
	a.VPMOVQD(frames, last.AsY())
	a.VCVTDQ2PD(last.AsY(), last)
	a.VMINPD(last, f, f)
	a.VSUBPD(f, u, u)
	n := a.YMM()
	a.VCVTTPD2DQ(f, n)
	a.u[h], a.n[h] = u, n
}

// framesOf reads the clips of eight clocks: their rates and, together, base and last.
func (a *advance512) framesOf(h int) (rate, frames avo.VecVirtual) {
	clip := a.YMM()
	a.VMOVDQU32(operand.Mem{Base: a.clip, Disp: 32 * h}, clip)
	a.VPADDD(clip, clip, clip)
	rate, frames = a.ZMM(), a.ZMM()
	all, any := a.K(), a.lanes[clockCells]
	a.VMOVAPD(a.zero, rate)
	a.VMOVAPD(a.zero, frames)
	a.KXNORW(any, any, all)
	a.VGATHERDPD(operand.Mem{Base: a.frames, Index: clip, Scale: 8}, all, rate)
	a.KXNORW(any, any, all)
	a.VPGATHERDQ(operand.Mem{Base: a.frames, Index: clip, Scale: 8, Disp: 8}, all, frames)
	return rate, frames
}

// reduce returns x mod period, and the number of periods subtracted, for lanes fewer than
// 2^clockDoublings periods away.
func (a *advance512) reduce(h int, x, period avo.VecVirtual, clamp avo.OpmaskVirtual) (r, cycles avo.VecVirtual) {
	r, cycles = a.ZMM(), a.ZMM()
	a.VPANDQ(a.abs, x, r)
	a.VPXORQ(cycles, cycles, cycles)
	multiple := [clockDoublings + 1]avo.VecVirtual{period}
	for k := 1; k <= clockDoublings; k++ {
		multiple[k] = a.ZMM()
		a.VADDPD(multiple[k-1], multiple[k-1], multiple[k])
	}
	far := a.K()
	a.VCMPPD(compareNotLess, multiple[clockDoublings], r, far)
	a.far[h] = a.K()
	a.KANDNW(far, clamp, a.far[h])
	for k := clockDoublings - 1; k >= 0; k-- {
		beyond := a.K()
		a.VCMPPD(compareAtLeast, multiple[k], r, beyond)
		a.VSUBPD(multiple[k], r, beyond, r)
		a.VPADDQ(a.periods[k], cycles, beyond, cycles)
	}
	negative, inside := a.K(), a.K()
	a.VCMPPD(compareLess, a.zero, x, negative)
	a.VPSUBQ(cycles, a.zero, negative, cycles)
	a.VCMPPD(compareGreater, a.zero, r, negative, negative)
	a.VSUBPD(r, period, negative, r)
	a.VCMPPD(compareLess, period, r, inside)
	a.VMOVAPD_Z(r, inside, r)
	a.KANDW(inside, negative, negative)
	a.VPSUBQ(a.periods[0], cycles, negative, cycles)
	return r, cycles
}

// finish finds the rows of a block and writes them.
func (a *advance512) finish() {
	far := a.K()
	a.KUNPCKBW(a.far[0], a.far[1], far)
	mask := a.GP32()
	a.KMOVW(far, mask)
	a.MOVW(mask.As16(), operand.Mem{Base: a.left})

	row := a.ZMM()
	a.VINSERTI64X4(operand.Imm(1), a.n[1], a.n[0].AsZ(), row)
	base := a.ZMM()
	a.VINSERTI64X4(operand.Imm(1), a.base[1], a.base[0].AsZ(), base)
	a.VPADDD(base, row, row)
	celled := a.K()
	a.KANDNW(a.lanes[clockCells], far, celled)
	alpha, split := a.ZMM(), a.ZMM()
	a.KORTESTW(celled, celled)
	a.JNZ(operand.LabelRef("cells"))
	a.alphas(alpha)
	a.Label("rows")
	a.VMINPS(a.one32, alpha, alpha)
	a.VMOVUPS(alpha, operand.Mem{Base: a.at, Disp: framesAlpha})
	a.VPMULLD(a.stride, row, row)
	for h := range 2 {
		part, wide := row.AsY(), a.ZMM()
		if h == 1 {
			part = a.YMM()
			a.VEXTRACTI64X4(operand.Imm(1), row, part)
		}
		a.VPMOVSXDQ(part, wide)
		a.VMOVDQU64(wide, operand.Mem{Base: a.at, Disp: 64 * h})
	}
	a.JMP(operand.LabelRef("next"))

	a.Label("cells")
	found := a.ZMM()
	a.lookUp(celled, row, found, split)
	a.alphas(alpha)
	after, two := a.K(), a.ZMM()
	a.VCMPPS(compareAtLeast, split, alpha, celled, after)
	a.VPADDD(a.two(two), found, after, found)
	a.VMOVDQA32(found, celled, row)
	a.JMP(operand.LabelRef("rows"))
	a.Label("next")
}

// alphas are the fractions between rows, in float32.
func (a *advance512) alphas(alpha avo.VecVirtual) {
	low, high := a.YMM(), a.YMM()
	a.VCVTPD2PS(a.u[0], low)
	a.VCVTPD2PS(a.u[1], high)
	a.VINSERTF64X4(operand.Imm(1), high, low.AsZ(), alpha)
}

func (a *advance512) two(v avo.VecVirtual) avo.VecVirtual {
	t := a.GP32()
	a.MOVL(operand.U32(2), t)
	a.VPBROADCASTD(t, v)
	return v
}

// gather reads a field of the cells i.
func (a *advance512) gather(lanes avo.OpmaskVirtual, i avo.VecVirtual, field int, to avo.VecVirtual) {
	k := a.K()
	a.KMOVW(lanes, k)
	a.VPGATHERDD(operand.Mem{Base: a.cells, Index: i, Scale: 4, Disp: 4 * field}, k, to)
}

// lookUp finds the rows of cells and where they are split, and how far lanes in
// divided cells are in their part.
func (a *advance512) lookUp(celled avo.OpmaskVirtual, cell, row, split avo.VecVirtual) {
	i, parts := a.ZMM(), a.ZMM()
	index := func(cell avo.VecVirtual) {
		a.VPADDD(cell, cell, i)
		a.VPADDD(cell, i, i)
	}
	index(cell)
	a.VPXORQ(row, row, row)
	a.VPXORQ(split, split, split)
	a.VPXORQ(parts, parts, parts)
	a.gather(celled, i, 0, row)
	a.gather(celled, i, 1, parts)
	a.gather(celled, i, 2, split)
	one, divided := a.ZMM(), a.K()
	t := a.GP32()
	a.MOVL(operand.U32(1), t)
	a.VPBROADCASTD(t, one)
	a.VPCMPGTD(one, parts, celled, divided)
	a.KORTESTW(divided, divided)
	a.JZ(operand.LabelRef("whole"))
	var part [2]avo.VecVirtual
	for h := range 2 {
		of, count, x, n := parts.AsY(), a.ZMM(), a.ZMM(), a.ZMM()
		if h == 1 {
			of = a.YMM()
			a.VEXTRACTI64X4(operand.Imm(1), parts, of)
		}
		a.VCVTDQ2PD(of, count)
		a.VMULPD(count, a.u[h], x)
		a.VSUBPD(a.one64, count, count)
		a.VRNDSCALEPD(floorRounding, x, n)
		a.VMINPD(count, n, n)
		a.VSUBPD(n, x, a.ofHalf(h, divided), a.u[h])
		part[h] = a.YMM()
		a.VCVTTPD2DQ(n, part[h])
	}
	next := a.ZMM()
	a.VINSERTI64X4(operand.Imm(1), part[1], part[0].AsZ(), next)
	a.VPADDD(next, row, next)
	index(next)
	a.gather(divided, i, 0, row)
	a.gather(divided, i, 2, split)
	a.Label("whole")
}
