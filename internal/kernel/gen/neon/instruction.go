package neon

import (
	"fmt"
	"strings"
)

// Instruction is a vector instruction that Go's assembler lacks: its number with 0 as registers,
// and its text.
type Instruction struct {
	code int
	text string
}

var (
	FADD   = Instruction{0x4e20d400, "FADD V%d.4S, V%d.4S, V%d.4S"}
	FSUB   = Instruction{0x4ea0d400, "FSUB V%d.4S, V%d.4S, V%d.4S"}
	FMUL   = Instruction{0x6e20dc00, "FMUL V%d.4S, V%d.4S, V%d.4S"}
	FDIV   = Instruction{0x6e20fc00, "FDIV V%d.4S, V%d.4S, V%d.4S"}
	FADDP  = Instruction{0x6e20d400, "FADDP V%d.4S, V%d.4S, V%d.4S"} // sums of neighbours: two of the first, two of the second
	FSQRT  = Instruction{0x6ea1f800, "FSQRT V%d.4S, V%d.4S"}
	FNEG   = Instruction{0x6ea0f800, "FNEG V%d.4S, V%d.4S"}
	FABS   = Instruction{0x4ea0f800, "FABS V%d.4S, V%d.4S"}
	FCMEQ  = Instruction{0x4e20e400, "FCMEQ V%d.4S, V%d.4S, V%d.4S"}
	FCMGT  = Instruction{0x6ea0e400, "FCMGT V%d.4S, V%d.4S, V%d.4S"}
	FCMEQ0 = Instruction{0x4ea0d800, "FCMEQ V%d.4S, V%d.4S, #0.0"}
	FCMGT0 = Instruction{0x4ea0c800, "FCMGT V%d.4S, V%d.4S, #0.0"}
	FCMLT0 = Instruction{0x4ea0e800, "FCMLT V%d.4S, V%d.4S, #0.0"}
	BIC    = Instruction{0x4e601c00, "BIC V%d.16B, V%d.16B, V%d.16B"} // the first without the bits of the second
)

// ByLane multiplies by a lane.
func ByLane(i int) Instruction {
	return Instruction{0x4f809000 | i>>1<<11 | i&1<<21, fmt.Sprintf("FMUL V%%d.4S, V%%d.4S, V%%d.S[%d]", i)}
}

// Operands is the number of registers that the instruction reads.
func (i Instruction) Operands() int { return strings.Count(i.text, "V%d") - 1 }

// Of is the instruction with registers: the result's, then those of operands.
func (i Instruction) Of(registers ...int) string {
	code, list := i.code, make([]any, len(registers))
	for k, r := range registers {
		code |= r << [...]int{0, 5, 16}[k]
		list[k] = r
	}
	return fmt.Sprintf("WORD $0x%08x // "+i.text, append([]any{code}, list...)...)
}
