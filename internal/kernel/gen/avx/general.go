package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

const (
	matrixBytes = matrixRows * row
	ringBytes   = groupSize * matrixBytes // palettes ahead of the model-space matrices
)

// GeneralPalette writes the kernel behind GeneralPalette16. It builds local matrices
// ahead of states.
func GeneralPalette(c *build.Context, wide bool) {
	k := &block{Context: c, wide: wide, joint: jointLayout{layout.Size("generalJoint"), generalField("out"), 0}, ways: []string{apart}}
	k.states, k.one = k.pointer("states"), k.constant(floatOne)
	zero := k.sub(k.one, k.one)
	for i := range matrixRows {
		v := zero
		if i%5 == 0 {
			v = k.one
		}
		k.store(v, at(k.states, ringBytes+i*row))
	}
	k.groups(k.generalJoint)
}

// generalJoint writes the arithmetic of joint j of a group: its local matrix, then
// the products.
func (k *block) generalJoint(j int, other func()) {
	label := func(s string) string { return k.label(s, j) }
	d, local := at(k.joints, j*layout.Size("generalJoint")), at(k.states, -matrixBytes)
	entry := func(i int) operand.Mem { return local.Offset(i * row) }
	held := func(i int) avo.VecVirtual { return k.broadcast(d.Offset(generalField("local") + 4*i)) }
	without := func(flag, to string) {
		k.TESTL(operand.U32(uint32(constant(flag))), d.Offset(generalField("flags")))
		k.JZ(operand.LabelRef(to))
	}

	without("generalLocal", label("rotated"))
	for i := range matrixRows {
		k.store(held(i), entry(i))
	}
	k.JMP(operand.LabelRef(label("local")))
	k.Label(label("rotated"))
	k.rotation(at(k.pose, j*poseColumn), entry)
	without("generalScaled", label("unscaled"))
	k.columnOr(d.Offset(generalField("scale")), label("scale"), func(i int) avo.VecVirtual { return held(3 + i) }, func(v [3]avo.VecVirtual) {
		for i := range matrixRows {
			if c := i % 4; c < 3 {
				k.store(k.mul(v[c], entry(i)), entry(i))
			}
		}
	})
	k.Label(label("unscaled"))
	k.columnOr(d.Offset(generalField("translation")), label("translation"), held, func(v [3]avo.VecVirtual) {
		for i := range v {
			k.store(v[i], entry(4*i+3))
		}
	})
	k.Label(label("local"))
	without("generalPalette", label("model"))
	k.weave(func() { k.concatenate(d, entry, true) }, other)
	k.JMP(operand.LabelRef(label("done")))
	k.Label(label("model"))
	k.weave(func() { k.concatenate(d, entry, false) }, other)
	k.Label(label("done"))
}

// columnOr gives use the column whose offset is at field, or constants where there
// is none.
func (k *block) columnOr(field operand.Mem, label string, constant func(i int) avo.VecVirtual, use func([3]avo.VecVirtual)) {
	column := k.offset(field)
	k.TESTQ(column, column)
	k.JS(operand.LabelRef(label + "Constant"))
	k.ADDQ(address(k.Context, "others"), column)
	use([3]avo.VecVirtual{k.load(at(column, 0)), k.load(at(column, row)), k.load(at(column, 2*row))})
	k.JMP(operand.LabelRef(label + "Done"))
	k.Label(label + "Constant")
	use([3]avo.VecVirtual{constant(0), constant(1), constant(2)})
	k.Label(label + "Done")
}

// rotation writes the rotation matrix of the quaternion at q, five rows.
func (k *block) rotation(q operand.Mem, entry func(i int) operand.Mem) {
	put := func(i int, v avo.VecVirtual) { k.store(v, entry(i)) }
	inverse := k.load(q.Offset(4 * row))
	s := k.sum(inverse, inverse)
	x, y, z, w := k.load(q), k.load(q.Offset(row)), k.load(q.Offset(2*row)), k.load(q.Offset(3*row))
	x2, y2, z2 := k.mul(x, s), k.mul(y, s), k.mul(z, s)
	yy, zz := k.mul(y, y2), k.mul(z, z2)
	put(0, k.sub(k.sub(k.one, yy), zz))
	xy, wz := k.mul(x, y2), k.mul(w, z2)
	put(1, k.sub(xy, wz))
	put(4, k.sum(xy, wz))
	xz, wy := k.mul(x, z2), k.mul(w, y2)
	put(2, k.sum(xz, wy))
	put(8, k.sub(xz, wy))
	rest := k.sub(k.one, k.mul(x, x2))
	put(5, k.sub(rest, zz))
	put(10, k.sub(rest, yy))
	yz, wx := k.mul(y, z2), k.mul(w, x2)
	put(6, k.sub(yz, wx))
	put(9, k.sum(yz, wx))
}

// concatenate writes the model-space matrix of joint d, the parent's times local,
// and with an inverse bind matrix the product of both.
func (k *block) concatenate(d operand.Mem, local func(i int) operand.Mem, palette bool) {
	parent, own := k.place(d.Offset(generalField("parent"))), k.place(d.Offset(generalField("own")))
	var out operand.Mem
	if palette {
		out = k.place(d.Offset(generalField("out")))
	}
	for i := 0; i < matrixRows; i += 4 {
		var p [3]avo.VecVirtual
		for c := range p {
			p[c] = k.load(parent.Offset((i + c) * row))
		}
		var m [4]avo.VecVirtual
		for c := range m {
			m[c] = k.dot(p, [3]operand.Mem{local(c), local(4 + c), local(8 + c)}, k.mulRow)
			if c == 3 {
				m[c] = k.sum(m[c], parent.Offset((i+3)*row))
			}
			k.store(m[c], own.Offset((i+c)*row))
		}
		for c := range m {
			if !palette {
				continue
			}
			b := func(r int) operand.Mem { return d.Offset(generalField("inverseBind") + 4*(4*r+c)) }
			v := k.dot([3]avo.VecVirtual(m[:3]), [3]operand.Mem{b(0), b(1), b(2)}, k.mulAll)
			if c == 3 {
				v = k.sum(v, m[3])
			}
			k.store(v, out.Offset((i+c)*row))
		}
	}
}
