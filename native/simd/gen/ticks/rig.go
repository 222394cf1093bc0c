package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Offsets in rigJoint, and rows of a joint's state.
const (
	rigParent = 0
	rigOwn    = 4
	rigColumn = 8
	rigScale  = 12
	rigBind   = 16
	rigBytes  = 32

	stateS      = 4
	stateMatrix = 5
)

// rig writes the kernel behind RigPalette16. Groups of four joints are written
// out while the next one is computed, as by general.
type rig struct {
	*general
}

func newRig(c *build.Context) *rig { return &rig{newGeneral(c)} }

func (k *rig) write(name string) {
	k.jointBytes, k.jointOut, k.matrix = rigBytes, rigOwn, stateMatrix
	k.frame(name, "rigBlocks", "func(dst *float32, stride int, pose *float32, joints *byte, groups int, scratch, dummy *float32, root float32)", k.root, k.one)
}

// root writes the state above all joints.
func (k *rig) root() {
	scale, _ := k.Param("root").Resolve()
	k.VBROADCASTSS(scale.Addr, Z0)
	k.VPXORD(Z1, Z1, Z1)
	k.MOVL(U32(0x3f800000), k.temp.As32())
	k.VPBROADCASTD(k.temp.As32(), Z2)
	k.VADDPS(Z2, Z2, Z3)
	for i := range stateMatrix + 12 {
		v := Z1
		switch {
		case i == 3:
			v = Z2
		case i == stateS:
			v = Z3
		case i >= stateMatrix && (i-stateMatrix)%5 == 0:
			v = Z0
		}
		k.VMOVUPS(v, Mem{Base: k.scratch, Disp: i * row})
	}
}

// one computes the state of joint j of the group.
func (k *rig) one(j int) {
	at := func(disp int) Mem { return Mem{Base: k.joint, Disp: j*rigBytes + disp} }
	parent := func(i int) Mem { return Mem{Base: k.scratch, Index: k.temp, Scale: 1, Disp: i * row} }
	own := func(i int) Mem { return Mem{Base: k.scratch, Index: k.own, Scale: 1, Disp: i * row} }
	k.MOVLQSX(at(rigParent), k.temp)
	k.MOVLQSX(at(rigOwn), k.own)
	px, py, pz, pw := Z0, Z1, Z2, Z3
	x, y, z, w := Z5, Z6, Z7, Z8
	for i := range 4 {
		k.VMOVUPS(parent(i), zmm[i])
		k.VMOVUPS(Mem{Base: k.pose, Disp: j*poseBytes + i*row}, zmm[5+i])
	}
	k.VMOVUPS(parent(stateS), Z4)
	k.VMULPS(Mem{Base: k.pose, Disp: j*poseBytes + 4*row}, Z4, Z4)
	for i, t := range [4][4][2]VecPhysical{
		{{x, pw}, {px, w}, {z, py}, {pz, y}},
		{{y, pw}, {px, z}, {w, py}, {pz, x}},
		{{z, pw}, {px, y}, {w, pz}, {py, x}},
		{{w, pw}, {px, x}, {y, py}, {pz, z}},
	} {
		q := zmm[9+i]
		for n, v := range []VecPhysical{q, Z13, Z14, Z15} {
			k.VMULPS(t[n][1], t[n][0], v)
		}
		switch i {
		case 0:
			k.VADDPS(Z13, q, q)
			k.VSUBPS(Z15, Z14, Z14)
			k.VADDPS(Z14, q, q)
		case 1:
			k.VSUBPS(Z13, q, q)
			k.VADDPS(Z15, Z14, Z14)
			k.VADDPS(Z14, q, q)
		case 2:
			k.VADDPS(Z13, q, q)
			k.VSUBPS(Z15, Z14, Z14)
			k.VADDPS(Z14, q, q)
		case 3:
			k.VSUBPS(Z13, q, q)
			k.VADDPS(Z15, Z14, Z14)
			k.VSUBPS(Z14, q, q)
		}
		k.VMOVUPS(q, own(i))
	}
	k.VMOVUPS(Z4, own(stateS))
	k.matrixOf(at, own)
	k.translation(j, at, parent, own)
}

// matrixOf makes the matrix of the quaternion in Z9 … Z12 with s in Z4: rows
// in Z16 … Z24.
func (k *rig) matrixOf(at, own func(int) Mem) {
	x, y, z, w := Z9, Z10, Z11, Z12
	k.VBROADCASTSS(at(rigScale), Z31)
	k.VMULPS(Z31, Z4, Z4)
	x2, y2, z2 := Z0, Z1, Z2
	k.VMULPS(Z4, x, x2)
	k.VMULPS(Z4, y, y2)
	k.VMULPS(Z4, z, z2)
	xx, yy, zz, xy, xz, yz, wx, wy, wz := Z3, Z5, Z6, Z7, Z8, Z13, Z14, Z15, Z25
	k.VMULPS(x2, x, xx)
	k.VMULPS(y2, y, yy)
	k.VMULPS(z2, z, zz)
	k.VMULPS(y2, x, xy)
	k.VMULPS(z2, x, xz)
	k.VMULPS(z2, y, yz)
	k.VMULPS(x2, w, wx)
	k.VMULPS(y2, w, wy)
	k.VMULPS(z2, w, wz)
	k.VSUBPS(yy, Z31, Z16)
	k.VSUBPS(xx, Z31, Z24)
	k.VSUBPS(wz, xy, Z17)
	k.VADDPS(wy, xz, Z18)
	k.VADDPS(wz, xy, Z19)
	k.VSUBPS(wx, yz, Z21)
	k.VSUBPS(wy, xz, Z22)
	k.VADDPS(wx, yz, Z23)
	k.VSUBPS(zz, Z16, Z16)
	k.VSUBPS(zz, Z24, Z20)
	k.VSUBPS(yy, Z24, Z24)
	for i := range 9 {
		k.VMOVUPS(zmm[16+i], own(stateMatrix+i/3*4+i%3))
	}
}

// translation is the matrix's last column.
func (k *rig) translation(j int, at, parent, own func(int) Mem) {
	for r := range 3 {
		above := func(i int) Mem { return parent(stateMatrix + 4*r + i) }
		for c := range 3 {
			k.VSUBPS(above(c), zmm[16+3*r+c], zmm[c])
			k.VMULPS_BCST(at(rigBind+4*c), zmm[c], zmm[c])
		}
		k.VADDPS(Z1, Z0, Z0)
		k.VADDPS(Z2, Z0, Z0)
		k.VMOVUPS(above(3), zmm[26+r])
		k.VSUBPS(Z0, zmm[26+r], zmm[26+r])
	}
	still := fmt.Sprintf("still%d", j)
	k.CMPL(at(rigColumn), Imm(0))
	k.JLT(LabelRef(still))
	// The column, through the register of the joint's own place.
	k.MOVLQSX(at(rigColumn), k.own)
	for i := range 3 {
		k.VMOVUPS(Mem{Base: k.others, Index: k.own, Scale: 1, Disp: i * row}, zmm[3+i])
	}
	k.MOVLQSX(at(rigOwn), k.own)
	for r := range 3 {
		for c := range 3 {
			k.VMULPS(parent(stateMatrix+4*r+c), zmm[3+c], zmm[6+c])
		}
		k.VADDPS(Z7, Z6, Z6)
		k.VADDPS(Z8, Z6, Z6)
		k.VADDPS(Z6, zmm[26+r], zmm[26+r])
	}
	k.Label(still)
	for r := range 3 {
		k.VMOVUPS(zmm[26+r], own(stateMatrix+4*r+3))
	}
}
