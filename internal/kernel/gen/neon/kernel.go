package neon

import (
	"bytes"
	"fmt"
)

// kernel is a function of assembly under construction.
type kernel struct {
	name  string
	about string // what it does
	args  []Argument
	lines []*line
	gps   int // general registers taken
}

// Argument is a parameter: 8 bytes, or the 4 of a float32.
type Argument struct{ Name, Kind string }

// Size is the size of arguments in bytes.
func Size(list []Argument) (size int) {
	for _, a := range list {
		own := 8
		if a.Kind == "float32" {
			own = 4
		}
		size = (size+own-1)/own*own + own
	}
	return size
}

// Place is where an argument of some is.
func Place(list []Argument, name string) string {
	for i, a := range list {
		if a.Name == name {
			end := Size(list[:i+1])
			return fmt.Sprintf("%s+%d(FP)", name, end-Size(list[i:i+1]))
		}
	}
	panic("no argument " + name)
}

// line is an instruction, a label, or only a mention of registers.
type line struct {
	text func() string // nil for a mention
	def  []*vec        // registers that it writes
	use  []*vec        // registers that it reads
}

// vec is the value of a vector register, whose number assign finds.
type vec struct {
	number int
	known  bool
}

// Format writes the register's name: F0 for the verb %f, else V0.
func (v *vec) Format(s fmt.State, verb rune) {
	letter := "V"
	if verb == 'f' {
		letter = "F"
	}
	fmt.Fprintf(s, "%s%d", letter, v.number)
}

// gp is the name of a general register.
type gp string

// general lists the registers that a function may use: all but R18 (the platform's), R27 (the
// assembler's) and those with a fixed purpose.
var general = []gp{
	"R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13",
	"R14", "R15", "R16", "R17", "R19", "R20", "R21", "R22", "R23", "R24", "R25", "R26",
}

// gp takes a general register for the whole kernel.
func (k *kernel) gp() gp {
	k.gps++
	return general[k.gps-1]
}

func (k *kernel) gp4() [4]gp { return [4]gp{k.gp(), k.gp(), k.gp(), k.gp()} }

// text adds a line without vector registers.
func (k *kernel) text(format string, a ...any) {
	k.emit(nil, nil, func() string { return fmt.Sprintf("\t"+format, a...) })
}

func (k *kernel) label(name string) {
	k.emit(nil, nil, func() string { return name + ":" })
}

func (k *kernel) emit(def, use []*vec, text func() string) {
	k.lines = append(k.lines, &line{text: text, def: def, use: use})
}

// keep makes values last up to here: past the loop that reads them again.
func (k *kernel) keep(v ...*vec) { k.emit(nil, v, nil) }

// remark adds to the comment above the kernel.
func (k *kernel) remark(text string) { k.about += " " + text }

// arg loads a parameter into a general register.
func (k *kernel) arg(name string, to gp) { k.text("MOVD %s, %s", Place(k.args, name), to) }

// number is a float32 parameter in lane 0.
func (k *kernel) number(name string) *vec {
	d := new(vec)
	return k.op(d, "FMOVS %s, %f", Place(k.args, name), d)
}

// load takes a parameter into a register of its own.
func (k *kernel) load(name string) gp {
	r := k.gp()
	k.arg(name, r)
	return r
}

func (k *kernel) write(b *bytes.Buffer) {
	k.assign()
	fmt.Fprintf(b, "\n// %s\n//\n// func %s(", k.about, k.name)
	for i, a := range k.args {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%s %s", a.Name, a.Kind)
	}
	fmt.Fprintf(b, ")\nTEXT ·%s(SB), NOSPLIT, $0-%d\n", k.name, Size(k.args))
	for _, l := range k.lines {
		if l.text != nil {
			b.WriteString(l.text())
			b.WriteByte('\n')
		}
	}
}
