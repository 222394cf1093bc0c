package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Offsets in generalJoint, its flags, and sizes.
const (
	jointParent      = 0
	jointOwn         = 4
	jointOut         = 8
	jointTranslation = 12
	jointScale       = 16
	jointFlags       = 20
	jointLocal       = 24
	jointInverse     = 72
	jointBytes       = 128

	flagLocal   = 1
	flagStretch = 2
	flagPalette = 4

	matrixBytes = 12 * row
	poseBytes   = 5 * row
)

// general writes the kernel behind GeneralPalette16.
type general struct {
	*build.Context
	pose, others, joint, scratch, temp, own GPPhysical
	before                                  GPPhysical // the joints of the group that is written out
}

func newGeneral(c *build.Context) *general {
	return &general{Context: c, pose: RSI, others: R8, joint: RDX, scratch: RDI, temp: R13, before: R14, own: R15}
}

func (k *general) write(name string) {
	index := k.indices()
	k.Function(name)
	k.Attributes(attr.NOSPLIT)
	k.SignatureExpr("func(dst *float32, stride int, pose *float32, joints *byte, groups int, scratch, dummy *float32)")
	k.Pragma("noescape")
	dst, stride, stride3, groups := RAX, RBX, RCX, R9
	lanes := [4]GPPhysical{dst, R10, R11, R12}
	k.Load(k.Param("pose"), k.pose)
	k.Load(k.Param("joints"), k.joint)
	k.Load(k.Param("groups"), groups)
	k.Load(k.Param("scratch"), k.scratch)
	// While a group is computed the one before is written out: before the
	// first one, something to where nobody looks.
	k.XORL(stride.As32(), stride.As32())
	k.XORL(stride3.As32(), stride3.As32())
	for _, l := range lanes {
		k.Load(k.Param("dummy"), l)
	}
	k.IMUL3Q(U32(4*poseBytes), groups, k.others)
	k.ADDQ(k.pose, k.others)
	k.root()
	place := func(n int) func(block, lane int) Mem {
		return func(block, lane int) Mem {
			m := Mem{Base: lanes[block], Disp: 32 * n, Index: stride, Scale: uint8(lane)}
			switch lane {
			case 0:
				m.Index, m.Scale = nil, 0
			case 3:
				m.Index, m.Scale = stride3, 1
			}
			return m
		}
	}
	k.MOVQ(k.joint, k.before)
	k.Label("group")
	for j := range 4 {
		k.one(j)
		k.VMOVUPS(index, Z30)
		k.VMOVUPS(index.Offset(64), Z31)
		for _, n := range [4][]int{{0}, {1, 2}, {3}, {4, 5}}[j] {
			k.transpose(n, place(n))
		}
	}
	k.MOVQ(k.joint, k.before)
	k.ADDQ(U32(4*poseBytes), k.pose)
	k.ADDQ(U32(4*jointBytes), k.joint)
	k.TESTQ(stride, stride)
	k.JNZ(LabelRef("next"))
	k.Load(k.Param("dst"), dst)
	k.SUBQ(U32(192), dst)
	k.Load(k.Param("stride"), stride)
	k.LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, stride3)
	for i := range 3 {
		k.LEAQ(Mem{Base: lanes[i], Index: stride, Scale: 4}, lanes[i+1])
	}
	k.Label("next")
	for _, l := range lanes {
		k.ADDQ(U32(192), l)
	}
	k.DECQ(groups)
	k.JNZ(LabelRef("group"))
	for n := range 6 {
		k.transpose(n, place(n))
	}
	k.VZEROUPPER()
	k.RET()
}

// indices are those of the two permutations that interleave pairs of blocks.
func (k *general) indices() Mem {
	m := k.StaticGlobal("generalBlocks")
	k.DataAttributes(attr.RODATA | attr.NOPTR)
	for i, v := range []uint64{0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15} {
		k.AddDatum(8*i, U64(v))
	}
	return m
}

