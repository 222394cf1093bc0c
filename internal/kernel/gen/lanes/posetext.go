package lanes

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/kernel/gen/dispatch"
)

// kernels are those of blocks, or of rows.
func (p *Pose) kernels() (list []dispatch.Kernel) {
	add := func(set dispatch.Set, width int, write func(k *kernel) []byte) {
		text := func(name string, parameters []dispatch.Parameter) []byte {
			return write(&kernel{name: name, Pose: p, parameters: parameters})
		}
		list = append(list, dispatch.Kernel{Set: set, Lanes: width, Text: text})
	}
	if p.rows {
		add(dispatch.AVX2, 0, func(k *kernel) []byte { return k.poseX86(0) })
		add(dispatch.NEON, 0, (*kernel).poseNEON)
		return list
	}
	add(dispatch.AVX512, 16, func(k *kernel) []byte { return k.poseX86(16) })
	add(dispatch.AVX2, 8, func(k *kernel) []byte { return k.poseX86(8) })
	add(dispatch.NEON, 4, (*kernel).poseNEON)
	return list
}

// rowBytes are those from a row of a node's argument to the next.
func (k *kernel) rowBytes(n *node) int {
	if k.Pose != nil && k.arguments[n.argument].kind == quads {
		return 16
	}
	return 64
}

// step is the bytes by which an argument goes on, or that the parameter maskStep says so.
func (k *kernel) step(a argument, l loop) (bytes int, byParameter bool) {
	switch a.kind {
	case column, source:
		return 64 * l.rows, false
	case numbers, values, gathered:
		return 16, false
	case quads:
		return 64, false
	case mask, masks:
		return 0, true
	}
	return 0, false
}

// atOnce is the number of columns that a loop takes at a time.
func (k *kernel) atOnce() int {
	if k.rows {
		return 4
	}
	return 1
}

// pointed reports whether an argument has an address of its own.
func (a argument) pointed() bool { return a.kind != scalar && a.kind != weights }

// skipped is the argument that is 0 where a column is left as it is, or -1. A kernel that takes
// four columns at a time skips none.
func (k *kernel) skipped(plain bool) int {
	for i, a := range k.arguments {
		if k.skip == a.name && (plain || !k.rows) {
			return i
		}
	}
	return -1
}

// eachLoop writes the nodes of loops: around has the lines before each, and of one time.
func (k *kernel) eachLoop(w *writer, t target, loops []loop, begin func(l loop), around func(l loop, before, body []byte)) (spills int) {
	for _, l := range loops {
		begin(l)
		list := record(l.formula, t.can(), k.arguments, k.skipped(false))
		seldom := bytes.Clone(w.seldom.Bytes())
		once := func(invariants []*node) (before, body []byte) {
			w.start(l.label(), seldom)
			before = w.fix(invariants)
			for _, n := range list {
				w.node(n)
			}
			return before, bytes.Clone(w.Bytes())
		}
		invariants, best, least := k.invariants(list), 0, math.MaxInt
		for n := range min(len(invariants), len(w.in)/2) + 1 {
			if _, body := once(invariants[:n]); bytes.Count(body, []byte{'\n'}) <= least {
				best, least = n, bytes.Count(body, []byte{'\n'})
			}
		}
		before, body := once(invariants[:best])
		around(l, before, body)
		spills = max(spills, w.spills)
	}
	return spills
}

