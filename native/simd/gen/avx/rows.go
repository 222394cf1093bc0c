package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// rowsKernel writes a kernel of simd.SampleRows16. A line of a row, 64 bytes, holds
// four columns; the lines of all lanes are transposed.
type rowsKernel struct {
	block
	line, next avo.GPVirtual // of a row that starts with the bank, and of the row after it
	row, alpha avo.GPVirtual // of the lanes
}

func sampleRows(c *build.Context, name string, wide bool) {
	k := &rowsKernel{block: block{Context: c, wide: wide}}
	k.begin(name, "func(pose, rows *float32, rowStride int, row *int64, alpha *float32, rotationGroups, otherGroups int)")
	k.pose, k.line, k.next, k.row, k.alpha = k.pointer("pose"), k.pointer("rows"), k.pointer("rowStride"), k.pointer("row"), k.pointer("alpha")
	k.ADDQ(k.line, k.next)
	k.one = k.constant(floatOne)
	for _, columns := range []struct {
		count string
		size  int
	}{{"rotationGroups", poseColumn}, {"otherGroups", otherColumn}} {
		count := k.pointer(columns.count)
		k.TESTQ(count, count)
		k.JZ(operand.LabelRef("no_" + columns.count))
		k.Label(columns.count)
		if k.wide {
			k.four(columns.size)
		} else {
			k.two(0, columns.size)
			k.two(2, columns.size)
		}
		k.ADDQ(operand.U32(4*columns.size), k.pose)
		k.ADDQ(operand.Imm(64), k.line)
		k.ADDQ(operand.Imm(64), k.next)
		k.DECQ(count)
		k.JNZ(operand.LabelRef(columns.count))
		k.Label("no_" + columns.count)
	}
	k.VZEROUPPER()
	k.RET()
}

// lerp is a part of the line in work of a lane.
func (k *rowsKernel) lerp(lane, disp int) avo.VecVirtual {
	index := k.GP64()
	k.MOVQ(at(k.row, 8*lane), index)
	quads := func(line avo.GPVirtual) operand.Mem {
		return operand.Mem{Base: line, Index: index, Scale: 4, Disp: disp}
	}
	a := k.load(quads(k.line))
	return k.sum(k.mulAll(k.sub(k.load(quads(k.next)), a), at(k.alpha, 4*lane)), a)
}

// put stores a column.
func (k *rowsKernel) put(v [4]avo.VecVirtual, column, size int) {
	for c := range v {
		k.store(v[c], at(k.pose, column*size+c*row))
	}
	if size == poseColumn {
		square := k.sum(k.sum(k.mul(v[0], v[0]), k.mul(v[1], v[1])), k.sum(k.mul(v[2], v[2]), k.mul(v[3], v[3])))
		k.store(k.div(k.one, square), at(k.pose, column*size+4*row))
	}
}

// two samples two columns of four, from first on, in 8 lanes.
func (k *rowsKernel) two(first, size int) {
	var v [8]avo.VecVirtual
	for lane := range v {
		v[lane] = k.lerp(lane, 16*first)
	}
	low, high := k.square4([4]avo.VecVirtual(v[:4])), k.square4([4]avo.VecVirtual(v[4:]))
	for i, imm := range []uint64{0x20, 0x31} {
		var column [4]avo.VecVirtual
		for c := range column {
			column[c] = k.YMM()
			k.VPERM2F128(operand.U8(imm), high[c], low[c], column[c])
		}
		k.put(column, first+i, size)
	}
}

// four samples four columns in 16 lanes.
func (k *rowsKernel) four(size int) {
	var part [4][4]avo.VecVirtual // component c of four lanes in part[c][i]
	for i := range 4 {
		var v [4]avo.VecVirtual
		for l := range v {
			v[l] = k.lerp(4*i+l, 0)
		}
		for c, v := range k.square4(v) {
			part[c][i] = v
		}
	}
	var columns [4][4]avo.VecVirtual
	for c := range part {
		for column, v := range k.blocks4(part[c]) {
			columns[column][c] = v
		}
	}
	for column := range columns {
		k.put(columns[column], column, size)
	}
}
