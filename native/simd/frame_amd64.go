//go:build !purego

package simd

import "unsafe"

//go:noescape
func frameRig16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func frameRig8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func frameGeneral16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func frameGeneral8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func frameStatic16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func frameStatic8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func turnBeside16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func turnBeside8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

func frameRig16(a *Lanewise) {
	switch Current() {
	case AVX512:
		frameRig16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(frameRig8AVX2)
	default:
		frameRig16Go(a)
	}
}

func frameGeneral16(a *Lanewise) {
	switch Current() {
	case AVX512:
		frameGeneral16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(frameGeneral8AVX2)
	default:
		frameGeneral16Go(a)
	}
}

func frameStatic16(a *Lanewise) {
	switch Current() {
	case AVX512:
		frameStatic16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(frameStatic8AVX2)
	default:
		frameStatic16Go(a)
	}
}

func turnBeside16(a *Lanewise) {
	switch Current() {
	case AVX512:
		turnBeside16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(turnBeside8AVX2)
	default:
		turnBeside16Go(a)
	}
}
