package avx

import (
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// Layout of what kernels of blocks share with package kernel. row (keys.go) is the
// size of 16 lanes.
const (
	groupSize    = 4       // joints whose matrices fill whole cache lines
	paletteLines = 3       // these lines, of one lane
	matrixRows   = 12      // rows of a matrix
	poseColumn   = 5 * row // a rotation column in a pose
	otherColumn  = 4 * row // another one
)

// block is a kernel of blocks in the making: of AVX-512, or of AVX2, which takes a
// block in two passes of 8 lanes. Rows in scratch are 64 bytes apart for both.
type block struct {
	*build.Context
	wide   bool // AVX-512
	narrow bool // four lanes
	joint  jointLayout
	ways   []string // how palettes may leave
	way    string   // that of the moment

	dst, stride, triple  avo.GPVirtual // of palettes; 3·stride
	third, tenth         avo.GPVirtual // where lanes 3 and 10 are written to
	lanes                avo.GPVirtual // where each lane's palette begins, where they lie apart
	joints, states, pose avo.GPVirtual // of the group
	one                  avo.VecVirtual
	odd, even            avo.OpmaskVirtual // every second lane
}

// jointLayout says how a kernel's joints describe the matrices to write out.
type jointLayout struct {
	bytes int // size of a joint
	out   int // where in it the offset of the matrix from states is
	rows  int // bytes from there to the matrix
}

// floatOne is 1.
const (
	floatOne  = 0x3f800000
	floatHalf = 0x3f000000

	floatLeastSquare = 1 << 23    // 2⁻¹²⁶
	floatLong        = 0x3f3504f4 // √½, rounded up
)

func (k *block) mask(bits uint32) avo.OpmaskVirtual {
	t, m := k.GP32(), k.K()
	k.MOVL(operand.U32(bits), t)
	k.KMOVW(t, m)
	return m
}

// constant is a float32 in all lanes.
func (k *block) constant(bits uint32) avo.VecVirtual {
	t, v := k.GP32(), k.vector()
	k.MOVL(operand.U32(bits), t)
	k.VMOVD(t, v.AsX())
	k.VBROADCASTSS(v.AsX(), v)
	return v
}

func (k *block) pointer(param string) avo.GPVirtual {
	r := k.GP64()
	k.Load(k.Param(param), r)
	return r
}

// offset is 32 bits of memory, sign-extended.
func (k *block) offset(m operand.Mem) avo.GPVirtual {
	r := k.GP64()
	k.MOVLQSX(m, r)
	return r
}

func at(base avo.GPVirtual, disp int) operand.Mem { return operand.Mem{Base: base, Disp: disp} }

// place is the memory of scratch at the offset that m holds.
func (k *block) place(m operand.Mem) operand.Mem {
	return operand.Mem{Base: k.states, Index: k.offset(m), Scale: 1}
}

func (k *block) vector() avo.VecVirtual {
	switch {
	case k.wide:
		return k.ZMM()
	case k.narrow:
		return k.XMM()
	}
	return k.YMM()
}

func (k *block) load(m operand.Mem) avo.VecVirtual {
	v := k.vector()
	k.VMOVUPS(m, v)
	return v
}

func (k *block) broadcast(m operand.Mem) avo.VecVirtual {
	v := k.vector()
	k.VBROADCASTSS(m, v)
	return v
}

func (k *block) store(v avo.VecVirtual, m operand.Mem) { k.VMOVUPS(v, m) }

// instruction is a method of a Context.
type instruction func(...operand.Op)

// do is a op b, with b in a register or in memory.
func (k *block) do(op instruction, a, b operand.Op) avo.VecVirtual {
	v := k.vector()
	op(b, a, v)
	return v
}

func (k *block) mul(a, b operand.Op) avo.VecVirtual { return k.do(k.VMULPS, a, b) }
func (k *block) sum(a, b operand.Op) avo.VecVirtual { return k.do(k.VADDPS, a, b) }
func (k *block) sub(a, b operand.Op) avo.VecVirtual { return k.do(k.VSUBPS, a, b) }
func (k *block) div(a, b operand.Op) avo.VecVirtual { return k.do(k.VDIVPS, a, b) }

// mulAll is a times one float32 in memory.
func (k *block) mulAll(a avo.VecVirtual, m operand.Mem) avo.VecVirtual {
	if k.wide {
		return k.do(k.VMULPS_BCST, a, m)
	}
	return k.mul(a, k.broadcast(m))
}

// dot is a0·b0 + a1·b1 + a2·b2, from left to right.
func (k *block) dot(a [3]avo.VecVirtual, b [3]operand.Mem, mul func(avo.VecVirtual, operand.Mem) avo.VecVirtual) avo.VecVirtual {
	return k.sum(k.sum(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]))
}

