package avx

import (
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// SampleKeys1 writes the kernel behind SampleKeys1: a search per line, then four columns
// at a time.
func SampleKeys1(c *build.Context) {
	k := &block{Context: c}
	pose, values, cells := k.pointer("pose"), k.pointer("values"), k.pointer("cells")
	lines, count, quads := k.pointer("lines"), k.pointer("count"), k.pointer("quads")
	tick, zero := c.XMM(), c.XMM()
	c.VMOVSS(address(c, "tick"), tick)
	c.VXORPS(zero, zero, zero)
	line := func(field int) Mem { return Mem{Base: lines, Disp: field} }
	from, next, interval, left := c.GP64(), c.GP64(), c.GP64(), c.GP64()

	c.Label("line")
	// The interval that the tick's cell says, or one of those after it.
	x, last := c.XMM(), c.XMM()
	c.VMULSS(line(keyField("scale")), tick, x)
	c.VMAXSS(zero, x, x) // 0 for NaN
	c.MOVL(line(keyField("cells")), left.As32())
	c.DECL(left.As32())
	c.VCVTSI2SSL(left.As32(), zero, last)
	c.VMINSS(last, x, x)
	c.VCVTTSS2SI(x, left.As32())
	c.ADDL(line(keyField("cell")), left.As32())
	c.MOVLQSX(Mem{Base: cells, Index: left, Scale: 4}, interval)
	c.MOVQ(line(keyField("records")), from)
	c.ADDQ(values, from)
	c.SHLQ(Imm(4), interval) // a record's bytes
	c.MOVL(line(keyField("walks")), left.As32())
	c.TESTL(left.As32(), left.As32())
	c.JZ(LabelRef("found"))
	c.Label("walk")
	further := c.GP64()
	c.LEAQ(Mem{Base: interval, Disp: 16}, further)
	c.VUCOMISS(Mem{Base: from, Index: interval, Scale: 1, Disp: 4}, tick)
	c.CMOVQCC(further, interval) // the tick is not less
	c.DECL(left.As32())
	c.JNZ(LabelRef("walk"))
	c.Label("found")
	alpha, vector := c.XMM(), c.YMM()
	c.VSUBSS(Mem{Base: from, Index: interval, Scale: 1}, tick, alpha)
	c.VADDSS(address(c, "rest"), alpha, alpha)
	c.VMULSS(Mem{Base: from, Index: interval, Scale: 1, Disp: 8}, alpha, alpha)
	c.VBROADCASTSS(alpha, vector)
	c.SHRQ(Imm(4), interval)
	c.MOVL(line(keyField("stride")), from.As32())
	c.IMULQ(interval, from)
	c.ADDQ(line(keyField("rows")), from)
	c.ADDQ(values, from)
	c.MOVLQSX(line(keyField("next")), next)
	c.ADDQ(from, next)
	c.MOVL(line(keyField("packs")), left.As32())
	c.ADDL(line(keyField("otherPacks")), left.As32())
	c.Label("pack")
	for half := range 2 {
		a := k.load(at(from, 32*half))
		b := k.sum(k.mul(k.sub(k.load(at(next, 32*half)), a), vector), a)
		for i := range 2 {
			to := c.GP64()
			c.MOVLQSX(Mem{Base: quads, Disp: 8*half + 4*i}, to)
			if quad := (Mem{Base: pose, Index: to, Scale: 4}); i == 0 {
				c.VMOVUPS(b.AsX(), quad)
			} else {
				c.VEXTRACTF128(Imm(1), b, quad)
			}
		}
	}
	c.ADDQ(Imm(16), quads)
	c.ADDQ(Imm(64), from)
	c.ADDQ(Imm(64), next)
	c.DECL(left.As32())
	c.JNZ(LabelRef("pack"))
	c.ADDQ(sizeOf("keyLine"), lines)
	c.DECQ(count)
	c.JNZ(LabelRef("line"))
	c.VZEROUPPER()
	c.RET()
}
