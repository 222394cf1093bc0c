package neon

import "fmt"

// Vector instructions that Go's assembler lacks, with 0 as registers.
const (
	fadd     = 0x4e20d400 // Vd.4S = Vn.4S + Vm.4S
	fsub     = 0x4ea0d400
	fmul     = 0x6e20dc00
	fdiv     = 0x6e20fc00
	faddp    = 0x6e20d400 // Vd.4S = sums of neighbours: two of Vn, two of Vm
	fcmeq    = 0x4ea0d800 // Vd.4S = all bits where Vn.4S is 0
	fcmgt    = 0x4ea0c800
	fcmlt    = 0x4ea0e800
	fmulLane = 0x4f809000 // Vd.4S = Vn.4S · Vm.S[i]
	ldrQ     = 0x3ce06800 // Qd = 16 bytes at Xn+Xm
)

// word is an instruction with its registers, written as a number.
func word(code, d, n, m int, format string, a ...any) string {
	return fmt.Sprintf("\tWORD $0x%08x // "+format, append([]any{code | m<<16 | n<<5 | d}, a...)...)
}

// lane32 places the index of an element.
func lane32(i int) int { return i>>1<<11 | i&1<<21 }

// three adds dst = a op b on four lanes.
func (k *kernel) three(code int, name string, dst, a, b *vec) *vec {
	k.emit([]*vec{dst}, []*vec{a, b}, func() string {
		return word(code, dst.number, a.number, b.number, "%s %s.4S, %s.4S, %s.4S", name, dst.v(), a.v(), b.v())
	})
	return dst
}

func (k *kernel) add(a, b *vec) *vec { return k.addTo(new(vec), a, b) }
func (k *kernel) sub(a, b *vec) *vec { return k.three(fsub, "FSUB", new(vec), a, b) }
func (k *kernel) mul(a, b *vec) *vec { return k.mulTo(new(vec), a, b) }
func (k *kernel) div(a, b *vec) *vec { return k.three(fdiv, "FDIV", new(vec), a, b) }

// addTo writes to a value that may exist.
func (k *kernel) addTo(dst, a, b *vec) *vec { return k.three(fadd, "FADD", dst, a, b) }

// mulTo writes to a value that may exist.
func (k *kernel) mulTo(dst, a, b *vec) *vec { return k.three(fmul, "FMUL", dst, a, b) }

// scale is a times lane i of b.
func (k *kernel) scale(a, b *vec, i int) *vec {
	d := new(vec)
	k.emit([]*vec{d}, []*vec{a, b}, func() string {
		return word(fmulLane|lane32(i), d.number, a.number, b.number, "FMUL %s.4S, %s.4S, %s.S[%d]", d.v(), a.v(), b.v(), i)
	})
	return d
}

// constant is a number of 32 bits in all lanes.
func (k *kernel) constant(bits uint32, through gp) *vec {
	k.text("MOVD $0x%08x, %s", bits, through)
	d := new(vec)
	k.emit([]*vec{d}, nil, func() string { return fmt.Sprintf("\tVDUP %s, %s.S4", through, d.v()) })
	return d
}

// lanesOf is a number of 32 bits per lane.
func (k *kernel) lanesOf(bits [4]uint32) *vec {
	d := new(vec)
	low, high := uint64(bits[1])<<32|uint64(bits[0]), uint64(bits[3])<<32|uint64(bits[2])
	k.emit([]*vec{d}, nil, func() string { return fmt.Sprintf("\tVMOVQ $0x%016x, $0x%016x, %s", low, high, d.v()) })
	return d
}

// spread is lane i of a in all lanes.
func (k *kernel) spread(a *vec, i int) *vec {
	d := new(vec)
	k.emit([]*vec{d}, []*vec{a}, func() string { return fmt.Sprintf("\tVDUP %s.S[%d], %s.S4", a.v(), i, d.v()) })
	return d
}

// row loads 16 bytes at base + offset.
func (k *kernel) row(base gp, offset int) *vec { return k.rowTo(new(vec), base, offset) }

