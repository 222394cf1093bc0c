//go:build !purego

package simd

import "unsafe"

//go:noescape
func lookBegin16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func lookBegin8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func lookShare16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func lookShare8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func lookHand16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func lookHand8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func lookWalk16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func lookWalk8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func lookMiss16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func lookMiss8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func lookTake16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func lookTake8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

func lookBegin16(a *Lanewise) {
	switch Current() {
	case AVX512:
		lookBegin16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(lookBegin8AVX2)
	default:
		lookBegin16Go(a)
	}
}

func lookShare16(a *Lanewise) {
	switch Current() {
	case AVX512:
		lookShare16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(lookShare8AVX2)
	default:
		lookShare16Go(a)
	}
}

func lookHand16(a *Lanewise) {
	switch Current() {
	case AVX512:
		lookHand16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(lookHand8AVX2)
	default:
		lookHand16Go(a)
	}
}

func lookWalk16(a *Lanewise) {
	switch Current() {
	case AVX512:
		lookWalk16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(lookWalk8AVX2)
	default:
		lookWalk16Go(a)
	}
}

func lookMiss16(a *Lanewise) {
	switch Current() {
	case AVX512:
		lookMiss16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(lookMiss8AVX2)
	default:
		lookMiss16Go(a)
	}
}

func lookTake16(a *Lanewise) {
	switch Current() {
	case AVX512:
		lookTake16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(lookTake8AVX2)
	default:
		lookTake16Go(a)
	}
}
