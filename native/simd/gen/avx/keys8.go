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
		(&keys8{keys{Context: c, masked: masked}}).write()
	}
}

// keys8 writes the kernel behind SampleKeys16 for AVX2, which takes a block in
// two turns of eight lanes. In its packs, register i of four holds a column's
// quads of lanes i and 4+i.
type keys8 struct{ keys }

func (k *keys8) write() {
	k.start(8)
	k.lines(k.search, func() {
		for i := range 4 { // alphas of lanes i and 4+i
			k.VBROADCASTSS(k.alpha.Offset(4*i), X0)
			k.VBROADCASTSS(k.alpha.Offset(16+4*i), X1)
			k.VINSERTF128(Imm(1), X1, Y0, ymm[12+i])
		}
	}, k.pack)
}

// search finds where each lane is on a line's time line: it looks where the
// tick's cell says and walks on from there, always as far as may be needed.
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

// pack samples four columns.
func (k *keys8) pack(rotation bool) {
	for c := range 4 {
		var v [4]VecPhysical
		for i := range v {
			v[i] = ymm[i]
			for half, lane := range []int{i, 4 + i} {
				k.MOVQ(k.address.Offset(8*lane), from)
				k.LEAQ(Mem{Base: from, Index: next, Scale: 1}, to)
				a := Mem{Base: from, Index: column, Scale: 1, Disp: 16 * c}
				b := Mem{Base: to, Index: column, Scale: 1, Disp: 16 * c}
				if half == 0 {
					k.VMOVUPS(a, xmm[i])
					k.VMOVUPS(b, xmm[4+i])
				} else {
					k.VINSERTF128(Imm(1), a, ymm[i], ymm[i])
					k.VINSERTF128(Imm(1), b, ymm[4+i], ymm[4+i])
				}
			}
			k.VSUBPS(ymm[i], ymm[4+i], ymm[4+i])
			k.VMULPS(ymm[12+i], ymm[4+i], ymm[4+i])
			k.VADDPS(ymm[i], ymm[4+i], ymm[i])
		}
		r := [4]VecPhysical{Y8, Y9, Y10, Y11}
		k.square4(v, [4]VecPhysical{Y4, Y5, Y6, Y7}, r)
		k.store(r, Mem{Base: out, Disp: 4 * c}, rotation)
	}
	k.ADDQ(Imm(16), out)
	k.ADDQ(Imm(64), column)
}

// store writes the rows of a column to the place that offset says.
func (k *keys8) store(v [4]VecPhysical, offset Mem, rotation bool) {
	k.MOVLQSX(offset, to)
	k.ADDQ(pose, to)
	if k.masked {
		k.Load(k.Param("mask"), spare)
		k.VMOVUPS(Mem{Base: spare}, Y7)
	}
	for i := range v {
		k.storeRow(v[i], i)
	}
	if !rotation {
		return
	}
	k.VMULPS(v[0], v[0], Y0)
	k.VMULPS(v[1], v[1], Y1)
	k.VMULPS(v[2], v[2], Y2)
	k.VMULPS(v[3], v[3], Y3)
	k.VADDPS(Y1, Y0, Y0)
	k.VADDPS(Y3, Y2, Y2)
	k.VADDPS(Y2, Y0, Y0)
	k.MOVL(U32(0x3f800000), spare.As32())
	k.VMOVD(spare.As32(), X1)
	k.VBROADCASTSS(X1, Y1)
	k.VDIVPS(Y0, Y1, Y0)
	k.storeRow(Y0, 4)
}

func (k *keys8) storeRow(v VecPhysical, i int) {
	if k.masked {
		k.VMASKMOVPS(v, Y7, Mem{Base: to, Disp: i * row})
	} else {
		k.VMOVUPS(v, Mem{Base: to, Disp: i * row})
	}
}
