package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// blendRows writes a kernel of kernel.BlendRows16: four columns of all parts, and their
// sum completed, before the next four. The wide one completes it while it adds the last of
// several parts.
type blendRows struct {
	gather
	of                  avo.GPVirtual // the part at hand
	column              avo.GPVirtual // offset of the columns at hand in a mask
	rows, alpha, weight avo.GPVirtual
	mask, line, next    avo.GPVirtual
	rest, reference     avo.GPVirtual
	first, last         bool           // of the parts: the sum begins, or is completed
	least               avo.VecVirtual // |q|² of the columns completed
}

// BlendRows writes the kernel behind BlendRows16.
func BlendRows(c *build.Context, wide bool) {
	k := &blendRows{gather: gather{blend: blend{block: block{Context: c, wide: wide}}}}
	k.to, k.line, k.next = k.pointer("sum"), k.pointer("rows"), k.pointer("rowStride")
	k.rest, k.reference, k.column = k.pointer("rest"), k.pointer("reference"), k.GP64()
	k.XORQ(k.column, k.column)
	k.ADDQ(k.line, k.next)
	if wide {
		k.constants()
		k.finishing()
	}
	k.part = func(lane, disp int) avo.VecVirtual {
		quads := k.indexed(lane, disp, k.rows, k.line, k.next)
		return k.lerp(k.load(quads[0]), k.load(quads[1]), at(k.alpha, 4*lane))
	}
	k.put = k.addColumn
	k.columnGroups("rotationGroups", poseColumn)
	k.columnGroups("otherGroups", otherColumn)
	k.end()
}

// columnGroups writes the loop over four columns of a size at a time.
func (k *blendRows) columnGroups(groups string, size int) {
	label := func(s string) operand.LabelRef { return operand.LabelRef(groups + s) }
	count, left := k.pointer(groups), k.GP64()
	k.TESTQ(count, count)
	k.JZ(label("Done"))
	k.Label(groups)
	k.of = k.pointer("parts")
	k.Load(k.Param("count"), left)
	k.first = true
	k.addPart(groups+"Masked", size)
	k.JMP(label("Next"))
	k.Label(groups + "Masked")
	zero := k.constant(0)
	for disp := 0; disp < 4*size; disp += row {
		k.store(zero, at(k.to, disp))
	}
	k.first = false
	k.Label(groups + "Next")
	k.DECQ(left)
	k.JZ(label("Finish"))
	k.ADDQ(sizeOf("rowsPart"), k.of)
	if k.wide {
		k.CMPQ(left, operand.Imm(1))
		k.JE(label("Last"))
	}
	k.addPart(groups+"Next", size)
	k.JMP(label("Next"))
	if k.wide {
		k.last = true
		k.Label(groups + "Last")
		k.addPart(groups+"Finish", size)
		if size == poseColumn {
			k.lengthenColumns()
		}
		k.JMP(label("Complete"))
		k.last = false
	}
	k.Label(groups + "Finish")
	if !k.wide {
		k.signs()
		k.finishing()
	}
	for column := range 4 {
		if size == poseColumn {
			k.putRotationOf(k.finishRotation(column*size, at(k.rest, 16*column)), column)
		} else {
			k.finishOther(column*size, at(k.rest, 16*column))
		}
	}
	if size == poseColumn {
		k.lengthenColumns()
	}
	k.Label(groups + "Complete")
	k.ADDQ(operand.U32(uint64(4*size)), k.to)
	for _, line := range []avo.GPVirtual{k.line, k.next, k.rest, k.reference} {
		k.ADDQ(operand.Imm(64), line)
	}
	k.ADDQ(operand.Imm(16), k.column)
	k.DECQ(count)
	k.JNZ(operand.LabelRef(groups))
	k.Label(groups + "Done")
}

// signs is constants for one piece of the kernel, which take registers only there.
func (k *blendRows) signs() { k.minus, k.zero = k.constant(1<<31), k.constant(0) }

// addPart adds four columns of a part to the sum, or makes the sum of them; where they
// are masked it jumps.
func (k *blendRows) addPart(masked string, size int) {
	field := func(name string) avo.GPVirtual {
		r := k.GP64()
		k.MOVQ(at(k.of, layout.Offset("rowsPart", name)), r)
		return r
	}
	k.mask = field("masked")
	k.ANDQ(k.column, k.mask)
	k.ADDQ(at(k.of, layout.Offset("rowsPart", "mask")), k.mask)
	any := k.GP64()
	k.MOVQ(at(k.mask, 0), any)
	k.ORQ(at(k.mask, 8), any)
	k.JZ(operand.LabelRef(masked))
	k.rows, k.alpha, k.weight = field("row"), field("alpha"), field("weight")
	k.gather.line(size)
}

// addColumn adds a column of a part.
func (k *blendRows) addColumn(v [4]avo.VecVirtual, column, size int) {
	disp := column * size
	add := func(v avo.VecVirtual, i int) avo.VecVirtual {
		to := at(k.to, disp+i*row)
		if !k.first {
			v = k.sum(v, to)
		}
		if !k.last {
			k.store(v, to)
		}
		return v
	}
	u := k.mulAll(k.load(at(k.weight, 0)), at(k.mask, 4*column))
	factor, total := u, u
	if size == poseColumn {
		total = add(u, 4)
		if !k.wide {
			k.one, k.half = k.constant(floatOne), k.constant(floatHalf)
		}
		factor = k.lengthened(u, k.square(v), k.half)
		if !k.wide {
			k.signs()
		}
		factor = k.negate(factor, k.hemisphere(v, at(k.reference, 16*column)))
	}
	var sum [4]operand.Op
	for i := range v {
		v[i] = add(k.mul(factor, v[i]), i)
		sum[i] = v[i]
	}
	switch {
	case !k.last:
	case size == poseColumn:
		k.putRotationOf(k.completeRotation(sum, total, at(k.rest, 16*column)), column)
	default:
		k.completeOther([3]operand.Op(sum[:3]), v[3], disp, at(k.rest, 16*column))
	}
}

// putRotationOf stores a rotation column of a sum that is completed.
func (k *blendRows) putRotationOf(v [4]avo.VecVirtual, column int) {
	n := k.square(v)
	k.putSquared(v, n, k.to, column*poseColumn)
	if column == 0 {
		k.least = n
	} else {
		k.least = k.do(k.VPMINUD, n, k.least) // as integers, which order all but negative ones
	}
}

// lengthenColumns normalizes short rotations of four stored columns, with one comparison for all
// four.
func (k *blendRows) lengthenColumns() {
	k.whereShort(k.least, func() {
		for column := range 4 {
			var v [4]avo.VecVirtual
			for i := range v {
				v[i] = k.load(at(k.to, column*poseColumn+i*row))
			}
			k.lengthen(v, k.square(v))
			k.putRotation(v, k.to, column*poseColumn)
		}
	})
}
