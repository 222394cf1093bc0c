package avx

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Offsets in soloGroup, and its flags.
const (
	groupValue       = 0
	groupTranslation = 384
	groupScale       = 448
	groupLines       = 512
	groupTranslated  = 520
	groupScaled      = 522
	groupFlags       = 524
	groupBytes       = 576

	flagTranslated = 1
	flagScaled     = 2
	flagStretched  = 4
)

// solo writes the kernels behind SoloPalette. In the first, whose lanes are
// joints, Z30 is alpha and Z29 is 1.
type solo struct {
	*build.Context
	bind bool
}

// locals writes the local matrices of all joints: of sixteen in turn the first
// rows, the second, the third.
func (k *solo) locals(name string) {
	k.Function(name)
	k.Attributes(attr.NOSPLIT)
	k.SignatureExpr("func(locals, a, b *float32, alpha float32, groups *byte, count int)")
	k.Pragma("noescape")
	out, a, b, group, count, rowA, rowB := RDI, RAX, RBX, RCX, RDX, R8, R9
	k.Load(k.Param("locals"), out)
	k.Load(k.Param("a"), a)
	k.Load(k.Param("b"), b)
	k.Load(k.Param("groups"), group)
	k.Load(k.Param("count"), count)
	alpha, _ := k.Param("alpha").Resolve()
	k.VBROADCASTSS(alpha.Addr, Z30)
	k.MOVL(U32(0x3f800000), ESI)
	k.VPBROADCASTD(ESI, Z29)
	for i, mask := range []uint32{0x00f0, 0x0f00, 0xf000} {
		k.MOVL(U32(mask), ESI)
		k.KMOVW(ESI, blockMasks[i+1])
	}
	k.MOVQ(a, rowA)
	k.MOVQ(b, rowB)
	at := func(disp int) Mem { return Mem{Base: group, Disp: disp} }

	k.Label("group")
	v := [4]VecPhysical{Z16, Z17, Z18, Z19}
	for i := range v {
		mask := []OpmaskPhysical{K4, K5, K6, K7}[i]
		k.KMOVW(at(groupLines+2*i), mask)
		k.VMOVUPS_Z(Mem{Base: rowA, Disp: 64 * i}, mask, v[i])
		k.VMOVUPS_Z(Mem{Base: rowB, Disp: 64 * i}, mask, zmm[20+i])
		k.VSUBPS(v[i], zmm[20+i], zmm[20+i])
		k.VMULPS(Z30, zmm[20+i], zmm[20+i])
		k.VADDPS(v[i], zmm[20+i], v[i])
	}
	k.square4(v, [4]VecPhysical{Z20, Z21, Z22, Z23}, [4]VecPhysical{Z0, Z1, Z2, Z3})
	k.rotation(at)
	if k.bind {
		k.bindTranslation(at)
	} else {
		for i := range 3 {
			k.VMOVUPS(at(groupValue+64*i), zmm[9+i])
		}
	}
	k.TESTL(U32(flagTranslated), at(groupFlags))
	k.JZ(LabelRef("translated"))
	k.column(at, groupTranslation, groupTranslated, a, b)
	for i := range 3 {
		if k.bind {
			k.VADDPS(zmm[i+12], zmm[9+i], K4, zmm[9+i])
		} else {
			k.VMOVAPS(zmm[i+12], K4, zmm[9+i])
		}
	}
	k.Label("translated")
	if !k.bind {
		k.stretch(at, a, b)
	}
	for r := range 3 {
		rows := [4]VecPhysical{zmm[3*r], zmm[3*r+1], zmm[3*r+2], zmm[9+r]}
		k.square4(rows, [4]VecPhysical{Z20, Z21, Z22, Z23}, v)
		for i := range v {
			k.VMOVUPS(v[i], Mem{Base: out, Disp: r*256 + 64*i})
		}
	}
	k.ADDQ(U32(groupBytes), group)
	k.ADDQ(U32(256), rowA)
	k.ADDQ(U32(256), rowB)
	k.ADDQ(U32(768), out)
	k.DECQ(count)
	k.JNZ(LabelRef("group"))
	k.VZEROUPPER()
	k.RET()
}

// rotation turns the quaternions in Z0 … Z3 into matrices in Z0 … Z8.
func (k *solo) rotation(at func(int) Mem) {
	x, y, z, w := Z0, Z1, Z2, Z3
	k.VMULPS(x, x, Z16)
	k.VMULPS(y, y, Z17)
	k.VMULPS(z, z, Z18)
	k.VMULPS(w, w, Z19)
	k.VADDPS(Z17, Z16, Z16)
	k.VADDPS(Z19, Z18, Z18)
	k.VADDPS(Z18, Z16, Z16)
	k.VDIVPS(Z16, Z29, Z16)
	k.VADDPS(Z16, Z16, Z16)
	one := Z29
	if k.bind {
		one = Z28
		k.VMOVUPS(at(groupValue+3*64), one)
		k.VMULPS(one, Z16, Z16)
	}
	k.matrix(one)
}

