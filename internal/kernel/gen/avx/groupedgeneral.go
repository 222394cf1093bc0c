package avx

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/reg"
)

// Rows of a state: the model-space matrix, and the local one from here on.
const generalStateLocal = 12

// oneGeneral writes the kernel behind GeneralPalette1.
type oneGeneral struct{ grouped }

// GeneralPalette1 writes the kernel behind GeneralPalette1.
func GeneralPalette1(c *build.Context) {
	o := &oneGeneral{grouped{block: block{Context: c}, rows: constant("generalGroupRows"), stateRows: constant("generalStateRows")}}
	o.begin()
	zero, ones := o.YMM(), o.constant(floatOne)
	o.VXORPS(zero, zero, zero)
	for i := range 12 {
		v := zero
		if i%5 == 0 {
			v = ones
		}
		o.VMOVUPS(v, o.root(i))
	}
	o.eachGroup([3]func(){o.local, o.product, o.write})
}

// local makes the local matrices of a block.
func (o *oneGeneral) local() {
	o.block8(constant("groupBegun"), "unbegun")
	v := o.gather("", "pose", constant("groupOwn"))
	ones := o.load(o.root(0))
	inverse := o.inverse(v, ones)
	entries := o.matrix(v[0], v[1], v[2], v[3], o.sum(inverse, inverse), ones)
	for r := range entries {
		for c := range entries[r] {
			o.VMOVUPS(entries[r][c](), o.state(generalStateLocal+4*r+c))
		}
	}
	translation := [3]VecVirtual{o.load(o.of(constant("generalGroupT"))), o.load(o.of(constant("generalGroupT") + 1)), o.load(o.of(constant("generalGroupT") + 2))}
	o.unless("placed", constant("generalFieldTranslated"), func() { o.columns(constant("generalGroupTranslation"), translation) })
	for r, v := range translation {
		o.VMOVUPS(v, o.state(generalStateLocal+4*r+3))
	}
	o.unless("stretched", constant("generalFieldStretched"), func() {
		scale := [3]VecVirtual{o.load(o.of(constant("generalGroupS"))), o.load(o.of(constant("generalGroupS") + 1)), o.load(o.of(constant("generalGroupS") + 2))}
		o.unless("scaled", constant("generalFieldScaled"), func() { o.columns(constant("generalGroupScale"), scale) })
		for r := range 3 {
			for c, v := range scale {
				at := o.state(generalStateLocal + 4*r + c)
				o.VMOVUPS(o.mul(v, at), at)
			}
		}
	})
	o.unless("constant", constant("generalFieldConstant"), func() {
		which := o.load(o.of(constant("generalGroupConstant")))
		for i := range 12 {
			at := o.state(generalStateLocal + i)
			v := o.load(at)
			o.VBLENDVPS(which, o.of(constant("generalGroupLocal")+i), v, v)
			o.VMOVUPS(v, at)
		}
	})
	o.Label("unbegun")
}

// columns replaces values by those of the pose's columns, in the lanes that have one.
func (o *oneGeneral) columns(row int, values [3]VecVirtual) {
	which := o.load(o.of(row + 1))
	for c, v := range o.gather("", "others", row) {
		if c < 3 {
			o.VBLENDVPS(which, v, values[c], values[c])
		}
	}
}

// product multiplies the local matrices with the parents', column by column: the parents' are in registers.
func (o *oneGeneral) product() {
	o.member()
	var above [3][3]VecVirtual
	for r := range above {
		for i := range above[r] {
			above[r][i] = o.above(4*r + i)
		}
	}
	for c := range 4 {
		var local [3]VecVirtual
		for i := range local {
			local[i] = o.load(o.state(generalStateLocal + 4*i + c))
		}
		for r := range above {
			m := o.sum3(func(i int) VecVirtual { return o.mul(above[r][i], local[i]) })
			if c == 3 {
				m = o.sum(m, o.above(4*r+3))
			}
			o.VMOVUPS(m, o.state(4*r+c))
		}
	}
}

// write writes the palette matrices of a block, the products with the inverse bind matrices.
func (o *oneGeneral) write() {
	o.block8(constant("groupEnded"), "unended")
	out := o.ends()
	for r := range 3 {
		var m, v [4]VecVirtual
		for c := range m {
			m[c] = o.load(o.state(4*r + c))
		}
		for c := range v {
			v[c] = o.sum3(func(i int) VecVirtual { return o.mul(m[i], o.of(constant("generalGroupInverse")+4*i+c)) })
			if c == 3 {
				v[c] = o.sum(v[c], m[c])
			}
		}
		o.unless(fmt.Sprint("copied", r), constant("generalFieldCopied"), func() {
			which := o.load(o.of(constant("generalGroupCopied")))
			for c := range v {
				o.VBLENDVPS(which, m[c], v[c], v[c])
			}
		})
		o.output(r, out, o.square4(v))
	}
	o.Label("unended")
}
