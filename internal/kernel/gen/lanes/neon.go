package lanes

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	arm "github.com/sinew-anim/sinew/internal/kernel/gen/neon"
)

// Registers of NEON's kernels: R0 on those of arguments, then these.
const (
	neonArguments = 12
	neonUniforms  = "R12"
	neonMemory    = "R13"
	neonNumbers   = "R14"
	neonAddress   = "R15" // of the moment
	neonLane      = "R16" // where in a row the lanes at hand are
	neonCount     = "R17"
)

// neon writes NEON: a kernel passes over the lanes that are used, four at a time.
type neon struct {
	*writer
	*numbers32
}

// numbers32 is the constants of a file's kernels, four times each.
type numbers32 struct {
	file string
	list []uint32
}

func (c *numbers32) index(bits uint32) int {
	i := slices.Index(c.list, bits)
	if i < 0 {
		i, c.list = len(c.list), append(c.list, bits)
	}
	return i
}

func (c *numbers32) text() []byte {
	var b bytes.Buffer
	for i, n := range c.list {
		for _, half := range [...]int{0, 8} {
			fmt.Fprintf(&b, "DATA %sNumbers<>+%d(SB)/8, $0x%08x%08x // %v\n", c.file, 16*i+half, n, n, math.Float32frombits(n))
		}
	}
	fmt.Fprintf(&b, "GLOBL %sNumbers<>(SB), RODATA|NOPTR, $%d\n", c.file, 16*len(c.list))
	return b.Bytes()
}

// neon is the kernel for arm64.
func (k *kernel) neon(c *numbers32) []byte {
	w := newWriter(k, "16NEON", 32)
	return w.write(&neon{w, c})
}

func (a *neon) whole(arguments int, body []byte) []byte {
	if arguments > neonArguments {
		panic(a.name + ": too many arguments")
	}
	var b bytes.Buffer
	line := func(format string, a ...any) { fmt.Fprintf(&b, format+"\n", a...) }
	size := 32
	if a.strides != nil {
		size += 8
	}
	line("TEXT ·%s(SB), NOSPLIT, $0-%d", a.name, size)
	line("\tMOVD uniforms+8(FP), %s\n\tMOVD memory+16(FP), %s\n\tMOVD $%sNumbers<>(SB), %s", neonUniforms, neonMemory, a.file, neonNumbers)
	line("\tMOVD $0, %s\npass:\n\tMOVD arguments+0(FP), %s", neonLane, neonAddress)
	for i := range arguments {
		line("\tMOVD %d(%s), R%d\n\tADD %s, R%d", 24*i, neonAddress, i, neonLane, i)
	}
	if a.strides != nil {
		line("\tMOVD count+32(FP), %s\nagain:", neonCount)
	}
	b.Write(body)
	for i, rows := range a.strides {
		if rows != 0 {
			line("\tADD $%d, R%d", 64*rows, i)
		}
	}
	if a.strides != nil {
		line("\tSUBS $1, %s\n\tBNE again", neonCount)
	}
	line("\tADD $16, %s\n\tMOVD used+24(FP), %s\n\tCMP %s<<2, %s\n\tBLT pass\n\tRET", neonLane, neonAddress, neonAddress, neonLane)
	b.Write(a.seldom.Bytes())
	return b.Bytes()
}

func (a *neon) can() machine { return machine{choices: true, lanes: true} }
func (a *neon) hold()        {}
func (a *neon) held() func() { return func() {} }

func (a *neon) jump(mask *node, label string) {
	m, any := a.get(mask), a.register()
	a.line("VUADDLV V%d.S4, V%d\n\tFMOVD F%d, %s\n\tCBNZ %s, %s", m, any, any, neonAddress, neonAddress, label)
}

func (a *neon) load(slot, register int) { a.line("FMOVQ %d(%s), F%d", 16*slot, neonMemory, register) }
func (a *neon) save(register, slot int) { a.line("FMOVQ F%d, %d(%s)", register, 16*slot, neonMemory) }

func (a *neon) source(n *node, register int) {
	switch {
	case n.op == load && a.Pose != nil && a.arguments[n.argument].kind == gathered:
		from := slices.IndexFunc(a.arguments, func(a argument) bool { return a.kind == rows })
		a.line("MOVD %d(R%d), %s\n\tADD %s<<2, R%d, %s\n\tFMOVQ (%s), F%d", 8*n.row, from, neonAddress, neonAddress, n.argument, neonAddress, neonAddress, register)
	case n.op == load:
		a.line("FMOVQ %d(R%d), F%d", a.rowBytes(n)*n.row, n.argument, register)
	case n.op == four && a.arguments[n.argument].kind == mask:
		a.line("FMOVS (R%d), F%d", n.argument, register)
	case n.op == four:
		a.line("FMOVQ (R%d), F%d", n.argument, register)
	case n.op == uniform && a.Pose != nil:
		a.line("FMOVS %s, F%d\n\tVDUP V%d.S[0], V%d.S4", a.parameter(a.arguments[n.row].name), register, register, register)
	case n.op == uniform && a.own:
		a.line("FMOVQ %d(%s), F%d", 16*n.row, neonUniforms, register)
	case n.op == uniform:
		at := neonUniforms
		if n.row > 0 {
			at = neonAddress
			a.line("ADD $%d, %s, %s", 4*n.row, neonUniforms, at)
		}
		a.line("VLD1R (%s), [V%d.S4]", at, register)
	case n.bits == 0:
		a.line("VMOVI $0, V%d.B16", register)
	default:
		a.line("FMOVQ %d(%s), F%d", 16*a.index(n.bits), neonNumbers, register)
	}
}

