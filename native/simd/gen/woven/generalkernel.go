package woven

import "fmt"

// general writes the kernel of any affine hierarchy.
func (k *kernel) general(name string) {
	k.begin(name, "func(dst *float32, stride int, pose *float32, others *float32, joints *byte, groups int, states *float32)")
	k.masks()
	k.param("states", k.states)
	k.setOne()
	k.run(func(t *thread) {
		zero := t.sub(k.one, k.one)
		for i := range matrixRows {
			v := zero
			if i%5 == 0 {
				v = k.one
			}
			t.store(v, mem{base: k.states, disp: ringBytes + i*row})
		}
	})
	k.param("pose", k.line)
	k.param("dst", k.dst)
	k.param("stride", k.stride)
	k.tripleStride()
	k.param("joints", k.joints)
	k.param("groups", k.count)
	k.label("group")
	for j := range groupSize {
		k.generalJoint(j)
	}
	k.writeGroup(generalLayout)
	k.advanceOut(generalBytes)
	k.addConstant(k.line, groupSize*poseColumn)
	k.countDown(k.count, "group")
	k.end()
}

var generalLayout = jointLayout{generalBytes, generalOut, 0}

// generalJoint writes the arithmetic of joint j: its local matrix, then the
// products.
func (k *kernel) generalJoint(j int) {
	label := func(s string) string { return fmt.Sprint(s, j) }
	d := mem{base: k.joints, disp: j * generalBytes}
	local := mem{base: k.states, disp: -matrixBytes}
	constants := func(t *thread, first, n int, put func(i int, v *reg)) {
		for i := range n {
			put(i, t.broadcast(d.plus(generalLocal+4*(first+i))))
		}
	}

	k.jumpClear(d.plus(generalFlags), flagLocal, label("rotated"))
	k.run(func(t *thread) {
		constants(t, 0, matrixRows, func(i int, v *reg) { t.store(v, local.plus(i*row)) })
	})
	k.jump(label("local"))

	k.label(label("rotated"))
	k.run(func(t *thread) { t.rotation(k.one, mem{base: k.line, disp: j * poseColumn}, local) })
	k.jumpClear(d.plus(generalFlags), flagScaled, label("unscaled"))
	k.columnOr(d.plus(generalScale), label("scale"), func(column *reg) {
		k.run(func(t *thread) {
			c := mem{base: column}
			t.scaleColumns(local, [3]*reg{t.load(c), t.load(c.plus(row)), t.load(c.plus(2 * row))})
		}, column)
	}, func() {
		k.run(func(t *thread) {
			var factor [3]*reg
			constants(t, 3, 3, func(i int, v *reg) { factor[i] = v })
			t.scaleColumns(local, factor)
		})
	})
	k.label(label("unscaled"))
	k.columnOr(d.plus(generalTranslation), label("translation"), func(column *reg) {
		k.run(func(t *thread) {
			for c := range 3 {
				t.store(t.load(mem{base: column, disp: c * row}), local.plus((4*c+3)*row))
			}
		}, column)
	}, func() {
		k.run(func(t *thread) {
			constants(t, 0, 3, func(i int, v *reg) { t.store(v, local.plus((4*i+3)*row)) })
		})
	})
	k.label(label("local"))

	at := func(t *thread, field int) func(i int) mem {
		m := place(k.states, t.offset32(d.plus(field)))
		return func(i int) mem { return m.plus(i * row) }
	}
	k.jumpClear(d.plus(generalFlags), flagPalette, label("model"))
	k.weave(k.filler(generalLayout, j), func(t *thread) {
		inverseBind := d.plus(generalInverseBind)
		t.concatenate(at(t, generalParent), local, at(t, generalOwn), &inverseBind, at(t, generalOut))
	})
	k.jump(label("done"))
	k.label(label("model"))
	k.weave(k.filler(generalLayout, j), func(t *thread) {
		t.concatenate(at(t, generalParent), local, at(t, generalOwn), nil, nil)
	})
	k.label(label("done"))
}

// columnOr runs one of two pieces of code: with the address of the column whose
// offset is at field, or where that is negative, the other.
func (k *kernel) columnOr(field mem, label string, with func(column *reg), without func()) {
	column, others := k.temporary(0), k.temporary(1)
	k.offset(column, field)
	k.jumpNegative(column, label+"_constant")
	k.param("others", others)
	k.addRegister(column, others)
	with(column)
	k.jump(label + "_done")
	k.label(label + "_constant")
	without()
	k.label(label + "_done")
}
