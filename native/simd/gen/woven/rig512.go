package woven

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// source is where a rig kernel has its quaternions from.
type source int

const (
	fromPose source = iota
	fromRows
)

// rig512 is a rig kernel: of a pose, or fused with sampling.
type rig512 struct {
	*kernel512
	from source
	// The pose's group, or the buffer with the quaternions of the group in work;
	// and the buffer with those of the next one.
	current, next *reg
	lanes         laneTable
}

func newRig512(c *build.Context, name string, from source, streams bool) *rig512 {
	k := &rig512{kernel512: newKernel512(c, name, jointLayout{rigJointBytes, rigJointOwn, stateM}, 2), from: from}
	k.streams = streams
	k.current, k.next = fixedScalar(commonScalars), fixedScalar(commonScalars+1)
	k.lanes = laneTable{base: k.states, row: -headRow, next: -headNext, weight: -headWeight, line: -headLine}
	return k
}

// palette writes the kernel that starts from a pose.
func (k *rig512) palette() {
	k.function("func(dst *float32, stride int, pose *float32, others *float32, joints *byte, groups int, states *float32, root float32)")
	k.Load(k.Param("states"), k.gp(k.states))
	k.constants()
	k.rootState()
	k.Load(k.Param("pose"), k.gp(k.current))
	k.copyParam("others", headOthers)
	k.begin()
	k.groups(poseColumn)
	k.ADDQ(operand.U32(groupSize*poseColumn), k.gp(k.current))
	k.advanceOut(func() { k.JMP(k.jump("last")) })
	k.end()
}

// poseColumn is the size of a rotation column in a pose.
const poseColumn = 5 * row

// groups writes the arithmetic of a group, whose quaternions are some bytes
// apart.
func (k *rig512) groups(columnBytes int) {
	k.Label(k.label("group"))
	r := rigRegs{joints: k.joints, states: k.states, one: k.one}
	for j := range groupSize {
		q := quaternion{at: mem{base: k.current, disp: j * columnBytes}, computes: k.from != fromPose}
		t := k.thread()
		t.rigJoint(r, j, q)
		k.write(nil, t, k.filler(j))
		k.moveOver(r, j)
	}
}

// filler is what the arithmetic of joint j of a group is woven with: writing out
// a part of the group before it and sampling a part of the ones after it.
func (k *rig512) filler(j int) *thread {
	t := k.thread()
	k.prefetch(t, 12*j, 12*j+6)
	if j < groupLines {
		k.line(t, j)
	}
	k.prefetch(t, 12*j+6, 12*j+12)
	if k.from == fromPose {
		return t
	}
	// Quarters and merges so that each joint has about as much of all.
	for _, quarter := range [groupSize][]int{{0}, {}, {}, {1, 2, 3}}[j] {
		t.sampleQuarter(k.lanes, quarter, mem{base: k.current, disp: partsOffset})
	}
	for _, component := range [groupSize][]int{{}, {0, 1}, {2, 3}, {}}[j] {
		t.mergeComponent(component, mem{base: k.next, disp: partsOffset}, mem{base: k.next})
	}
	return t
}

// moveOver lets joint j move, if it has a column.
func (k *rig512) moveOver(r rigRegs, j int) {
	still := fmt.Sprint("still", j)
	k.MOVLQSX(operand.Mem{Base: k.gp(k.joints), Disp: j*rigJointBytes + rigJointColumn}, avo.R11)
	k.TESTQ(avo.R11, avo.R11)
	k.JS(k.jump(still))
	k.ADDQ(k.head(headOthers), avo.R11)
	column := fixedScalar(temporaries)
	t := k.thread()
	t.moveJoint(r, j, mem{base: column})
	k.write([]*reg{column}, t)
	k.Label(k.label(still))
}

// rootState writes the state above joints without parent.
func (k *rig512) rootState() {
	at := func(i int) operand.Mem { return operand.Mem{Base: k.gp(k.states), Disp: i * row} }
	k.VXORPS(zmm[0], zmm[0], zmm[0])
	for i := range stateBytes / row {
		k.VMOVUPS(zmm[0], at(i))
	}
	root, err := k.Param("root").Resolve()
	if err != nil {
		panic(err)
	}
	k.VBROADCASTSS(root.Addr, zmm[1])
	for _, i := range []int{0, 5, 10} {
		k.VMOVUPS(zmm[1], at(5+i))
	}
	k.VMOVUPS(zmm[k.one.phys], at(3))
	k.VADDPS(zmm[k.one.phys], zmm[k.one.phys], zmm[1])
	k.VMOVUPS(zmm[1], at(4))
}
