package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// columns4 writes kernels of one instance whose lanes are four columns.
type columns4 struct{ blend }

// start4 begins such a kernel, which changes the row of its first parameter.
func start4(c *build.Context, row string) *columns4 {
	k := &columns4{blend{block: block{Context: c, narrow: true}}}
	k.to = k.pointer(row)
	k.constants()
	return k
}

// each4 writes a loop over four columns at a time; every register of moves goes on by 16
// bytes per column.
func (k *columns4) each4(count string, body func(), moves ...avo.GPVirtual) {
	left := k.pointer(count)
	k.TESTQ(left, left)
	k.JZ(operand.LabelRef(count + "Done"))
	k.Label(count)
	body()
	for _, r := range append(moves, k.to) {
		k.ADDQ(operand.Imm(64), r)
	}
	k.SUBQ(operand.Imm(4), left)
	k.JNZ(operand.LabelRef(count))
	k.Label(count + "Done")
}

// quads loads four columns, a register per component.
func (k *columns4) quads(base avo.GPVirtual) [4]avo.VecVirtual {
	return k.square4([4]avo.VecVirtual{k.load(at(base, 0)), k.load(at(base, 16)), k.load(at(base, 32)), k.load(at(base, 48))})
}

// put stores four columns.
func (k *columns4) put(v [4]avo.VecVirtual) {
	for i, q := range k.square4(v) {
		k.store(q, at(k.to, 16*i))
	}
}

// perLength is 1/|q|.
func (k *columns4) perLength(q [4]avo.VecVirtual) avo.VecVirtual {
	n := k.sum(k.sum(k.mul(q[0], q[0]), k.mul(q[1], q[1])), k.sum(k.mul(q[2], q[2]), k.mul(q[3], q[3])))
	v := k.vector()
	k.VSQRTPS(k.div(k.one, n), v)
	return v
}
