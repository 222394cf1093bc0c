package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// SampleRows writes the kernel behind kernel.SampleRows16.
func SampleRows(c *build.Context, wide bool) {
	k := &gather{blend: blend{block: block{Context: c, wide: wide}}}
	k.pose = k.pointer("pose")
	part := k.between("rows", "row")
	k.one, k.part = k.constant(floatOne), part.quad
	k.put = func(v [4]avo.VecVirtual, column, size int) {
		if size == poseColumn {
			k.putRotation(v, k.pose, column*size)
			return
		}
		for i := range v {
			k.store(v[i], at(k.pose, column*size+i*row))
		}
	}
	for _, columns := range blockColumns {
		k.lines(columns.count, columns.size, func() {
			k.line(columns.size)
			part.next()
		})
	}
	k.VZEROUPPER()
	k.RET()
}

// between is quads between two rows.
type between struct {
	quad func(lane, disp int) avo.VecVirtual
	next func() // moves on to the next line
}

// between reads where the rows of the lanes are.
func (k *gather) between(values, of string) between {
	// line is that of a row that starts with the bank, next that of the row after it.
	line, next, rows, alpha := k.pointer(values), k.pointer("rowStride"), k.pointer(of), k.pointer("alpha")
	k.ADDQ(line, next)
	return between{
		func(lane, disp int) avo.VecVirtual {
			quads := k.indexed(lane, disp, rows, line, next)
			return k.lerp(k.load(quads[0]), k.load(quads[1]), at(alpha, 4*lane))
		},
		func() {
			k.ADDQ(operand.Imm(64), line)
			k.ADDQ(operand.Imm(64), next)
		},
	}
}
