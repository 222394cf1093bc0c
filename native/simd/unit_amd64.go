//go:build !purego

package simd

//go:noescape
func unitRotation16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func unitRotation8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

func unitRotation16(a *Lanewise) { a.run(unitRotation16AVX512, unitRotation8AVX2, unitRotation16Go) }