// rowTo writes to a value that may exist.
func (k *kernel) rowTo(d *vec, base gp, offset int) *vec {
	k.emit([]*vec{d}, nil, func() string { return fmt.Sprintf("\tFMOVQ %d(%s), %s", offset, base, d.f()) })
	return d
}

// rowNext loads 16 bytes at base, which it moves on by step.
func (k *kernel) rowNext(base gp, step int) *vec {
	d := new(vec)
	k.emit([]*vec{d}, nil, func() string { return fmt.Sprintf("\tFMOVQ.P %d(%s), %s", step, base, d.f()) })
	return d
}

// scalar loads a float32 at base + offset into lane 0.
func (k *kernel) scalar(base gp, offset int) *vec {
	d := new(vec)
	k.emit([]*vec{d}, nil, func() string { return fmt.Sprintf("\tFMOVS %d(%s), %s", offset, base, d.f()) })
	return d
}

// storeScalar stores lane 0 at base + offset.
func (k *kernel) storeScalar(a *vec, base gp, offset int) {
	k.emit(nil, []*vec{a}, func() string { return fmt.Sprintf("\tFMOVS %s, %d(%s)", a.f(), offset, base) })
}

// rows loads two times 16 bytes.
func (k *kernel) rows(base gp, offset int) (a, b *vec) {
	a, b = new(vec), new(vec)
	k.emit([]*vec{a, b}, nil, func() string {
		return fmt.Sprintf("\tFLDPQ %d(%s), (%s, %s)", offset, base, a.f(), b.f())
	})
	return a, b
}

// rowsNext loads two times 16 bytes at base, which it moves on by them.
func (k *kernel) rowsNext(base gp) (a, b *vec) {
	a, b = new(vec), new(vec)
	k.emit([]*vec{a, b}, nil, func() string {
		return fmt.Sprintf("\tFLDPQ.P 32(%s), (%s, %s)", base, a.f(), b.f())
	})
	return a, b
}

// at loads 16 bytes at base + index.
func (k *kernel) at(base, index gp) *vec {
	d := new(vec)
	k.emit([]*vec{d}, nil, func() string {
		return word(ldrQ, d.number, number(base), number(index), "LDR Q%d, [X%d, X%d]", d.number, number(base), number(index))
	})
	return d
}

func number(r gp) int {
	var n int
	fmt.Sscanf(string(r), "R%d", &n)
	return n
}

// storeRow stores 16 bytes at base + offset.
func (k *kernel) storeRow(a *vec, base gp, offset int) {
	k.emit(nil, []*vec{a}, func() string { return fmt.Sprintf("\tFMOVQ %s, %d(%s)", a.f(), offset, base) })
}

// storeRows stores two times 16 bytes.
func (k *kernel) storeRows(a, b *vec, base gp, offset int) {
	k.emit(nil, []*vec{a, b}, func() string {
		return fmt.Sprintf("\tFSTPQ (%s, %s), %d(%s)", a.f(), b.f(), offset, base)
	})
}

// storeRowsNext stores two times 16 bytes at base, which it moves on by step.
func (k *kernel) storeRowsNext(a, b *vec, base gp, step int) {
	k.emit(nil, []*vec{a, b}, func() string {
		return fmt.Sprintf("\tFSTPQ.P (%s, %s), %d(%s)", a.f(), b.f(), step, base)
	})
}

// order is what pick needs to make a register of these lanes of another.
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
	k.emit([]*vec{d}, []*vec{a, order}, func() string {
		return fmt.Sprintf("\tVTBL %s.B16, [%s.B16], %s.B16", order.v(), a.v(), d.v())
	})
	return d
}

// flip changes the sign of those lanes of a whose sign bit is set in signs.
func (k *kernel) flip(a, signs *vec) *vec { return k.shuffle("VEOR", "B16", a, signs) }

