package lanes

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/native/simd/formula"
)

// pointers are the registers of arguments, and those of the numbers that are the same for
// all lanes and of the memory for values that find no register.
var pointers = []string{"AX", "BX", "CX", "DX", "SI", "DI", "R8", "R9", "R10", "R11", "R12", "R13"}

const (
	uniforms = "R14"
	memory   = "R15"
)

// writer writes one kernel.
type writer struct {
	bytes.Buffer
	*kernel
	wide      bool
	name      string
	at        map[*node]int // registers
	in        []*node       // what registers hold
	masks     []*node       // what K1 to K7 hold
	maskAt    map[*node]int
	spilled   map[*node]int
	spills    int
	free      []int // places in memory that are not needed any more
	freed     []int // those that the node at hand may still read
	constants []uint32
	now       int // place of the node at hand
	pinned    []int
}

// write is the text of a kernel, and the number of values that its memory holds.
func (k *kernel) write(nodes []*node, wide bool) (text []byte, spills int) {
	name := k.name + "8AVX2"
	if wide {
		name = k.name + "16AVX512"
	}
	w := &writer{
		kernel: k, wide: wide, name: name, at: map[*node]int{}, spilled: map[*node]int{},
		masks: make([]*node, 8), maskAt: map[*node]int{}, in: make([]*node, 16),
	}
	if wide {
		w.in = make([]*node, 32)
	}
	for _, n := range nodes {
		w.node(n)
	}
	return w.whole(nodes), w.spills
}

// whole puts the kernel's head before what was written.
func (w *writer) whole(nodes []*node) []byte {
	var b bytes.Buffer
	for i, c := range w.constants {
		fmt.Fprintf(&b, "DATA %sNumbers<>+%d(SB)/4, $0x%08x // %v\n", w.name, 4*i, c, math.Float32frombits(c))
	}
	if len(w.constants) > 0 {
		fmt.Fprintf(&b, "GLOBL %sNumbers<>(SB), RODATA|NOPTR, $%d\n\n", w.name, 4*len(w.constants))
	}
	size, arguments := 24, 0
	if !w.wide {
		size += 8
	}
	count := size
	if w.strides != nil {
		size += 8
	}
	for _, n := range nodes {
		for _, x := range [...]*node{n, n.a, n.b, n.c} {
			if x != nil && (x.op == load || x.op == store) {
				arguments = max(arguments, x.argument+1)
			}
		}
	}
	if arguments > len(pointers) {
		panic(w.name + ": too many arguments")
	}
	fmt.Fprintf(&b, "TEXT ·%s(SB), NOSPLIT, $0-%d\n\tMOVQ arguments+0(FP), R15\n", w.name, size)
	for i := range arguments {
		fmt.Fprintf(&b, "\tMOVQ %d(R15), %s\n", 24*i, pointers[i])
	}
	if !w.wide {
		fmt.Fprintf(&b, "\tMOVQ lane+24(FP), R15\n")
		for i := range arguments {
			fmt.Fprintf(&b, "\tADDQ R15, %s\n", pointers[i])
		}
	}
	fmt.Fprintf(&b, "\tMOVQ uniforms+8(FP), %s\n\tMOVQ memory+16(FP), %s\n", uniforms, memory)
	if w.strides != nil {
		b.WriteString("again:\n")
	}
	b.Write(w.Bytes())
	for i, rows := range w.strides {
		if rows != 0 {
			fmt.Fprintf(&b, "\tADDQ $%d, %s\n", 64*rows, pointers[i])
		}
	}
	if w.strides != nil {
		fmt.Fprintf(&b, "\tSUBQ $1, count+%d(FP)\n\tJNE again\n", count)
	}
	b.WriteString("\tVZEROUPPER\n\tRET\n")
	return b.Bytes()
}

func (w *writer) line(format string, a ...any) { fmt.Fprintf(w, "\t"+format+"\n", a...) }

func (w *writer) vector(i int) string {
	if w.wide {
		return fmt.Sprintf("Z%d", i)
	}
	return fmt.Sprintf("Y%d", i)
}

func (w *writer) width() int {
	if w.wide {
		return 64
	}
	return 32
}

