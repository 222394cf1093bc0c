package neon

import (
	"fmt"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// op adds an instruction that writes to dst, which is one of the operands, and reads
// those others that are registers, maybe dst again.
func (k *kernel) op(dst *vec, format string, operands ...any) *vec {
	var def, use []*vec
	for _, o := range operands {
		switch v, ok := o.(*vec); {
		case !ok:
		case v == dst && def == nil:
			def = append(def, v)
		default:
			use = append(use, v)
		}
	}
	k.emit(def, use, func() string { return fmt.Sprintf("\t"+format, operands...) })
	return dst
}

// change is op for an instruction that also reads dst.
func (k *kernel) change(dst *vec, format string, operands ...any) *vec {
	k.keep(dst)
	return k.op(dst, format, operands...)
}

// vector adds an instruction that writes to dst.
func (k *kernel) vector(i Instruction, dst *vec, operands ...*vec) *vec {
	k.emit([]*vec{dst}, operands, func() string {
		registers := []int{dst.number}
		for _, v := range operands {
			registers = append(registers, v.number)
		}
		return "\t" + i.Of(registers...)
	})
	return dst
}

func (k *kernel) add(a, b *vec) *vec { return k.addTo(new(vec), a, b) }
func (k *kernel) sub(a, b *vec) *vec { return k.vector(FSUB, new(vec), a, b) }
func (k *kernel) mul(a, b *vec) *vec { return k.mulTo(new(vec), a, b) }
func (k *kernel) div(a, b *vec) *vec { return k.vector(FDIV, new(vec), a, b) }

// addTo writes to a value that may exist.
func (k *kernel) addTo(dst, a, b *vec) *vec { return k.vector(FADD, dst, a, b) }

// mulTo writes to a value that may exist.
func (k *kernel) mulTo(dst, a, b *vec) *vec { return k.vector(FMUL, dst, a, b) }

// scale is a times lane i of b.
func (k *kernel) scale(a, b *vec, i int) *vec { return k.vector(ByLane(i), new(vec), a, b) }

// pairs adds neighbours: lanes 0+1 and 2+3 of a, then of b.
func (k *kernel) pairs(a, b *vec) *vec { return k.vector(FADDP, new(vec), a, b) }

// inLane0 writes an instruction of one float32: a op b.
func (k *kernel) inLane0(name string, a, b *vec) *vec {
	d := new(vec)
	return k.op(d, "%s %f, %f, %f", name, b, a, d)
}

// binary writes an instruction that Go's assembler has, of elements of a form: a op b.
func (k *kernel) binary(name, form string, a, b *vec) *vec {
	return k.binaryTo(new(vec), name, form, a, b)
}

// binaryTo writes to a value that may exist.
func (k *kernel) binaryTo(dst *vec, name, form string, a, b *vec) *vec {
	return k.op(dst, "%s %v.%s, %v.%s, %v.%s", name, b, form, a, form, dst, form)
}

// constant is a number of 32 bits in all lanes.
func (k *kernel) constant(bits uint32, through gp) *vec {
	k.text("MOVD $0x%08x, %s", bits, through)
	d := new(vec)
	return k.op(d, "VDUP %s, %v.S4", through, d)
}

// lanesOf is a number of 32 bits per lane.
func (k *kernel) lanesOf(bits [4]uint32) *vec {
	d := new(vec)
	return k.op(d, "VMOVQ $0x%08x%08x, $0x%08x%08x, %v", bits[1], bits[0], bits[3], bits[2], d)
}

// spread is lane i of a in all lanes.
func (k *kernel) spread(a *vec, i int) *vec {
	d := new(vec)
	return k.op(d, "VDUP %v.S[%d], %v.S4", a, i, d)
}

// order is the operand of pick that selects these lanes of a register.
func (k *kernel) order(lanes ...uint32) *vec {
	var bits [4]uint32
	for i, l := range lanes {
		bits[i] = 0x03020100 + 0x04040404*l
	}
	return k.lanesOf(bits)
}

// pick is lanes of a in the order of another register.
func (k *kernel) pick(a, order *vec) *vec {
	d := new(vec)
	return k.op(d, "VTBL %v.B16, [%v.B16], %v.B16", order, a, d)
}

// flip changes the sign of those lanes of a whose sign bit is set in signs.
func (k *kernel) flip(a, signs *vec) *vec { return k.binary("VEOR", "B16", a, signs) }

// swapPairs is lanes 1, 0, 3, 2 of a.
func (k *kernel) swapPairs(a *vec) *vec {
	d := new(vec)
	return k.op(d, "VREV64 %v.S4, %v.S4", a, d)
}

// extract is four lanes from the given one of a on, followed by those of b.
func (k *kernel) extract(a, b *vec, from int) *vec { return k.extractTo(new(vec), a, b, from) }

// extractTo writes to a value that may exist.
func (k *kernel) extractTo(dst, a, b *vec, from int) *vec {
	return k.binaryTo(dst, fmt.Sprintf("VEXT $%d,", 4*from), "B16", a, b)
}

// insert replaces lane i of dst by lane j of a.
func (k *kernel) insert(dst *vec, i int, a *vec, j int) *vec {
	return k.change(dst, "VMOV %v.S[%d], %v.S[%d]", a, j, dst, i)
}

// unless replaces those bits of dst by a's that are not set in mask.
func (k *kernel) unless(mask, dst, a *vec) *vec {
	return k.change(dst, "VBIF %v.B16, %v.B16, %v.B16", mask, a, dst)
}

// row loads 16 bytes at base + offset.
func (k *kernel) row(base gp, offset int) *vec { return k.rowTo(new(vec), base, offset) }

// rowTo writes to a value that may exist.
func (k *kernel) rowTo(d *vec, base gp, offset int) *vec {
	return k.op(d, "FMOVQ %d(%s), %f", offset, base, d)
}

// rowNext loads 16 bytes at base, which it moves on by step.
func (k *kernel) rowNext(base gp, step int) *vec {
	d := new(vec)
	return k.op(d, "FMOVQ.P %d(%s), %f", step, base, d)
}

// at loads 16 bytes at base + index.
func (k *kernel) at(base, index gp) *vec {
	d := new(vec)
	load := Instruction{0x3ce06800, "LDR Q%d, [X%d, X%d]"}
	k.emit([]*vec{d}, nil, func() string { return "\t" + load.Of(d.number, number(base), number(index)) })
	return d
}

func number(r gp) int {
	var n int
	fmt.Sscanf(string(r), "R%d", &n)
	return n
}

// rows loads two times 16 bytes.
func (k *kernel) rows(base gp, offset int) (a, b *vec) {
	a, b = new(vec), new(vec)
	k.emit([]*vec{a, b}, nil, func() string { return fmt.Sprintf("\tFLDPQ %d(%s), (%f, %f)", offset, base, a, b) })
	return a, b
}

// rowsNext loads two times 16 bytes at base, which it moves on by them.
func (k *kernel) rowsNext(base gp) (a, b *vec) {
	a, b = new(vec), new(vec)
	k.emit([]*vec{a, b}, nil, func() string { return fmt.Sprintf("\tFLDPQ.P 32(%s), (%f, %f)", base, a, b) })
	return a, b
}

// scalar loads a float32 at base + offset into lane 0.
func (k *kernel) scalar(base gp, offset int) *vec {
	d := new(vec)
	return k.op(d, "FMOVS %d(%s), %f", offset, base, d)
}

// storeScalar stores lane 0 at base + offset.
func (k *kernel) storeScalar(a *vec, base gp, offset int) {
	k.op(nil, "FMOVS %f, %d(%s)", a, offset, base)
}

// storeRow stores 16 bytes at base + offset.
func (k *kernel) storeRow(a *vec, base gp, offset int) {
	k.op(nil, "FMOVQ %f, %d(%s)", a, offset, base)
}

// storeRows stores two times 16 bytes.
func (k *kernel) storeRows(a, b *vec, base gp, offset int) {
	k.op(nil, "FSTPQ (%f, %f), %d(%s)", a, b, offset, base)
}

// storeRowsNext stores two times 16 bytes at base, which it moves on by step.
func (k *kernel) storeRowsNext(a, b *vec, base gp, step int) {
	k.op(nil, "FSTPQ.P (%f, %f), %d(%s)", a, b, step, base)
}

// transpose transposes four rows of four lanes.
func (k *kernel) transpose(r [4]*vec) [4]*vec {
	even01, odd01 := k.binary("VTRN1", "S4", r[0], r[1]), k.binary("VTRN2", "S4", r[0], r[1])
	even23, odd23 := k.binary("VTRN1", "S4", r[2], r[3]), k.binary("VTRN2", "S4", r[2], r[3])
	return [4]*vec{
		k.binary("VZIP1", "D2", even01, even23), k.binary("VZIP1", "D2", odd01, odd23),
		k.binary("VZIP2", "D2", even01, even23), k.binary("VZIP2", "D2", odd01, odd23),
	}
}

func rigField(name string) int     { return layout.Offset("rigJoint", name) }
func generalField(name string) int { return layout.Offset("generalJoint", name) }
func keyField(name string) int     { return layout.Offset("keyLine", name) }

// bit is the number of the only bit that is set in a constant.
func bit(flag string) int { return bits.TrailingZeros(uint(layout.Constant(flag))) }
