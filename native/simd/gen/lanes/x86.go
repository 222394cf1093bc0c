package lanes

import (
	"bytes"
	"fmt"
	"math"
	"slices"
)

// pointers are the registers of arguments, and those of the numbers that are the same for
// all lanes and of the memory for values that find no register.
var pointers = []string{"AX", "BX", "CX", "DX", "SI", "DI", "R8", "R9", "R10", "R11", "R12", "R13"}

const (
	uniforms = "R14"
	memory   = "R15"
)

// x86 writes AVX-512, or AVX2.
type x86 struct {
	*writer
	wide      bool
	masks     []*node // what K1 to K7 hold
	maskAt    map[*node]int
	constants []uint32
}

// x86 is the kernel for amd64: 16 lanes, or those 8 lanes that it is told.
func (k *kernel) x86(wide bool) []byte {
	suffix, registers := "8AVX2", 16
	if wide {
		suffix, registers = "16AVX512", 32
	}
	w := newWriter(k, suffix, registers)
	return w.write(&x86{writer: w, wide: wide, masks: make([]*node, 8), maskAt: map[*node]int{}})
}

func (x *x86) whole(arguments int, body []byte) []byte {
	var b bytes.Buffer
	for i, c := range x.constants {
		fmt.Fprintf(&b, "DATA %sNumbers<>+%d(SB)/4, $0x%08x // %v\n", x.name, 4*i, c, math.Float32frombits(c))
	}
	if len(x.constants) > 0 {
		fmt.Fprintf(&b, "GLOBL %sNumbers<>(SB), RODATA|NOPTR, $%d\n\n", x.name, 4*len(x.constants))
	}
	size := 24
	if !x.wide {
		size += 8
	}
	count := size
	if x.strides != nil {
		size += 8
	}
	if arguments > len(pointers) {
		panic(x.name + ": too many arguments")
	}
	fmt.Fprintf(&b, "TEXT ·%s(SB), NOSPLIT, $0-%d\n\tMOVQ arguments+0(FP), R15\n", x.name, size)
	for i := range arguments {
		fmt.Fprintf(&b, "\tMOVQ %d(R15), %s\n", 24*i, pointers[i])
	}
	if !x.wide {
		fmt.Fprintf(&b, "\tMOVQ lane+24(FP), R15\n")
		for i := range arguments {
			fmt.Fprintf(&b, "\tADDQ R15, %s\n", pointers[i])
		}
	}
	fmt.Fprintf(&b, "\tMOVQ uniforms+8(FP), %s\n\tMOVQ memory+16(FP), %s\n", uniforms, memory)
	if x.strides != nil {
		b.WriteString("again:\n")
	}
	b.Write(body)
	for i, rows := range x.strides {
		if rows != 0 {
			fmt.Fprintf(&b, "\tADDQ $%d, %s\n", 64*rows, pointers[i])
		}
	}
	if x.strides != nil {
		fmt.Fprintf(&b, "\tSUBQ $1, count+%d(FP)\n\tJNE again\n", count)
	}
	b.WriteString("\tVZEROUPPER\n\tRET\n")
	return b.Bytes()
}

func (x *x86) vector(i int) string {
	if x.wide {
		return fmt.Sprintf("Z%d", i)
	}
	return fmt.Sprintf("Y%d", i)
}

func (x *x86) get(n *node) string { return x.vector(x.writer.get(n)) }
func (x *x86) put(n *node) string { return x.vector(x.writer.put(n)) }

// place is a slot of the kernel's memory.
func (x *x86) place(slot int) string {
	if x.wide {
		return fmt.Sprintf("%d(%s)", 64*slot, memory)
	}
	return fmt.Sprintf("%d(%s)", 32*slot, memory)
}

func (x *x86) load(slot, register int) { x.line("VMOVUPS %s, %s", x.place(slot), x.vector(register)) }
func (x *x86) save(register, slot int) { x.line("VMOVUPS %s, %s", x.vector(register), x.place(slot)) }

func (x *x86) source(n *node, register int) {
	switch d := x.vector(register); {
	case n.op == load:
		x.line("VMOVUPS %s, %s", x.address(n), d)
	case n.op == constant && n.bits == 0 && x.wide:
		x.line("VPXORD %s, %s, %s", d, d, d)
	case n.op == constant && n.bits == 0:
		x.line("VXORPS %s, %s, %s", d, d, d)
	default:
		x.line("VBROADCASTSS %s, %s", x.address(n), d)
	}
}

