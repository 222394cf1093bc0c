package kernel

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/internal/kernel/plain"
	"github.com/sinew-anim/sinew/native/simd"
)

// Lanewise is the arguments of a kernel of package formula, rows of 16 lanes in the order of
// its formula, and its uniforms, numbers for all lanes.
type Lanewise struct {
	plain.Memory
	// Len is the number of lanes in use, from the first on, 1 to 16. Kernels take as few of the
	// others with them as registers allow: up to 4 lanes go through registers of 4.
	Len int
	// Own, if not nil, is the uniforms of up to four lanes that differ in them, lane l's number i at
	// Own[4·i + l], for kernels that say so.
	Own    []float32
	memory []float32 // spilled registers
	spread [4 * ownUniforms]float32
}

// ownUniforms is the greatest number of uniforms of a kernel that may have Own.
const ownUniforms = 12

// lanewiseMemory is the number of rows that kernels may spill.
const lanewiseMemory = 64

// FrameValues is the length of the frames of a joint in 16 poses, see formula.FrameRows.
const FrameValues = formula.FrameRows * simd.Lanes

// NewLanewise returns arguments without rows, for one goroutine.
func NewLanewise() *Lanewise {
	return &Lanewise{Len: simd.Lanes, memory: simd.AlignedFloat32(lanewiseMemory * simd.Lanes)}
}

// ShareMemory returns arguments without rows that share a's memory, for the same goroutine.
func (a *Lanewise) ShareMemory() *Lanewise { return &Lanewise{Len: a.Len, memory: a.memory} }

// fits reports whether check finds enough uniforms.
func (a *Lanewise) fits(uniforms int) bool {
	return a.Own == nil && len(a.Uniforms) >= uniforms || a.Own != nil && a.Len <= 4 && len(a.Own) >= 4*uniforms
}

// check reports arguments that have fewer rows, or fewer uniforms.
func (a *Lanewise) check(kernel string, uniforms int, rows ...int) error {
	if a.Own != nil {
		if a.Len > 4 || len(a.Own) < 4*uniforms {
			return fmt.Errorf("simd.%s: %w: %d lanes have %d uniforms of their own, want 4 and %d", kernel, simd.ErrLength, a.Len, len(a.Own), 4*uniforms)
		}
	} else if len(a.Uniforms) < uniforms {
		return lengthError(kernel, "uniforms", len(a.Uniforms), uniforms)
	}
	for i, n := range rows {
		if len(a.Rows[i]) < n*simd.Lanes {
			return lengthError(kernel, fmt.Sprintf("argument %d", i), len(a.Rows[i]), n*simd.Lanes)
		}
	}
	return nil
}

// eachLane is the plain-Go body of the kernel of a formula.
func (a *Lanewise) eachLane(f func(*plain.Memory)) {
	for a.Lane = range a.Len {
		if a.Own == nil {
			f(&a.Memory)
			continue
		}
		of := a.spread[:len(a.Own)/4]
		for i := range of {
			of[i] = a.Own[4*i+a.Lane]
		}
		all := a.Uniforms
		a.Uniforms = of
		f(&a.Memory)
		a.Uniforms = all
	}
}

// own is the uniforms of four lanes.
func (a *Lanewise) own() *float32 {
	if a.Own != nil {
		return &a.Own[0]
	}
	for i, v := range a.Uniforms[:min(len(a.Uniforms), ownUniforms)] {
		of := a.spread[4*i:][:4]
		of[0], of[1], of[2], of[3] = v, v, v, v
	}
	return &a.spread[0]
}

// CopyFour copies the first lane of four rows. A lane's values from another slice are CopyFour(dst[lane:], src).
func CopyFour(dst, src []float32) {
	d, s := (*[3*simd.Lanes + 1]float32)(dst), (*[3*simd.Lanes + 1]float32)(src)
	d[0], d[simd.Lanes], d[2*simd.Lanes], d[3*simd.Lanes] = s[0], s[simd.Lanes], s[2*simd.Lanes], s[3*simd.Lanes]
}