// address is where a source is in memory.
func (w *writer) address(n *node) string {
	switch n.op {
	case load:
		return fmt.Sprintf("%d(%s)", 64*n.row, pointers[n.argument])
	case uniform:
		return fmt.Sprintf("%d(%s)", 4*n.row, uniforms)
	}
	i := slices.Index(w.constants, n.bits)
	if i < 0 {
		i = len(w.constants)
		w.constants = append(w.constants, n.bits)
	}
	return fmt.Sprintf("%sNumbers<>+%d(SB)", w.name, 4*i)
}

// after is the first use of a node after the present one.
func (w *writer) after(n *node) int {
	for _, u := range n.uses {
		if u > w.now {
			return u
		}
	}
	return math.MaxInt
}

// register frees a register: one that is free, or that of the value that is needed last.
func (w *writer) register() int {
	best, last := -1, -1
	for i, n := range w.in {
		if slices.Contains(w.pinned, i) {
			continue
		}
		if n == nil {
			w.pinned = append(w.pinned, i)
			return i
		}
		next := w.after(n)
		if n.source() && next != math.MaxInt {
			next += 12 // is had again without a store
		}
		if next > last {
			best, last = i, next
		}
	}
	w.spill(best)
	w.pinned = append(w.pinned, best)
	return best
}

// spill frees a register whose value may be needed later.
func (w *writer) spill(i int) {
	n := w.in[i]
	delete(w.at, n)
	w.in[i] = nil
	if _, known := w.spilled[n]; known || n.source() || w.after(n) == math.MaxInt {
		return
	}
	w.line("VMOVUPS %s, %d(%s)", w.vector(i), w.slot(n), memory)
}

// get is the register of a value.
func (w *writer) get(n *node) string {
	if i, known := w.at[n]; known {
		w.pinned = append(w.pinned, i)
		return w.vector(i)
	}
	i := w.register()
	switch slot, spilled := w.spilled[n]; {
	case n.op == load:
		w.line("VMOVUPS %s, %s", w.address(n), w.vector(i))
	case n.op == constant && n.bits == 0:
		w.zero(i)
	case n.source():
		w.line("VBROADCASTSS %s, %s", w.address(n), w.vector(i))
	case spilled:
		w.line("VMOVUPS %d(%s), %s", w.width()*slot, memory, w.vector(i))
	default:
		panic(w.name + ": a value is lost")
	}
	w.at[n], w.in[i] = i, n
	return w.vector(i)
}

func (w *writer) zero(i int) {
	if w.wide {
		w.line("VPXORD Z%d, Z%d, Z%d", i, i, i)
		return
	}
	w.line("VXORPS Y%d, Y%d, Y%d", i, i, i)
}

// operand is a value as the operand that may be in memory, and the suffix of an instruction
// that has it from there.
func (w *writer) operand(n *node) (text, suffix string) {
	if _, known := w.at[n]; known {
		return w.get(n), ""
	}
	slot, spilled := w.spilled[n]
	switch once := w.after(n) == math.MaxInt; {
	case n.op == load && once:
		return w.address(n), ""
	case n.source() && n.op != load && w.wide:
		return w.address(n), ".BCST"
	case spilled && once:
		return fmt.Sprintf("%d(%s)", w.width()*slot, memory), ""
	}
	return w.get(n), ""
}

// pin keeps the registers of a node's operands.
func (w *writer) pin(n *node) {
	w.pinned = w.pinned[:0]
	for _, x := range n.operands() {
		if i, known := w.at[x]; known {
			w.pinned = append(w.pinned, i)
		}
	}
}

// done frees the registers of values that are not needed any more.
func (w *writer) done(list ...*node) {
	for _, n := range list {
		if i, known := w.at[n]; n != nil && known && w.after(n) == math.MaxInt {
			delete(w.at, n)
			w.in[i] = nil
		}
		if slot, known := w.spilled[n]; n != nil && known && w.after(n) == math.MaxInt {
			delete(w.spilled, n)
			w.freed = append(w.freed, slot)
		}
		if k, known := w.maskAt[n]; n != nil && known && w.after(n) == math.MaxInt {
			delete(w.maskAt, n)
			w.masks[k] = nil
		}
	}
}

