package simd

import (
	"fmt"

	"github.com/sinew-anim/sinew/native/simd/formula"
)

// Lanewise is what a kernel of package formula works on: arguments of rows of 16 lanes each,
// in the order that its formula says, and numbers that are the same for all lanes.
type Lanewise struct {
	Rows     [12][]float32
	Uniforms []float32
	memory   []float32 // for values that find no register
	one      lane      // at hand, in plain Go
}

// lanewiseMemory is the number of rows that kernels may need.
const lanewiseMemory = 64

// NewLanewise returns arguments without rows. They serve one goroutine.
func NewLanewise() *Lanewise {
	a := &Lanewise{memory: AlignedFloat32(lanewiseMemory * Lanes)}
	a.one.Lanewise = a
	return a
}

// check reports arguments that are too short. rows are the numbers of rows of the arguments.
func (a *Lanewise) check(kernel string, uniforms int, rows ...int) error {
	if len(a.Uniforms) < uniforms {
		return lengthError(kernel, "uniforms", len(a.Uniforms), uniforms)
	}
	for i, n := range rows {
		if len(a.Rows[i]) < n*Lanes {
			return lengthError(kernel, fmt.Sprintf("argument %d", i), len(a.Rows[i]), n*Lanes)
		}
	}
	return nil
}

// lane is a formula's Memory of one lane.
type lane struct {
	*Lanewise
	at int
}

func (l *lane) Load(argument, row int) formula.Float {
	return formula.Float(l.Rows[argument][row*Lanes+l.at])
}

func (l *lane) Uniform(i int) formula.Float { return formula.Float(l.Uniforms[i]) }

func (l *lane) Store(argument, row int, v formula.Float) {
	l.Rows[argument][row*Lanes+l.at] = float32(v)
}

// eachLane is the plain-Go body of the kernel of a formula.
func (a *Lanewise) eachLane(f func(formula.Memory[formula.Float])) {
	for a.one.at = range Lanes {
		f(&a.one)
	}
}