// matrix turns the quaternions in Z0 … Z3 into matrices in Z0 … Z8, with the
// factor of their squares in Z16 and what stands for 1 in a register.
func (k *solo) matrix(one VecPhysical) {
	x, y, z, w := Z0, Z1, Z2, Z3
	x2, y2, z2 := Z17, Z18, Z19
	k.VMULPS(x, Z16, x2)
	k.VMULPS(y, Z16, y2)
	k.VMULPS(z, Z16, z2)
	xx, yy, zz, xy, xz, yz, wx, wy, wz := Z20, Z21, Z22, Z23, Z24, Z25, Z26, Z9, Z10
	k.VMULPS(x, x2, xx)
	k.VMULPS(y, y2, yy)
	k.VMULPS(z, z2, zz)
	k.VMULPS(x, y2, xy)
	k.VMULPS(x, z2, xz)
	k.VMULPS(y, z2, yz)
	k.VMULPS(w, x2, wx)
	k.VMULPS(w, y2, wy)
	k.VMULPS(w, z2, wz)
	k.VSUBPS(yy, one, Z0)
	k.VSUBPS(zz, Z0, Z0)
	k.VSUBPS(wz, xy, Z1)
	k.VADDPS(wy, xz, Z2)
	k.VADDPS(wz, xy, Z3)
	k.VSUBPS(xx, one, Z8)
	k.VSUBPS(zz, Z8, Z4)
	k.VSUBPS(wx, yz, Z5)
	k.VSUBPS(wy, xz, Z6)
	k.VADDPS(wx, yz, Z7)
	k.VSUBPS(yy, Z8, Z8)
}

// bindTranslation puts Bind less the matrix times Bind into Z9 … Z11.
func (k *solo) bindTranslation(at func(int) Mem) {
	for i := range 3 {
		k.VMOVUPS(at(groupValue+64*i), zmm[16+i])
	}
	for r := range 3 {
		k.VMULPS(zmm[3*r], Z16, Z20)
		k.VMULPS(zmm[3*r+1], Z17, Z21)
		k.VMULPS(zmm[3*r+2], Z18, Z22)
		k.VADDPS(Z21, Z20, Z20)
		k.VADDPS(Z22, Z20, Z20)
		k.VSUBPS(Z20, zmm[16+r], zmm[9+r])
	}
}

// column samples a quad per joint at the given offsets into Z12 … Z15, and
// loads the mask of lanes that have one into K4.
func (k *solo) column(at func(int) Mem, offsets, lanes int, a, b GPPhysical) {
	v := [4]VecPhysical{Z16, Z17, Z18, Z19}
	for i := range v {
		next := zmm[20+i]
		for block := range 4 {
			k.MOVLQSX(at(offsets+4*(4*i+block)), RSI)
			from, to := Mem{Base: a, Index: RSI, Scale: 1}, Mem{Base: b, Index: RSI, Scale: 1}
			if block == 0 {
				k.VBROADCASTF32X4(from, v[i])
				k.VBROADCASTF32X4(to, next)
			} else {
				k.VBROADCASTF32X4(from, blockMasks[block], v[i])
				k.VBROADCASTF32X4(to, blockMasks[block], next)
			}
		}
		k.VSUBPS(v[i], next, next)
		k.VMULPS(Z30, next, next)
		k.VADDPS(v[i], next, v[i])
	}
	k.square4(v, [4]VecPhysical{Z20, Z21, Z22, Z23}, [4]VecPhysical{Z12, Z13, Z14, Z15})
	k.KMOVW(at(lanes), K4)
}

// stretch multiplies the matrices' columns by scales.
func (k *solo) stretch(at func(int) Mem, a, b GPPhysical) {
	k.TESTL(U32(flagStretched), at(groupFlags))
	k.JZ(LabelRef("stretched"))
	for i := range 3 {
		k.VMOVUPS(at(groupValue+64*(3+i)), zmm[25+i])
	}
	k.TESTL(U32(flagScaled), at(groupFlags))
	k.JZ(LabelRef("scaled"))
	k.column(at, groupScale, groupScaled, a, b)
	for i := range 3 {
		k.VMOVAPS(zmm[12+i], K4, zmm[25+i])
	}
	k.Label("scaled")
	for r := range 3 {
		for c := range 3 {
			k.VMULPS(zmm[25+c], zmm[3*r+c], zmm[3*r+c])
		}
	}
	k.Label("stretched")
}

