//go:build !purego

package simd

import "unsafe"

// halves runs a kernel of eight lanes twice.
func (a *Lanewise) halves(kernel func(arguments *[12][]float32, uniforms, memory *float32, offset int)) {
	for offset := 0; offset < 4*Lanes; offset += 4 * passLanes {
		kernel(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0], offset)
	}
}

// run runs a kernel for the processor at hand.
func (a *Lanewise) run(wide func(arguments *[12][]float32, uniforms, memory *float32), half func(arguments *[12][]float32, uniforms, memory *float32, lane int), plain func(*Lanewise)) {
	switch Current() {
	case AVX512:
		wide(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(half)
	default:
		plain(a)
	}
}
