//go:build !purego

package simd

import "unsafe"

//go:noescape
func aimPose16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func aimPose8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

func aimPose16(a *Lanewise) {
	switch Current() {
	case AVX512:
		aimPose16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(aimPose8AVX2)
	default:
		aimPose16Go(a)
	}
}
