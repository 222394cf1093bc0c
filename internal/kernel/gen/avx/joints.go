package avx

import (
	"github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// joints is a kernel behind kernel.PlaceJoints in the making: a joint after the other.
type joints struct {
	block
	dst, slots, bind, places, palette, joint avo.GPVirtual

	sign               avo.VecVirtual // -0
	cos, sin           avo.VecVirtual // of the place, float32
	cosines, sines, to avo.VecVirtual // float64
}

// placer is what of it differs between instruction sets.
type placer interface {
	begin()
	place()                                  // reads where an instance stands
	product(palette, bind func(row int) Mem) // computes a matrix
	move()                                   // multiplies the place by it
	store()
}

// PlaceJoints writes a kernel behind PlaceJoints.
func PlaceJoints(c *build.Context, wide bool) {
	k := &joints{block: block{Context: c, wide: wide}}
	var p placer = &joints2{joints: k}
	if wide {
		p = &joints512{joints: k}
	}
	k.dst, k.slots, k.bind, k.places = k.pointer("dst"), k.pointer("slots"), k.pointer("bind"), k.pointer("places")
	instances, n := k.pointer("instances"), k.pointer("n")
	k.sign = k.constant(1 << 31)
	p.begin()
	k.Label("instance")
	k.palette, k.joint = k.GP64(), k.GP64()
	k.MOVQ(at(instances, 0), k.palette)
	k.IMULQ(k.param("stride"), k.palette)
	k.ADDQ(k.param("palettes"), k.palette)
	k.MOVQ(k.param("joints"), k.joint)
	count := k.pointer("count")
	k.TESTQ(k.places, k.places)
	k.JZ(LabelRef("model"))
	p.place()
	k.ADDQ(sizeOf("Place"), k.places)
	k.each("world", count, func() {
		p.product(k.rows())
		p.move()
		p.store()
	})
	k.JMP(LabelRef("done"))
	k.each("model", count, func() {
		p.product(k.rows())
		p.store()
	})
	k.Label("done")
	k.ADDQ(Imm(8), instances)
	k.DECQ(n)
	k.JNZ(LabelRef("instance"))
	k.VZEROUPPER()
	k.RET()
}

// param is an argument where it lies.
func (k *joints) param(name string) Mem {
	p, err := k.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

// each is a loop over joints.
func (k *joints) each(label string, count avo.GPVirtual, body func()) {
	k.Label(label)
	body()
	k.ADDQ(Imm(4*matrixRows), k.dst)
	k.ADDQ(Imm(8), k.joint)
	k.DECQ(count)
	k.JNZ(LabelRef(label))
}

// rows are those of the joint's matrices in the palette and in its bind pose.
func (k *joints) rows() (palette, bind func(row int) Mem) {
	s := k.GP64()
	k.MOVQ(at(k.joint, 0), s)
	k.MOVWQSX(Mem{Base: k.slots, Index: s, Scale: 2}, s)
	k.LEAQ(Mem{Base: s, Index: s, Scale: 2}, s)
	k.SHLQ(Imm(4), s)
	of := func(base avo.GPVirtual) func(row int) Mem {
		return func(row int) Mem { return Mem{Base: base, Index: s, Scale: 1, Disp: 16 * row} }
	}
	return of(k.palette), of(k.bind)
}

func (k *joints) field(name string) Mem { return at(k.places, layout.Offset("Place", name)) }

// linear multiplies the first three values of rows by the rows of another matrix.
func (k *joints) linear(a avo.VecVirtual, b0, b1, b2 Op) avo.VecVirtual {
	return k.sum(k.sum(k.mul(k.column(a, 0), b0), k.mul(k.column(a, 1), b1)), k.mul(k.column(a, 2), b2))
}

// column is a column of rows in all columns.
func (k *joints) column(a Op, column int) avo.VecVirtual {
	v := k.vector()
	k.VPERMILPS(Imm(uint64(column*0x55)), a, v)
	return v
}

// single reads a float64 as a float32 in all lanes.
func (k *joints) single(m Mem) avo.VecVirtual {
	v := k.vector()
	k.VCVTSD2SS(m, k.sign.AsX(), v.AsX())
	k.VBROADCASTSS(v.AsX(), v)
	return v
}

// joints2 has rows 0 and 1 of a matrix in one register of AVX2, and row 2 in half of one.
type joints2 struct {
	*joints
	rows, row2 avo.VecVirtual
	row0, row1 avo.Register
	toY        avo.VecVirtual
}

func (k *joints2) begin() {}

func (k *joints2) place() {
	k.narrow = true
	k.cos, k.sin = k.single(k.field("C")), k.single(k.field("S"))
	k.cosines, k.sines, k.to, k.toY = k.vector(), k.vector(), k.vector(), k.vector()
	k.VMOVDDUP(k.field("C"), k.cosines)
	k.VMOVDDUP(k.field("S"), k.sines) // S -S, by which z x are multiplied
	second := k.vector()
	k.VPSLLDQ(Imm(12), k.sign.AsX(), second)
	k.VXORPD(second, k.sines, k.sines)
	k.VMOVSD(k.field("X"), k.to)
	k.VMOVHPD(k.field("Z"), k.to, k.to)
	k.VMOVSD(k.field("Y"), k.toY)
	k.narrow = false
}

func (k *joints2) product(palette, bind func(row int) Mem) {
	var b [3]avo.VecVirtual
	for row := range b {
		b[row] = k.vector()
		k.VBROADCASTF128(bind(row), b[row])
	}
	a, last := k.load(palette(0)), k.XMM()
	k.VMOVUPS(palette(2), last)
	k.rows = k.withEnd(k.linear(a, b[0], b[1], b[2]), a, k.sign)
	k.narrow = true
	k.row2 = k.withEnd(k.linear(last, b[0].AsX(), b[1].AsX(), b[2].AsX()), last, k.sign.AsX())
	k.narrow = false
	k.row1 = nil
}

// withEnd adds the last values of rows: -0 leaves the others as they are.
func (k *joints2) withEnd(sum avo.VecVirtual, a, none Op) avo.VecVirtual {
	end := k.vector()
	k.VBLENDPS(Imm(0x88), a, none, end)
	return k.sum(sum, end)
}

func (k *joints2) move() {
	k.narrow = true
	r0, r1, r2 := k.rows.AsX(), k.vector(), k.row2
	k.VEXTRACTF128(Imm(1), k.rows, r1)
	x := k.sum(k.mul(r0, k.cos), k.mul(r2, k.sin))
	z := k.sub(k.mul(r2, k.cos), k.mul(r0, k.sin))

	xz, zx := k.do(k.VUNPCKHPS, r0, r2), k.vector()
	k.VMOVHLPS(xz, xz, xz)
	k.VCVTPS2PD(xz, xz)
	k.VPERMILPD(Imm(1), xz, zx)
	xz = k.do(k.VADDPD, k.do(k.VADDPD, k.do(k.VMULPD, xz, k.cosines), k.do(k.VMULPD, zx, k.sines)), k.to)
	k.VCVTPD2PSX(xz, xz)
	y := k.column(r1, 3)
	k.VCVTSS2SD(y, y, y)
	k.VADDSD(k.toY, y, y)
	k.VCVTSD2SS(y, y, y)

	k.VINSERTPS(Imm(0x30), xz, x, x)
	k.VINSERTPS(Imm(0x30), y, r1, r1)
	k.VINSERTPS(Imm(0x70), xz, z, z)
	k.row0, k.row1, k.row2 = x, r1, z
	k.narrow = false
}

func (k *joints2) store() {
	if k.row1 == nil {
		k.VMOVUPS(k.rows, at(k.dst, 0))
	} else {
		k.VMOVUPS(k.row0, at(k.dst, 0))
		k.VMOVUPS(k.row1, at(k.dst, 16))
	}
	k.VMOVUPS(k.row2, at(k.dst, 32))
}

// joints512 has a matrix in one register.
type joints512 struct {
	*joints
	m           avo.VecVirtual
	whole, last avo.OpmaskVirtual // a matrix, and its last column
	outer, ends avo.OpmaskVirtual // rows 0 and 2, and x and z
}

func (k *joints512) begin() {
	k.whole, k.last, k.outer, k.ends = k.mask(0x0fff), k.mask(0x0888), k.mask(0x0f0f), k.mask(0b101)
}

func (k *joints512) place() {
	k.cos, k.sin = k.single(k.field("C")), k.single(k.field("S"))
	k.cosines, k.sines, k.to = k.YMM(), k.YMM(), k.YMM()
	k.VPXORD(k.sign, k.sin, k.mask(0x0f00), k.sin) // S of row 0, -S of row 2
	k.VBROADCASTSD(k.field("C"), k.cosines)
	k.VBROADCASTSD(k.field("S"), k.sines)
	k.VPXORD(k.sign.AsY(), k.sines, k.mask(1<<5), k.sines) // the same of x and z
	k.VMOVUPD(k.field("X"), k.to)
}

func (k *joints512) product(palette, bind func(row int) Mem) {
	var b [3]avo.VecVirtual
	for row := range b {
		b[row] = k.vector()
		k.VBROADCASTF32X4(bind(row), b[row])
	}
	a := k.vector()
	k.VMOVUPS_Z(palette(0), k.whole, a)
	k.m = k.linear(a, b[0], b[1], b[2])
	k.VADDPS(a, k.m, k.last, k.m)
}

func (k *joints512) move() {
	const outerSwapped = 0b11000110 // 2 1 0 3
	last, swapped := k.vector(), k.vector()
	k.VCOMPRESSPS_Z(k.m, k.last, last)
	k.VSHUFF32X4(Imm(outerSwapped), k.m, k.m, swapped)
	k.VADDPS(k.mul(swapped, k.sin), k.mul(k.m, k.cos), k.outer, k.m)

	xyz, zyx := k.YMM(), k.YMM()
	k.VCVTPS2PD(last.AsX(), xyz)
	k.VPERMPD(Imm(outerSwapped), xyz, zyx)
	k.VMULPD(k.sines, zyx, zyx)
	k.VMULPD(k.cosines, xyz, k.ends, xyz)
	k.VADDPD(zyx, xyz, k.ends, xyz)
	k.VADDPD(k.to, xyz, xyz)
	k.VCVTPD2PSY(xyz, last.AsX())
	k.VEXPANDPS(last, k.last, k.m)
}

func (k *joints512) store() { k.VMOVUPS(k.m, k.whole, at(k.dst, 0)) }