// invariants are the sources that are the same each time, those that are used most first.
func (k *kernel) invariants(list []*node) (found []*node) {
	for _, n := range list {
		for _, x := range n.operands() {
			same := x.op == constant || x.op == uniform || x.op == load && k.arguments[x.argument].kind == lanes
			if same && !slices.Contains(found, x) {
				found = append(found, x)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b *node) int { return len(b.uses) - len(a.uses) })
	return found
}

// start begins the nodes of a loop, whose labels have a prefix.
func (w *writer) start(prefix string, seldom []byte) {
	w.Reset()
	w.seldom.Reset()
	w.seldom.Write(seldom)
	w.prefix, w.branches, w.spills, w.now, w.fixed = prefix, 0, 0, 0, map[*node]bool{}
	w.at, w.in, w.spilled, w.free, w.freed = map[*node]int{}, make([]*node, len(w.in)), map[*node]int{}, nil, nil
}

// fix gives nodes the last registers, and returns the lines that do.
func (w *writer) fix(nodes []*node) []byte {
	for i, n := range nodes {
		r := len(w.in) - 1 - i
		w.source(n, r)
		w.at[n], w.in[r], w.fixed[n] = r, n, true
	}
	defer w.Reset()
	return bytes.Clone(w.Bytes())
}

// unrolled are the loops of amd64: those of rows take eight columns at a time, and then four
// that may be left.
func (k *kernel) unrolled(width int) (list []loop) {
	for _, l := range k.loops {
		if width > 0 {
			list = append(list, l)
			continue
		}
		for _, l.columns = range []int{8, 4} {
			list = append(list, l)
		}
	}
	return list
}

// label is that of a loop.
func (l loop) label() string {
	if l.columns == 4 {
		return l.count + "Four"
	}
	return l.count
}

// Registers of a pose's kernel beside those of at most ten arguments.
const (
	stride  = "R12"
	counter = "R13"
)

func (k *kernel) poseX86(width int) []byte {
	registers := 16
	if width == 16 {
		registers = 32
	}
	w := newWriter(k, "", registers)
	x := &x86{writer: w, wide: width == 16, masks: make([]*node, 8), maskAt: map[*node]int{}}
	w.target = x
	var loops bytes.Buffer
	line := func(format string, a ...any) { fmt.Fprintf(&loops, format+"\n", a...) }
	begin := func(l loop) { x.narrow = l.columns == 4 }
	spills := k.eachLoop(w, x, k.unrolled(width), begin, func(l loop, before, body []byte) {
		switch l.columns {
		case 8: // the loop ends with less than no column: 8 less than there are
			line("\tMOVQ %s, %s\n\tSUBQ $8, %s\n\tJLT %sDone\n%s%s:", k.parameter(l.count), counter, counter, l.label(), before, l.label())
		case 4:
			line("\tADDQ $8, %s\n\tJE %sDone\n%s", counter, l.label(), before)
		default:
			line("\tMOVQ %s, %s\n\tTESTQ %s, %s\n\tJE %sDone\n%s%s:", k.parameter(l.count), counter, counter, counter, l.label(), before, l.label())
		}
		if i := k.skipped(false); i >= 0 {
			line("\tMOVL (%s), R14\n\tADDL R14, R14 // 0 of either sign\n\tJZ %sNext", pointers[i], l.count)
		}
		loops.Write(body)
		if l.columns == 0 {
			line("%sNext:", l.count)
		}
		for i, a := range k.arguments {
			n, byParameter := k.step(a, l)
			if byParameter {
				line("\tADDQ %s, %s", stride, pointers[i])
			} else if n > 0 {
				line("\tADDQ $%d, %s", n*max(l.columns/4, 1), pointers[i])
			}
			if byParameter && l.columns == 8 {
				line("\tADDQ %s, %s", stride, pointers[i])
			}
		}
		switch l.columns {
		case 8:
			line("\tSUBQ $8, %s\n\tJGE %s", counter, l.label())
		case 0:
			line("\tSUBQ $1, %s\n\tJNE %s", counter, l.label())
		}
		line("%sDone:", l.label())
	})
	var b bytes.Buffer
	for i, c := range x.constants {
		fmt.Fprintf(&b, "DATA %sNumbers<>+%d(SB)/4, $0x%08x // %v\n", k.name, 4*i, c, math.Float32frombits(c))
	}
	fmt.Fprintf(&b, "GLOBL %sNumbers<>(SB), RODATA|NOPTR, $%d\n\n", k.name, 4*len(x.constants))
	if spills > 0 {
		fmt.Fprintf(&b, "TEXT ·%s(SB), 0, $%d-%d\n\tLEAQ 63(SP), %s\n\tANDQ $-64, %s\n", k.name, 64*(spills+1), k.size(), memory, memory)
	} else {
		fmt.Fprintf(&b, "TEXT ·%s(SB), NOSPLIT, $0-%d\n", k.name, k.size())
	}
	for i, a := range k.arguments {
		if a.pointed() {
			fmt.Fprintf(&b, "\tMOVQ %s, %s\n", k.parameter(a.name), pointers[i])
		}
		if a.kind == mask || a.kind == masks {
			fmt.Fprintf(&b, "\tMOVQ %s, %s\n", k.parameter("maskStep"), stride)
		}
	}
	b.Write(loops.Bytes())
	b.WriteString("\tVZEROUPPER\n\tRET\n")
	b.Write(w.seldom.Bytes())
	return b.Bytes()
}

func (k *kernel) poseNEON() []byte {
	w := newWriter(k, "", 32)
	c := &numbers32{file: k.name}
	a := &neon{w, c}
	w.target = a
	var loops bytes.Buffer
	line := func(format string, a ...any) { fmt.Fprintf(&loops, format+"\n", a...) }
	spills := k.eachLoop(w, a, k.loops, func(loop) {}, func(l loop, before, body []byte) {
		line("\tMOVD %s, %s\n\tCBZ %s, %sDone\n%s%s:", k.parameter(l.count), neonCount, neonCount, l.count, before, l.count)
		if i := k.skipped(false); i >= 0 {
			line("\tMOVWU (R%d), %s\n\tTSTW $0x7fffffff, %s\n\tBEQ %sNext", i, neonAddress, neonAddress, l.count)
		}
		loops.Write(body)
		line("%sNext:", l.count)
		for i, a := range k.arguments {
			switch n, byParameter := k.step(a, l); {
			case byParameter:
				line("\tMOVD %s, %s\n\tADD %s, R%d", k.parameter("maskStep"), neonAddress, neonAddress, i)
			case n > 0:
				line("\tADD $%d, R%d", n, i)
			}
		}
		line("\tSUBS $%d, %s\n\tBNE %s\n%sDone:", k.atOnce(), neonCount, l.count, l.count)
	})
	var b bytes.Buffer
	b.Write(c.text())
	if spills > 0 {
		fmt.Fprintf(&b, "\nTEXT ·%s(SB), 0, $%d-%d\n\tADD $16, RSP, %s\n", k.name, 16*(spills+1), k.size(), neonMemory)
	} else {
		fmt.Fprintf(&b, "\nTEXT ·%s(SB), NOSPLIT, $0-%d\n", k.name, k.size())
	}
	for i, a := range k.arguments {
		if a.pointed() {
			fmt.Fprintf(&b, "\tMOVD %s, R%d\n", k.parameter(a.name), i)
		}
	}
	fmt.Fprintf(&b, "\tMOVD $%sNumbers<>(SB), %s\n", k.name, neonNumbers)
	b.Write(loops.Bytes())
	b.WriteString("\tRET\n")
	b.Write(w.seldom.Bytes())
	return b.Bytes()
}
