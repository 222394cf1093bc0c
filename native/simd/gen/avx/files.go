// Package avx makes the amd64 kernels of package simd. Most leave registers to avo;
// what several kernels share is written once for AVX2 and AVX-512 (block).
package avx

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/reg"
)

// Files are the kernels of each file name_amd64.s.
var Files = map[string]func(*build.Context){
	"rows": func(c *build.Context) {
		sampleRows(c, "sampleRows16AVX512", true)
		sampleRows(c, "sampleRows8AVX2", false)
	},
	"rigpalette": func(c *build.Context) {
		rigPalette(c, "rigPalette16AVX512", block{wide: true})
		rigPalette(c, "rigPalette8AVX2", block{})
		rigPalette(c, "rigPaletteStream16AVX512", block{wide: true, stream: true})
		rigPalette(c, "rigPaletteStream8AVX2", block{stream: true})
		rigPalette(c, "rigPaletteApart16AVX512", block{wide: true, apart: true})
		rigPalette(c, "rigPaletteApart8AVX2", block{apart: true})
		c.Function("storeFence")
		c.Attributes(attr.NOSPLIT)
		c.SignatureExpr("func()")
		c.SFENCE()
		c.RET()
	},
	"generalpalette": func(c *build.Context) {
		generalPalette(c, "generalPalette16AVX512", block{wide: true})
		generalPalette(c, "generalPalette8AVX2", block{})
		generalPalette(c, "generalPaletteApart16AVX512", block{wide: true, apart: true})
		generalPalette(c, "generalPaletteApart8AVX2", block{apart: true})
	},
	"blend": func(c *build.Context) {
		accumulate(c, "accumulatePose16AVX512", true)
		accumulate(c, "accumulatePose8AVX2", false)
		finish(c, "finishPose16AVX512", true)
		finish(c, "finishPose8AVX2", false)
		accumulateRow(c)
		finishRow(c)
	},
	"blendrows": func(c *build.Context) {
		writeBlendRows(c, "blendRows16AVX512", true)
		writeBlendRows(c, "blendRows8AVX2", false)
		writeBlendRows1(c)
	},
	"over": func(c *build.Context) {
		over(c, "overPose16AVX512", true)
		over(c, "overPose8AVX2", false)
		overRow(c)
		cover(c, "coverPose16AVX512", true)
		cover(c, "coverPose8AVX2", false)
	},
	"add": func(c *build.Context) {
		add(c, "addPose16AVX512", true)
		add(c, "addPose8AVX2", false)
		addRow(c)
	},
	"offset": func(c *build.Context) {
		offsetPose(c, "offsetPose16AVX512", true)
		offsetPose(c, "offsetPose8AVX2", false)
		offsetRows(c, "offsetRows16AVX512")
		offsetRow(c)
	},
	"advance": func(c *build.Context) {
		(&advance2{Context: c}).write()
		(&advance512{Context: c}).write()
	},
	"keysample": func(c *build.Context) {
		(&keys8{Context: c}).write("sampleKeys8AVX2")
		(&keys8{Context: c, masked: true}).write("sampleKeys8MaskedAVX2")
		(&keys{Context: c, name: "sampleKeys16AVX512"}).write()
		(&keys{Context: c, name: "sampleKeys16MaskedAVX512", masked: true}).write()
		sampleKeys1(c)
	},
	"rows1":           sampleRows1,
	"rigpalette1":     writeOneRig,
	"generalpalette1": writeOneGeneral,
	"spans": func(c *build.Context) {
		s := &spans{block{Context: c}}
		s.unpack("unpackSpanAVX2", wholeSpan)
		s.unpack("unpackShortSpanAVX2", shortSpan)
		s.unpack("unpackSomeAVX2", someKeys)
		s.reconstruct()
		s.renormalize()
	},
}

var zmm = []VecPhysical{
	Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15,
	Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z27, Z28, Z29, Z30, Z31,
}

var xmm = []VecPhysical{
	X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15,
}

var ymm = []VecPhysical{
	Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11, Y12, Y13, Y14, Y15,
}

// blockMasks are the masks of the blocks of a register after the first.
var blockMasks = []OpmaskPhysical{1: K1, K2, K3}
