//go:build !purego

package simd

//go:noescape
func bendRotation16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func bendRotation8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func bendOther16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func bendOther8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

func bendRotation16(a *Lanewise) { a.run(bendRotation16AVX512, bendRotation8AVX2, bendRotation16Go) }
func bendOther16(a *Lanewise)    { a.run(bendOther16AVX512, bendOther8AVX2, bendOther16Go) }
