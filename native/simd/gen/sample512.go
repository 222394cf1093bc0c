package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// sample512 writes the kernels that sample rows into a pose. They keep all 16
// lines of 16 lanes in registers.
type sample512 struct {
	avx512
	name    string
	words   bool
	machine machine
	pose    *reg
	line    [2]*reg // the line in work of a row that starts with the bank, and of the row after it
	frames  *reg
	scales  *reg
	one     *reg
	weights *reg // pairs of words
	unit    *reg // the float32 that scales quaternions of words
}

func newSample512(c *build.Context, name string, words bool) *sample512 {
	k := &sample512{avx512: avx512{Context: c}, name: name, words: words}
	k.pose, k.line, k.frames, k.scales = fixedScalar(0), [2]*reg{fixedScalar(1), fixedScalar(2)}, fixedScalar(3), fixedScalar(4)
	k.one, k.weights, k.unit = fixedVector(29), fixedVector(30), fixedVector(31)
	k.machine = machine{vectors: 29, folds: true, spreads: true, reach: 100,
		scalars: []int{6, 7, 8, 9, 10, 11}, destroys: func(*op) bool { return false }}
	return k
}

func (k *sample512) write() {
	scale, lineBytes := "", uint64(64)
	if k.words {
		scale, lineBytes = ", scale *float32", 32
	}
	k.Function(k.name)
	k.Attributes(attr.NOSPLIT)
	k.SignatureExpr("func(pose *float32, rows *byte, rowStride int, frames *byte, rotationGroups int, otherGroups int" + scale + ")")
	k.Pragma("noescape")
	gp := func(r *reg) avo.GPPhysical { return amd64Scalars[r.phys] }
	k.Load(k.Param("pose"), gp(k.pose))
	k.Load(k.Param("rows"), gp(k.line[0]))
	k.Load(k.Param("rowStride"), gp(k.line[1]))
	k.ADDQ(gp(k.line[0]), gp(k.line[1]))
	k.Load(k.Param("frames"), gp(k.frames))
	k.MOVL(operand.U32(floatOne), avo.R15.As32())
	k.VPBROADCASTD(avo.R15.As32(), zmm[k.one.phys])
	if k.words {
		k.Load(k.Param("scale"), gp(k.scales))
		k.MOVL(operand.U32(floatShortUnit), avo.R15.As32())
		k.VPBROADCASTD(avo.R15.As32(), zmm[k.unit.phys])
		k.VMOVUPS(operand.Mem{Base: gp(k.frames), Disp: framesAlpha}, zmm[k.weights.phys])
		k.wordWeights(k.name, zmm[k.weights.phys], zmm[0])
	}
	for _, rotations := range []bool{true, false} {
		count, columns, columnSize := "rotationGroups", "rotations", poseColumn
		if !rotations {
			count, columns, columnSize = "otherGroups", "others", columnBytes
		}
		k.Load(k.Param(count), avo.R15)
		k.TESTQ(avo.R15, avo.R15)
		k.JZ(operand.LabelRef(k.name + "_no_" + columns))
		k.Label(k.name + "_" + columns)
		ops := weave(&k.machine, k.columns(rotations, columnSize))
		if err := assign(&k.machine, ops); err != nil {
			panic(k.name + ": " + err.Error())
		}
		for _, o := range ops {
			k.emit(o)
		}
		k.ADDQ(operand.U32(4*columnSize), gp(k.pose))
		k.ADDQ(operand.Imm(lineBytes), gp(k.line[0]))
		k.ADDQ(operand.Imm(lineBytes), gp(k.line[1]))
		if k.words && !rotations {
			k.ADDQ(operand.U32(4*scaleBytes), gp(k.scales))
		}
		k.DECQ(avo.R15)
		k.JNZ(operand.LabelRef(k.name + "_" + columns))
		k.Label(k.name + "_no_" + columns)
	}
	k.VZEROUPPER()
	k.RET()
}

// floatShortUnit is 2⁻³⁰.
const floatShortUnit = 0x30800000

// columns samples four columns, columnSize apart in the pose.
func (k *sample512) columns(rotations bool, columnSize int) *thread {
	t := &thread{}
	scale := 4
	if k.words {
		scale = 2
	}
	l := laneTable{
		of: func(rows, lane int) mem {
			return mem{base: k.line[rows], index: t.scalar64(mem{base: k.frames, disp: 8 * lane}), scale: scale}
		},
		base: k.frames, next: 1, weight: framesAlpha, words: k.words, weights: k.weights, units: k.unit,
	}
	if !rotations {
		l.scales = k.scales
	}
	// The first step: part[c][i] of component c, as sampleQuarter would store it.
	var part [4][4]*reg
	for i := range 4 {
		switch {
		case !k.words:
			for c, v := range t.lerpLanes(l, i) {
				part[c][i] = v
			}
		case i < 2:
			for n, v := range t.pairLanes(l, i) {
				part[n%4][n/4*2+i] = v
			}
		}
	}
	// The second one, and the sums of squares (x+y) and (z+w).
	var square [4][2]*reg
	for c := range 4 {
		for column, v := range t.merge(l, c, part[c]) {
			t.store(v, mem{base: k.pose, disp: column*columnSize + c*row})
			if !rotations {
				continue
			}
			s := &square[column][c/2]
			if c%2 == 0 {
				*s = t.mul(v, v)
			} else {
				*s = t.sum(*s, t.mul(v, v))
			}
		}
	}
	for column, s := range square {
		if rotations {
			t.store(t.div(k.one, t.sum(s[0], s[1])), mem{base: k.pose, disp: column*columnSize + 4*row})
		}
	}
	return t
}
