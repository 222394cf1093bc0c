//go:build !purego

package simd

import "unsafe"

// run runs a kernel for the processor at hand.
func (a *Lanewise) run(neon func(arguments *[12][]float32, uniforms, memory *float32), plain func(*Lanewise)) {
	if Current() != NEON {
		plain(a)
		return
	}
	neon(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
}
