package woven

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// general512 is the kernel of any affine hierarchy.
type general512 struct {
	*kernel512
	pose *reg
}

func newGeneral512(c *build.Context, name string) *general512 {
	return &general512{kernel512: newKernel512(c, name, jointLayout{generalBytes, generalOut, 0}, 1), pose: fixedScalar(commonScalars)}
}

func (k *general512) palette() {
	k.function("func(dst *float32, stride int, pose *float32, others *float32, joints *byte, groups int, states *float32)")
	k.Load(k.Param("states"), k.gp(k.states))
	k.constants()
	k.rootMatrix()
	k.Load(k.Param("pose"), k.gp(k.pose))
	k.copyParam("others", headOthers)
	k.begin()
	k.Label(k.label("group"))
	for j := range groupSize {
		k.oneJoint(j)
	}
	k.ADDQ(operand.U32(groupSize*poseColumn), k.gp(k.pose))
	k.advanceOut(func() { k.JMP(k.jump("last")) })
	k.end()
}

// rootMatrix writes the identity above joints without parent.
func (k *general512) rootMatrix() {
	k.VXORPS(zmm[0], zmm[0], zmm[0])
	for i := range matrixRows {
		v := zmm[0]
		if i%5 == 0 {
			v = zmm[k.one.phys]
		}
		k.VMOVUPS(v, operand.Mem{Base: k.gp(k.states), Disp: ringBytes + i*row})
	}
}

// local is where the local matrix of joint j of a group is built.
func (k *general512) local(j int) mem {
	return mem{base: k.states, disp: j*matrixBytes - headBuffers}
}

// oneJoint writes the arithmetic of joint j: first its local matrix, then the
// products, both woven with writing out the group before.
func (k *general512) oneJoint(j int) {
	label := func(s string) string { return fmt.Sprint(s, j) }
	t, out := k.thread(), k.thread()
	t.rotation(k.one, mem{base: k.pose, disp: j * poseColumn}, k.local(j))
	k.prefetch(out, 12*j, 12*j+12)
	k.write(nil, t, out)

	flags := operand.Mem{Base: k.gp(k.joints), Disp: j*generalBytes + generalFlags}
	k.TESTL(operand.U32(flagLocal|flagScaled), flags)
	k.JZ(k.jump(label("unscaled")))
	k.TESTL(operand.U32(flagLocal), flags)
	k.JZ(k.jump(label("scaled")))
	k.constantLocal(j)
	k.JMP(k.jump(label("local")))
	k.Label(k.label(label("scaled")))
	k.scale(j)
	k.Label(k.label(label("unscaled")))
	k.translate(j)
	k.Label(k.label(label("local")))

	rest := func(t *thread) *thread {
		if j < groupLines {
			k.line(t, j)
		}
		return t
	}
	k.TESTL(operand.U32(flagPalette), flags)
	k.JZ(k.jump(label("model")))
	k.write(nil, k.product(j, true), rest(k.thread()))
	k.JMP(k.jump(label("done")))
	k.Label(k.label(label("model")))
	k.write(nil, k.product(j, false), rest(k.thread()))
	k.Label(k.label(label("done")))
}

// product is the model-space matrix of joint j, and its palette matrix if it
// has one.
func (k *general512) product(j int, palette bool) *thread {
	t := k.thread()
	d := mem{base: k.joints, disp: j * generalBytes}
	at := func(field int) func(i int) mem {
		offset := t.offset32(d.plus(field))
		return func(i int) mem { return mem{base: k.states, index: offset, scale: 1, disp: i * row} }
	}
	parent, own := at(generalParent), at(generalOwn)
	if !palette {
		t.concatenate(parent, k.local(j), own, nil, nil)
		return t
	}
	inverseBind := d.plus(generalInverseBind)
	t.concatenate(parent, k.local(j), own, &inverseBind, at(generalOut))
	return t
}

// constantLocal writes a local matrix that is a constant.
func (k *general512) constantLocal(j int) {
	t := k.thread()
	for i := range matrixRows {
		t.store(t.broadcast(mem{base: k.joints, disp: j*generalBytes + generalLocal + 4*i}), k.local(j).plus(i*row))
	}
	k.write(nil, t)
}

// column is the address of one of the joint's columns, in R11, or a jump to
// where there is none.
func (k *general512) column(j, field int, none string) *reg {
	k.MOVLQSX(operand.Mem{Base: k.gp(k.joints), Disp: j*generalBytes + field}, avo.R11)
	k.TESTQ(avo.R11, avo.R11)
	k.JS(k.jump(none))
	k.ADDQ(k.head(headOthers), avo.R11)
	return fixedScalar(temporaries)
}

// scale multiplies the local matrix by the joint's scale.
func (k *general512) scale(j int) {
	label := func(s string) string { return fmt.Sprint(s, j) }
	factors := func(t *thread, f func(c int) *reg) {
		t.scaleColumns(k.local(j), [3]*reg{f(0), f(1), f(2)})
	}
	column := k.column(j, generalScale, label("scale"))
	t := k.thread()
	factors(t, func(c int) *reg { return t.load(mem{base: column, disp: c * row}) })
	k.write([]*reg{column}, t)
	k.JMP(k.jump(label("unscaled")))
	k.Label(k.label(label("scale")))
	t = k.thread()
	factors(t, func(c int) *reg {
		return t.broadcast(mem{base: k.joints, disp: j*generalBytes + generalLocal + 4*(3+c)})
	})
	k.write(nil, t)
}

// translate writes the local matrix's translation.
func (k *general512) translate(j int) {
	label := func(s string) string { return fmt.Sprint(s, j) }
	column := k.column(j, generalTranslation, label("constant"))
	t := k.thread()
	for c := range 3 {
		t.store(t.load(mem{base: column, disp: c * row}), k.local(j).plus((4*c+3)*row))
	}
	k.write([]*reg{column}, t)
	k.JMP(k.jump(label("local")))
	k.Label(k.label(label("constant")))
	t = k.thread()
	for c := range 3 {
		t.store(t.broadcast(mem{base: k.joints, disp: j*generalBytes + generalLocal + 4*c}), k.local(j).plus((4*c+3)*row))
	}
	k.write(nil, t)
}
