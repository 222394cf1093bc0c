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
	// Len is the number of lanes in use, from the first on, 1 to 16. Kernels take as few of the
	// others with them as registers allow: up to 4 lanes go through registers of 4.
	Len    int
	memory []float32 // spilled registers
}

// lanewiseMemory is the number of rows that kernels may spill.
const lanewiseMemory = 64

// FrameValues is the length of the frames of a joint in 16 poses, see formula.FrameRows.
const FrameValues = formula.FrameRows * Lanes

// NewLanewise returns arguments without rows, for one goroutine.
func NewLanewise() *Lanewise {
	return &Lanewise{Len: Lanes, memory: AlignedFloat32(lanewiseMemory * Lanes)}
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
	for a.Lane = range a.Len {
		f(&a.Memory)
	}
}