// root writes the identity above all joints, behind eight palette matrices.
func (k *general) root() {
	k.MOVL(U32(0x3f800000), k.temp.As32())
	k.VPBROADCASTD(k.temp.As32(), Z0)
	k.VPXORD(Z1, Z1, Z1)
	for e := range 12 {
		v := Z1
		if e%5 == 0 {
			v = Z0
		}
		k.VMOVUPS(v, Mem{Base: k.scratch, Disp: 8*matrixBytes + e*row})
	}
}

// one computes joint j of the group: the local matrix in Z0 … Z11, the model
// matrix in Z20 … Z31, and stores it and the palette matrix.
func (k *general) one(j int) {
	at := func(disp int) Mem { return Mem{Base: k.joint, Disp: j*jointBytes + disp} }
	label := func(s string) string { return fmt.Sprintf("%s%d", s, j) }
	k.TESTL(U32(flagLocal), at(jointFlags))
	k.JZ(LabelRef(label("compose")))
	for e := range 12 {
		k.VBROADCASTSS(at(jointLocal+4*e), zmm[e])
	}
	k.JMP(LabelRef(label("product")))
	k.Label(label("compose"))
	k.rotation(j)
	k.vector(at(jointTranslation), at(jointLocal), label("translation"), [3]VecPhysical{Z3, Z7, Z11})
	k.TESTL(U32(flagStretch), at(jointFlags))
	k.JZ(LabelRef(label("product")))
	k.vector(at(jointScale), at(jointLocal+12), label("scale"), [3]VecPhysical{Z12, Z13, Z14})
	for r := range 3 {
		for c := range 3 {
			k.VMULPS(zmm[12+c], zmm[4*r+c], zmm[4*r+c])
		}
	}
	k.Label(label("product"))
	k.MOVLQSX(at(jointParent), k.temp)
	k.MOVLQSX(at(jointOwn), k.own)
	for r := range 3 {
		k.modelRow(r)
	}
	k.TESTL(U32(flagPalette), at(jointFlags))
	k.JZ(LabelRef(label("end")))
	k.MOVLQSX(at(jointOut), k.own)
	for r := range 3 {
		for c := range 4 {
			x, y := zmm[2*c], zmm[2*c+1]
			m := func(i int) Mem { return at(jointInverse + 4*(4*i+c)) }
			k.VMULPS_BCST(m(0), zmm[20+4*r], x)
			k.VMULPS_BCST(m(1), zmm[21+4*r], y)
			k.VADDPS(y, x, x)
			k.VMULPS_BCST(m(2), zmm[22+4*r], y)
			k.VADDPS(y, x, x)
			if c == 3 {
				k.VADDPS(zmm[23+4*r], x, x)
			}
			k.VMOVUPS(x, Mem{Base: k.scratch, Index: k.own, Scale: 1, Disp: (4*r + c) * row})
		}
	}
	k.Label(label("end"))
}

// rotation turns the joint's quaternions into the first three columns.
func (k *general) rotation(j int) {
	at := func(i int) Mem { return Mem{Base: k.pose, Disp: j*poseBytes + i*row} }
	x, y, z, w, s := Z20, Z21, Z22, Z23, Z24
	for i, v := range []VecPhysical{x, y, z, w, s} {
		k.VMOVUPS(at(i), v)
	}
	k.MOVL(U32(0x3f800000), k.temp.As32())
	k.VPBROADCASTD(k.temp.As32(), Z31)
	k.VADDPS(s, s, s)
	x2, y2, z2 := Z25, Z26, Z27
	k.VMULPS(s, x, x2)
	k.VMULPS(s, y, y2)
	k.VMULPS(s, z, z2)
	xx, yy, zz, xy, xz, yz, wx, wy, wz := Z12, Z13, Z14, Z15, Z16, Z17, Z18, Z19, Z28
	k.VMULPS(x2, x, xx)
	k.VMULPS(y2, y, yy)
	k.VMULPS(z2, z, zz)
	k.VMULPS(y2, x, xy)
	k.VMULPS(z2, x, xz)
	k.VMULPS(z2, y, yz)
	k.VMULPS(x2, w, wx)
	k.VMULPS(y2, w, wy)
	k.VMULPS(z2, w, wz)
	k.VSUBPS(yy, Z31, Z0)
	k.VSUBPS(xx, Z31, Z10)
	k.VSUBPS(wz, xy, Z1)
	k.VADDPS(wy, xz, Z2)
	k.VADDPS(wz, xy, Z4)
	k.VSUBPS(wx, yz, Z6)
	k.VSUBPS(wy, xz, Z8)
	k.VADDPS(wx, yz, Z9)
	k.VSUBPS(zz, Z0, Z0)
	k.VSUBPS(zz, Z10, Z5)
	k.VSUBPS(yy, Z10, Z10)
}