func (k *block) mulRow(a avo.VecVirtual, m operand.Mem) avo.VecVirtual { return k.mul(a, m) }

// weave interleaves b evenly with a, so that the processor works on one while the other waits.
// They must not depend on each other.
func (k *block) weave(a, b func()) {
	file, err := k.Result()
	if err != nil {
		panic(err)
	}
	functions := file.Functions()
	f := functions[len(functions)-1]
	n := len(f.Nodes)
	a()
	first := slices.Clone(f.Nodes[n:])
	f.Nodes = f.Nodes[:n]
	b()
	second := slices.Clone(f.Nodes[n:])
	f.Nodes = f.Nodes[:n]
	done := 0.
	for _, node := range first {
		for len(second) > 0 && done >= 1 {
			f.Nodes, second = append(f.Nodes, second[0]), second[1:]
			done--
		}
		f.Nodes = append(f.Nodes, node)
		if i, ok := node.(*ir.Instruction); ok && !strings.HasPrefix(i.Opcode, "MOV") {
			done += float64(len(second)) / float64(len(first))
		}
	}
	f.Nodes = append(f.Nodes, second...)
}

// square4 transposes the 4x4 squares of float32 in four registers, one square in
// each 16-byte block.
func (k *block) square4(v [4]avo.VecVirtual) [4]avo.VecVirtual {
	return k.squares(v[0], v[1], v[2], v[3])
}

// squares is square4 of registers of which the second and the fourth may be in memory.
func (k *block) squares(v0 avo.VecVirtual, v1 operand.Op, v2 avo.VecVirtual, v3 operand.Op) [4]avo.VecVirtual {
	ab, ab2 := k.do(k.VUNPCKLPS, v0, v1), k.do(k.VUNPCKHPS, v0, v1)
	cd, cd2 := k.do(k.VUNPCKLPS, v2, v3), k.do(k.VUNPCKHPS, v2, v3)
	return [4]avo.VecVirtual{
		k.do(k.VUNPCKLPD, ab, cd), k.do(k.VUNPCKHPD, ab, cd),
		k.do(k.VUNPCKLPD, ab2, cd2), k.do(k.VUNPCKHPD, ab2, cd2),
	}
}

// square4At is square4 of four rows in memory. Its first step blends what it
// loads, which takes no port that shuffles.
func (k *block) square4At(row [4]operand.Mem) [4]avo.VecVirtual {
	into := func(op instruction, lanes avo.OpmaskVirtual, a, b operand.Mem) avo.VecVirtual {
		v := k.load(a)
		op(b, lanes, v)
		return v
	}
	even, even2 := into(k.VMOVSLDUP, k.odd, row[0], row[1]), into(k.VMOVSLDUP, k.odd, row[2], row[3])
	odd, odd2 := into(k.VMOVSHDUP, k.even, row[1], row[0]), into(k.VMOVSHDUP, k.even, row[3], row[2])
	return [4]avo.VecVirtual{
		k.do(k.VUNPCKLPD, even, even2), k.do(k.VUNPCKLPD, odd, odd2),
		k.do(k.VUNPCKHPD, even, even2), k.do(k.VUNPCKHPD, odd, odd2),
	}
}

// blocks4 transposes the 4x4 square of 16-byte blocks in four registers.
func (k *block) blocks4(v [4]avo.VecVirtual) [4]avo.VecVirtual {
	blocks := func(a, b avo.VecVirtual, imm uint64) avo.VecVirtual {
		d := k.ZMM()
		k.VSHUFF32X4(operand.U8(imm), b, a, d)
		return d
	}
	ab, ab2 := blocks(v[0], v[1], 0x44), blocks(v[0], v[1], 0xee)
	cd, cd2 := blocks(v[2], v[3], 0x44), blocks(v[2], v[3], 0xee)
	return [4]avo.VecVirtual{blocks(ab, cd, 0x88), blocks(ab, cd, 0xdd), blocks(ab2, cd2, 0x88), blocks(ab2, cd2, 0xdd)}
}
