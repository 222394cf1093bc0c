package avx

import (
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// SampleKeys writes the kernel behind SampleKeys16.
func SampleKeys(c *build.Context, wide bool) { sampleKeys(c, wide, false) }

// SampleKeysMasked writes one for some of the lanes.
func SampleKeysMasked(c *build.Context, wide bool) { sampleKeys(c, wide, true) }

func sampleKeys(c *build.Context, wide, masked bool) {
	if wide {
		(&keys{Context: c, masked: masked}).write()
	} else {
		k := &keys8{keys: keys{Context: c, masked: masked}}
		k.gather.Context = c
		k.write()
	}
}

// keys8 writes the kernel behind SampleKeys16 for AVX2, which takes a block in two passes of
// eight lanes.
type keys8 struct {
	keys
	gather gather
}

func (k *keys8) write() {
	k.start(8)
	k.gather.one = k.gather.constant(floatOne)
	k.gather.part, k.gather.put = k.between, k.put
	k.lines(k.search, func(rotation bool) {
		if rotation {
			k.gather.line(poseColumn)
		} else {
			k.gather.line(otherColumn)
		}
		k.ADDQ(Imm(16), out)
		k.ADDQ(Imm(64), column)
	})
}

// search finds where each lane is on a line's time line: it starts at the tick's cell and always
// walks as far as may be needed.
func (k *keys8) search(label string) {
	interval, tick, spread := Y0, Y7, Y3
	k.Load(k.Param("at"), spare)
	k.VMOVUPS(Mem{Base: spare}, tick)
	k.VBROADCASTSS(Mem{Base: lines, Disp: keyField("scale")}, Y1)
	k.VMULPS(Y1, tick, Y1)
	k.VXORPS(Y2, Y2, Y2)
	k.VMAXPS(Y2, Y1, Y1) // 0 for NaN
	k.VPBROADCASTD(Mem{Base: lines, Disp: keyField("cells")}, Y2)
	k.VPCMPEQD(Y4, Y4, Y4)
	k.VPADDD(Y4, Y2, Y2)
	k.VCVTDQ2PS(Y2, Y2)
	k.VMINPS(Y2, Y1, Y1)
	k.VCVTTPS2DQ(Y1, spread)
	k.MOVLQSX(Mem{Base: lines, Disp: keyField("cell")}, spare2)
	k.Load(k.Param("cells"), spare)
	k.LEAQ(Mem{Base: spare, Index: spare2, Scale: 4}, spare)
	k.VPGATHERDD(Y4, Mem{Base: spare, Index: spread, Scale: 4}, interval)
	k.MOVQ(Mem{Base: lines, Disp: keyField("records")}, spare)
	k.ADDQ(values, spare)
	gather := func(disp int, to VecPhysical) {
		k.VPSLLD(Imm(2), interval, spread)
		k.VPCMPEQD(Y4, Y4, Y4)
		k.VGATHERDPS(Y4, Mem{Base: spare, Index: spread, Scale: 4, Disp: disp}, to)
	}
	k.repeat(label+"Walk", keyField("walks"), func() {
		gather(4, Y2)
		k.VCMPPS(U8(0x1d), Y2, tick, Y2)
		k.VPSUBD(Y2, interval, interval) // a true comparison is -1
	})
	gather(0, Y1)
	gather(8, Y2)
	k.VSUBPS(Y1, tick, Y1)
	k.Load(k.Param("at"), spare)
	k.VADDPS(Mem{Base: spare, Disp: row}, Y1, Y1)
	k.VMULPS(Y2, Y1, Y1)
	k.VMOVUPS(Y1, k.alpha)
	k.MOVQ(Mem{Base: lines, Disp: keyField("rows")}, spare)
	k.ADDQ(values, spare)
	k.VMOVQ(spare, X2)
	k.VPBROADCASTQ(X2, Y2)
	k.VPBROADCASTD(Mem{Base: lines, Disp: keyField("stride")}, Y3)
	k.VEXTRACTI128(Imm(1), interval, X5)
	k.VPMOVZXDQ(X0, Y4)
	k.VPMOVZXDQ(X5, Y5)
	for i, y := range []VecPhysical{Y4, Y5} {
		k.VPMULUDQ(Y3, y, y)
		k.VPADDQ(Y2, y, y)
		k.VMOVDQU(y, k.address.Offset(32*i))
	}
}

// between is two columns of a lane.
func (k *keys8) between(lane, disp int) VecVirtual {
	k.MOVQ(k.address.Offset(8*lane), from)
	k.LEAQ(Mem{Base: from, Index: next, Scale: 1}, to)
	quads := func(row Register) VecVirtual {
		return k.gather.load(Mem{Base: row, Index: column, Scale: 1, Disp: disp})
	}
	return k.gather.lerp(quads(from), quads(to), k.alpha.Offset(4*lane))
}

// put writes the rows of a column to the place that out holds.
func (k *keys8) put(v [4]VecVirtual, i, size int) {
	k.MOVLQSX(Mem{Base: out, Disp: 4 * i}, to)
	k.ADDQ(pose, to)
	rows := v[:]
	if size == poseColumn {
		rows = append(rows, k.gather.div(k.gather.one, k.gather.square(v)))
	}
	var mask VecVirtual
	if k.masked {
		k.Load(k.Param("mask"), spare)
		mask = k.gather.load(Mem{Base: spare})
	}
	for i, v := range rows {
		if row := (Mem{Base: to, Disp: i * row}); k.masked {
			k.VMASKMOVPS(v, mask, row)
		} else {
			k.gather.store(v, row)
		}
	}
}
