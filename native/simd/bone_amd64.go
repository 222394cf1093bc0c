//go:build !purego

package simd

//go:noescape
func boneTurn16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func boneTurn8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func fixedRig16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func fixedRig8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func fixedGeneral16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func fixedGeneral8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

func boneTurn16(a *Lanewise)     { a.run(boneTurn16AVX512, boneTurn8AVX2, boneTurn16Go) }
func fixedRig16(a *Lanewise)     { a.run(fixedRig16AVX512, fixedRig8AVX2, fixedRig16Go) }
func fixedGeneral16(a *Lanewise) { a.run(fixedGeneral16AVX512, fixedGeneral8AVX2, fixedGeneral16Go) }
