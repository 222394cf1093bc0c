package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// sampleRows writes a kernel of simd.SampleRows16.
func sampleRows(c *build.Context, name string, wide bool) {
	k := &gather{blend: blend{block: block{Context: c, wide: wide}}}
	k.begin(name, "func(pose, rows *float32, rowStride int, row *int64, alpha *float32, rotationGroups, otherGroups int)")
	// line is that of a row that starts with the bank, next that of the row after it.
	var line, next, rows, alpha avo.GPVirtual
	k.pose, line, next, rows, alpha = k.pointer("pose"), k.pointer("rows"), k.pointer("rowStride"), k.pointer("row"), k.pointer("alpha")
	k.ADDQ(line, next)
	k.one = k.constant(floatOne)
	k.part = func(lane, disp int) avo.VecVirtual { // between the two rows
		quads := k.indexed(lane, disp, rows, line, next)
		a := k.load(quads[0])
		return k.sum(k.mulAll(k.sub(k.load(quads[1]), a), at(alpha, 4*lane)), a)
	}
	k.put = func(v [4]avo.VecVirtual, column, size int) {
		if size == poseColumn {
			k.putRotation(v, k.pose, column*size)
			return
		}
		for i := range v {
			k.store(v[i], at(k.pose, column*size+i*row))
		}
	}
	for _, columns := range []struct {
		groups string
		size   int
	}{{"rotationGroups", poseColumn}, {"otherGroups", otherColumn}} {
		k.lines(columns.groups, columns.size, func() {
			k.ADDQ(operand.Imm(64), line)
			k.ADDQ(operand.Imm(64), next)
		})
	}
	k.VZEROUPPER()
	k.RET()
}
