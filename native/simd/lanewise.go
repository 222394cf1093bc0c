package simd

import (
	"fmt"

	"github.com/sinew-anim/sinew/native/simd/formula"
	"github.com/sinew-anim/sinew/native/simd/plain"
)

// Lanewise is the arguments of a kernel of package formula, rows of 16 lanes in the order of
// its formula, and its uniforms, numbers for all lanes.
type Lanewise struct {
	plain.Memory
	memory []float32 // spilled registers
}

// lanewiseMemory is the number of rows that kernels may spill.
const lanewiseMemory = 64

// FrameValues is the length of the frames of a joint in 16 poses, see formula.FrameRows.
const FrameValues = formula.FrameRows * Lanes

// NewLanewise returns arguments without rows, for one goroutine.
func NewLanewise() *Lanewise {
	return &Lanewise{memory: AlignedFloat32(lanewiseMemory * Lanes)}
}

// check reports arguments that have fewer rows, or fewer uniforms.
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

// eachLane is the plain-Go body of the kernel of a formula.
func (a *Lanewise) eachLane(f func(*plain.Memory)) {
	for a.Lane = range Lanes {
		f(&a.Memory)
	}
}
