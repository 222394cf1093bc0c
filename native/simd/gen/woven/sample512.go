package woven

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
	machine machine
	pose    *reg
	line    [2]*reg // the line in work of a row that starts with the bank, and of the row after it
	frames  *reg
	one     *reg
}

func newSample512(c *build.Context, name string) *sample512 {
	k := &sample512{avx512: avx512{Context: c}, name: name}
	k.pose, k.line, k.frames, k.one = fixedScalar(0), [2]*reg{fixedScalar(1), fixedScalar(2)}, fixedScalar(3), fixedVector(31)
	k.machine = machine{vectors: 31, spreads: true, reach: 100,
		scalars: []int{6, 7, 8, 9, 10, 11}, destroys: func(*op) bool { return false }}
	return k
}

func (k *sample512) thread() *thread { return &thread{m: &k.machine} }

func (k *sample512) write() {
	k.Function(k.name)
	k.Attributes(attr.NOSPLIT)
	k.SignatureExpr("func(pose *float32, rows *byte, rowStride int, frames *byte, rotationGroups int, otherGroups int)")
	k.Pragma("noescape")
	gp := func(r *reg) avo.GPPhysical { return amd64Scalars[r.phys] }
	k.Load(k.Param("pose"), gp(k.pose))
	k.Load(k.Param("rows"), gp(k.line[0]))
	k.Load(k.Param("rowStride"), gp(k.line[1]))
	k.ADDQ(gp(k.line[0]), gp(k.line[1]))
	k.Load(k.Param("frames"), gp(k.frames))
	k.MOVL(operand.U32(floatOne), avo.R15.As32())
	k.VPBROADCASTD(avo.R15.As32(), zmm[k.one.phys])
	for _, rotations := range []bool{true, false} {
		count, columns, columnSize := "rotationGroups", "rotations", poseColumn
		if !rotations {
			count, columns, columnSize = "otherGroups", "others", columnBytes
		}
		k.Load(k.Param(count), avo.R15)
		k.TESTQ(avo.R15, avo.R15)
		k.JZ(operand.LabelRef(k.name + "_no_" + columns))
		k.Label(k.name + "_" + columns)
		for _, o := range arrange(k.name, &k.machine, nil, k.columns(rotations, columnSize)) {
			k.emit(o)
		}
		k.ADDQ(operand.U32(4*columnSize), gp(k.pose))
		k.ADDQ(operand.Imm(lineBytes), gp(k.line[0]))
		k.ADDQ(operand.Imm(lineBytes), gp(k.line[1]))
		k.DECQ(avo.R15)
		k.JNZ(operand.LabelRef(k.name + "_" + columns))
		k.Label(k.name + "_no_" + columns)
	}
	k.VZEROUPPER()
	k.RET()
}

// columns samples four columns, columnSize apart in the pose.
func (k *sample512) columns(rotations bool, columnSize int) *thread {
	t := k.thread()
	l := laneTable{
		of: func(rows, lane int) mem {
			return mem{base: k.line[rows], index: t.scalar64(mem{base: k.frames, disp: 8 * lane}), scale: 4}
		},
		base: k.frames, next: 1, weight: framesAlpha,
	}
	// The first step: part[c][i] of component c, as sampleQuarter would store it.
	var part [4][4]*reg
	for i := range 4 {
		for c, v := range t.lerpLanes(l, i) {
			part[c][i] = v
		}
	}
	// The second one, and the sums of squares (x+y) and (z+w).
	var square [4][2]*reg
	for c := range 4 {
		for column, v := range t.blocks4(part[c]) {
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