// put gives a node a register, one of its operands' where those are not needed again.
func (w *writer) put(n *node) string {
	w.done(n.a, n.b, n.c)
	w.pin(n)
	i := w.register()
	w.at[n], w.in[i] = i, n
	return w.vector(i)
}

var names = map[operation]string{plus: "VADDPS", minus: "VSUBPS", times: "VMULPS", over: "VDIVPS", flip: "VXORPS", keep: "VANDPS"}

// node writes a node.
func (w *writer) node(n *node) {
	w.now = n.place
	w.free, w.freed = append(w.free, w.freed...), w.freed[:0]
	w.pin(n)
	switch n.op {
	case store:
		w.line("VMOVUPS %s, %d(%s)", w.get(n.a), 64*n.row, pointers[n.argument])
		w.done(n.a)
	case root:
		x, suffix := w.operand(n.a)
		w.line("VSQRTPS%s %s, %s", suffix, x, w.put(n))
	case less, same:
		w.compare(n)
	case where:
		w.choose(n)
	default:
		w.arithmetic(n)
	}
}

func (w *writer) arithmetic(n *node) {
	name, a, b := names[n.op], n.a, n.b
	if _, known := w.at[a]; !known && (n.op == plus || n.op == times) && a.source() {
		a, b = b, a // what is in memory second
	}
	if w.wide && (n.op == flip || n.op == keep) {
		name = map[operation]string{flip: "VPXORD", keep: "VPANDD"}[n.op]
	}
	x := w.get(a)
	y, suffix := w.operand(b)
	w.line("%s%s %s, %s, %s", name, suffix, y, x, w.put(n))
}

func (w *writer) compare(n *node) {
	code := "$0x11"
	if n.op == same {
		code = "$0x00"
	}
	x := w.get(n.a)
	y, suffix := w.operand(n.b)
	if !w.wide {
		w.line("VCMPPS %s, %s, %s, %s", code, y, x, w.put(n))
		return
	}
	w.done(n.a, n.b)
	w.line("VCMPPS%s %s, %s, %s, K%d", suffix, code, y, x, w.mask(n))
}

// mask gives a mask a register, maybe that of the one that is needed last.
func (w *writer) mask(n *node) int {
	k := slices.Index(w.masks[1:], nil) + 1
	if k == 0 {
		k = 1
		for i, other := range w.masks[2:] {
			if w.after(other) > w.after(w.masks[k]) {
				k = i + 2
			}
		}
		old := w.masks[k]
		delete(w.maskAt, old)
		if _, known := w.spilled[old]; !known {
			w.line("KMOVW K%d, %d(%s)", k, w.slot(old), memory)
		}
	}
	w.masks[k], w.maskAt[n] = n, k
	return k
}

// slot gives a value a place in memory.
func (w *writer) slot(n *node) int {
	slot := w.spills
	if last := len(w.free) - 1; last >= 0 {
		slot, w.free = w.free[last], w.free[:last]
	} else {
		w.spills++
	}
	w.spilled[n] = slot
	return w.width() * slot
}

func (w *writer) choose(n *node) {
	var mask string
	if k, known := w.maskAt[n.a]; known {
		mask = fmt.Sprintf("K%d", k)
	} else if w.wide {
		from := w.width() * w.spilled[n.a]
		k := w.mask(n.a)
		w.line("KMOVW %d(%s), K%d", from, memory, k)
		mask = fmt.Sprintf("K%d", k)
	} else {
		mask = w.get(n.a)
	}
	no := w.get(n.c)
	yes, suffix := w.operand(n.b)
	if w.wide {
		w.line("VBLENDMPS%s %s, %s, %s, %s", suffix, yes, no, mask, w.put(n))
		return
	}
	w.line("VBLENDVPS %s, %s, %s, %s", mask, yes, no, w.put(n))
}

// kernel is a formula with a name. One with strides does what it does a number of times,
// which is its last argument: its arguments go on by so many rows each time.
type kernel struct {
	name    string
	formula func(formula.Memory[value])
	strides []int
}