// vector loads three rows of a column, or where there is none constants.
func (k *general) vector(column, constant Mem, label string, to [3]VecPhysical) {
	k.MOVLQSX(column, k.temp)
	k.TESTQ(k.temp, k.temp)
	k.JS(LabelRef(label + "Constant"))
	for i, v := range to {
		k.VMOVUPS(Mem{Base: k.others, Index: k.temp, Scale: 1, Disp: i * row}, v)
	}
	k.JMP(LabelRef(label + "End"))
	k.Label(label + "Constant")
	for i, v := range to {
		k.VBROADCASTSS(constant.Offset(4*i), v)
	}
	k.Label(label + "End")
}

// modelRow is row r of the parent's matrix times the local one.
func (k *general) modelRow(r int) {
	for i := range 4 {
		k.VMOVUPS(Mem{Base: k.scratch, Index: k.temp, Scale: 1, Disp: (4*r + i) * row}, zmm[12+i])
	}
	for c := range 4 {
		m, t := zmm[20+4*r+c], zmm[16+c]
		k.VMULPS(zmm[c], Z12, m)
		k.VMULPS(zmm[4+c], Z13, t)
		k.VADDPS(t, m, m)
		k.VMULPS(zmm[8+c], Z14, t)
		k.VADDPS(t, m, m)
		if c == 3 {
			k.VADDPS(Z15, m, m)
		}
		k.VMOVUPS(m, Mem{Base: k.scratch, Index: k.own, Scale: 1, Disp: (4*r + c) * row})
	}
}

// transpose writes values 8n … 8n+7 of the group's 48 for all lanes.
func (k *general) transpose(n int, lane func(block, lane int) Mem) {
	var half [2][4]VecPhysical
	for h := range half {
		e := 8*n + 4*h // value of the group
		k.MOVLQSX(Mem{Base: k.before, Disp: e/12*jointBytes + jointOut}, k.temp)
		v := [4]VecPhysical(zmm[12*h : 12*h+4])
		half[h] = [4]VecPhysical(zmm[12*h+8 : 12*h+12])
		for i := range v {
			k.VMOVUPS(Mem{Base: k.scratch, Index: k.temp, Scale: 1, Disp: (e%12 + i) * row}, v[i])
		}
		(&keys{Context: k.Context}).square4(v, [4]VecPhysical(zmm[12*h+4:12*h+8]), half[h])
	}
	if n%2 == 0 { // the line of the group in work
		for block := range 4 {
			for l := range 4 {
				k.PREFETCHT0(lane(block, l).Offset(192))
			}
		}
	}
	for l := range 4 {
		a, b, both := half[0][l], half[1][l], zmm[l]
		k.VMOVAPS(a, both)
		k.VPERMT2PD(b, Z30, both)
		k.VPERMT2PD(b, Z31, a)
		k.VMOVUPS(ymm[l], lane(0, l))
		k.VEXTRACTF64X4(Imm(1), both, lane(1, l))
		k.VMOVUPS(ymm[8+l], lane(2, l))
		k.VEXTRACTF64X4(Imm(1), a, lane(3, l))
	}
}
