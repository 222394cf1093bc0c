package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// offset writes the kernel behind OffsetPose16. basis is F of the first lane; G and H
// follow, 16 lanes each.
func offset(c *build.Context, name string, wide bool) {
	k := &gather{blend: blend{block: block{Context: c, wide: wide}}}
	k.begin(name, "func(pose, offsets *float32, row *int64, basis *float32, rotationGroups, otherGroups int)")
	var line, rows, basis avo.GPVirtual
	k.pose, line, rows, basis = k.pointer("pose"), k.pointer("offsets"), k.pointer("row"), k.pointer("basis")
	k.one, k.zero = k.constant(floatOne), k.vector()
	k.VXORPS(k.zero, k.zero, k.zero)
	eight, twenty := k.constant(0xc1000000), k.constant(0x41a00000) // −8, 20
	k.part = func(lane, disp int) avo.VecVirtual { return k.load(k.indexed(lane, disp, rows, line)[0]) }
	k.put = func(o [4]avo.VecVirtual, column, size int) {
		curve := k.do(k.VMAXPS, k.sub(k.mul(o[3], eight), twenty), k.zero)
		left := k.sum(k.sum(k.mul(o[3], at(basis, row)), at(basis, 0)), k.mul(curve, at(basis, 2*row)))
		v := [3]avo.VecVirtual{k.mul(o[0], left), k.mul(o[1], left), k.mul(o[2], left)}
		to := func(i int) operand.Mem { return at(k.pose, column*size+i*row) }
		if size == otherColumn {
			for i := range v {
				k.store(k.sum(k.sum(v[i], to(i)), k.zero), to(i))
			}
			return
		}
		square := k.sum(k.sum(k.mul(v[0], v[0]), k.mul(v[1], v[1])), k.mul(v[2], v[2]))
		delta := [4]avo.VecVirtual{k.sum(v[0], v[0]), k.sum(v[1], v[1]), k.sum(v[2], v[2]), k.sub(k.one, square)}
		q := k.product(func(i, j int) avo.VecVirtual { return k.mul(delta[i], to(j)) })
		for i := range q {
			q[i] = k.sum(q[i], k.zero)
		}
		k.putRotation(q, k.pose, column*size)
	}
	k.lines("rotationGroups", poseColumn, func() { k.ADDQ(operand.Imm(64), line) })
	k.lines("otherGroups", otherColumn, func() { k.ADDQ(operand.Imm(64), line) })
	k.VZEROUPPER()
	k.RET()
}
