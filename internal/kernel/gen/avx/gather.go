package avx

import (
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// gather writes kernels that read a row per lane. A line of a row, 64 bytes, holds four
// columns; the lines of all lanes are transposed.
type gather struct {
	blend
	part func(lane, disp int) avo.VecVirtual         // of the line in work of a lane
	put  func(v [4]avo.VecVirtual, column, size int) // what becomes of a column
}

// lines writes a loop over columns of a size, four at a time; body reads a line and moves on to the next.
func (k *gather) lines(columns string, size int, body func()) {
	count := k.pointer(columns)
	k.TESTQ(count, count)
	k.JZ(operand.LabelRef("no_" + columns))
	k.Label(columns)
	body()
	k.ADDQ(operand.U32(uint64(4*size)), k.pose)
	k.SUBQ(operand.Imm(4), count)
	k.JNZ(operand.LabelRef(columns))
	k.Label("no_" + columns)
}

// line reads the four columns of a line.
func (k *gather) line(size int) {
	switch {
	case k.wide:
		k.four(size)
	default:
		k.two(0, size)
		k.two(2, size)
	}
}

// indexed is memory of the row of a lane.
func (k *gather) indexed(lane, disp int, rows avo.GPVirtual, lines ...avo.GPVirtual) (m []operand.Mem) {
	index := k.GP64()
	k.MOVQ(at(rows, 8*lane), index)
	for _, line := range lines {
		m = append(m, operand.Mem{Base: line, Index: index, Scale: 4, Disp: disp})
	}
	return m
}

// two reads two columns of four, from first on, in 8 lanes.
func (k *gather) two(first, size int) {
	var v [8]avo.VecVirtual
	for lane := range v {
		v[lane] = k.part(lane, 16*first)
	}
	low, high := k.square4([4]avo.VecVirtual(v[:4])), k.square4([4]avo.VecVirtual(v[4:]))
	var columns [2][4]avo.VecVirtual
	for c := range low {
		for i, imm := range []uint64{0x20, 0x31} {
			columns[i][c] = k.YMM()
			k.VPERM2F128(operand.U8(imm), high[c], low[c], columns[i][c])
		}
	}
	for i := range columns {
		k.put(columns[i], first+i, size)
	}
}

// four reads four columns in 16 lanes.
func (k *gather) four(size int) {
	var part [4][4]avo.VecVirtual // component c of four lanes in part[c][i]
	for i := range 4 {
		var v [4]avo.VecVirtual
		for l := range v {
			v[l] = k.part(4*i+l, 0)
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

// lerp is a part of the way from a to b.
func (k *gather) lerp(a, b avo.VecVirtual, part operand.Mem) avo.VecVirtual {
	return k.sum(k.mulAll(k.sub(b, a), part), a)
}