// address is where a source is in memory.
func (x *x86) address(n *node) string {
	switch n.op {
	case load:
		return fmt.Sprintf("%d(%s)", 64*n.row, pointers[n.argument])
	case uniform:
		return fmt.Sprintf("%d(%s)", 4*n.row, uniforms)
	}
	i := slices.Index(x.constants, n.bits)
	if i < 0 {
		i = len(x.constants)
		x.constants = append(x.constants, n.bits)
	}
	return fmt.Sprintf("%sNumbers<>+%d(SB)", x.name, 4*i)
}

// operand is a value as the operand that may be in memory, and the suffix of an instruction
// that has it from there.
func (x *x86) operand(n *node) (text, suffix string) {
	if _, known := x.at[n]; known {
		return x.get(n), ""
	}
	slot, spilled := x.spilled[n]
	switch once := x.last(n); {
	case n.op == load && once:
		return x.address(n), ""
	case n.source() && n.op != load && x.wide:
		return x.address(n), ".BCST"
	case spilled && once:
		return x.place(slot), ""
	}
	return x.get(n), ""
}

var names = map[operation]string{plus: "VADDPS", minus: "VSUBPS", times: "VMULPS", over: "VDIVPS", flip: "VXORPS", keep: "VANDPS"}

func (x *x86) operate(n *node) {
	switch n.op {
	case store:
		x.line("VMOVUPS %s, %d(%s)", x.get(n.a), 64*n.row, pointers[n.argument])
		x.done(n.a)
	case root:
		a, suffix := x.operand(n.a)
		x.line("VSQRTPS%s %s, %s", suffix, a, x.put(n))
	case less, same:
		x.compare(n)
	case where:
		x.choose(n)
	default:
		x.arithmetic(n)
	}
}

func (x *x86) arithmetic(n *node) {
	name, a, b := names[n.op], n.a, n.b
	if _, known := x.at[a]; !known && (n.op == plus || n.op == times) && a.source() {
		a, b = b, a // what is in memory second
	}
	if x.wide && (n.op == flip || n.op == keep) {
		name = map[operation]string{flip: "VPXORD", keep: "VPANDD"}[n.op]
	}
	first := x.get(a)
	second, suffix := x.operand(b)
	x.line("%s%s %s, %s, %s", name, suffix, second, first, x.put(n))
}

func (x *x86) compare(n *node) {
	code := "$0x11"
	if n.op == same {
		code = "$0x00"
	}
	a := x.get(n.a)
	b, suffix := x.operand(n.b)
	if !x.wide {
		x.line("VCMPPS %s, %s, %s, %s", code, b, a, x.put(n))
		return
	}
	x.done(n.a, n.b)
	x.line("VCMPPS%s %s, %s, %s, K%d", suffix, code, b, a, x.mask(n))
}

// mask gives a mask a register, maybe that of the one that is needed last.
func (x *x86) mask(n *node) int {
	k := slices.Index(x.masks[1:], nil) + 1
	if k == 0 {
		k = 1
		for i, other := range x.masks[2:] {
			if x.after(other) > x.after(x.masks[k]) {
				k = i + 2
			}
		}
		old := x.masks[k]
		delete(x.maskAt, old)
		if _, known := x.spilled[old]; !known {
			x.line("KMOVW K%d, %s", k, x.place(x.slot(old)))
		}
	}
	x.masks[k], x.maskAt[n] = n, k
	return k
}

func (x *x86) choose(n *node) {
	if !x.wide {
		mask, no := x.get(n.a), x.get(n.c)
		yes, _ := x.operand(n.b)
		x.line("VBLENDVPS %s, %s, %s, %s", mask, yes, no, x.put(n))
		return
	}
	k, known := x.maskAt[n.a]
	if !known {
		from := x.place(x.spilled[n.a])
		k = x.mask(n.a)
		x.line("KMOVW %s, K%d", from, k)
	}
	no := x.get(n.c)
	yes, suffix := x.operand(n.b)
	x.line("VBLENDMPS%s %s, %s, K%d, %s", suffix, yes, no, k, x.put(n))
	if x.last(n.a) {
		delete(x.maskAt, n.a)
		x.masks[k] = nil
	}
}
