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
	narrow    bool    // four lanes
	masks     []*node // what K1 to K7 hold
	maskAt    map[*node]int
	constants []uint32
}

// x86 is the kernel for amd64: 16 lanes, or those 8 or 4 lanes that it is told.
func (k *kernel) x86(lanes int) []byte {
	suffix, registers := fmt.Sprint(lanes, "AVX2"), 16
	if lanes == 16 {
		suffix, registers = "16AVX512", 32
	}
	w := newWriter(k, suffix, registers)
	return w.write(&x86{writer: w, wide: lanes == 16, narrow: lanes == 4, masks: make([]*node, 8), maskAt: map[*node]int{}})
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
	if !x.wide && !x.narrow {
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
	b.Write(x.seldom.Bytes())
	return b.Bytes()
}

func (x *x86) can() machine {
	return machine{extremes: true, choices: true, inOrder: x.narrow && x.Pose == nil}
}

func (x *x86) vector(i int) string {
	switch {
	case x.wide:
		return fmt.Sprintf("Z%d", i)
	case x.narrow:
		return fmt.Sprintf("X%d", i)
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
	case x.two(n):
		x.line("VMOVUPS %s, X%d\n\tVINSERTF128 $1, %s, %s, %s", x.address(n), register, x.second(n), d, d)
	case x.gathers(n):
		x.gather(n, register)
	case n.op == load, n.op == uniform && x.own && x.narrow:
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
	switch {
	case n.op == load || n.op == store:
		return fmt.Sprintf("%d(%s)", x.rowBytes(n)*n.row, pointers[n.argument])
	case n.op == number:
		return fmt.Sprintf("%d(%s)", 4*n.row, pointers[n.argument])
	case n.op == uniform && x.Pose != nil:
		return x.parameter(x.arguments[n.row].name)
	case n.op == uniform && x.own && x.narrow:
		return fmt.Sprintf("%d(%s)", 16*n.row, uniforms)
	case n.op == uniform:
		return fmt.Sprintf("%d(%s)", 4*n.row, uniforms)
	}
	i := slices.Index(x.constants, n.bits)
	if i < 0 {
		i = len(x.constants)
		x.constants = append(x.constants, n.bits)
	}
	return fmt.Sprintf("%sNumbers<>+%d(SB)", x.name, 4*i)
}

// two reports whether halves of a register are quads of memory, which are 64 bytes apart.
func (x *x86) two(n *node) bool {
	return (n.op == load || n.op == store) && x.Pose != nil && x.arguments[n.argument].kind == quads && !x.narrow
}

func (x *x86) gathers(n *node) bool {
	return n.op == load && x.Pose != nil && x.arguments[n.argument].kind == gathered
}

// gather loads quads of every fourth lane, from that of the node on.
func (x *x86) gather(n *node, register int) {
	from := slices.IndexFunc(x.arguments, func(a argument) bool { return a.kind == rows })
	for part := range map[bool]int{true: 4, false: 2}[x.wide] {
		quad := fmt.Sprintf("(%s)(R14*4)", pointers[n.argument])
		x.line("MOVQ %d(%s), R14", 8*(n.row+4*part), pointers[from])
		switch d := x.vector(register); {
		case part == 0:
			x.line("VMOVUPS %s, X%d", quad, register)
		case x.wide:
			x.line("VINSERTF32X4 $%d, %s, %s, %s", part, quad, d, d)
		default:
			x.line("VINSERTF128 $1, %s, %s, %s", quad, d, d)
		}
	}
}

// second is where the second of them is.
func (x *x86) second(n *node) string {
	return fmt.Sprintf("%d(%s)", 64+16*n.row, pointers[n.argument])
}

// operand is a value as the operand that may be in memory, and the suffix of an instruction
// that has it from there.
func (x *x86) operand(n *node) (text, suffix string) {
	if _, known := x.at[n]; known {
		return x.get(n), ""
	}
	slot, spilled := x.spilled[n]
	switch once := x.last(n); {
	case x.two(n) || x.gathers(n):
	case n.op == load && once:
		return x.address(n), ""
	case n.source() && n.op != load && x.wide:
		return x.address(n), ".BCST"
	case spilled && once:
		return x.place(slot), ""
	}
	return x.get(n), ""
}

var names = map[operation]string{
	plus: "VADDPS", minus: "VSUBPS", times: "VMULPS", over: "VDIVPS", flip: "VXORPS", keep: "VANDPS", most: "VMAXPS", fewest: "VMINPS",
	low: "VUNPCKLPS", high: "VUNPCKHPS", lowPairs: "VUNPCKLPD", highPairs: "VUNPCKHPD",
}

func (x *x86) operate(n *node) {
	switch n.op {
	case store:
		if x.two(n) {
			i := x.writer.get(n.a)
			x.line("VMOVUPS X%d, %s\n\tVEXTRACTF128 $1, Y%d, %s", i, x.address(n), i, x.second(n))
			x.done(n.a)
			return
		}
		x.line("VMOVUPS %s, %s", x.get(n.a), x.address(n))
		x.done(n.a)
	case root:
		a, suffix := x.operand(n.a)
		x.line("VSQRTPS%s %s, %s", suffix, a, x.put(n))
	case less, same:
		x.compare(n)
	case where:
		x.choose(n)
	case signed:
		x.sign(n)
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
	none := func(x *node) bool { return x.op == constant && x.bits == 0 }
	switch {
	case x.wide:
	case none(n.c):
		mask := x.get(n.a)
		yes, _ := x.operand(n.b)
		x.line("VANDPS %s, %s, %s", yes, mask, x.put(n))
		return
	case none(n.b):
		mask := x.get(n.a)
		no, _ := x.operand(n.c)
		x.line("VANDNPS %s, %s, %s", no, mask, x.put(n))
		return
	default:
		mask, no := x.get(n.a), x.get(n.c)
		yes, _ := x.operand(n.b)
		x.line("VBLENDVPS %s, %s, %s, %s", mask, yes, no, x.put(n))
		return
	}
	k := x.masked(n.a)
	no := x.get(n.c)
	yes, suffix := x.operand(n.b)
	x.line("VBLENDMPS%s %s, %s, K%d, %s", suffix, yes, no, k, x.put(n))
	x.unmask(n.a)
}

// masked is the register of a mask.
func (x *x86) masked(n *node) int {
	k, known := x.maskAt[n]
	if !known {
		from := x.place(x.spilled[n])
		k = x.mask(n)
		x.line("KMOVW %s, K%d", from, k)
	}
	return k
}

// unmask frees the register of a mask that is not needed again.
func (x *x86) unmask(n *node) {
	if k, known := x.maskAt[n]; known && x.last(n) {
		delete(x.maskAt, n)
		x.masks[k] = nil
	}
}

// sign flips the sign of a value where a mask says so.
func (x *x86) sign(n *node) {
	if !x.wide {
		mask, v, c := x.get(n.a), x.get(n.b), x.get(n.c)
		i := x.register()
		x.line("VANDPS %s, %s, %s", c, mask, x.vector(i))
		x.line("VXORPS %s, %s, %s", v, x.vector(i), x.vector(i))
		x.done(n.a, n.b, n.c)
		x.at[n], x.in[i] = i, n
		return
	}
	k, i := x.masked(n.a), x.writer.get(n.b)
	if v := x.vector(i); x.last(n.b) {
		x.done(n.b)
	} else {
		i = x.register()
		x.line("VMOVAPS %s, %s", v, x.vector(i))
	}
	c, suffix := x.operand(n.c)
	x.line("VXORPS%s %s, %s, K%d, %s", suffix, c, x.vector(i), k, x.vector(i))
	x.at[n], x.in[i] = i, n
	x.unmask(n.a)
}

func (x *x86) jump(mask *node, label string) {
	switch {
	case x.wide:
		k := x.masked(mask)
		x.line("KORTESTW K%d, K%d", k, k)
	case x.narrow && x.Pose == nil: // lanes that are not used may hold anything
		x.line("VMOVMSKPS %s, %s\n\tTESTQ %s, used+24(FP)\n\tMOVQ memory+16(FP), %s", x.get(mask), memory, memory, memory)
	default:
		m := x.get(mask)
		x.line("VTESTPS %s, %s", m, m)
	}
	x.line("JNZ %s", label)
}

func (x *x86) hold() {
	for k, n := range x.masks {
		if _, known := x.spilled[n]; n != nil && !known {
			x.line("KMOVW K%d, %s", k, x.place(x.slot(n)))
		}
	}
}

func (x *x86) held() func() {
	masks := slices.Clone(x.masks)
	return func() {
		x.masks, x.maskAt = make([]*node, len(masks)), map[*node]int{}
		for k, n := range masks {
			if n != nil && !x.last(n) {
				x.line("KMOVW %s, K%d", x.place(x.spilled[n]), k)
				x.masks[k], x.maskAt[n] = n, k
			}
		}
	}
}
