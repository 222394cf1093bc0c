//go:build !purego

package simd

import "unsafe"

//go:noescape
func limbPose16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func limbPose8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

func limbPose16(a *Lanewise) {
	switch Current() {
	case AVX512:
		limbPose16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(limbPose8AVX2)
	default:
		limbPose16Go(a)
	}
}