// word writes an instruction that computes a node.
func (a *neon) word(n *node, i arm.Instruction, operands ...*node) {
	registers := []int{0}
	for _, x := range operands {
		registers = append(registers, a.get(x))
	}
	registers[0] = a.put(n)
	a.line("%s", i.Of(registers...))
}

// words are the operations that are one of these instructions.
var words = map[operation]arm.Instruction{
	plus: arm.FADD, minus: arm.FSUB, times: arm.FMUL, over: arm.FDIV, root: arm.FSQRT,
	flip: arm.FNEG, // the sign
	keep: arm.FABS, // all but the sign
}

// zips are the instructions for elements by turns.
var zips = map[operation]string{low: "VZIP1 V%d.S4, V%d.S4, V%d.S4", high: "VZIP2 V%d.S4, V%d.S4, V%d.S4", lowPairs: "VZIP1 V%d.D2, V%d.D2, V%d.D2", highPairs: "VZIP2 V%d.D2, V%d.D2, V%d.D2"}

func (a *neon) operate(n *node) {
	if i, is := words[n.op]; is {
		operands := []*node{n.a, n.b}
		a.word(n, i, operands[:i.Operands()]...)
		return
	}
	switch n.op {
	case store:
		a.line("FMOVQ F%d, %d(R%d)", a.get(n.a), a.rowBytes(n)*n.row, n.argument)
		a.done(n.a)
	case where:
		a.choose(n)
	case spread:
		v := a.get(n.a)
		a.line("VDUP V%d.S[%d], V%d.S4", v, n.row, a.put(n))
	case timesLane:
		a.word(n, arm.ByLane(n.row), n.a, n.b)
	case signed:
		mask, v, c := a.get(n.a), a.get(n.b), a.get(n.c)
		d := a.register()
		a.line("VAND V%d.B16, V%d.B16, V%d.B16", mask, c, d)
		a.line("VEOR V%d.B16, V%d.B16, V%d.B16", v, d, d)
		a.done(n.a, n.b, n.c)
		a.at[n], a.in[d] = d, n
	case low, high, lowPairs, highPairs:
		x, y := a.get(n.a), a.get(n.b)
		a.line(zips[n.op], y, x, a.put(n))
	default:
		a.compare(n)
	}
}

func (a *neon) compare(n *node) {
	zero := func(x *node) bool { return x.op == constant && x.bits&^sign == 0 }
	switch equal := n.op == same; {
	case equal && zero(n.a):
		a.word(n, arm.FCMEQ0, n.b)
	case equal && zero(n.b):
		a.word(n, arm.FCMEQ0, n.a)
	case equal:
		a.word(n, arm.FCMEQ, n.a, n.b)
	case zero(n.a):
		a.word(n, arm.FCMGT0, n.b)
	case zero(n.b):
		a.word(n, arm.FCMLT0, n.a)
	default:
		a.word(n, arm.FCMGT, n.b, n.a)
	}
}

// choose writes over an operand that is not needed again, or over a copy.
func (a *neon) choose(n *node) {
	none := func(x *node) bool { return x.op == constant && x.bits == 0 }
	switch {
	case none(n.c):
		mask, yes := a.get(n.a), a.get(n.b)
		a.line("VAND V%d.B16, V%d.B16, V%d.B16", mask, yes, a.put(n))
		return
	case none(n.b):
		a.word(n, arm.BIC, n.c, n.a)
		return
	}
	mask, yes, no := a.get(n.a), a.get(n.b), a.get(n.c)
	a.done(n.a, n.b, n.c)
	d := no
	switch {
	case a.in[no] == nil:
		a.line("VBIT V%d.B16, V%d.B16, V%d.B16", mask, yes, no)
	case a.in[yes] == nil:
		d = yes
		a.line("VBIF V%d.B16, V%d.B16, V%d.B16", mask, no, yes)
	case a.in[mask] == nil:
		d = mask
		a.line("VBSL V%d.B16, V%d.B16, V%d.B16", no, yes, mask)
	default:
		d = a.put(n)
		a.line("VMOV V%d.B16, V%d.B16", no, d)
		a.line("VBIT V%d.B16, V%d.B16, V%d.B16", mask, yes, d)
	}
	a.at[n], a.in[d] = d, n
}