// swapPairs is lanes 1, 0, 3, 2 of a.
func (k *kernel) swapPairs(a *vec) *vec {
	d := new(vec)
	k.emit([]*vec{d}, []*vec{a}, func() string { return fmt.Sprintf("\tVREV64 %s.S4, %s.S4", a.v(), d.v()) })
	return d
}

// extract is four lanes from the given one of a on, followed by those of b.
func (k *kernel) extract(a, b *vec, from int) *vec { return k.extractTo(new(vec), a, b, from) }

// extractTo writes to a value that may exist.
func (k *kernel) extractTo(dst, a, b *vec, from int) *vec {
	return k.shuffleTo(dst, fmt.Sprintf("VEXT $%d,", 4*from), "B16", a, b)
}

// insert replaces lane i of dst by lane j of a.
func (k *kernel) insert(dst *vec, i int, a *vec, j int) *vec {
	k.emit([]*vec{dst}, []*vec{dst, a}, func() string {
		return fmt.Sprintf("\tVMOV %s.S[%d], %s.S[%d]", a.v(), j, dst.v(), i)
	})
	return dst
}

// where replaces those bits of dst by a's that are set in mask.
func (k *kernel) where(mask, dst, a *vec) *vec { return k.replace("VBIT", mask, dst, a) }

// unless replaces those bits of dst by a's that are not set in mask.
func (k *kernel) unless(mask, dst, a *vec) *vec { return k.replace("VBIF", mask, dst, a) }

func (k *kernel) replace(name string, mask, dst, a *vec) *vec {
	k.emit([]*vec{dst}, []*vec{dst, mask, a}, func() string {
		return fmt.Sprintf("\t%s %s.B16, %s.B16, %s.B16", name, mask.v(), a.v(), dst.v())
	})
	return dst
}

// compare0 sets all bits of the lanes in which a is equal to, greater or less than 0.
func (k *kernel) compare0(code int, name string, a *vec) *vec {
	d := new(vec)
	k.emit([]*vec{d}, []*vec{a}, func() string {
		return word(code, d.number, a.number, 0, "%s %s.4S, %s.4S, #0.0", name, d.v(), a.v())
	})
	return d
}

// pairs adds neighbours: lanes 0+1 and 2+3 of a, then of b.
func (k *kernel) pairs(a, b *vec) *vec { return k.three(faddp, "FADDP", new(vec), a, b) }

// inLane0 writes an instruction of one float32: a op b.
func (k *kernel) inLane0(name string, a, b *vec) *vec {
	d := new(vec)
	k.emit([]*vec{d}, []*vec{a, b}, func() string { return fmt.Sprintf("\t%s %s, %s, %s", name, b.f(), a.f(), d.f()) })
	return d
}

// shuffle writes an instruction that takes elements of a form from two registers.
func (k *kernel) shuffle(name, form string, a, b *vec) *vec {
	return k.shuffleTo(new(vec), name, form, a, b)
}

// shuffleTo writes to a value that may exist.
func (k *kernel) shuffleTo(dst *vec, name, form string, a, b *vec) *vec {
	k.emit([]*vec{dst}, []*vec{a, b}, func() string {
		return fmt.Sprintf("\t%s %s.%s, %s.%s, %s.%s", name, b.v(), form, a.v(), form, dst.v(), form)
	})
	return dst
}

// transpose makes columns of four rows of four lanes.
func (k *kernel) transpose(r [4]*vec) [4]*vec {
	even01, odd01 := k.shuffle("VTRN1", "S4", r[0], r[1]), k.shuffle("VTRN2", "S4", r[0], r[1])
	even23, odd23 := k.shuffle("VTRN1", "S4", r[2], r[3]), k.shuffle("VTRN2", "S4", r[2], r[3])
	return [4]*vec{
		k.shuffle("VZIP1", "D2", even01, even23), k.shuffle("VZIP1", "D2", odd01, odd23),
		k.shuffle("VZIP2", "D2", even01, even23), k.shuffle("VZIP2", "D2", odd01, odd23),
	}
}