// products multiplies the local matrices down the hierarchy, one matrix to a
// register, and writes the palette.
func (k *solo) products(name string) {
	k.Function(name)
	k.Attributes(attr.NOSPLIT)
	k.SignatureExpr("func(dst, locals, matrices *float32, steps *int32, joints int, inverse *float32, copied *uint32)")
	k.Pragma("noescape")
	dst, locals, matrices, steps, joints, inverse, copied := RDI, RAX, RBX, RCX, RDX, R8, R9
	left, local, parent, own := RSI, R10, R11, R12
	k.Load(k.Param("dst"), dst)
	k.Load(k.Param("locals"), locals)
	k.Load(k.Param("matrices"), matrices)
	k.Load(k.Param("steps"), steps)
	k.Load(k.Param("joints"), joints)
	k.Load(k.Param("inverse"), inverse)
	k.Load(k.Param("copied"), copied)
	k.MOVL(U32(0x888), ESI)
	k.KMOVW(ESI, K1)
	k.MOVL(U32(0xfff0), ESI)
	k.KMOVW(ESI, K2)
	k.MOVQ(joints, left)
	k.Label("step")
	k.MOVLQSX(Mem{Base: steps}, local)
	k.MOVLQSX(Mem{Base: steps, Disp: 4}, parent)
	k.MOVLQSX(Mem{Base: steps, Disp: 8}, own)
	from := Mem{Base: matrices, Index: parent, Scale: 1}
	k.multiply(from, Mem{Base: locals, Index: local, Scale: 1}, 256, Z0)
	k.VMOVUPS(Z0, Mem{Base: matrices, Index: own, Scale: 1})
	k.ADDQ(Imm(12), steps)
	k.DECQ(left)
	k.JNZ(LabelRef("step"))
	// Four matrices fill three lines.
	k.Label("four")
	for i := range 4 {
		k.final(i, matrices, inverse, copied)
	}
	k.VINSERTF32X4(Imm(3), X7, Z6, Z6)
	k.VMOVUPS(Z6, Mem{Base: dst})
	k.VSHUFF32X4(U8(0x49), Z8, Z7, Z7)
	k.VMOVUPS(Z7, Mem{Base: dst, Disp: 64})
	k.VSHUFF32X4(U8(0xaa), Z8, Z8, Z8)
	k.VSHUFF32X4(U8(0x90), Z9, Z9, K2, Z8)
	k.VMOVUPS(Z8, Mem{Base: dst, Disp: 128})
	k.ADDQ(U32(256), matrices)
	k.ADDQ(U32(192), dst)
	if !k.bind {
		k.ADDQ(U32(256), inverse)
		k.ADDQ(Imm(16), copied)
	}
	k.SUBQ(Imm(4), joints)
	k.JNZ(LabelRef("four"))
	k.VZEROUPPER()
	k.RET()
}

// final is the palette matrix of joint i of four in Z6+i.
func (k *solo) final(i int, matrices, inverse, copied GPPhysical) {
	m := Mem{Base: matrices, Disp: 64 * i}
	if k.bind {
		k.VMOVUPS(m, zmm[6+i])
		return
	}
	done, multiplied := fmt.Sprintf("done%d", i), fmt.Sprintf("multiplied%d", i)
	k.CMPL(Mem{Base: copied, Disp: 4 * i}, Imm(0))
	k.JE(LabelRef(multiplied))
	k.VMOVUPS(m, zmm[6+i])
	k.JMP(LabelRef(done))
	k.Label(multiplied)
	k.multiply(m, Mem{Base: inverse, Disp: 64 * i}, 16, zmm[6+i])
	k.Label(done)
}

// multiply is the product of two affine matrices, with the rows of the second
// rows bytes apart. In bind space the last sums are paired, which is one sum
// less from a joint to its children.
func (k *solo) multiply(a, b Mem, rows int, to VecPhysical) {
	k.VMOVUPS(a, Z12)
	for i := range 3 {
		k.VPERMILPS(U8(0x55*i), Z12, zmm[i])
		k.VBROADCASTF32X4(b.Offset(rows*i), zmm[3+i])
		k.VMULPS(zmm[3+i], zmm[i], zmm[i])
	}
	k.VADDPS(Z1, Z0, Z0)
	if k.bind {
		k.VADDPS(Z12, Z2, K1, Z2)
		k.VADDPS(Z2, Z0, to)
		return
	}
	k.VADDPS(Z2, Z0, to)
	k.VADDPS(Z12, to, K1, to)
}

// square4 transposes the 4x4 squares of v, one in each block, into r.
func (k *solo) square4(v, t, r [4]VecPhysical) {
	(&keys{Context: k.Context}).square4(v, t, r)
}
