// Package woven makes the amd64 kernels of package simd in which several pieces of
// work overlap.
//
//	thread A   x·pw  px·w  z·py …     ┐                                    ┌ VMULPS Z3, Z7, Z12
//	thread B   unpack  unpack  pairs  ├─ weave ── assign registers ── emit ┤ VUNPCKLPS Z1, Z0, Z4
//	(each in the order of its sense)  ┘                                    └ VADDPS …
//
// Kernels are built from straight-line pieces, threads, that a person can read:
// the arithmetic of a joint, the transposition of a group of matrices, the
// sampling of a line of a bank. Weave mixes threads, so that the processor has
// work of one while another waits, and assign finds registers. The pieces are
// the same for AVX2 and AVX-512 where they can be.
package woven

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
)

// Files are the kernels of each file name_amd64.s.
var Files = map[string]func(*build.Context){
	"rows": func(c *build.Context) {
		newKernel(c, 8).sample("sampleRows8AVX2")
		newKernel(c, 16).sample("sampleRows16AVX512")
	},
	"rigpalette": func(c *build.Context) {
		newKernel(c, 8).rig("rigPalette8AVX2")
		newKernel(c, 16).rig("rigPalette16AVX512")
		stream := newKernel(c, 16)
		stream.stream = true
		stream.rig("rigPaletteStream16AVX512")
		stream = newKernel(c, 8)
		stream.stream = true
		stream.rig("rigPaletteStream8AVX2")
		c.Function("storeFence")
		c.Attributes(attr.NOSPLIT)
		c.SignatureExpr("func()")
		c.SFENCE()
		c.RET()
	},
	"generalpalette": func(c *build.Context) {
		newKernel(c, 8).general("generalPalette8AVX2")
		newKernel(c, 16).general("generalPalette16AVX512")
	},
}
